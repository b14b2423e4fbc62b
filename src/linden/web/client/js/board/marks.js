// What can be touched glows softly: pieces by a rim around their own outline, places by a tint of
// their own shape. Where nearly everything can be touched, only small dots say so.

const NS = "http://www.w3.org/2000/svg";
const MANY = 30;

/** @param {Element} svg */
export function clearMarks(svg) {
  for (const mark of svg.querySelectorAll(".glow,.focus-ring")) mark.remove();
  for (const piece of svg.querySelectorAll(".can,.chosen,.hinted")) {
    piece.classList.remove("can", "chosen", "hinted");
  }
}

/**
 * Where something happened since one looked last, beside what the drawing itself marks.
 * @param {(SVGGraphicsElement | null)[]} elements
 */
export function markSince(elements) {
  for (const element of new Set(elements)) {
    if (element?.id) glowPiece(element, "since");
    else if (element) glowPlace(element, "since");
  }
}

/**
 * @param {SVGGraphicsElement[][]} marks the elements of each mark that can be touched next
 * @param {(SVGGraphicsElement | null)[]} chosen what has been touched already
 * @param {(SVGGraphicsElement | null)[]} hinted what a hint points at
 */
export function markAll(marks, chosen, hinted) {
  const many = marks.length > MANY;
  for (const elements of marks) {
    for (const element of elements) {
      element.classList.add("can");
      const twin = element.ariaHidden === "true";
      if (element.id) glowPiece(element, "");
      else if (!covered(element, elements)) glowPlace(element, twin ? "twin" : many ? "dot" : "");
    }
  }
  for (const [elements, kind] of /** @type {const} */ ([[hinted, "hinted"], [chosen, "chosen"]])) {
    for (const element of elements) {
      if (!element) continue;
      element.classList.add(kind);
      if (element.id) glowPiece(element, kind);
      else glowPlace(element, kind);
    }
  }
}

/**
 * Whether a piece stands on this place, which then glows instead.
 * @param {Element} place
 * @param {Element[]} all
 */
function covered(place, all) {
  return all.some((other) => other !== place && other.id && other.ariaHidden !== "true");
}

/**
 * A rim around the outline of a piece, drawn behind it.
 * @param {SVGGraphicsElement} piece
 * @param {string} kind
 */
function glowPiece(piece, kind) {
  piece.querySelector(":scope > .glow:not(.since)")?.remove();
  const rim = document.createElementNS(NS, "g");
  rim.setAttribute("class", `glow rim ${kind}`);
  for (const part of piece.children) {
    if (part.matches("[data-part],.glow,text,title")) continue;
    const copy = /** @type {Element} */ (part.cloneNode(true));
    copy.removeAttribute("id");
    rim.append(copy);
  }
  piece.prepend(rim);
}

/**
 * @param {SVGGraphicsElement} place
 * @param {string} kind
 */
function glowPlace(place, kind) {
  const face = /** @type {SVGGraphicsElement | null} */ (
    place.matches("g") ? place.querySelector("rect,path,circle,ellipse") : place
  );
  if (!face) return;
  if (kind === "dot") return glowDot(face);
  const tint = /** @type {SVGElement} */ (face.cloneNode(false));
  for (const name of ["id", "data-at", "aria-label", "role", "tabindex", "style"]) {
    tint.removeAttribute(name);
  }
  tint.setAttribute("class", `glow tint-place ${kind}`);
  if (place === face) face.after(tint);
  else place.append(tint);
}

/** @param {SVGGraphicsElement} face */
function glowDot(face) {
  // A rectangle says itself where it is; asking the browser would lay out the page for every dot.
  const at = (/** @type {string} */ name) => Number(face.getAttribute(name));
  const box = face.matches("rect") ? { x: at("x"), y: at("y"), width: at("width"), height: at("height") } : face.getBBox();
  const dot = document.createElementNS(NS, "circle");
  dot.setAttribute("class", "glow dot");
  dot.setAttribute("cx", String(box.x + box.width / 2));
  dot.setAttribute("cy", String(box.y + box.height / 2));
  dot.setAttribute("r", String(Math.min(box.width, box.height) * 0.07));
  face.after(dot);
}

/**
 * The keyboard's place, outlined; null takes the outline away.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement | null} element
 */
export function ring(svg, element) {
  svg.querySelector(".focus-ring")?.remove();
  const matrix = svg.getScreenCTM()?.inverse();
  const own = element?.getScreenCTM();
  if (!element || !matrix || !own) return;
  const box = element.getBoundingClientRect();
  const one = new DOMPoint(box.left, box.top).matrixTransform(matrix);
  const other = new DOMPoint(box.right, box.bottom).matrixTransform(matrix);
  const outline = document.createElementNS(NS, "rect");
  outline.setAttribute("class", "focus-ring");
  outline.setAttribute("x", String(one.x - 3));
  outline.setAttribute("y", String(one.y - 3));
  outline.setAttribute("width", String(other.x - one.x + 6));
  outline.setAttribute("height", String(other.y - one.y + 6));
  outline.setAttribute("rx", "8");
  svg.append(outline);
}
