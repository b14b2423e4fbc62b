// The board: a drawing of the server's, made touchable.
//
// It knows no game. What can be touched carries `data-at`; which touches make which move comes with
// the scene. Pieces have ids, places have none.

import { Choice } from "../state/choice.js";
import { isArrow, toward } from "../state/compass.js";
import { signed } from "../state/texts.js";
import { picture } from "./dom.js";
import { clearGhosts, ghostOf, showGhosts } from "./ghost.js";
import { clearMarks, markAll, ring } from "./marks.js";
import { moving, places, travel } from "./motion.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */

const DRAG = 7; // pixels before a touch becomes a drag
const SMALL = 36; // pixels: a finger may miss what is smaller
const TURN = 60; // pixels of a drag that turn the drawing by a quarter
const PATIENCE = 120; // milliseconds before a move that is under way changes the page

/**
 * @typedef {object} Hears
 * @property {(move: Move) => void} play             a move is final
 * @property {(move: Move | null, asked: boolean) => void} preview
 *   what would be played, if anything; `asked`: it waits to be confirmed
 * @property {(choice: Choice) => void} touched      the choice has changed
 * @property {(way: number) => void} turn            turn the drawing by so many quarters
 * @property {(move: Move) => Promise<Scene | null>} after   the scene a move would lead to
 * @property {() => "always" | "touch" | "never"} confirm    when a move is asked about first
 */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {Hears} hears
   */
  constructor(root, hears) {
    this.root = root;
    this.hears = hears;
    root.classList.add("board");
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Scene | null} */
    this.scene = null;
    this.choice = new Choice([]);
    /** @type {string | null} what the keyboard is at */
    this.at = null;
    /** @type {Move | null} */
    this.previewed = null;
    /** @type {Move | null} shown, and waiting to be confirmed */
    this.asked = null;
    /** @type {string[]} */
    this.hinted = [];
    /** @type {{ x: number, y: number, mark: string | null, piece: Element | null, moved: boolean,
     *   id: number, clone: SVGElement | null } | null} */
    this.press = null;
    this.listen();
  }

  // -- showing

  /**
   * Show a scene; pieces travel there from where they are.
   * @param {Scene} scene
   * @param {{ quick?: boolean }} [how]
   * @returns {Promise<number>} how many pieces moved
   */
  async show(scene, { quick = false } = {}) {
    // The keyboard stays on the board through the others' turns, unless it went elsewhere.
    const free = document.activeElement === document.body || document.activeElement === null;
    this.held = this.root.contains(document.activeElement) || (this.held && free);
    const before = this.svg && moving() && !quick ? this.placesNow() : null;
    const svg = picture(scene.drawing);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", svg.querySelector("title")?.textContent ?? "");
    svg.querySelector("title")?.remove(); // or it pops up under a resting mouse
    this.svg?.remove();
    this.root.prepend(svg);
    this.svg = svg;
    this.index(svg);
    this.scene = scene;
    this.choice = new Choice(scene.moves);
    this.root.ariaBusy = null;
    this.asked = this.previewed = null;
    this.hinted = [];
    this.dress();
    if (this.held) this.focus();
    this.hears.touched(this.choice);
    if (!before) return 0;
    return travel(before, svg, scene.last?.touches?.at(-1)?.[0] ?? null);
  }

  /** Where the pieces are; the one that was touched counts as the one that will leave. */
  placesNow() {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const found = places(svg);
    const touched = this.lastTouched;
    const mark = touched?.getAttribute("data-at");
    const leaving = mark ? this.main(mark) : null;
    if (touched?.id && leaving?.id && touched !== leaving) {
      const [one, other] = [found.get(touched.id), found.get(leaving.id)];
      if (one && other) found.set(touched.id, other).set(leaving.id, one);
    }
    this.lastTouched = null;
    return found;
  }

  /** @type {Element | null} */
  lastTouched = null;
  held = false;

  // -- what can be touched

  /** All elements of a mark. @param {string} mark @returns {SVGGraphicsElement[]} */
  all(mark) {
    return this.places.get(mark) ?? [];
  }

  /** @type {Map<string, SVGGraphicsElement[]>} the elements of the drawing by their marks */
  places = new Map();

  /** @param {SVGSVGElement} svg */
  index(svg) {
    this.places = new Map();
    for (const element of svg.querySelectorAll("[data-at]")) {
      const mark = element.getAttribute("data-at") ?? "";
      const known = this.places.get(mark);
      const found = /** @type {SVGGraphicsElement} */ (element);
      if (known) known.push(found);
      else this.places.set(mark, [found]);
    }
  }

  /** The element that stands for a mark: the topmost that has a name. @param {string} mark */
  main(mark) {
    return this.all(mark).findLast((element) => element.ariaHidden !== "true") ?? null;
  }

  /** Whether a mark is on the drawing. @param {string} mark */
  has(mark) {
    return this.all(mark).length > 0;
  }

  /** The marks on the drawing that can be touched next. */
  get open() {
    return [...this.choice.next.keys()].filter((mark) => this.has(mark));
  }

  /** Marks, names and the keyboard's place, for the choice as it is. */
  dress() {
    const svg = this.svg;
    if (!svg) return;
    clearMarks(svg);
    clearGhosts(svg);
    for (const element of svg.querySelectorAll("[aria-label]")) {
      element.setAttribute("role", "img");
      element.removeAttribute("tabindex");
    }
    const marks = this.open;
    markAll(
      marks.map((mark) => this.all(mark)),
      this.choice.touched.map((mark) => this.chosen(mark)),
      this.hinted.map((mark) => this.main(mark)),
    );
    for (const mark of marks) {
      const element = this.main(mark);
      element?.setAttribute("role", "button");
      element?.setAttribute("tabindex", "-1");
    }
    this.root.classList.toggle("touchable", marks.length > 0);
    if (this.at && marks.includes(this.at)) this.stay();
    else if (this.held) this.step();
    else {
      // Looking for it measures the drawing, so that waits until it has been shown.
      this.astray = true;
      requestAnimationFrame(() => setTimeout(() => this.step()));
    }
  }

  /** Whether the keyboard's place is yet to be found. */
  astray = false;

  /** Move the keyboard's place to the nearest one that can be touched, if it has been lost. */
  step() {
    const marks = this.open;
    if (!this.at || !marks.includes(this.at)) this.at = this.nearestTo(this.at, marks);
    this.stay();
  }

  stay() {
    this.astray = false;
    if (this.at) this.main(this.at)?.setAttribute("tabindex", "0");
  }

  /** The touched element of a mark, or the one that stands for it. @param {string} mark */
  chosen(mark) {
    return this.lastTouched?.getAttribute("data-at") === mark
      ? /** @type {SVGGraphicsElement} */ (this.lastTouched)
      : this.main(mark);
  }

  /**
   * @param {string | null} mark
   * @param {string[]} marks
   */
  nearestTo(mark, marks) {
    const here = mark && this.main(mark) ? this.spot(mark) : null;
    if (!here) return marks[0] ?? null;
    let [best, least] = [marks[0] ?? null, Infinity];
    for (const other of marks) {
      const spot = this.spot(other);
      const far = Math.hypot(spot.x - here.x, spot.y - here.y);
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** @param {string} mark */
  spot(mark) {
    const box = this.main(mark)?.getBoundingClientRect() ?? new DOMRect();
    return { mark, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Put the keyboard on the board. */
  focus() {
    if (this.astray) this.step();
    if (this.at) this.main(this.at)?.focus({ preventScroll: true });
  }

  /** Point at a move without playing it. @param {string[]} touches */
  point(touches) {
    this.choice.clear();
    this.hinted = touches;
    this.dress();
    this.hears.touched(this.choice);
  }

  // -- touching

  /**
   * @param {string} mark
   * @param {{ finger?: boolean, piece?: Element | null }} [how]
   */
  touch(mark, { finger = false, piece = null } = {}) {
    const final = this.choice.final(mark);
    if (final && this.mustAsk(mark, finger) && this.asked?.move !== final.move) {
      this.asked = final;
      this.at = mark;
      void this.preview(final);
      return;
    }
    if (this.asked && this.asked === final) return this.play(final);
    if (this.asked) {
      // Another target of the same piece: ask about that one instead.
      this.asked = null;
      this.hears.preview(null, false);
    }
    const result = this.choice.touch(mark);
    if (result.kind === "made") return this.play(result.move);
    this.hinted = [];
    this.lastTouched = result.kind === "none" ? null : piece;
    if (result.kind !== "none") this.at = mark;
    this.previewed = null;
    this.hears.preview(null, false);
    this.dress();
    this.hears.touched(this.choice);
  }

  /**
   * Whether to show what a move does before it is final.
   * @param {string} mark
   * @param {boolean} finger
   */
  mustAsk(mark, finger) {
    if (this.choice.moves.length === 1) return false; // there is nothing else to do
    const when = this.hears.confirm();
    if (when !== "touch") return when === "always";
    const box = this.main(mark)?.getBoundingClientRect();
    return finger && !!box && Math.min(box.width, box.height) < SMALL;
  }

  /** @param {Move} move */
  play(move) {
    if (!this.choice.moves.includes(move)) return; // a second touch of what is already under way
    this.asked = null;
    this.hinted = [];
    const made = this.choice;
    const none = (this.choice = new Choice([]));
    this.root.ariaBusy = "true";
    this.refused = () => {
      this.root.ariaBusy = null;
      this.choice = made;
      this.cancel();
    };
    // The next drawing is mostly there at once; until then the page keeps still.
    setTimeout(() => this.choice === none && this.quieten(), PATIENCE);
    this.hears.play(move);
  }

  /** Show that the move is on its way. */
  quieten() {
    if (this.svg) clearMarks(this.svg), clearGhosts(this.svg);
    this.root.classList.remove("touchable");
    this.hears.preview(null, false);
    this.hears.touched(this.choice);
  }

  /** Give the choice back after a move that was not accepted. */
  refused = () => {};

  /** Forget what was touched. */
  cancel() {
    this.asked = null;
    this.choice.clear();
    this.hinted = [];
    this.lastTouched = null;
    this.previewed = null;
    this.hears.preview(null, false);
    this.dress();
    this.hears.touched(this.choice);
  }

  /**
   * Show what a move would do.
   * @param {Move | null} move
   */
  async preview(move) {
    if (this.previewed === move && !this.asked) return;
    this.previewed = move;
    const svg = this.svg;
    if (!svg) return;
    clearGhosts(svg);
    this.hears.preview(move, this.asked !== null && this.asked === move);
    if (!move) return;
    const target = this.main(move.touches.at(-1) ?? "");
    const piece = move.touches.length > 1 ? this.chosen(move.touches[0]) : null;
    const gain = move.gain ? signed(move.gain) : "";
    showGhosts(svg, piece?.id && target ? [ghostOf(svg, piece, target)] : [], target, gain);
    const scene = await this.hears.after(move);
    if (scene && this.previewed === move && this.svg === svg) {
      showGhosts(svg, scene.drawing, target, gain);
    }
  }

  // -- pointers and keys

  listen() {
    const { root } = this;
    root.addEventListener("pointerdown", (event) => this.down(event));
    // A mouse leaves the keyboard's place alone, so that arrow keys keep their meaning.
    root.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (!this.root.contains(document.activeElement)) {
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      }
    });
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.drop());
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !this.press && !this.asked) void this.preview(null);
    });
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => {
      if (this.svg) ring(this.svg, null);
    });
    // A screen reader clicks without a pointer.
    root.addEventListener("click", (event) => {
      const mark = /** @type {Element} */ (event.target).closest("[data-at]")?.getAttribute("data-at");
      if (event.detail === 0 && mark && this.begins(mark)) this.touch(mark);
    });
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /**
   * The touchable mark at a point of the screen, however deep it lies.
   * @param {number} x
   * @param {number} y
   * @returns {{ mark: string | null, piece: Element | null }}
   */
  under(x, y) {
    const next = this.choice.next;
    let second = null;
    for (const found of document.elementsFromPoint(x, y)) {
      const piece = found.closest("[data-at]");
      const mark = piece?.getAttribute("data-at");
      if (!mark || !this.root.contains(piece)) continue;
      if (next.has(mark)) return { mark, piece };
      second ??= this.choice.accepts(mark) || this.begins(mark) ? { mark, piece } : null;
    }
    return second ?? { mark: null, piece: null };
  }

  /** Whether a choice could begin with this mark. @param {string} mark */
  begins(mark) {
    return this.choice.moves.some((move) => move.touches.includes(mark));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.press) return;
    const { mark, piece } = this.under(event.clientX, event.clientY);
    this.press = {
      x: event.clientX,
      y: event.clientY,
      mark,
      piece,
      moved: false,
      id: event.pointerId,
      clone: null,
    };
    if (mark || this.scene?.turns) this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press } = this;
    if (press && press.id === event.pointerId) {
      const apart = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (!press.moved && apart > DRAG) {
        press.moved = true;
        if (press.mark) this.startDrag();
      }
      if (press.clone) this.carry(event);
    }
    if (press?.moved && !press.mark) return;
    if (event.pointerType !== "mouse" && !press?.moved) return;
    if (this.asked && !press?.moved) return;
    const { mark } = this.under(event.clientX, event.clientY);
    this.root.classList.toggle("over", mark !== null);
    const staying = press?.moved && mark === press.mark;
    void this.preview(mark && !staying ? this.choice.final(mark) : null);
  }

  startDrag() {
    const press = this.press;
    if (!press?.mark || !this.svg) return;
    if (this.choice.touched.at(-1) !== press.mark) {
      if (this.choice.final(press.mark)) return;
      this.touch(press.mark, { piece: press.piece });
    }
    if (press.piece?.id) {
      press.clone = /** @type {SVGElement} */ (press.piece.cloneNode(true));
      press.clone.removeAttribute("id");
      press.clone.classList.add("carried");
      press.piece.classList.add("away");
      this.svg.append(press.clone);
    }
  }

  /** @param {PointerEvent} event */
  carry(event) {
    const { press, svg } = this;
    const matrix = svg?.getScreenCTM()?.inverse();
    if (!press?.clone || !matrix) return;
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const from = new DOMPoint(press.x, press.y).matrixTransform(matrix);
    press.clone.style.translate = `${here.x - from.x}px ${here.y - from.y}px`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    const { mark, piece } = this.under(event.clientX, event.clientY);
    this.drop();
    const finger = event.pointerType !== "mouse";
    if (!press.moved) {
      if (press.mark) this.touch(press.mark, { finger, piece: press.piece });
      else if (this.choice.touched.length || this.asked || this.hinted.length) this.cancel();
    } else if (press.mark) {
      if (mark && mark !== press.mark && this.choice.accepts(mark)) {
        this.touch(mark, { finger, piece });
      }
    } else if (this.scene?.turns && Math.abs(event.clientX - press.x) > TURN) {
      this.hears.turn(event.clientX > press.x ? 1 : -1);
    }
  }

  drop() {
    this.press?.clone?.remove();
    this.press?.piece?.classList.remove("away");
    this.press = null;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const element = /** @type {SVGGraphicsElement} */ (event.target);
    const mark = element.getAttribute("data-at");
    if (!mark || !this.svg) return;
    this.at = mark;
    const final = this.choice.final(mark);
    if (final) element.setAttribute("aria-description", final.says);
    if (!element.matches(":focus-visible")) return;
    ring(this.svg, element);
    if (!this.asked) void this.preview(final);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key) && this.at) {
      event.preventDefault();
      event.stopPropagation();
      const spots = this.open.map((mark) => this.spot(mark));
      const next = toward(spots, this.spot(this.at), event.key);
      if (!next) return;
      this.main(this.at)?.setAttribute("tabindex", "-1");
      this.at = next.mark;
      this.main(next.mark)?.setAttribute("tabindex", "0");
      this.focus();
    } else if ((event.key === "Enter" || event.key === " ") && this.at) {
      event.preventDefault();
      if (this.asked) return this.play(this.asked);
      this.touch(this.at);
      this.focus();
    } else if (event.key === "Escape" && (this.choice.touched.length || this.asked)) {
      event.stopPropagation();
      this.cancel();
      this.focus();
    }
  }
}
