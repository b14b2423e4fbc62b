// What the table and the review share: a board with words below it, something beside it, and keys.

import { Board } from "../board/board.js";
import { styled } from "../router.js";
import { settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { rulesInWords } from "../state/wording.js";
import { helpOverlay } from "./dialogs.js";
import { h, later, replace, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../board/board.js").BoardHandlers} BoardHandlers */
/** @typedef {Parameters<typeof icon>[0]} IconName */

const UPRIGHT = 1.05; // a place for the board that is narrower than so many heights is upright

/**
 * A page around a board; what its board asks for, the page itself answers.
 * @implements {BoardHandlers}
 */
export class BoardPage {
  constructor() {
    this.quarter = 0;
    this.board = new Board(h("div"), this);
    this.boardPlace = h("div", { class: "board-place" }, this.board.root);
    this.seats = h("div", { class: "seats" });
    this.record = h("div", { class: "record" });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("Table") });
    this.root = h("div", { class: "table" });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.keyPressed(event);
    document.addEventListener("keydown", this.onKey);
    /** Whether the drawing is wanted for an upright place. */
    this.tall = false;
    this.shapes = new ResizeObserver(() => {
      const before = this.tall;
      if (this.measure() !== before) this.redraw();
    });
  }

  /**
   * Put the page together.
   * @param {HTMLElement} place
   * @param {...(import("./dom.js").Child)} stage what stands with the board
   */
  layOut(place, ...stage) {
    const section = h("section", { class: "stage", "aria-label": t("Board") }, ...stage);
    this.root.append(section, this.seats, this.record, this.actions);
    replace(place, this.root);
    this.measure();
    this.shapes.observe(this.boardPlace);
  }

  /** See which shape the place for the board has. */
  measure() {
    const { clientWidth, clientHeight } = this.boardPlace;
    if (clientWidth && clientHeight) this.tall = clientWidth < UPRIGHT * clientHeight;
    return this.tall;
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    this.shapes.disconnect();
  }

  /** In which shape and from which side the drawing is wanted. */
  get look() {
    return { tall: this.tall, quarter: this.quarter };
  }

  /** @param {number} way quarters */
  turn(way) {
    if (!this.board.scene?.turns) return;
    this.quarter = (this.quarter + way + 4) % 4;
    this.redraw();
  }

  // -- what each page does in its own way

  /** Ask for the drawing in another shape or from another side. */
  redraw() {}

  /** @param {Move} _move */
  play(_move) {}

  /** @param {Move | null} _move @param {boolean} _waiting */
  previewed(_move, _waiting) {}

  choiceChanged() {}

  /** @param {string} _mark */
  pointedAt(_mark) {}

  /** @param {string[]} _touched */
  refusedTouch(_touched) {}

  /** @param {Move} _move @returns {Promise<Scene | null>} */
  async sceneAfter(_move) {
    return null;
  }

  /** @returns {"always" | "touch" | "never"} */
  confirmation() {
    return settings.confirm;
  }

  /** What keys do, by their names. @returns {Record<string, () => void>} */
  keys() {
    return {};
  }

  // -- parts

  /** The buttons of the bar that every board has. @param {string} game */
  barButtons(game) {
    return [
      this.barButton("book", t("Rules"), () => later(Promise.all([import("./rules.js"), styled(["rules"])]), ([{ rulesDrawer }]) => rulesDrawer(game))),
      this.barButton("help", t("Keys and help"), helpOverlay, "wide-only"),
    ];
  }

  /** With which options it is played, in a line; all of it when touched. @param {string[]} rules */
  rulesLine(rules) {
    const said = rulesInWords(rules);
    return h("button", { class: "bar-rules", title: said, "aria-label": t("Played with: {rules}", { rules: said }), on: { click: () => toast(said) } }, said);
  }

  /**
   * @param {IconName} picture
   * @param {string} text
   * @param {() => void} act
   * @param {string} [kind]
   */
  barButton(picture, text, act, kind = "") {
    return h("button", { class: `icon-button ${kind}`.trim(), title: text, "aria-label": text, on: { click: act } }, icon(picture));
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches?.("input,select,textarea")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const act = { ...this.commonKeys(), ...this.keys() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => void>} */
  commonKeys() {
    return {
      "?": () => helpOverlay(),
      "[": () => this.turn(-1),
      "]": () => this.turn(1),
      b: () => this.board.focus(),
    };
  }
}
