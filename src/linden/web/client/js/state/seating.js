// Who sits where at a new table.

/** @typedef {import("../types").SeatChoice} SeatChoice */

/**
 * The choices for another number of seats: those made stay, new ones are like the last.
 * @param {SeatChoice[]} seats
 * @param {number} number
 * @param {number} level
 * @returns {SeatChoice[]}
 */
export function resized(seats, number, level) {
  const kept = seats.slice(0, number);
  while (kept.length < number) kept.push({ kind: "computer", level });
  if (!kept.some((seat) => seat.kind === "me")) {
    kept[0] = kept.every((seat) => seat.kind === "computer") ? kept[0] : { kind: "me" };
  }
  return kept;
}

/**
 * Change one seat; I sit on one seat only, so if it is mine now, my old one changes places with it.
 * @param {SeatChoice[]} seats
 * @param {number} index
 * @param {SeatChoice} choice
 * @returns {SeatChoice[]}
 */
export function seated(seats, index, choice) {
  const before = seats[index];
  return seats.map((seat, i) => {
    if (i === index) return choice;
    if (choice.kind === "me" && seat.kind === "me") return before;
    return seat;
  });
}
