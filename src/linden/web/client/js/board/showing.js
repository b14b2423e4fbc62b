// The drawing on the page: what lies where, and which elements carry which mark.

import { picture } from "../view/dom.js";
import { places } from "./motion.js";

/** @typedef {import("../types").Scene} Scene */

export class Showing {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, SVGGraphicsElement[]>} the elements of the drawing by their marks */
    this.elements = new Map();
  }

  /**
   * Put a scene's drawing in the place of the one before.
   * @param {Scene} scene
   */
  replace(scene) {
    const svg = picture(scene.drawing);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", svg.querySelector("title")?.textContent ?? "");
    svg.querySelector("title")?.remove(); // or it pops up under a resting mouse
    this.svg?.remove();
    this.root.prepend(svg);
    this.svg = svg;
    this.scene = scene;
    this.index(svg);
    return svg;
  }

  /** @param {SVGSVGElement} svg */
  index(svg) {
    this.elements = new Map();
    for (const element of svg.querySelectorAll("[data-at]")) {
      const mark = element.getAttribute("data-at") ?? "";
      const known = this.elements.get(mark);
      const found = /** @type {SVGGraphicsElement} */ (element);
      if (known) known.push(found);
      else this.elements.set(mark, [found]);
    }
  }

  /** All elements of a mark. @param {string} mark @returns {SVGGraphicsElement[]} */
  all(mark) {
    return this.elements.get(mark) ?? [];
  }

  /** The element that stands for a mark: the topmost that has a name. @param {string} mark */
  main(mark) {
    return this.all(mark).findLast((element) => element.ariaHidden !== "true") ?? null;
  }

  /** Whether a mark is on the drawing. @param {string} mark */
  has(mark) {
    return this.all(mark).length > 0;
  }

  /** The middle of a mark on the screen. @param {string} mark */
  spot(mark) {
    const box = this.main(mark)?.getBoundingClientRect() ?? new DOMRect();
    return { mark, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Where the pieces are; the one that was touched counts as the one that will leave.
   * @param {Element | null} touched
   */
  piecePlaces(touched) {
    if (!this.svg) return null;
    const found = places(this.svg);
    const mark = touched?.getAttribute("data-at");
    const leaving = mark ? this.main(mark) : null;
    if (touched?.id && leaving?.id && touched !== leaving) {
      const [one, other] = [found.get(touched.id), found.get(leaving.id)];
      if (one && other) found.set(touched.id, other).set(leaving.id, one);
    }
    return found;
  }
}
