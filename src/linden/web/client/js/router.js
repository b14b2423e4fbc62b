// Addresses and pages.

import { Refusal } from "./api.js";
import { t } from "./state/texts.js";
import { h, replace } from "./view/dom.js";

/**
 * A page puts itself into `root` and may return what is to be done when it is left.
 * @typedef {(root: HTMLElement, parts: Record<string, string>) =>
 *   Promise<(() => void) | void> | (() => void) | void} Page
 */

/** @type {[RegExp, () => Promise<Page>, string][]} */
const ROUTES = [
  [/^\/$/, async () => (await import("./view/home.js")).home, "home"],
  [/^\/new\/(?<game>[\w-]+)$/, async () => (await import("./view/new.js")).newTable, "new"],
  [/^\/t\/(?<id>[\w-]+)$/, async () => (await import("./view/table.js")).table, "table"],
  [/^\/t\/(?<id>[\w-]+)\/review$/, async () => (await import("./view/review.js")).review, "table"],
  [/^\/p\/(?<game>[\w-]+)$/, async () => (await import("./view/review.js")).position, "table"],
  [/^\/join\/(?<key>[\w-]+)$/, async () => (await import("./view/invitation.js")).invitation, "join"],
  [/^\/rules\/(?<game>[\w-]+)$/, async () => (await import("./view/rules.js")).rules, "rules"],
];

/** @type {(() => void) | void} */
let leave;
let visit = 0;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  void show();
}

/** Show the page of the address. */
export async function show() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
  for (const dialog of document.querySelectorAll("dialog,.drawer")) dialog.remove();
  const found = ROUTES.map(([pattern, load, kind]) => ({
    parts: pattern.exec(location.pathname)?.groups ?? (pattern.test(location.pathname) ? {} : null),
    load,
    kind,
  })).find(({ parts }) => parts);
  document.body.dataset.page = found?.kind ?? "lost";
  bar.querySelector(".bar-page")?.replaceChildren();
  document.title = "Linden";
  window.scrollTo(0, 0);
  try {
    if (!found?.parts) throw new Refusal(404, t("There is no such page."));
    const page = await found.load();
    if (mine !== visit) return;
    replace(root);
    const left = await page(root, found.parts);
    if (mine !== visit) left?.();
    else leave = left;
  } catch (error) {
    if (mine === visit) showError(root, error);
  }
}

/**
 * @param {HTMLElement} root
 * @param {unknown} error
 */
function showError(root, error) {
  const lost = error instanceof Refusal && error.status === 404;
  if (!(error instanceof Refusal)) console.error(error);
  document.title = lost ? t("Not found · Linden") : t("Linden");
  replace(
    root,
    h(
      "section",
      { class: "lost" },
      h("div", { class: "lost-board", "aria-hidden": "true" }),
      h("h1", null, lost ? t("Nothing on this table") : t("Something went wrong")),
      h("p", null, error instanceof Error ? error.message : String(error)),
      h(
        "p",
        { class: "row centred" },
        h("a", { class: "button primary", href: "/" }, t("Choose a game")),
        !lost && h("button", { class: "button", on: { click: () => void show() } }, t("Try again")),
      ),
    ),
  );
}

/** A page found out that what it is about is not there. @param {string} sentence */
export function lost(sentence) {
  leave?.();
  leave = undefined;
  document.body.dataset.page = "lost";
  showError(/** @type {HTMLElement} */ (document.getElementById("page")), new Refusal(404, sentence));
}

/** Follow links to our own pages without loading anything again. */
export function listen() {
  addEventListener("popstate", () => void show());
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) {
      return;
    }
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || /^\/(api|static|keeper)\//.test(url.pathname)) return;
    if (url.hash && url.pathname === location.pathname) return;
    event.preventDefault();
    go(url.pathname + url.search);
    document.getElementById("page")?.focus({ preventScroll: true });
  });
}
