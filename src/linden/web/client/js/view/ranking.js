// The best of a game, with the levels among them.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { h, replace } from "./dom.js";
import { poolName } from "./profile.js";

/** @type {import("../router.js").Page} */
export async function ranking(root, { game }) {
  const wanted = new URLSearchParams(location.search).get("pool") ?? "";
  const found = await api.ranking(game, wanted);
  document.title = t("The best of {game} · Linden", { game: found.title });
  const others = found.pools.filter((pool) => pool !== found.pool);
  replace(
    root,
    h(
      "div",
      { class: "profile" },
      h(
        "header",
        { class: "profile-head" },
        h("div", null, h("h1", null, t("The best of {game}", { game: found.title })), h("p", { class: "quiet" }, poolName(found.pool))),
        others.map((pool) => h("a", { class: "button", href: `/ranking/${game}?pool=${pool}` }, poolName(pool))),
      ),
      found.players.length === 0 && h("p", { class: "quiet" }, t("Nobody has played enough rated games to be ranked yet.")),
      list(found),
      found.levels.length > 0 && h("p", { class: "quiet small" }, t("The levels’ ratings are fixed: whoever plays a rated game with a level is rated by the figure here.")),
    ),
  );
}

/** People by their places, levels between them by their strengths. @param {import("../types").Ranking} found */
function list({ players, levels }) {
  const people = players.map((one, i) => ({ ...one, place: i + 1, level: 0 }));
  const computers = levels.map((one) => ({ name: t("Level {number} · {name}", { number: one.number, name: one.name }), bot: false, rating: one.rating, place: 0, level: one.number }));
  const rows = [...people, ...computers].sort((a, b) => b.rating - a.rating);
  if (!rows.length) return null;
  return h(
    "table",
    { class: "ranking" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Place")), h("th", { scope: "col" }, t("Name")), h("th", { scope: "col" }, t("Rating")))),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          { class: row.level ? "quiet" : "" },
          h("td", null, row.place || ""),
          h("td", null, row.level ? row.name : h("a", { href: `/u/${encodeURIComponent(row.name)}` }, row.bot ? t("{name} (bot)", { name: row.name }) : row.name)),
          h("td", null, Math.round(row.rating)),
        ),
      ),
    ),
  );
}
