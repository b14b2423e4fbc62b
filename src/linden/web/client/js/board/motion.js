// From one drawing to the next: what has the same id travels, what is new arrives from where it
// was or settles, and everything else is simply there.

import { calm } from "../view/dom.js";
import { settings } from "../state/settings.js";

const TRAVEL = 230;
const SETTLE = 200;
const EASE = "cubic-bezier(.3,.1,.2,1)";

export const FOR_A_MOMENT = ["can", "chosen", "hinted", "away"]; // by a piece for a moment only

/** @typedef {{ x: number, y: number, kind: string, face: string }} Place */

const LONGEST = 1500; // milliseconds; a page that is hidden meanwhile paints nothing, and nothing ends

/** Whether pieces travel at all. */
export function moving() {
  return settings.motion && !calm() && !document.hidden;
}

/**
 * Where every piece of a drawing is, in the drawing's own units.
 * @param {SVGSVGElement} svg
 * @returns {Map<string, Place>}
 */
export function places(svg) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  const toDrawing = svg.getScreenCTM()?.inverse();
  if (!toDrawing) return found;
  for (const piece of /** @type {NodeListOf<SVGGraphicsElement>} */ (
    svg.querySelectorAll("[id]")
  )) {
    if (piece.closest("defs,.ghosts")) continue;
    found.set(piece.id, where(piece, toDrawing));
  }
  return found;
}

/**
 * A piece's middle; of a group that is placed by a translation, that place, whatever is around it.
 * @param {SVGGraphicsElement} piece
 * @param {DOMMatrix} toDrawing
 * @returns {Place}
 */
function where(piece, toDrawing) {
  const matrix = piece.getScreenCTM();
  const own = piece.transform?.baseVal.numberOfItems ? new DOMPoint(0, 0) : middle(piece);
  const point = own.matrixTransform(matrix ?? undefined).matrixTransform(toDrawing);
  const names = [...piece.classList].filter((name) => !FOR_A_MOMENT.includes(name));
  const kind = piece.dataset.kind ?? (names.join(" ") || piece.tagName);
  return { x: point.x, y: point.y, kind, face: piece.dataset.motion ? piece.innerHTML : "" };
}

/** @param {SVGGraphicsElement} piece */
function middle(piece) {
  const box = piece.getBBox();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * Set the new drawing's pieces in motion.
 * @param {Map<string, Place>} before
 * @param {SVGSVGElement} svg the new drawing, already in the page
 * @param {string | null} origin what the last move touched first: what is laid is laid from there
 * @returns {Promise<number>} how many pieces moved or arrived, once they have
 */
export async function travel(before, svg, origin) {
  const after = places(svg);
  const gone = [...before].filter(([id]) => !after.has(id));
  /** @type {Animation[]} */
  const started = [];
  /** @type {{ piece: SVGGraphicsElement, place: Place }[]} */
  const arriving = [];
  for (const [id, place] of after) {
    const piece = /** @type {SVGGraphicsElement} */ (svg.getElementById(id));
    const old = before.get(id);
    if (old) {
      const apart = Math.hypot(old.x - place.x, old.y - place.y);
      if (apart > 0.5) started.push(go(piece, old, place));
      const other = place.kind !== old.kind || (place.face !== "" && place.face !== old.face);
      if (other) started.push(tumble(piece));
      continue;
    }
    const at = nearest(gone, place);
    if (at >= 0) {
      const [[, from]] = gone.splice(at, 1);
      lift(piece);
      started.push(go(piece, from, place, started.length * 12));
      continue;
    }
    const source = piece.dataset.from && before.get(piece.dataset.from);
    if (source) started.push(go(piece, source, place, started.length * 40));
    else arriving.push({ piece, place });
  }
  started.push(...settle(arriving, startingPoint(svg, origin)));
  const ended = Promise.allSettled(started.map((animation) => animation.finished));
  if (started.length) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LONGEST))]);
  return started.length;
}

/**
 * Which of the pieces that are gone is the same kind, and closest.
 * @param {[string, Place][]} gone
 * @param {Place} place
 */
function nearest(gone, place) {
  let best = -1;
  let least = Infinity;
  gone.forEach(([, from], i) => {
    const apart = Math.hypot(from.x - place.x, from.y - place.y);
    if (from.kind === place.kind && apart < least) [best, least] = [i, apart];
  });
  return best;
}

/** Draw a piece after the others of its group, so that it passes over them. @param {Element} piece */
function lift(piece) {
  const last = piece.parentElement?.lastElementChild;
  // Stones of a pile hide one another by their order, which is not to be touched.
  if (last && last !== piece && !piece.closest("[data-order]")) last.after(piece);
}

/**
 * @param {SVGGraphicsElement} piece
 * @param {Place} from
 * @param {Place} to
 * @param {number} [delay]
 */
function go(piece, from, to, delay = 0) {
  const way = local(piece, from.x - to.x, from.y - to.y);
  return piece.animate(
    [{ translate: `${way.x}px ${way.y}px` }, { translate: "0 0" }],
    { duration: TRAVEL, delay: Math.min(delay, 240), easing: EASE, fill: "backwards" },
  );
}

/**
 * A way across the drawing, in the units of what the piece stands in.
 * @param {SVGGraphicsElement} piece
 * @param {number} x
 * @param {number} y
 */
function local(piece, x, y) {
  const parent = /** @type {SVGGraphicsElement} */ (piece.parentNode);
  const svg = piece.ownerSVGElement;
  const parentMatrix = parent.getScreenCTM();
  const drawingMatrix = svg?.getScreenCTM();
  if (!parentMatrix || !drawingMatrix) return { x, y };
  const scale = drawingMatrix.a / (parentMatrix.a || 1);
  return { x: x * scale, y: y * scale };
}

/** Turn over, or roll, in place. @param {SVGGraphicsElement} piece */
function tumble(piece) {
  const own = piece.transform.baseVal.consolidate()?.matrix;
  const put = own ? `matrix(${own.a},${own.b},${own.c},${own.d},${own.e},${own.f})` : "";
  const rolls = piece.dataset.motion === "roll";
  const begin = rolls ? "rotate(-540deg) scale(1.3)" : "scale(0,1)";
  const end = rolls ? "rotate(0deg) scale(1)" : "scale(1,1)";
  return piece.animate(
    [{ transform: `${put} ${begin}` }, { transform: `${put} ${end}` }],
    { duration: rolls ? 450 : TRAVEL, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/**
 * Where the last move began, in the drawing's units.
 * @param {SVGSVGElement} svg
 * @param {string | null} mark
 */
function startingPoint(svg, mark) {
  const found = mark && /** @type {SVGGraphicsElement[]} */ (
    [...svg.querySelectorAll(`[data-at="${CSS.escape(mark)}"]`)]
  ).at(-1);
  const toDrawing = svg.getScreenCTM()?.inverse();
  return found && toDrawing ? where(found, toDrawing) : null;
}

/**
 * New pieces come to rest one after the other, nearest first.
 * @param {{ piece: SVGGraphicsElement, place: Place }[]} arriving
 * @param {Place | null} from
 */
function settle(arriving, from) {
  if (from) {
    const far = (/** @type {Place} */ place) => Math.hypot(place.x - from.x, place.y - from.y);
    arriving.sort((one, other) => far(one.place) - far(other.place));
  }
  const pause = Math.min(70, 420 / Math.max(arriving.length, 1));
  return arriving.map(({ piece }, i) =>
    piece.animate(
      [{ opacity: 0, translate: "0 -9px" }, { opacity: 1, translate: "0 0" }],
      { duration: SETTLE, delay: i * pause, easing: "ease-out", fill: "backwards" },
    ),
  );
}
