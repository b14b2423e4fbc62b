// Moving a focus over things that lie anywhere on a plane, with four arrow keys.

/** @typedef {{ mark: string, x: number, y: number }} Spot */

const WAYS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** @param {string} key */
export function isArrow(key) {
  return key in WAYS;
}

/**
 * The nearest spot in a direction, straight ahead counting for more; at the edge, none.
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {string} key an arrow key's name
 * @returns {Spot | null}
 */
export function toward(spots, from, key) {
  const [right, down] = WAYS[key];
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.mark === from.mark) continue;
    const along = (spot.x - from.x) * right + (spot.y - from.y) * down;
    const sideways = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
    if (along < 1 || sideways > along * 3) continue;
    const far = along + sideways * 2;
    if (far < least) [least, best] = [far, spot];
  }
  return best;
}
