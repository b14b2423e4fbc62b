// What is thought of the moves of a branch: asked for once, one after the other.

/** @typedef {import("../types").Judgement} Judgement */
/** @typedef {import("./line.js").Place} Place */

const MOST = 40; // judgements of one branch

export class Branch {
  /**
   * @param {(place: Place, move: string | null) => Promise<Judgement | null>} ask
   * @param {() => void} changed something more is known
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    /** @type {Map<string, Judgement | null>} null where there is nothing to decide */
    this.known = new Map();
    this.visit = 0;
    this.busy = false;
    /** A sentence, where the server does not answer. */
    this.error = "";
  }

  /** @param {Place} place @param {string | null} move */
  key({ ply, tried }, move) {
    return JSON.stringify([ply, tried, move]);
  }

  /**
   * The judgements of each tried move, as far as they are known.
   * @param {Place} place
   * @returns {Judgement[]}
   */
  made({ ply, tried }) {
    const found = tried.map((move, i) => this.known.get(this.key({ ply, tried: tried.slice(0, i) }, move)));
    return /** @type {Judgement[]} */ (found.filter(Boolean));
  }

  /** What is best now. @param {Place} place */
  next(place) {
    return this.known.get(this.key(place, null)) ?? null;
  }

  /** Ask for what is not known of a branch yet, the latest first; another call ends this one. @param {Place} place */
  async follow(place) {
    const mine = ++this.visit;
    this.error = "";
    this.busy = true;
    const { known } = this; // what was asked before another position was put there is not of that one
    const { ply, tried } = place;
    /** @type {[Place, string | null][]} */
    const wanted = [[place, null], ...tried.map((move, i) => /** @type {[Place, string]} */ ([{ ply, tried: tried.slice(0, i) }, move])).reverse()];
    for (const [where, move] of wanted.slice(0, MOST)) {
      const key = this.key(where, move);
      if (known.has(key)) continue;
      let refused = "";
      try {
        known.set(key, await this.ask(where, move));
      } catch (error) {
        refused = error instanceof Error ? error.message : String(error);
      }
      if (mine !== this.visit) return;
      this.error = refused;
      if (this.error) break;
      this.changed();
    }
    this.busy = false;
    this.changed();
  }

  /** The position is another one: nothing is known of it. */
  forget() {
    this.visit++;
    this.busy = false;
    this.known = new Map();
    this.error = "";
  }
}
