// From touches to a move: each touch leaves the moves that still fit.
//
// A move's `touches` name what a person touches to make it, usually a piece and then a place.
// People may also begin with the place, so what was touched is compared as a collection; the order
// of `touches` decides only what is offered first.

/** @typedef {import("../types").Move} Move */

/**
 * What is left of `touches` once everything in `touched` has been used, or null if it does not fit.
 * @param {string[]} touches
 * @param {string[]} touched
 */
export function rest(touches, touched) {
  const left = [...touches];
  for (const mark of touched) {
    const at = left.indexOf(mark);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export class Choice {
  /** @param {Move[]} moves the legal moves with their touches */
  constructor(moves) {
    this.moves = moves;
    /** @type {string[]} */
    this.touched = [];
  }

  /** The moves that still fit. */
  get open() {
    return this.moves.filter((move) => rest(move.touches, this.touched) !== null);
  }

  /** Those that need no further touch. */
  get complete() {
    return this.open.filter((move) => move.touches.length === this.touched.length);
  }

  /**
   * What can be touched next, each with the moves that remain after it. While nothing has been
   * touched only the first touch of every move is offered.
   * @returns {Map<string, Move[]>}
   */
  get next() {
    /** @type {Map<string, Move[]>} */
    const found = new Map();
    for (const move of this.open) {
      const left = rest(move.touches, this.touched) ?? [];
      const marks = this.touched.length ? new Set(left) : new Set(left.slice(0, 1));
      for (const mark of marks) {
        const known = found.get(mark);
        if (known) known.push(move);
        else found.set(mark, [move]);
      }
    }
    return found;
  }

  /** Whether a mark belongs to any move that is still open. @param {string} mark */
  accepts(mark) {
    return this.after(mark).length > 0;
  }

  /** The moves that would be left after touching a mark. @param {string} mark */
  after(mark) {
    return this.open.filter((move) => rest(move.touches, [...this.touched, mark]) !== null);
  }

  /**
   * The move that touching `mark` would make, if that leaves exactly one complete move.
   * @param {string} mark
   * @returns {Move | null}
   */
  final(mark) {
    const fits = this.after(mark);
    return fits.length === 1 && fits[0].touches.length === this.touched.length + 1 ? fits[0] : null;
  }

  /**
   * Touch something.
   * - `made`: that makes a move;
   * - `more`: something else is to be touched, or one of several complete moves to be chosen;
   * - `again`: the choice began anew with this mark;
   * - `none`: it means nothing now, and the choice is empty again.
   * @param {string} mark
   * @returns {{ kind: "made", move: Move } | { kind: "more" | "again" | "none" }}
   */
  touch(mark) {
    if (this.accepts(mark)) {
      const move = this.final(mark);
      this.touched.push(mark);
      return move ? { kind: "made", move } : { kind: "more" };
    }
    const same = this.touched.includes(mark);
    this.touched = [];
    if (same || !this.accepts(mark)) return { kind: "none" };
    const move = this.final(mark);
    this.touched.push(mark);
    return move ? { kind: "made", move } : { kind: "again" };
  }

  /** Take the last touch back. */
  back() {
    this.touched.pop();
  }

  clear() {
    this.touched = [];
  }
}
