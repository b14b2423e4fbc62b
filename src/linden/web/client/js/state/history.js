// The list of moves, turn by turn.

/** @typedef {import("../types").Entry} Entry */
/** @typedef {{ turn: number, seat: number, entries: Entry[] }} TurnOfMoves */

/**
 * @param {Entry[]} entries
 * @returns {TurnOfMoves[]}
 */
export function byTurn(entries) {
  /** @type {TurnOfMoves[]} */
  const turns = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (last && last.turn === entry.turn && last.seat === entry.seat) last.entries.push(entry);
    else turns.push({ turn: entry.turn, seat: entry.seat, entries: [entry] });
  }
  return turns;
}
