// Puzzles: the games that have some, today's of each, and how far one is.

import { api } from "../api.js";
import { counting, t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { h, picture, replace } from "./dom.js";

/** @typedef {import("../types").PuzzleGame} PuzzleGame */

/** @type {import("../router.js").Page} */
export async function puzzles(root) {
  const { games } = await api.puzzles();
  document.title = t("{page} · Linden", { page: t("Puzzles") });
  barPage(h("span", { class: "bar-title" }, t("Puzzles")), h("span", { class: "bar-space" }));
  replace(
    root,
    h(
      "div",
      { class: "puzzles" },
      h("h1", null, t("Puzzles")),
      h("p", { class: "quiet" }, games.length ? t("Each has one answer, and it is proven. Today’s is the same for everybody.") : t("No game here has puzzles yet.")),
      h("ul", { class: "puzzle-games" }, games.map(card)),
    ),
  );
}

/** @param {PuzzleGame} game */
function card({ name, title, count, standing, themes, today, drawing }) {
  const glimpse = h("a", { class: "puzzle-glimpse", href: `/puzzles/${name}/${today.id}`, tabindex: "-1", "aria-hidden": "true" });
  glimpse.append(picture(drawing, `${name}-`));
  return h(
    "li",
    { class: "puzzle-game" },
    glimpse,
    h(
      "div",
      null,
      h("h2", null, h("a", { href: `/puzzles/${name}` }, title)),
      h("p", null, t("Today: {asks}", { asks: today.title }), " ", stateOf(today.state)),
      h("p", { class: "quiet small" }, record(standing, count)),
      h("ul", { class: "puzzle-themes" }, themes.map((theme) => h("li", null, themeLink(name, theme)))),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button primary", href: `/puzzles/${name}/${today.id}`, "aria-label": t("Today’s puzzle of {game}", { game: title }) }, t("Today’s puzzle")),
        h("a", { class: "button plain-button", href: `/puzzles/${name}`, "aria-label": t("More puzzles of {game}", { game: title }) }, t("More")),
      ),
    ),
  );
}

/** How far one is. @param {import("../types").PuzzleStanding} standing @param {number} count */
export function record({ rating, tried, solved, streak }, count) {
  if (!tried) return counting("{n} puzzle", "{n} puzzles", count);
  const row = streak > 1 ? t(" · {streak} in a row", { streak }) : "";
  return t("Your rating: {rating} · {solved} of {tried} solved at once", { rating, solved, tried }) + row;
}

/** @param {string} game @param {import("../types").PuzzleTheme} theme @param {boolean} [current] */
export function themeLink(game, { theme, title, count, solved }, current = false) {
  return h("a", { class: "chip", href: `/puzzles/${game}?theme=${theme}`, "aria-current": current && "true" }, title, h("span", { class: "quiet small" }, ` ${solved}/${count}`));
}

/** @param {import("../types").PuzzleMark["state"]} state */
export function stateOf(state) {
  if (state === "new") return "";
  const text = state === "missed" ? t("not solved yet") : t("solved");
  return h("span", { class: `puzzle-state ${state}` }, text);
}
