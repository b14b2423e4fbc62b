// What a move would do, shown pale on the board before it is made.

import { picture } from "../view/dom.js";
import { FOR_A_MOMENT } from "./motion.js";

const NS = "http://www.w3.org/2000/svg";

/** @param {Element} svg */
export function clearGhosts(svg) {
  svg.querySelector(".ghosts")?.remove();
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 */
function centre(svg, element) {
  const matrix = svg.getScreenCTM()?.inverse();
  const box = element.getBoundingClientRect();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
}

/**
 * A piece, pale, where it would go.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} piece
 * @param {SVGGraphicsElement} target
 * @returns {Element}
 */
export function ghostOf(svg, piece, target) {
  const [from, to] = [centre(svg, piece), centre(svg, target)];
  const wide = target.getBoundingClientRect().width > 4 * piece.getBoundingClientRect().width;
  const copy = document.createElementNS(NS, "g");
  copy.setAttribute("transform", `translate(${wide ? 0 : to.x - from.x} ${to.y - from.y})`);
  copy.append(bare(piece));
  return copy;
}

/** A copy without what belongs to the original alone. @param {Element} piece */
function bare(piece) {
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-at", "aria-label", "role", "tabindex"]) {
      element.removeAttribute(name);
    }
  }
  for (const extra of copy.querySelectorAll(".glow,[data-part=mark],[data-part=touch]")) extra.remove();
  copy.classList.remove(...FOR_A_MOMENT);
  return copy;
}

/**
 * Show ghosts: copies made here, or whatever is new in the drawing after the move.
 * @param {SVGSVGElement} svg
 * @param {Element[] | string} what
 * @param {SVGGraphicsElement | null} target where the gain is written
 * @param {string} gain
 */
export function showGhosts(svg, what, target, gain) {
  const ghosts = typeof what === "string" ? fresh(svg, picture(what)) : what;
  if (!ghosts) return; // the drawing has another scale after the move: keep what is shown
  clearGhosts(svg);
  const group = document.createElementNS(NS, "g");
  group.setAttribute("class", "ghosts");
  group.setAttribute("aria-hidden", "true");
  const pale = document.createElementNS(NS, "g");
  pale.setAttribute("class", "pale-pieces");
  pale.append(...ghosts);
  group.append(pale);
  svg.append(group);
  const shown = /** @type {SVGGraphicsElement | undefined} */ (pale.lastElementChild ?? undefined);
  const beside = shown ?? target;
  if (gain && beside) group.append(label(svg, beside, gain));
}

/**
 * The pieces that a drawing has and the one on the board does not, pale.
 * @param {SVGSVGElement} svg
 * @param {string} drawing
 * @returns {Element[]}
 */
export function piecesAfter(svg, drawing) {
  return fresh(svg, picture(drawing)) ?? [];
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} target
 * @param {string} gain
 */
function label(svg, target, gain) {
  const at = centre(svg, target);
  const size = svg.viewBox.baseVal.width * 0.03;
  const scale = svg.getScreenCTM()?.a ?? 1;
  const half = Math.min(target.getBoundingClientRect().width / scale / 2, size * 3);
  const text = document.createElementNS(NS, "text");
  text.setAttribute("class", gain.startsWith("+") ? "gain" : "gain loss");
  text.setAttribute("x", String(at.x + half + size * 0.15));
  text.setAttribute("y", String(at.y - half * 0.4));
  text.setAttribute("font-size", String(size));
  text.textContent = gain;
  return text;
}

/**
 * The pieces of the drawing after a move that the one before does not have.
 * @param {SVGSVGElement} before
 * @param {SVGSVGElement} after
 * @returns {Element[] | null}
 */
function fresh(before, after) {
  if (!sameFrame(before, after)) return null;
  const found = [];
  for (const piece of after.querySelectorAll("[id]")) {
    if (piece.closest("defs") || piece.matches("[data-ghost=none]")) continue;
    const old = before.getElementById(piece.id);
    if (old && kind(old) === kind(piece)) continue;
    const copy = document.createElementNS(NS, "g");
    copy.setAttribute("transform", chain(piece));
    copy.append(bare(piece));
    found.push(copy);
  }
  return found;
}

/** What a piece is, apart from what it wears for a moment. @param {Element} piece */
function kind(piece) {
  const names = [...piece.classList].filter((name) => !FOR_A_MOMENT.includes(name));
  return piece.getAttribute("data-kind") ?? names.join(" ");
}

/** The transforms of everything around an element. @param {Element} element */
function chain(element) {
  let all = "";
  for (let up = element.parentElement; up && up.tagName !== "svg"; up = up.parentElement) {
    all = `${up.getAttribute("transform") ?? ""} ${all}`;
  }
  return all.trim();
}

/**
 * Whether two drawings lie on each other: the same size, and places where they were.
 * @param {SVGSVGElement} before
 * @param {SVGSVGElement} after
 */
function sameFrame(before, after) {
  if (before.getAttribute("viewBox") !== after.getAttribute("viewBox")) return false;
  let compared = 0;
  for (const place of after.querySelectorAll("[data-at]:not([id])")) {
    const mark = CSS.escape(place.getAttribute("data-at") ?? "");
    const same = before.querySelector(`[data-at="${mark}"]:not([id])`);
    if (!same) continue;
    if (shape(same) !== shape(place)) return false;
    if (++compared === 3) break;
  }
  return true;
}

/** @param {Element} place */
function shape(place) {
  const face = place.matches("g") ? place.querySelector("rect,path,circle,ellipse") : place;
  return ["x", "y", "width", "d"].map((name) => face?.getAttribute(name)).join();
}
