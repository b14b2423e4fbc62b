// A figure of the rules as a board: what it tells of can be done where it stands.

import { api } from "../api.js";
import { Board } from "../board/board.js";
import { t } from "../state/texts.js";
import { NOBODY, told, toldScene } from "../state/wording.js";
import { areMany, moveName, Slider, unplaced } from "./choices.js";
import { announce, h, replace, toast } from "./dom.js";
import { knock } from "./sound.js";

/** @typedef {import("../types").FigureState} FigureState */
/** @typedef {import("../types").FigureTry} FigureTry */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../board/board.js").BoardHandlers} BoardHandlers */

const NARROW = 520; // pixels

/** @implements {BoardHandlers} */
export class FigureBoard {
  /**
   * @param {HTMLElement} figure
   * @param {string} game
   * @param {HTMLElement} opener what has the keyboard again once it is closed
   */
  constructor(figure, game, opener) {
    this.figure = figure;
    this.game = game;
    this.opener = opener;
    this.name = figure.dataset.figure ?? "";
    this.picture = /** @type {HTMLElement} */ (figure.querySelector(".figure-picture"));
    this.board = new Board(h("div"), this);
    this.said = h("p", { class: "figure-said" });
    this.choices = h("div", { class: "choices" });
    this.slider = new Slider((move) => this.play(move));
    this.back = h("button", { class: "button plain-button", on: { click: () => void this.takeBack() } }, t("Back"));
    const done = h("button", { class: "button plain-button", on: { click: () => this.close() } }, t("Done"));
    this.root = h(
      "div",
      { class: "figure-live", role: "group", lang: document.documentElement.lang, "aria-label": t("Board") },
      h("div", { class: "figure-place" }, this.board.root),
      this.said,
      this.choices,
      h("div", { class: "row figure-actions" }, this.back, done),
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    /** @type {string[]} all that was done so far, chance's part too */
    this.moves = [];
    /** @type {string[][]} the same as it was before each move */
    this.trail = [];
    /** What was said last of what happened here. */
    this.line = "";
    this.visit = 0;
    this.quarter = 0;
    /** Whether there is so little room that the drawing is wanted for an upright place. */
    this.tall = document.documentElement.clientWidth < NARROW;
  }

  /** Put the board in the picture's place. */
  async begin() {
    const state = await this.ask({});
    this.picture.hidden = true;
    this.figure.classList.add("live");
    this.picture.after(this.root);
    this.show(state);
    this.board.keyboard.hadFocus = true; // whoever opened it wants to go on there
    this.board.focus();
  }

  close() {
    this.visit += 1;
    this.root.remove();
    this.picture.hidden = false;
    this.figure.classList.remove("live");
    this.opener.focus({ preventScroll: true });
  }

  /** @param {FigureTry} wish @returns {Promise<FigureState>} */
  ask(wish) {
    return api.tryFigure(this.game, this.name, { moves: this.moves, quarter: this.quarter, tall: this.tall, ...wish });
  }

  /** @param {FigureState} state */
  show(state) {
    const scene = toldScene(state.scene, NOBODY);
    this.moves = state.moves;
    this.line = scene.result?.text ?? (state.moves.length ? [...(scene.last?.says ?? []).slice(-1), scene.status].join(" ") : (scene.prompts[""] ?? scene.status));
    this.back.disabled = !this.trail.length;
    replace(this.said, this.line);
    announce(this.line);
    void this.board.show(scene);
    const { width, height } = /** @type {SVGSVGElement} */ (this.board.showing.svg).viewBox.baseVal;
    this.root.style.setProperty("--shape", `${width} / ${height}`);
    this.board.point(state.hint);
    if (this.board.keyboard.hadFocus) this.board.focus();
  }

  async takeBack() {
    this.moves = this.trail.pop() ?? [];
    await this.again({}).catch((error) => toast(error.message));
    if (this.back.disabled) this.board.focus();
  }

  /** @param {FigureTry} wish */
  async again(wish) {
    const mine = ++this.visit;
    const state = await this.ask(wish);
    if (mine !== this.visit) return;
    this.show(state);
  }

  // -- what the board asks for

  /** @param {Move} move */
  play(move) {
    const before = this.moves;
    this.trail.push(before);
    this.again({ move: move.move }).then(() => knock(), (error) => {
      this.trail.pop();
      this.board.restoreChoice();
      toast(error.message);
    });
  }

  /** @param {Move} move */
  async sceneAfter(move) {
    return this.ask({ move: move.move, preview: true }).then(
      (state) => state.scene,
      () => null,
    );
  }

  /** @param {Move | null} move */
  previewed(move) {
    replace(this.said, move ? move.says : this.line);
    this.said.classList.toggle("quiet", move !== null);
  }

  choiceChanged() {
    const hidden = unplaced(this.board);
    if (areMany(hidden)) return replace(this.choices, this.slider.draw(hidden));
    replace(
      this.choices,
      hidden.map((move) => h("button", { class: "chip", title: move.says, on: { click: () => this.play(move) } }, moveName(move))),
    );
  }

  pointedAt() {}

  /** @param {string[]} touched */
  refusedTouch(touched) {
    this.ask({ touched })
      .then(({ says }) => {
        if (!says) return;
        this.line = told(says, NOBODY);
        replace(this.said, this.line);
        announce(this.line);
      })
      .catch((error) => toast(error.message));
  }

  /** @param {number} way quarters */
  turn(way) {
    this.quarter = (this.quarter + way + 4) % 4;
    this.again({}).catch((error) => toast(error.message));
  }

  /** Whatever is done can be taken back, so that nothing is to be confirmed. @returns {"never"} */
  confirmation() {
    return "never";
  }
}
