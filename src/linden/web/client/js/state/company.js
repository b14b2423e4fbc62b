// Between players: the words of the ready phrases, and what is worth a notification.

import { t } from "./texts.js";

/** @typedef {import("../types").Speak["phrase"]} Phrase */
/** @typedef {import("../types").State} State */

/** In the reader's language, whatever the speaker's is. @returns {Record<Phrase, string>} */
export function phrases() {
  return {
    hello: t("Hello"),
    luck: t("Good luck"),
    moment: t("One moment, please"),
    nice: t("Nice move"),
    oops: t("Oops"),
    thanks: t("Thank you"),
    "well-played": t("Well played"),
    again: t("Another game?"),
    later: t("Another time"),
  };
}

/**
 * What was said since another state, by somebody else.
 * @param {State} state
 * @param {State | null} before
 * @returns {{ seat: number, text: string } | null}
 */
export function heard(state, before) {
  const { said } = state;
  if (!said || !before || said.number <= (before.said?.number ?? 0)) return null;
  if (state.seats[said.seat]?.you) return null;
  const text = phrases()[said.phrase];
  return text ? { seat: said.seat, text } : null;
}

/**
 * Whether a turn of one's own has begun.
 * @param {State} state
 * @param {State | null} before
 */
export function turnBegins(state, before) {
  const mine = (/** @type {State | null} */ one) => one !== null && one.turn.kind === "you" && one.viewer.seats.length === 1;
  return mine(state) && before !== null && !mine(before);
}

/**
 * Whether somebody has taken the open challenge that one has waited by.
 * @param {State} state
 * @param {State | null} before
 */
export function gameBegins(state, before) {
  return before !== null && before.seek !== null && state.seek === null && state.seats.every((seat) => seat.kind !== "open") && !state.viewer.watching;
}
