// Open challenges as this browser knows them: what they say in a line, and which of one's own have
// found somebody.

import { counting, t } from "./texts.js";

/** @typedef {import("../types").Seeks} Seeks */
/** @typedef {import("../types").OpenSeek} OpenSeek */
/** @typedef {import("../types").PublicTable} PublicTable */
/** @typedef {import("../types").SeekPlayer} SeekPlayer */

/**
 * What is played, in a line: clock, what for, for whom, unusual rules.
 * @param {PublicTable & { low?: number | null, high?: number | null }} table
 */
export function terms(table) {
  const parts = [
    table.clock ? table.clock.name : t("without a clock"),
    table.rated ? t("rated") : t("for fun"),
    rangeOf(table.low ?? null, table.high ?? null),
    ...table.rules,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** @param {number | null} low @param {number | null} high */
export function rangeOf(low, high) {
  if (low !== null && high !== null) return t("ratings {low} to {high}", { low, high });
  if (low !== null) return t("ratings from {low}", { low });
  return high === null ? "" : t("ratings up to {high}", { high });
}

/** A rating as it is shown: one that is not known well yet has a question mark. @param {SeekPlayer} player */
export function ratingOf({ rating, sure }) {
  if (rating === null) return "";
  return sure ? String(rating) : `${rating}?`;
}

/** How many more are needed; nothing where one is enough. @param {OpenSeek} seek */
export function needed({ free, seats }) {
  if (seats === 2) return "";
  return counting("{n} more seat", "{n} more seats", free);
}

/**
 * One's own games that have begun since another moment: somebody has taken the challenge.
 * @param {Seeks | null} before
 * @param {Seeks} now
 */
export function begun(before, now) {
  const waited = new Set(before?.seeks.filter((seek) => seek.yours).map((seek) => seek.table));
  return now.games.filter((game) => game.yours && waited.has(game.table));
}
