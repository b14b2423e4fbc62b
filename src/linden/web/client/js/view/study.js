// Study: any position of a game, by its text or set up by hand.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").Scene} Scene */

/** The panel beside a board that belongs to no table. */
export class StudyPanel {
  /** @param {import("./review.js").ReviewPage} page */
  constructor(page) {
    this.page = page;
    this.editing = false;
    /** @type {(string | null)[]} where the board stood before, the latest last */
    this.trail = [];
    this.text = h("textarea", { class: "field study-text", rows: 3, spellcheck: "false", autocapitalize: "off", "aria-label": t("The position as text") });
    this.mistake = h("p", { class: "form-error", role: "alert" });
    this.hand = h("button", { class: "button", on: { click: () => this.edit(!this.editing) } });
    this.told = h("p", { class: "quiet small" });
    this.text.addEventListener("change", () => void this.read());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      void this.read();
    });
    this.root = h(
      "section",
      { class: "study", "aria-label": t("Set up") },
      this.text,
      this.mistake,
      h("div", { class: "row" }, this.hand, h("button", { class: "button plain-button", on: { click: () => this.put(null) } }, t("The start"))),
      this.told,
    );
  }

  /** Show the position of the board. @param {Scene} scene */
  draw(scene) {
    if (document.activeElement !== this.text) this.text.value = scene.text;
    this.hand.hidden = !scene.editable;
    this.hand.setAttribute("aria-pressed", String(this.editing));
    replace(this.hand, this.editing ? t("Done") : t("Set up by hand"));
    replace(
      this.told,
      this.editing
        ? t("Touch what is to be changed. What the rules do not allow does not glow; Back takes a change back.")
        : scene.editable
          ? t("Play moves for everybody, or paste a position.")
          : t("Play moves for everybody, choose what chance brings, or paste a position."),
    );
  }

  /** @param {boolean} editing */
  edit(editing) {
    this.editing = editing;
    this.page.board.root.classList.toggle("hushed", !editing);
    this.page.board.hold(); // what glows now are moves, or changes, and soon the other
    this.page.analysis.branch.forget();
    const { place, scene } = this.page;
    // What is changed is the position on the board, wherever it came from.
    if (place.tried.length && scene) this.put(scene.text);
    else this.page.redraw();
  }

  /** Begin from what is written. */
  async read() {
    const text = this.text.value.trim();
    const { start, scene } = this.page;
    if (!start || !text || text === scene?.text || text === start.position) return;
    try {
      await api.line({ ...start, position: text, brief: true }, {});
      this.put(text);
      this.text.blur(); // which is a change once more, and read already
    } catch (error) {
      replace(this.mistake, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string | null} position */
  put(position) {
    const before = this.page.start?.position ?? null;
    if (before !== position) this.trail.push(before);
    this.set(position);
  }

  /** Take the last change back. */
  undo() {
    const before = this.trail.pop();
    if (before !== undefined) this.set(before);
  }

  /** @param {string | null} position */
  set(position) {
    replace(this.mistake);
    this.page.begin(position);
  }
}
