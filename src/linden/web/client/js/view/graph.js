// How the game went: each seat's chance to win, ply by ply, as a drawing that can be touched.

import { percent, t } from "../state/texts.js";
import { emblem, h } from "./dom.js";

/** @typedef {import("../types").Judgement} Judgement */
/** @typedef {import("../types").Seat} Seat */

const WIDE = 320;
const HIGH = 96;

/**
 * @param {string} game
 * @param {Judgement[]} plies
 * @param {number} last the ply of the end
 * @param {Seat[]} seats
 * @param {number} now the ply on the board
 * @param {(ply: number) => void} choose
 */
export function graph(game, plies, last, seats, now, choose) {
  const x = (/** @type {number} */ ply) => (ply / Math.max(last, 1)) * WIDE;
  const y = (/** @type {number} */ share) => 4 + (1 - share) * (HIGH - 8);
  const lines = seats.length === 2 ? [seats[0]] : seats;
  const parts = lines.map((seat) => {
    const points = plies.map((one) => `${x(one.ply - 1).toFixed(1)} ${y(one.win[seat.index] ?? 0).toFixed(1)}`);
    const colour = seats.length === 2 ? "var(--leaf)" : `var(--seat-${seat.index})`;
    const [from, to] = [x((plies[0]?.ply ?? 1) - 1), x((plies.at(-1)?.ply ?? 1) - 1)];
    const area =
      seats.length === 2 ? `<path class="area" fill="${colour}" d="M${from} ${HIGH}L${points.join("L")}L${to} ${HIGH}Z"/>` : "";
    return `${area}<path class="course" stroke="${colour}" d="M${points.join("L")}"/>`;
  });
  const dots = plies
    .filter((one) => one.grade === "mistake" || one.grade === "blunder")
    .map((one) => {
      const at = `${x(one.ply - 1).toFixed(1)} ${y(one.win[lines[0].index] ?? 0).toFixed(1)}`;
      return `<path class="point ${one.grade}" d="M${at}h0"/>`;
    });
  const picture = h("div", { class: "graph-drawing" });
  picture.innerHTML =
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" aria-hidden="true">` +
    `<line class="even" x1="0" x2="${WIDE}" y1="${y(0.5)}" y2="${y(0.5)}"/>${parts.join("")}${dots.join("")}` +
    `<line class="now" x1="${x(now)}" x2="${x(now)}" y1="0" y2="${HIGH}"/></svg>`;
  const here = plies.find((one) => one.ply === now + 1) ?? plies.at(-1);
  const slider = h("input", {
    type: "range",
    class: "graph-slider",
    min: 0,
    max: last,
    value: now,
    "aria-label": t("Position in the game"),
    "aria-valuetext": here
      ? `${t("Move {n}", { n: now })}, ${seats[0].role} ${percent(here.win[0] ?? 0)}`
      : t("Move {n}", { n: now }),
  });
  slider.addEventListener("input", () => choose(Number(slider.value)));
  const sides = seats.length === 2 && [
    h("span", { class: "side-above" }, emblem(game, seats[0].emblem, 0)),
    h("span", { class: "side-below" }, emblem(game, seats[1].emblem, 1)),
  ];
  const exact = here?.truth && h("span", { class: "graph-exact small" }, t("exact"));
  return h("div", { class: "graph" }, picture, sides, exact, slider);
}
