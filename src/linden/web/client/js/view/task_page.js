// A board on which a move is to be found: what puzzles and moments of a game share.

import { t } from "../state/texts.js";
import { readerOf, toldScene } from "../state/wording.js";
import { barPage } from "./bar.js";
import { BoardPage } from "./board_page.js";
import { areMany, moveName, Slider, unplaced } from "./choices.js";
import { h, replace, toast } from "./dom.js";
import { knock } from "./sound.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").ReviewTable} ReviewTable */

export class TaskPage extends BoardPage {
  /**
   * @param {HTMLElement} root
   * @param {ReviewTable} table
   * @param {string} name what the panel beside the board is called
   */
  constructor(root, table, name) {
    super();
    this.table = table;
    /** @type {string[]} moves of the answer that are on the board */
    this.made = [];
    this.done = false;
    this.gone = false;
    this.visit = 0;
    /** @type {Scene | null} */
    this.scene = null;
    this.head = h("h2", { class: "headline" });
    this.line = h("p", { class: "line quiet" });
    this.choices = h("div", { class: "choices" });
    this.slider = new Slider((move) => this.play(move));
    this.panel = h("section", { class: "puzzle-panel", "aria-label": name });
    this.root.classList.add("review", "puzzle");
    this.seats.append(this.panel);
    this.record.hidden = true;
    this.layOut(
      root,
      this.boardPlace,
      h(
        "div",
        { class: "say" },
        h("div", { class: "say-words", role: "group", tabindex: "0", "aria-label": t("What is going on") }, this.head, this.line),
        h("div", { class: "review-steps" }, this.choices),
      ),
    );
  }

  leave() {
    super.leave();
    this.gone = true;
  }

  redraw() {
    void this.show();
  }

  get reader() {
    return readerOf(this.table);
  }

  // -- what each page does in its own way

  /** The board after moves. @param {string[]} _moves @param {boolean} [_brief] @returns {Promise<Scene>} */
  ask(_moves, _brief) {
    throw new Error("A page with a task asks for its board.");
  }

  /** @param {string[]} _moves */
  async attempt(_moves) {}

  drawWords() {}

  drawPanel() {}

  drawActions() {}

  // -- parts

  /** Show the position, or what the answer has made of it so far. */
  async show() {
    const mine = ++this.visit;
    const scene = toldScene(await this.ask(this.made, this.done), this.reader);
    if (mine !== this.visit || this.gone) return;
    const forward = this.scene && scene.ply > this.scene.ply;
    this.scene = scene;
    this.draw();
    if (forward) setTimeout(() => knock(), 130);
    await this.board.show(scene);
  }

  /** @param {Move} move */
  play(move) {
    this.attempt([...this.made, move.move]).catch((error) => {
      toast(error.message);
      this.board.restoreChoice();
    });
  }

  draw() {
    this.drawWords();
    this.drawPanel();
    this.drawActions();
  }

  /** @param {string} title */
  drawBar(title) {
    const { game } = this.table;
    document.title = t("{page} · Linden", { page: title });
    barPage(
      h("div", { class: "bar-titles" }, h("h1", { class: "bar-title" }, title), this.rulesLine(game.rules)),
      h("span", { class: "bar-space" }),
      this.barButtons(game.name),
    );
  }

  /** @param {string} kind @param {string} text @param {() => void} act */
  button(kind, text, act) {
    return h("button", { class: `button ${kind}`.trim(), on: { click: act } }, text);
  }

  // -- what the board asks for

  /** @param {Move} move @returns {Promise<Scene | null>} */
  async sceneAfter(move) {
    return this.ask([...this.made, move.move], true).catch(() => null);
  }

  /** @param {Move | null} move */
  previewed(move) {
    if (move) {
      replace(this.head, move.says);
      replace(this.line, t("Touch to try it."));
    } else this.drawWords();
  }

  choiceChanged() {
    const hidden = this.done ? [] : unplaced(this.board);
    if (areMany(hidden)) return replace(this.choices, this.slider.draw(hidden));
    const spoken = this.board.choice.touched.length > 0;
    replace(
      this.choices,
      hidden.map((move) => h("button", { class: "chip", title: move.says, on: { click: () => this.play(move) } }, spoken ? move.says : moveName(move))),
    );
  }
}
