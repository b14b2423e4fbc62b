// Quiet company at a table: phrases to choose from, and a word from the browser when it is one's turn.

import { api } from "../api.js";
import { gameBegins, heard, phrases, turnBegins } from "../state/company.js";
import { change, settings } from "../state/settings.js";
import { nameOf, newLines } from "../state/table.js";
import { t } from "../state/texts.js";
import { dialog } from "./dialogs.js";
import { announce, h, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../state/company.js").Phrase} Phrase */

/**
 * What a new state brings besides the position.
 * @param {State} state
 * @param {State | null} before
 */
export function attend(state, before) {
  const said = heard(state, before);
  if (said && !settings.muted) {
    const text = t("{name}: {words}", { name: nameOf(state, state.seats[said.seat]), words: said.text });
    toast(text);
    announce(text);
  }
  if (turnBegins(state, before)) void notify(state, t("Your move: {game}", { game: state.game.title }));
  else if (gameBegins(state, before)) void notify(state, t("Your game of {game} begins.", { game: state.game.title }));
}

/** What can be said, to be chosen from. @param {State} state @param {(phrase: Phrase) => void} say */
export function speakDialog(state, say) {
  const box = dialog(
    t("Say something"),
    h(
      "div",
      { class: "phrases" },
      Object.entries(phrases()).map(([phrase, words]) =>
        h(
          "button",
          {
            class: "chip",
            on: {
              click: () => {
                say(/** @type {Phrase} */ (phrase));
                box.close();
              },
            },
          },
          words,
        ),
      ),
    ),
    h(
      "label",
      { class: "setting" },
      h("span", null, t("Show me what others say")),
      h("input", {
        type: "checkbox",
        role: "switch",
        class: "switch",
        checked: !settings.muted,
        on: { change: (/** @type {Event} */ event) => change({ muted: !(/** @type {HTMLInputElement} */ (event.target).checked) }) },
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button", on: { click: () => box.close() } }, t("Close")),
      settings.signedIn && state.seats.filter((seat) => seat.kind === "person" && !seat.you).map((seat) => blocking(state, seat, box)),
    ),
  );
}

/** Keep somebody who sits here away from now on. @param {State} state @param {import("../types").Seat} seat @param {HTMLDialogElement} box */
function blocking(state, seat, box) {
  const name = nameOf(state, seat);
  const block = async () => {
    box.close();
    try {
      await api.block({ table: state.id, seat: seat.index });
      toast(t("{name} cannot invite you, sit down at your tables or say anything there.", { name }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  return h("button", { class: "button plain-button", on: { click: () => void block() } }, t("Block {name}", { name }));
}

// -- a word from the browser

/** Whether this browser can tell; a page that is not served safely may not ask. */
function able() {
  return "Notification" in globalThis && isSecureContext;
}

function told() {
  return able() && settings.notify && Notification.permission === "granted";
}

/** The button that asks for it: nothing is asked before it is touched. */
export function bell() {
  if (!able()) return null;
  const button = h("button", { class: "icon-button bell", on: { click: () => void ask() } }, icon("bell"));
  const draw = () => {
    const text = told() ? t("You are told when it is your turn. Touch to stop.") : t("Tell me when it is my turn");
    button.setAttribute("aria-pressed", String(told()));
    button.setAttribute("aria-label", t("Tell me when it is my turn"));
    button.title = text;
  };
  const ask = async () => {
    if (told()) change({ notify: false });
    else {
      const allowed = await Notification.requestPermission();
      change({ notify: allowed === "granted" });
      toast(
        allowed === "granted"
          ? t("Your browser tells you when it is your turn, while this page is open.")
          : t("Your browser does not allow it; its settings for this page say how to."),
      );
    }
    draw();
  };
  draw();
  return button;
}

/** Say something to who looks elsewhere. @param {State} state @param {string} title */
async function notify(state, title) {
  if (!told() || !document.hidden) return;
  const how = { body: newLines(state).join(" "), tag: `linden-${state.id}`, icon: "/icons/leaf-192.png", data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, how);
  const note = new Notification(title, how);
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
