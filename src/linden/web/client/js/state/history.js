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

/**
 * The turns that the reader is to hear of: all since their own last one, or their own as far as it
 * has come. Whoever watches hears what the one to move does.
 * @param {Entry[]} entries
 * @param {number | null} reader a seat
 * @returns {TurnOfMoves[]}
 */
export function sinceTurnOf(entries, reader) {
  const turns = byTurn(entries);
  const own = turns.findLastIndex((turn) => turn.seat === reader);
  const last = turns.at(-1);
  if (last && own === turns.length - 1) return [{ ...last, entries: last.entries.slice(-1) }];
  return own < 0 ? turns.slice(-1) : turns.slice(own + 1);
}

/**
 * What was done in a turn, apart from what chance did where somebody did something.
 * @param {TurnOfMoves} turn
 */
export function saidOf({ entries }) {
  const done = entries.filter((entry) => !entry.chance);
  return (done.length ? done : entries.slice(-1)).map((entry) => entry.says);
}
