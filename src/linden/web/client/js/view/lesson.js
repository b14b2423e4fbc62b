// A lesson: a game learnt on its board, a step at a time. The server judges every try.

import { api } from "../api.js";
import { readdress } from "../router.js";
import { counting, t } from "../state/texts.js";
import { told, toldScene } from "../state/wording.js";
import { barPage } from "./bar.js";
import { BoardPage } from "./board_page.js";
import { moveName, unplaced } from "./choices.js";
import { announce, h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { knock } from "./sound.js";
import { start } from "./starting.js";

/** @typedef {import("../types").LessonPage} Lesson */
/** @typedef {import("../types").LessonState} LessonState */
/** @typedef {import("../types").LessonTry} LessonTry */
/** @typedef {import("../types").Move} Move */

const FIRST_LEVEL = 1; // of the first game

/** @type {import("../router.js").Page} */
export async function lesson(root, { game }) {
  const page = new LessonPage(root, await api.lesson(game));
  const wanted = new URLSearchParams(location.search).get("step");
  const { steps } = page.lesson;
  const asked = steps.findIndex((step) => step.name === wanted);
  const next = steps.findIndex((step) => !step.done);
  await page.begin(Math.max(asked >= 0 ? asked : next, 0));
  return () => page.leave();
}

export class LessonPage extends BoardPage {
  /** @param {HTMLElement} root @param {Lesson} lesson */
  constructor(root, lesson) {
    super();
    this.lesson = lesson;
    this.at = 0;
    /** @type {LessonState | null} */
    this.state = null;
    /** What was answered to the last try, and whether it was right. @type {{ says: string, right: boolean | null }} */
    this.answer = { says: "", right: null };
    this.visit = 0;
    this.gone = false;
    this.title = h("h2", { class: "lesson-title" });
    this.asks = h("p", { class: "lesson-asks" });
    this.said = h("p", { class: "lesson-answer" });
    this.choices = h("div", { class: "choices" });
    this.root.classList.add("lesson");
    this.root.dataset.lesson = lesson.game;
    this.record.hidden = true;
    this.layOut(
      root,
      this.boardPlace,
      h(
        "div",
        { class: "say" },
        h("div", { class: "say-words", role: "group", tabindex: "0", "aria-label": t("What is to be done") }, this.title, this.asks, this.said),
        this.choices,
      ),
    );
    const title = t("{game}: lesson", { game: lesson.title });
    document.title = t("{page} · Linden", { page: title });
    barPage(h("div", { class: "bar-titles" }, h("h1", { class: "bar-title" }, title)), h("span", { class: "bar-space" }), this.barButtons(lesson.game));
  }

  leave() {
    super.leave();
    this.gone = true;
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** Whether everything that the step asks is done. */
  get over() {
    return this.state !== null && this.state.task === this.state.tasks;
  }

  get last() {
    return this.at === this.lesson.steps.length - 1;
  }

  /** @param {LessonTry} wish @returns {Promise<LessonState>} */
  ask(wish) {
    return api.learn(this.lesson.game, this.step.name, { moves: this.state?.moves ?? [], ...wish, ...this.look });
  }

  /** Begin a step. @param {number} at */
  async begin(at) {
    this.at = at;
    this.state = null;
    this.answer = { says: "", right: null };
    readdress(`${location.pathname}?step=${this.step.name}`);
    const state = await this.ask({ moves: [] });
    await this.show(state);
    announce(`${this.step.title}. ${state.asks}`);
  }

  /** @param {number} at */
  goTo(at) {
    if (at < 0 || at >= this.lesson.steps.length) return;
    this.begin(at).catch((error) => toast(error.message));
  }

  /** @param {LessonState} state */
  async show(state) {
    if (this.gone) return;
    const seats = state.roles.map((role, index) => ({ index, role, label: "", kind: "open", you: index === state.learner }));
    this.reader = { seats: /** @type {import("../types").Seat[]} */ (/** @type {unknown} */ (seats)), viewer: { seats: [state.learner] } };
    this.state = { ...state, scene: toldScene(state.scene, this.reader) };
    this.draw();
    await this.board.show(this.state.scene);
  }

  redraw() {
    const mine = ++this.visit;
    this.ask({})
      .then((state) => (mine === this.visit ? this.show(state) : undefined))
      .catch((error) => toast(error.message));
  }

  // -- what the board asks for

  /** Try a move. @param {Move} move */
  play(move) {
    void this.attempt(move.move);
  }

  /** @param {string} move */
  async attempt(move) {
    const mine = ++this.visit;
    const byKeys = this.board.root.contains(document.activeElement);
    try {
      const state = await this.ask({ move });
      if (mine !== this.visit || this.gone) return;
      this.answer = { says: this.told(state.says), right: state.right };
      if (state.right) {
        knock();
        if (state.task === state.tasks) this.step.done = true;
      }
      await this.show(state);
      const more = state.right && !this.over ? ` ${state.asks}` : "";
      announce(this.answer.says + more);
      if (this.over && byKeys) /** @type {HTMLElement | null} */ (this.actions.querySelector(".primary"))?.focus();
    } catch (error) {
      this.board.restoreChoice();
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} sentence */
  told(sentence) {
    return this.reader ? told(sentence, this.reader) : sentence;
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
    replace(this.said, move ? move.says : this.answer.says);
    this.said.className = move ? "lesson-answer quiet" : this.answerClass;
  }

  choiceChanged() {
    this.drawChoices();
  }

  /** @param {string[]} touched */
  refusedTouch(touched) {
    if (this.over) return;
    this.ask({ touched })
      .then(({ says }) => {
        if (this.gone || !says) return;
        this.answer = { says: this.told(says), right: null };
        this.drawWords();
        announce(this.answer.says);
      })
      .catch((error) => toast(error.message));
  }

  /** Point at a move that is right. */
  async help() {
    const state = await this.ask({ help: true });
    if (!this.gone) this.board.point(state.hint);
  }

  /** A wrong try costs nothing, so that nothing is to be confirmed. @returns {"never"} */
  confirmation() {
    return "never";
  }

  // -- drawing

  get answerClass() {
    return `lesson-answer ${this.answer.right ? "right" : this.answer.right === false ? "wrong" : ""}`.trim();
  }

  draw() {
    this.drawDots();
    this.drawWords();
    this.drawActions();
  }

  drawDots() {
    const { steps, title } = this.lesson;
    replace(
      this.seats,
      h(
        "nav",
        { class: "lesson-dots", "aria-label": t("Steps of the lesson") },
        steps.map((step, index) =>
          h(
            "button",
            {
              class: `lesson-dot ${step.done ? "done" : ""}`.trim(),
              title: step.title,
              "aria-label": step.done ? t("Step {number}, done: {title}", { number: index + 1, title: step.title }) : t("Step {number}: {title}", { number: index + 1, title: step.title }),
              "aria-current": index === this.at ? "step" : null,
              on: { click: () => this.goTo(index) },
            },
            step.done ? icon("check") : String(index + 1),
          ),
        ),
      ),
      h("p", { class: "quiet small lesson-of" }, counting("{game} in {n} step", "{game} in {n} steps", steps.length, { game: title })),
    );
  }

  drawWords() {
    const { state } = this;
    if (!state) return;
    replace(this.title, this.step.title);
    const finished = this.over && this.last;
    replace(this.asks, this.over ? (finished ? t("You know all you need. The rest comes by playing.") : "") : state.asks);
    this.asks.hidden = this.over && !finished;
    Object.assign(this.root.dataset, { step: this.step.name, task: state.task, over: this.over });
    this.said.className = this.answerClass;
    replace(this.said, this.answer.says);
    // What was well done is told before what comes next.
    if (this.answer.right) this.title.after(this.said);
    else this.asks.after(this.said);
  }

  drawActions() {
    const { over, last } = this;
    const next = last ? t("Your first game") : t("Next");
    const forward = last
      ? () => void start(this.lesson.game, FIRST_LEVEL).catch((error) => toast(error.message))
      : () => this.goTo(this.at + 1);
    replace(
      this.actions,
      h("button", { class: "button plain-button", disabled: this.at === 0, on: { click: () => this.goTo(this.at - 1) } }, t("Back")),
      over
        ? h("button", { class: "button plain-button", on: { click: () => this.goTo(this.at) } }, t("Once more"))
        : h("button", { class: "button plain-button", on: { click: () => void this.help().catch((error) => toast(error.message)) } }, t("Show me")),
      over
        ? h("button", { class: "button primary", on: { click: forward } }, next)
        : h("button", { class: "button plain-button", disabled: last, on: { click: () => this.goTo(this.at + 1) } }, t("Skip")),
    );
  }

  /** Moves without a place on the board. */
  drawChoices() {
    const hidden = this.over ? [] : unplaced(this.board);
    replace(
      this.choices,
      hidden.map((move) => h("button", { class: "chip", title: move.says, on: { click: () => this.play(move) } }, moveName(move))),
    );
  }

  keys() {
    return {
      ArrowLeft: () => this.goTo(this.at - 1),
      ArrowRight: () => this.goTo(this.at + 1),
      Escape: () => this.board.cancel(),
    };
  }
}
