// A place in a reviewed game: a ply of what was played, and moves tried from there.

/** @typedef {{ ply: number, tried: string[] }} Place */

/**
 * One step back: first what was tried, then what was played.
 * @param {Place} place
 * @returns {Place}
 */
export function back({ ply, tried }) {
  if (tried.length) return { ply, tried: tried.slice(0, -1) };
  return { ply: Math.max(0, ply - 1), tried: [] };
}

/**
 * One step on; what was tried has no further step.
 * @param {Place} place
 * @param {number} last
 * @returns {Place}
 */
export function on({ ply, tried }, last) {
  return tried.length ? { ply, tried } : { ply: Math.min(last, ply + 1), tried: [] };
}

/**
 * A move tried here; if it is the one that was played, simply the next ply.
 * @param {Place} place
 * @param {string} move
 * @param {string | undefined} played
 * @returns {Place}
 */
export function tryMove({ ply, tried }, move, played) {
  if (!tried.length && move === played) return { ply: ply + 1, tried: [] };
  return { ply, tried: [...tried, move] };
}
