// Somebody as everybody may see them: how strong, how that came about, and their rated games.

import { api } from "../api.js";
import { ago, counting, t } from "../state/texts.js";
import { distance } from "./decency.js";
import { h, replace } from "./dom.js";
import { people } from "./home.js";

/** @typedef {import("../types").RatingCard} RatingCard */
/** @typedef {import("../types").TableCard} TableCard */

const WIDE = 320;
const HIGH = 72;

/** @type {import("../router.js").Page} */
export async function profile(root, { name }) {
  const found = await api.profile(decodeURIComponent(name));
  document.title = t("{name} · Linden", { name: found.name });
  const ratings = found.ratings.length
    ? h("ul", { class: "ratings" }, found.ratings.map(ratingCard))
    : h("p", { class: "quiet" }, t("No rated games yet."));
  replace(
    root,
    h(
      "div",
      { class: "profile" },
      h(
        "header",
        { class: "profile-head" },
        h("div", null, h("h1", null, found.name), found.owner !== null && h("p", null, t("A bot of {name}", { name: found.owner })), h("p", { class: "quiet" }, t("here since {date}", { date: new Date(found.created * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" }) }))),
        found.known && !found.you && distance(found),
        found.you && h("a", { class: "button", href: "/account" }, t("Your account")),
      ),
      h("section", null, h("h2", null, t("Ratings")), ratings),
      found.games.length > 0 && h("section", null, h("h2", null, t("Rated games")), h("ul", { class: "plain-list" }, found.games.map(game))),
    ),
  );
}

/** A rating as a number; a query mark where there were too few games. @param {number} rating @param {boolean} sure */
export function rounded(rating, sure) {
  return `${Math.round(rating)}${sure ? "" : "?"}`;
}

/** Which games it is about. @param {"two" | "more"} pool */
export function poolName(pool) {
  return pool === "two" ? t("for two") : t("for three and more");
}

/** @param {RatingCard} card */
function ratingCard(card) {
  const within = t("Rated games: {games} · give or take {deviation}", { games: card.games, deviation: Math.round(2 * card.deviation) });
  const withLevels = counting("{n} of them with a level, marked by a dot", "{n} of them with levels, marked by dots", card.withLevels);
  return h(
    "li",
    null,
    h(
      "a",
      { class: "rating", href: `/ranking/${card.game}${card.pool === "more" ? "?pool=more" : ""}` },
      h("span", { class: "rating-text" }, h("strong", null, card.title), h("span", { class: "quiet small" }, poolName(card.pool))),
      h("span", { class: "rating-figure" }, rounded(card.rating, card.sure)),
    ),
    course(card),
    h("p", { class: "quiet small" }, within, card.withLevels > 0 && ` · ${withLevels}`),
  );
}

/** How a rating came about. @param {RatingCard} card */
function course({ points, title }) {
  const figures = points.map((point) => point.rating);
  const least = Math.min(...figures);
  const most = Math.max(...figures);
  const span = Math.max(most - least, 50);
  const middle = (least + most) / 2;
  const x = (/** @type {number} */ i) => (i / Math.max(points.length - 1, 1)) * WIDE;
  const y = (/** @type {number} */ rating) => HIGH / 2 - ((rating - middle) / span) * (HIGH - 12);
  const line = figures.map((rating, i) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join("L");
  const told = t("{title}: from {first} to {last}, between {least} and {most}", {
    title,
    first: Math.round(figures[0] ?? 0),
    last: Math.round(figures.at(-1) ?? 0),
    least: Math.round(least),
    most: Math.round(most),
  });
  const dots = points.map((point, i) => (point.level ? `<path class="with-level" d="M${x(i).toFixed(1)} ${y(point.rating).toFixed(1)}h0"/>` : "")).join("");
  const drawing = h("div", { class: "rating-course", role: "img", "aria-label": told });
  drawing.innerHTML =
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" aria-hidden="true">` +
    `<path class="area" d="M0 ${HIGH}L${line}L${WIDE} ${HIGH}Z"/><path class="course" d="M${line}"/>${dots}</svg>`;
  return drawing;
}

/** @param {TableCard} table */
function game(table) {
  return h(
    "li",
    null,
    h("a", { href: `/t/${table.id}/review` }, table.title),
    h("span", { class: "quiet small" }, `${table.status} ${people(table.seats)} · ${ago(table.updated)}`),
  );
}
