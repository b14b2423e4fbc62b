// What one tends to miss, over all games that one has looked back at. Only oneself is told.

import { api } from "../api.js";
import { counting, t } from "../state/texts.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").MissedGame} MissedGame */
/** @typedef {import("../types").MissedTheme} MissedTheme */

export class MissesPanel {
  constructor() {
    this.root = h("section", { class: "my-misses", "aria-labelledby": "my-misses" });
  }

  async load() {
    const { games } = await api.myMisses();
    replace(
      this.root,
      h("h2", { id: "my-misses" }, t("What you tend to miss")),
      games.length
        ? [h("p", { class: "quiet small" }, t("From the reviews of your games. Only you can see this.")), ...games.map(ofGame)]
        : h("p", { class: "quiet" }, t("Look back at a game that you have played: its review shows three moments worth a look, and here stands what they have in common.")),
    );
  }
}

/** @param {MissedGame} game */
function ofGame({ name, title, reviewed, well, themes }) {
  const counted = counting("{n} game reviewed", "{n} games reviewed", reviewed);
  return h(
    "div",
    { class: "missed-game" },
    h("h3", null, title, " ", h("span", { class: "quiet small" }, [counted, well > 0 && counting("{n} game played well", "{n} games played well", well)].filter(Boolean).join(" · "))),
    h("ul", null, themes.map((theme) => h("li", null, ofTheme(name, theme, reviewed)))),
  );
}

/** @param {string} game @param {MissedTheme} theme @param {number} reviewed */
function ofTheme(game, { title, games, puzzles, examples }, reviewed) {
  return [
    h("p", null, title, " ", h("span", { class: "quiet small" }, t("in {n} of {all}", { n: games, all: reviewed }))),
    h("span", { class: "share", "aria-hidden": "true", style: { "--won": "0%", "--drawn": `${(100 * games) / reviewed}%` } }),
    h(
      "p",
      { class: "small missed-links" },
      examples.map(({ table, ply }, index) =>
        h("a", { href: `/t/${table}/moments/${ply}`, "aria-label": t("{theme}, example {n}", { theme: title, n: index + 1 }) }, t("Example {n}", { n: index + 1 })),
      ),
      puzzles && h("a", { href: `/puzzles/${game}?theme=${puzzles}`, "aria-label": t("Puzzles for: {theme}", { theme: title }) }, t("Puzzles")),
    ),
  ];
}
