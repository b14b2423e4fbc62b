// The board: a drawing of the server's, made touchable.
//
// It knows no game. What can be touched carries `data-at`; which touches make which move comes with
// the scene. Pieces have ids, places have none.

import { Choice } from "../state/choice.js";
import { clearGhosts } from "./ghost.js";
import { Keyboard } from "./keyboard.js";
import { clearMarks, markAll, markSince } from "./marks.js";
import { moving, travel } from "./motion.js";
import { Pointer } from "./pointer.js";
import { Preview } from "./preview.js";
import { Showing } from "./showing.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */

const PATIENCE = 120; // milliseconds before a move that is under way changes the page

/**
 * What a board asks of its page.
 * @typedef {object} BoardHandlers
 * @property {(move: Move) => void} play             a move is final
 * @property {(move: Move | null, waiting: boolean) => void} previewed
 *   what would be played, if anything; `waiting`: it is to be confirmed
 * @property {() => void} choiceChanged              something was touched, or let go
 * @property {(mark: string) => void} pointedAt      the pointer rests where several moves begin
 * @property {(touched: string[]) => void} refusedTouch   the last of these cannot be touched
 * @property {(way: number) => void} turn            turn the drawing by so many quarters
 * @property {(move: Move) => Promise<Scene | null>} sceneAfter   what a move would lead to
 * @property {() => "always" | "touch" | "never"} confirmation   when a move is to be confirmed
 */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {BoardHandlers} handlers
   */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    root.classList.add("board");
    this.showing = new Showing(root);
    this.preview = new Preview(this);
    this.keyboard = new Keyboard(this);
    this.pointer = new Pointer(this);
    this.choice = new Choice([]);
    /** @type {string[]} the marks that a hint points at */
    this.hinted = [];
    /** @type {string[]} where something happened that the drawing does not tell of */
    this.since = [];
    /** @type {Element | null} of several elements with a mark, the one that was touched */
    this.lastTouched = null;
  }

  /**
   * Show a scene; pieces travel there from where they are.
   * @param {Scene} scene
   * @returns {Promise<number>} how many pieces moved
   */
  async show(scene) {
    this.keyboard.rememberFocus();
    const before = moving() ? this.showing.piecePlaces(this.lastTouched) : null;
    this.lastTouched = null;
    const svg = this.showing.replace(scene);
    this.choice = new Choice(scene.moves);
    this.restoreChoice = () => {}; // what was refused since is another wish
    this.root.ariaBusy = null;
    this.preview.forget();
    this.hinted = [];
    this.mark();
    if (this.keyboard.hadFocus) this.focus();
    this.handlers.choiceChanged();
    return before ? travel(before, svg, scene.last?.touches.at(-1)?.[0] ?? null) : 0;
  }

  /** The scene on the board. */
  get scene() {
    return this.showing.scene;
  }

  /** The marks on the drawing that can be touched next. */
  get touchable() {
    return [...this.choice.next.keys()].filter((mark) => this.showing.has(mark));
  }

  /** Whether a choice could begin with this mark. @param {string} mark */
  canBegin(mark) {
    return this.choice.moves.some((move) => move.touches.includes(mark));
  }

  /** The touched element of a mark, or the one that stands for it. @param {string} mark */
  chosen(mark) {
    return this.lastTouched?.getAttribute("data-at") === mark
      ? /** @type {SVGGraphicsElement} */ (this.lastTouched)
      : this.showing.main(mark);
  }

  /** Show what can be touched, what has been, and what is hinted at, for the choice as it is. */
  mark() {
    const { svg } = this.showing;
    if (!svg) return;
    clearMarks(svg);
    clearGhosts(svg);
    const marks = this.touchable;
    markSince(this.since.map((mark) => this.showing.main(mark)));
    markAll(
      marks.map((mark) => this.showing.all(mark)),
      this.choice.touched.map((mark) => this.chosen(mark)),
      this.hinted.map((mark) => this.showing.main(mark)),
    );
    this.keyboard.name(marks);
    this.root.classList.toggle("touchable", marks.length > 0);
  }

  /** Put the keyboard on the board. */
  focus() {
    this.keyboard.focus();
  }

  /** Point at a move without playing it. @param {string[]} touches */
  point(touches) {
    this.choice.clear();
    this.hinted = touches;
    this.mark();
    this.handlers.choiceChanged();
  }

  /**
   * @param {string} mark
   * @param {{ finger?: boolean, piece?: Element | null }} [how]
   */
  touch(mark, { finger = false, piece = null } = {}) {
    const { preview } = this;
    const final = this.choice.final(mark);
    if (final && preview.mustConfirm(mark, finger) && preview.waiting?.move !== final.move) {
      this.keyboard.at = mark;
      preview.ask(final);
      return;
    }
    if (preview.waiting && preview.waiting === final) return this.play(final);
    if (preview.waiting) {
      // Another target of the same piece: ask about that one instead.
      preview.waiting = null;
      this.handlers.previewed(null, false);
    }
    const result = this.choice.touch(mark);
    if (result.kind === "made") return this.play(result.move);
    this.hinted = [];
    this.lastTouched = result.kind === "none" ? null : piece;
    if (result.kind !== "none") this.keyboard.at = mark;
    this.choiceMade();
  }

  /** Forget what was touched. */
  cancel() {
    this.choice.clear();
    this.hinted = [];
    this.lastTouched = null;
    this.choiceMade();
  }

  /** The choice is another one, so nothing is previewed any more. */
  choiceMade() {
    this.preview.forget();
    this.handlers.previewed(null, false);
    this.mark();
    this.handlers.choiceChanged();
  }

  /** @param {Move} move */
  play(move) {
    if (!this.choice.moves.includes(move)) return; // a second touch of what is already under way
    this.preview.waiting = null;
    this.hinted = [];
    const made = this.choice;
    const none = (this.choice = new Choice([]));
    this.root.ariaBusy = "true";
    this.restoreChoice = () => {
      this.root.ariaBusy = null;
      this.choice = made;
      this.cancel();
    };
    // The next drawing is mostly there at once; until then the page keeps still.
    setTimeout(() => this.choice === none && this.clearAll(), PATIENCE);
    this.handlers.play(move);
  }

  /** Show that the move is on its way: nothing can be touched meanwhile. */
  clearAll() {
    const { svg } = this.showing;
    if (svg) clearMarks(svg), clearGhosts(svg);
    this.root.classList.remove("touchable");
    this.handlers.previewed(null, false);
    this.handlers.choiceChanged();
  }

  /** Nothing can be touched until another scene is shown. */
  hold() {
    this.choice = new Choice([]);
    this.preview.forget();
    this.clearAll();
  }

  /** Give the choice back after a move that was not accepted. */
  restoreChoice = () => {};
}
