// A table that nobody sits at: for positions by themselves, such as studies and puzzles.

/** @typedef {import("../types").ReviewTable} ReviewTable */

/**
 * A position without a game around it.
 * @param {import("../types").GamePage} about
 * @param {import("../types").Checked} checked
 * @param {Record<string, unknown>} options
 * @returns {ReviewTable}
 */
export function withoutGame({ card, hidden, chance, points }, { seats: roles, rules, emblems }, options) {
  const { name, title, lang } = card;
  return {
    id: "",
    game: { name, title, options, players: roles.length, hidden, chance, points, rules, lang },
    seats: roles.map((role, index) => ({
      index,
      role,
      label: "",
      kind: "person",
      level: null,
      player: null,
      bot: false,
      you: false,
      present: false,
      link: null,
      emblem: emblems[index] ?? "",
    })),
    history: [],
    over: false,
    result: null,
    closed: null,
    plan: null,
  };
}
