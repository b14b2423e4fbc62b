// Addresses and pages.

import { Refusal } from "./api.js";
import { t } from "./state/texts.js";
import { h, replace } from "./view/dom.js";

/**
 * A page puts itself into `root` and may return what is to be done when it is left.
 * @typedef {(root: HTMLElement, parts: Record<string, string>) =>
 *   Promise<(() => void) | void> | (() => void) | void} Page
 */

/**
 * @typedef {object} Route
 * @property {RegExp} path
 * @property {string} kind          what the body says of it, for the styles
 * @property {() => Promise<Page>} load
 * @property {string[]} styles      its stylesheets, in order
 */

const TABLE = ["board", "table", "company", "layout"];
const LESSON = ["board", "table", "layout", "lesson"];
const REVIEW = ["board", "table", "review", "study", "layout", "layout_review"];
const PUZZLE = ["board", "table", "review", "layout", "layout_review", "puzzles"];

/** @type {Route[]} */
const ROUTES = [
  { path: /^\/$/, kind: "home", load: async () => (await import("./view/home.js")).home, styles: ["home"] },
  { path: /^\/my-games$/, kind: "my-games", load: async () => (await import("./view/my_games.js")).myGames, styles: ["my_games"] },
  { path: /^\/account$/, kind: "account", load: async () => (await import("./view/account.js")).account, styles: ["account"] },
  { path: /^\/moderation$/, kind: "account", load: async () => (await import("./view/moderation.js")).moderation, styles: ["account"] },
  { path: /^\/u\/(?<name>[^/]+)$/, kind: "profile", load: async () => (await import("./view/profile.js")).profile, styles: ["account", "profile"] },
  { path: /^\/ranking\/(?<game>[\w-]+)$/, kind: "profile", load: async () => (await import("./view/ranking.js")).ranking, styles: ["profile"] },
  { path: /^\/new\/(?<game>[\w-]+)$/, kind: "new", load: async () => (await import("./view/new.js")).newTable, styles: ["new"] },
  { path: /^\/t\/(?<id>[\w-]+)$/, kind: "table", load: async () => (await import("./view/table.js")).table, styles: TABLE },
  { path: /^\/t\/(?<id>[\w-]+)\/review$/, kind: "table", load: async () => (await import("./view/review.js")).review, styles: REVIEW },
  { path: /^\/t\/(?<id>[\w-]+)\/moments\/(?<ply>\d+)$/, kind: "table", load: async () => (await import("./view/moment.js")).moment, styles: PUZZLE },
  { path: /^\/p\/(?<game>[\w-]+)$/, kind: "table", load: async () => (await import("./view/review.js")).position, styles: REVIEW },
  { path: /^\/learn\/(?<game>[\w-]+)$/, kind: "table", load: async () => (await import("./view/lesson.js")).lesson, styles: LESSON },
  { path: /^\/join\/(?<key>.*)$/, kind: "join", load: async () => (await import("./view/invitation.js")).invitation, styles: ["invitation"] },
  { path: /^\/transfer\/(?<table>[\w-]+)\/(?<key>[\w-]+)$/, kind: "join", load: async () => (await import("./view/transferring.js")).transfer, styles: ["invitation"] },
  { path: /^\/lobby$/, kind: "lobby", load: async () => (await import("./view/lobby.js")).lobby, styles: ["lobby"] },
  { path: /^\/tournaments$/, kind: "tournaments", load: async () => (await import("./view/tournaments.js")).tournaments, styles: ["tournaments"] },
  { path: /^\/tournaments\/(?<id>[\w-]+)$/, kind: "tournaments", load: async () => (await import("./view/tournament.js")).tournament, styles: ["tournaments"] },
  { path: /^\/lab$/, kind: "lab", load: async () => (await import("./view/lab.js")).lab, styles: ["lab"] },
  { path: /^\/lab\/compare$/, kind: "lab", load: async () => (await import("./view/lab_comparison.js")).comparison, styles: ["lab"] },
  { path: /^\/puzzles$/, kind: "puzzles", load: async () => (await import("./view/puzzles.js")).puzzles, styles: ["puzzles"] },
  { path: /^\/puzzles\/(?<game>[\w-]+)(?:\/(?<id>\w+))?$/, kind: "table", load: async () => (await import("./view/puzzle.js")).puzzle, styles: PUZZLE },
  { path: /^\/rules\/(?<game>[\w-]+)$/, kind: "rules", load: async () => (await import("./view/rules.js")).rules, styles: ["rules"] },
];

/** @type {Map<string, Promise<void>>} stylesheets that were asked for; they stay */
const sheets = new Map();

/** Wait until these stylesheets are there. @param {string[]} names */
export async function styled(names) {
  // The drawings' own styles come last, whatever a page brings along.
  const last = document.querySelector('link[href$="/palette.css"]');
  for (const name of names) {
    if (sheets.has(name)) continue;
    const href = new URL(`../css/${name}.css`, import.meta.url).href;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const there = new Promise((/** @type {(value: void) => void} */ resolve) => {
      link.onload = () => resolve();
      link.onerror = () => resolve(); // a bare page is better than none
    });
    sheets.set(name, there);
    if (last) last.before(link);
    else document.head.append(link);
  }
  await Promise.all(names.map((name) => sheets.get(name)));
}

/** @type {(() => void) | void} */
let leave;
let visit = 0;
/** The address that is shown, without the place on it. */
let address = "";
/** @type {{ title: string, bar: Node[] } | null} what the page has put there when it was ready */
let dressed = null;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  void show();
}

/** What is shown has this address from now on. @param {string} path */
export function readdress(path) {
  history.replaceState(null, "", path);
  address = location.pathname + location.search;
}

/** A place of its own for each page: whoever comes late writes where nobody looks any more. */
function ground() {
  const old = /** @type {HTMLElement} */ (document.getElementById("page"));
  const root = /** @type {HTMLElement} */ (old.cloneNode(false));
  const held = old === document.activeElement;
  old.replaceWith(root);
  if (held) root.focus({ preventScroll: true });
  return root;
}

function barPlace() {
  return /** @type {HTMLElement | null} */ (document.querySelector("#bar .bar-page"));
}

/** Put back what a page that was left has overwritten. */
function dress() {
  document.title = dressed?.title ?? "Linden";
  barPlace()?.replaceChildren(...(dressed?.bar ?? []));
}

function found() {
  return ROUTES.find(({ path }) => path.test(location.pathname));
}

/** Ask already for what the page of the address is made of; `show` waits for it. */
export function ahead() {
  const route = found();
  route?.load().catch(() => {}); // which `show` finds out again, and tells
  if (route) void styled(route.styles);
}

/** Show the page of the address. */
export async function show() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  address = location.pathname + location.search;
  dressed = null;
  let root = /** @type {HTMLElement} */ (document.getElementById("page"));
  for (const dialog of document.querySelectorAll("dialog,.drawer")) dialog.remove();
  const route = found();
  document.body.dataset.page = route?.kind ?? "lost";
  dress();
  window.scrollTo(0, 0);
  try {
    if (!route) throw new Refusal(404, t("There is no such page."));
    const [page] = await Promise.all([route.load(), styled(route.styles)]);
    if (mine !== visit) return;
    root = ground();
    const left = await page(root, route.path.exec(location.pathname)?.groups ?? {});
    if (mine === visit) {
      leave = left;
      dressed = { title: document.title, bar: [...(barPlace()?.childNodes ?? [])] };
    } else {
      left?.();
      dress();
    }
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
  // Another place on the same page is no other page.
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== address) void show();
  });
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
