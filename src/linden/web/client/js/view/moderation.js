// A moderator's page: what was reported, what is done about it, and a log of that.

import { api } from "../api.js";
import { show as reload } from "../router.js";
import { ago, t } from "../state/texts.js";
import { doing, field, form, labelled } from "./account.js";
import { reasons } from "./decency.js";
import { dialog } from "./dialogs.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").Moderation} Moderation */
/** @typedef {import("../types").ReportCard} ReportCard */
/** @typedef {import("../types").Deed} Deed */

/** @type {import("../router.js").Page} */
export async function moderation(root) {
  const found = await api.moderation();
  document.title = t("Moderation · Linden");
  replace(
    root,
    h(
      "div",
      { class: "account moderation" },
      h("header", { class: "account-head" }, h("h1", null, t("Moderation")), doing(t("About an account"), async () => aboutAccount(""))),
      h("section", null, h("h2", null, t("Reports")), found.reports.length ? h("ul", { class: "plain-list" }, found.reports.map(report)) : h("p", { class: "quiet" }, t("Nothing waits."))),
      found.suspended.length > 0 && h("section", null, h("h2", null, t("Paused accounts")), h("ul", { class: "plain-list" }, found.suspended.map(paused))),
      h("section", null, h("h2", null, t("What was done")), log(found)),
    ),
  );
}

/** The log, and the way to its earlier parts. @param {import("../types").Log} part */
function log(part) {
  const list = h("ul", { class: "plain-list log" }, part.log.map(done));
  let { next } = part;
  const more = doing(t("Show more"), async () => {
    if (!next) return;
    const earlier = await api.moderationLog(next);
    list.append(...earlier.log.map(done));
    next = earlier.next;
    more.hidden = next === null;
  });
  more.hidden = next === null;
  return [list, more];
}

/** @param {string} name */
function person(name) {
  return name ? h("a", { href: `/u/${encodeURIComponent(name)}` }, name) : t("Guest");
}

/** @param {ReportCard} one */
function report(one) {
  const what = reasons().find(([value]) => value === one.reason)?.[1] ?? one.reason;
  return h(
    "li",
    null,
    h(
      "span",
      null,
      h("strong", null, person(one.about), " · ", what),
      one.text && h("span", null, one.text),
      h("span", { class: "quiet small" }, t("by {name}, {ago}", { name: one.by || t("Guest"), ago: ago(one.created) }), one.table && [" · ", h("a", { href: `/t/${one.table}` }, t("the table"))]),
    ),
    h("span", { class: "row" }, one.about && doing(t("Act"), async () => aboutAccount(one.about), "plain-button"), doing(t("Close"), async () => close(one), "plain-button")),
  );
}

/** @param {import("../types").SuspendedCard} one */
function paused(one) {
  const until = new Date(one.until * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return h("li", null, h("span", null, h("strong", null, person(one.name)), h("span", { class: "quiet small" }, t("until {date}", { date: until }))), doing(t("Act"), async () => aboutAccount(one.name), "plain-button"));
}

/** What a deed is called. @returns {Record<string, string>} */
function deeds() {
  return { suspend: t("Pause the account"), lift: t("Let them go on"), rename: t("Take the name away"), close: t("Close a report") };
}

/** @param {import("../types").DeedCard} one */
function done(one) {
  return h("li", null, h("span", null, h("strong", null, deeds()[one.what] ?? one.what, one.about && `: ${one.about}`), h("span", null, one.why), h("span", { class: "quiet small" }, t("by {name}, {ago}", { name: one.by, ago: ago(one.done) }))));
}

/** @param {string} name */
function aboutAccount(name) {
  const who = field("deed-name", "off");
  who.value = name;
  const kinds = Object.entries(deeds()).filter(([value]) => value !== "close");
  const what = h("select", { class: "field", id: "deed-what" }, kinds.map(([value, words]) => h("option", { value }, words)));
  const days = h("input", { class: "field", id: "deed-days", type: "number", min: 1, max: 366, value: 7 });
  const why = field("deed-why", "off");
  why.maxLength = 500;
  const act = async () => {
    await api.moderate(who.value, { what: /** @type {Deed["what"]} */ (what.value), days: Number(days.value), why: why.value });
    box.close();
    await reload();
  };
  asking(t("About an account"), act, [labelled(t("Name"), who), h("div", { class: "labelled" }, h("label", { for: "deed-what" }, t("What is to be done?")), what), labelled(t("For how many days, if it is paused"), days), labelled(t("Why? It is written down."), why)]);
}

/** @param {ReportCard} one */
function close(one) {
  const why = field("closing-why", "off");
  why.maxLength = 500;
  const act = async () => {
    await api.closeReport(one.id, why.value);
    box.close();
    await reload();
  };
  asking(t("Close a report"), act, [labelled(t("Why? It is written down."), why)]);
}

/** @type {HTMLDialogElement} */
let box;

/** @param {string} heading @param {() => Promise<unknown>} act @param {HTMLElement[]} parts */
function asking(heading, act, parts) {
  const wrong = h("p", { class: "form-error", role: "alert" });
  box = dialog(
    heading,
    form("", act, wrong, ...parts, h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Do it")), h("button", { class: "button plain-button", type: "button", on: { click: () => box.close() } }, t("Not now")))),
  );
}
