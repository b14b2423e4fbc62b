// A board by keys: one of the places that can be touched has the keyboard, arrows lead to the
// others. A screen reader goes the same ways.

import { isArrow, toward } from "../state/compass.js";
import { ring } from "./marks.js";

export class Keyboard {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} the mark that the keyboard is at */
    this.at = null;
    /** Whether the keyboard was on the board when the last drawing came. */
    this.hadFocus = false;
    /** Whether the keyboard's place is yet to be found. */
    this.searching = false;
    const { root } = board;
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => {
      if (board.showing.svg) ring(board.showing.svg, null);
    });
    // A screen reader clicks without a pointer.
    root.addEventListener("click", (event) => {
      const element = /** @type {Element} */ (event.target).closest("[data-at]");
      const mark = element?.getAttribute("data-at");
      if (event.detail === 0 && mark && board.canBegin(mark)) board.touch(mark);
    });
  }

  /** The keyboard stays on the board through the others' turns, unless it went elsewhere. */
  rememberFocus() {
    const active = document.activeElement;
    const nowhere = active === document.body || active === null;
    this.hadFocus = this.board.root.contains(active) || (this.hadFocus && nowhere);
  }

  /** What can be touched next is a button now; all else that has a name is a picture. @param {string[]} marks */
  name(marks) {
    const { showing } = this.board;
    for (const element of showing.svg?.querySelectorAll("[aria-label]") ?? []) {
      element.setAttribute("role", "img");
      element.removeAttribute("tabindex");
    }
    for (const mark of marks) {
      const element = showing.main(mark);
      element?.setAttribute("role", "button");
      element?.setAttribute("tabindex", "-1");
    }
    if (this.at && marks.includes(this.at)) this.keepPlace();
    else if (this.hadFocus) this.findPlace();
    else {
      // Looking for it measures the drawing, so that waits until it has been shown.
      this.searching = true;
      requestAnimationFrame(() => setTimeout(() => this.findPlace()));
    }
  }

  /** Go to the nearest place that can be touched, if the keyboard's own has been lost. */
  findPlace() {
    const marks = this.board.touchable;
    if (!this.at || !marks.includes(this.at)) this.at = this.nearestTo(this.at, marks);
    this.keepPlace();
  }

  keepPlace() {
    this.searching = false;
    if (this.at) this.board.showing.main(this.at)?.setAttribute("tabindex", "0");
  }

  /**
   * @param {string | null} mark
   * @param {string[]} marks
   */
  nearestTo(mark, marks) {
    const { showing } = this.board;
    const here = mark && showing.main(mark) ? showing.spot(mark) : null;
    if (!here) return marks[0] ?? null;
    let [best, least] = [marks[0] ?? null, Infinity];
    for (const other of marks) {
      const spot = showing.spot(other);
      const far = Math.hypot(spot.x - here.x, spot.y - here.y);
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** Put the keyboard on the board. */
  focus() {
    if (this.searching) this.findPlace();
    if (this.at) this.board.showing.main(this.at)?.focus({ preventScroll: true });
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const { choice, preview, showing } = this.board;
    const element = /** @type {SVGGraphicsElement} */ (event.target);
    const mark = element.getAttribute("data-at");
    if (!mark || !showing.svg) return;
    this.at = mark;
    const final = choice.final(mark);
    if (final) element.setAttribute("aria-description", final.says);
    if (!element.matches(":focus-visible")) return;
    ring(showing.svg, element);
    if (!preview.waiting) void preview.show(final);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { board } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key) && this.at) {
      event.preventDefault();
      event.stopPropagation();
      this.step(event.key, this.at);
    } else if ((event.key === "Enter" || event.key === " ") && this.at) {
      event.preventDefault();
      if (board.preview.waiting) return board.play(board.preview.waiting);
      board.touch(this.at);
      this.focus();
    } else if (event.key === "Escape" && (board.choice.touched.length || board.preview.waiting)) {
      event.stopPropagation();
      board.cancel();
      this.focus();
    }
  }

  /**
   * @param {string} arrow
   * @param {string} from
   */
  step(arrow, from) {
    const { showing, touchable } = this.board;
    const spots = touchable.map((mark) => showing.spot(mark));
    const next = toward(spots, showing.spot(from), arrow);
    if (!next) return;
    showing.main(from)?.setAttribute("tabindex", "-1");
    this.at = next.mark;
    showing.main(next.mark)?.setAttribute("tabindex", "0");
    this.focus();
  }
}
