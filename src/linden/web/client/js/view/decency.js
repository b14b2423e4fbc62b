// Keeping somebody away, and telling the moderators of somebody.

import { api } from "../api.js";
import { show as reload } from "../router.js";
import { ago, t } from "../state/texts.js";
import { doing, form } from "./account.js";
import { dialog } from "./dialogs.js";
import { h, toast } from "./dom.js";

/** @typedef {import("../types").Profile} Profile */
/** @typedef {import("../types").NewReport["reason"]} Reason */

/** What a report can be about. @returns {[Reason, string][]} */
export function reasons() {
  return [
    ["name", t("The name")],
    ["words", t("What was said")],
    ["cheating", t("Playing with help")],
    ["leaving", t("Leaving games")],
    ["other", t("Something else")],
  ];
}

/** What one can do about somebody, on their page. @param {Profile} found */
export function distance(found) {
  const toggle = found.blocked
    ? doing(t("Unblock"), async () => (await unblock(found.name), await reload()), "plain-button")
    : doing(t("Block"), async () => (await api.block({ name: found.name }), toast(t("{name} cannot invite you, sit down at your tables or say anything there.", { name: found.name })), await reload()), "plain-button");
  return h("div", { class: "row" }, toggle, doing(t("Report"), async () => report(found.name), "plain-button"));
}

/** @param {string} name */
async function unblock(name) {
  const { blocks } = await api.blocks();
  const found = blocks.find((one) => one.name === name);
  if (found) await api.unblock(found.id);
}

/** @param {string} name */
function report(name) {
  const reason = h("select", { class: "field", id: "report-reason" }, reasons().map(([value, words]) => h("option", { value }, words)));
  const text = h("textarea", { class: "field", id: "report-text", maxlength: 500, rows: 3 });
  const wrong = h("p", { class: "form-error", role: "alert" });
  const send = async () => {
    await api.report({ name, reason: /** @type {Reason} */ (reason.value), text: text.value });
    box.close();
    toast(t("The moderators will look at it. Thank you."));
  };
  const box = dialog(
    t("Report {name}", { name }),
    h("p", { class: "quiet" }, t("Only the moderators of this server read it.")),
    form(
      "",
      send,
      wrong,
      h("div", { class: "labelled" }, h("label", { for: "report-reason" }, t("What is it about?")), reason),
      h("div", { class: "labelled" }, h("label", { for: "report-text" }, t("What happened?")), text),
      h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Send")), h("button", { class: "button plain-button", type: "button", on: { click: () => box.close() } }, t("Not now"))),
    ),
  );
}

/** Whom one has blocked, on one's own page. @param {import("../types").BlockCard[]} blocks */
export function blocked(blocks) {
  return h(
    "section",
    null,
    h("h2", null, t("Blocked")),
    h("p", { class: "quiet" }, t("They cannot invite you, sit down at your tables or say anything there.")),
    h(
      "ul",
      { class: "plain-list" },
      blocks.map((one) =>
        h(
          "li",
          null,
          h("span", null, h("strong", null, one.name || t("Guest")), h("span", { class: "quiet small" }, ago(one.created))),
          doing(t("Unblock"), async () => (await api.unblock(one.id), await reload()), "plain-button"),
        ),
      ),
    ),
  );
}
