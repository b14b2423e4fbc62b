// The few things that stand in front of the table for a moment.

import { api } from "../api.js";
import { change, settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { h, toast } from "./dom.js";
import { languageMenu } from "./languages.js";

/**
 * A dialog that is removed when it closes.
 * @param {string} heading
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} children
 */
export function dialog(heading, ...children) {
  const title = h("h2", { id: "dialog-title" }, heading);
  const box = h("dialog", { "aria-labelledby": "dialog-title" }, title, ...children);
  box.addEventListener("close", () => box.remove());
  // Around the box, not on its own blank space, nor where a marked text's end was dragged to.
  const beyond = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  };
  let pressed = false;
  box.addEventListener("pointerdown", (event) => (pressed = beyond(event)));
  box.addEventListener("click", (event) => {
    if (pressed && beyond(event)) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * @param {string} question
 * @param {string} explained
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirmation(question, explained, yes, no = t("Play on")) {
  return new Promise((resolve) => {
    const box = dialog(
      question,
      h("p", { class: "quiet" }, explained),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button primary", on: { click: () => box.close("yes") } }, yes),
        h("button", { class: "button", autofocus: true, on: { click: () => box.close() } }, no),
      ),
    );
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
  });
}

export function helpOverlay() {
  const keys = [
    [t("Arrow keys"), t("go over what can be touched")],
    [t("Enter"), t("touch it; again to play a move that is shown")],
    [t("Escape"), t("let go")],
    ["/", t("type a move")],
    ["b", t("to the board")],
    ["u", t("undo")],
    ["h", t("hint")],
    ["[ ]", t("turn the table, where it can be turned")],
    ["← →", t("look at earlier moves")],
    ["m", t("sound on or off")],
    ["?", t("this list")],
  ];
  const box = dialog(
    t("How to play here"),
    h("p", null, t("What can be touched glows. Touch a piece and then a place, or drag it there; what the move would do is shown first.")),
    h("dl", { class: "keys" }, keys.flatMap(([key, does]) => [h("dt", null, h("kbd", null, key)), h("dd", null, does)])),
    h("div", { class: "row" }, h("button", { class: "button", on: { click: () => box.close() } }, t("Close"))),
  );
}

/**
 * @param {string} name
 * @param {string} address
 */
export function copyLink(name, address) {
  const field = h("input", { class: "field", readonly: true, value: address, "aria-label": name, on: { focus: () => field.select() } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast(t("The link is copied."));
    } catch {
      field.select();
      toast(t("Copy the marked link with your keyboard."));
    }
  };
  return h(
    "div",
    { class: "copy-link" },
    h("span", null, name),
    field,
    h("button", { class: "button", on: { click: () => void copy() } }, t("Copy")),
  );
}

/**
 * @param {string} name as it is
 * @param {() => void} changed
 * @param {...import("./dom.js").Child} more what else can be done here
 */
export function settingsDialog(name, changed, ...more) {
  const toggle = (/** @type {"sound" | "motion"} */ name, /** @type {string} */ text) =>
    h(
      "label",
      { class: "setting" },
      h("span", null, text),
      h("input", {
        type: "checkbox",
        role: "switch",
        class: "switch",
        checked: settings[name],
        on: { change: (/** @type {Event} */ event) => change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }) },
      }),
    );
  const segments = (
    /** @type {"theme" | "confirm"} */ name,
    /** @type {string} */ text,
    /** @type {[string, string][]} */ values,
  ) =>
    h(
      "fieldset",
      { class: "setting" },
      h("legend", { class: "plain-legend" }, text),
      h(
        "div",
        { class: "segments" },
        values.map(([value, label]) =>
          h(
            "label",
            null,
            h("input", { type: "radio", name, value, checked: settings[name] === value, on: { change: () => change({ [name]: value }) } }),
            label,
          ),
        ),
      ),
    );
  const field = h("input", {
    class: "field name",
    value: name,
    maxlength: 40,
    placeholder: t("your name"),
    autocomplete: "nickname",
    on: {
      change: async () => {
        try {
          field.value = (await api.rename(field.value)).name;
        } catch (error) {
          toast(error instanceof Error ? error.message : String(error));
        }
      },
    },
  });
  const box = dialog(
    t("Settings"),
    settings.signedIn
      ? h("p", { class: "setting" }, h("span", null, t("You sit down as")), h("a", { href: "/account" }, name))
      : h("label", { class: "setting" }, h("span", null, t("You sit down as")), field),
    toggle("sound", t("Sound")),
    toggle("motion", t("Pieces travel")),
    segments("confirm", t("Ask before a move is final"), [
      ["touch", t("small places")],
      ["always", t("always")],
      ["never", t("never")],
    ]),
    segments("theme", t("Colours"), [
      ["system", t("as the system")],
      ["light", t("light")],
      ["dark", t("dark")],
    ]),
    h("label", { class: "setting" }, h("span", null, t("Language")), languageMenu()),
    ...more,
    h("div", { class: "row" }, h("button", { class: "button", on: { click: () => box.close() } }, t("Close"))),
  );
  box.addEventListener("close", changed);
}
