// Review: step through a game, try other lines, see what the computer thinks of each move.

import { api, Refusal } from "../api.js";
import { readdress } from "../router.js";
import { back, on, tryMove } from "../state/line.js";
import { settings } from "../state/settings.js";
import { figure, t } from "../state/texts.js";
import { readerOf, subject, toldReview, toldScene } from "../state/wording.js";
import { AnalysisView } from "./analysis.js";
import { barPage } from "./bar.js";
import { withoutGame } from "./bare_table.js";
import { BoardPage } from "./board_page.js";
import { areMany, moveName, Slider, unplaced } from "./choices.js";
import { announce, fill, h, replace, sentences, toast } from "./dom.js";
import { HistoryList } from "./history.js";
import { icon } from "./icons.js";
import { MomentsPanel } from "./moments.js";
import { PlansPanel } from "./plans.js";
import { ReviewActions } from "./review_actions.js";
import { knock } from "./sound.js";
import { StudyPanel } from "./study.js";
import { TablebaseLine } from "./tablebase_line.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").ReviewTable} ReviewTable */
/** @typedef {import("../state/line.js").Place} Place */
/** @typedef {{ game: string, options: Record<string, unknown>, position: string | null }} Start */

/** @type {import("../router.js").Page} */
export async function review(root, { id }) {
  const table = toldReview(await api.review(id));
  const asked = Number(new URLSearchParams(location.search).get("ply") ?? table.history.length);
  const ply = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), table.history.length) : 0;
  const page = new ReviewPage(root, table, null, { ply, tried: [] });
  await page.show();
  page.analysis.open();
  void page.tablebase.ask();
  return () => page.leave();
}

/** A position by itself, from a link. @type {import("../router.js").Page} */
export async function position(root, { game }) {
  const query = new URLSearchParams(location.search);
  /** @type {Record<string, unknown>} */
  let options = {};
  try {
    options = JSON.parse(query.get("options") || "{}");
  } catch {
    throw new Refusal(400, t("The options in this link cannot be read."));
  }
  const start = { game, options, position: query.get("position") };
  const about = await api.game(game);
  const checked = await api.check(game, options);
  const page = new ReviewPage(root, withoutGame(about, checked, options), start, { ply: 0, tried: [] });
  await page.show();
  return () => page.leave();
}

export class ReviewPage extends BoardPage {
  /**
   * @param {HTMLElement} root
   * @param {ReviewTable} table
   * @param {Start | null} start
   * @param {Place} place
   */
  constructor(root, table, start, place) {
    super();
    this.table = table;
    this.boardPlace.lang = table.game.lang;
    this.start = start;
    this.place = place;
    /** @type {Scene | null} */
    this.scene = null;
    this.gone = false;
    this.visit = 0;

    this.does = new ReviewActions(this);
    /** @type {number | null} the seat at the near side, where it was turned */
    this.near = null;
    this.study = start && new StudyPanel(this);
    this.plans = table.plan && new PlansPanel(this, table.plan);
    this.analysis = new AnalysisView(table, {
      go: (where) => this.go(where),
      judged: () => this.drawHistory(),
      finished: () => void this.moments.load(),
      judge: ({ ply, tried }, move) => api.judgement({ ...this.from(ply), moves: tried, move }),
    });
    this.moments = new MomentsPanel(table, (ply) => this.go({ ply, tried: [] }));
    this.tablebase = new TablebaseLine(table.game, () => void this.analysis.ask());
    this.head = h("p", { class: "headline" });
    this.line = h("p", { class: "line quiet" });
    this.steps = h("div", { class: "steps", role: "toolbar", "aria-label": t("Steps") });
    this.choices = h("div", { class: "choices" });
    this.slider = new Slider((move) => this.play(move));
    /** @type {Map<number, string>} */
    this.grades = new Map();
    this.history = new HistoryList(
      (ply) => this.go({ ply, tried: [] }),
      (entry) => this.grades.get(entry.ply) ?? "",
    );
    this.root.classList.add("review");
    this.board.root.classList.add("hushed");
    fill(this.seats, this.analysis.graphPlace, this.analysis.insight, this.tablebase.root, this.moments.root, this.study?.root, this.plans?.root);
    this.record.append(this.history.root);
    this.record.hidden = !table.id; // a position by itself has no moves before it
    this.layOut(
      root,
      this.boardPlace,
      h(
        "div",
        { class: "say" },
        h("div", { class: "say-words", role: "group", tabindex: "0", "aria-label": t("What is going on") }, this.head, this.line),
        h("div", { class: "review-steps" }, this.choices, this.steps),
      ),
    );
    this.drawBar();
    this.does.draw();
  }

  leave() {
    super.leave();
    this.gone = true;
    this.analysis.leave();
    this.tablebase.leave();
  }

  redraw() {
    void this.show();
  }

  /** The ply of the end. */
  get last() {
    return this.table.history.length;
  }

  get look() {
    return { ...super.look, near: this.near };
  }

  /** See the board from the next seat. */
  turnAround() {
    this.near = ((this.near ?? this.table.seats.find((seat) => seat.you)?.index ?? 0) + 1) % this.table.seats.length;
    this.redraw();
  }

  /** Where a line begins. @param {number} ply */
  from(ply) {
    return this.start ?? { table: this.table.id, ply };
  }

  /** Study another position. @param {string | null} position */
  begin(position) {
    if (!this.start) return;
    this.start.position = position;
    this.analysis.branch.forget();
    const query = new URLSearchParams(location.search);
    if (position === null) query.delete("position");
    else query.set("position", position);
    readdress(`${location.pathname}?${query}`);
    this.go({ ply: 0, tried: [] });
  }

  /**
   * The scene of a place.
   * @param {Place} place
   * @returns {Promise<Scene>}
   */
  ask({ ply, tried }) {
    return api.line({ ...this.from(ply), moves: tried, edit: this.study?.editing ?? false }, this.look);
  }

  async show() {
    const mine = ++this.visit;
    const scene = toldScene(await this.ask(this.place), readerOf(this.table));
    if (mine !== this.visit || this.gone) return;
    const forward = this.scene && scene.ply > this.scene.ply;
    this.scene = scene;
    this.draw();
    if (forward) setTimeout(() => knock(), 130);
    await this.board.show(scene);
  }

  /** @param {Place} place */
  go(place) {
    this.place = place;
    if (this.table.id) {
      readdress(`/t/${this.table.id}/review?ply=${place.ply}`);
    }
    this.show().catch((error) => toast(error.message));
  }

  /** One step back: in the line, or to the position that was set up before. */
  stepBack() {
    if (this.place.ply || this.place.tried.length) this.go(back(this.place));
    else this.study?.undo();
  }

  // -- what the board asks for

  /** Try a move. @param {Move} move */
  play(move) {
    if (this.study?.editing) return this.study.put(move.move);
    const played = this.table.history[this.place.ply]?.move;
    this.go(tryMove(this.place, move.move, played));
  }

  /** @param {Move} move @returns {Promise<Scene | null>} */
  async sceneAfter(move) {
    if (this.study?.editing) return null;
    return this.ask({ ply: this.place.ply, tried: [...this.place.tried, move.move] }).catch(() => null);
  }

  /** @param {Move | null} move */
  previewed(move) {
    if (!this.scene) return;
    if (move) {
      replace(this.head, move.says);
      replace(this.line, this.study?.editing ? "" : t("Touch to try it."));
    } else this.drawWords();
  }

  choiceChanged() {
    this.drawChoices();
  }

  confirmation() {
    return settings.confirm === "always" ? "never" : settings.confirm;
  }

  // -- drawing

  draw() {
    this.drawWords();
    this.drawSteps();
    this.drawHistory();
    this.analysis.draw(this.place);
    if (!this.study?.editing) this.analysis.follow(this.place);
    if (this.scene) this.study?.draw(this.scene);
    this.plans?.draw();
    this.does.draw();
  }

  drawBar() {
    const { game } = this.table;
    const title = this.study ? t("{game}: study", { game: game.title }) : t("{game}: review", { game: game.title });
    document.title = t("{page} · Linden", { page: title });
    barPage(
      h("div", { class: "bar-titles" }, h("h1", { class: "bar-title" }, title), this.rulesLine(game.rules)),
      h("span", { class: "bar-space" }),
      this.barButtons(game.name),
    );
  }

  drawWords() {
    const { scene, place } = this;
    if (!scene) return;
    const tried = place.tried.length;
    const said = scene.last?.says.at(-1);
    this.head.className = `headline ${tried ? "trying" : ""}`;
    if (tried) replace(this.head, t("Trying: {moves}", { moves: place.tried.join(" ") }));
    else replace(this.head, scene.result && place.ply === this.last ? scene.result.text : said ?? (this.study ? scene.status : t("The start")));
    const scores = this.table.seats.map((seat) => `${subject(readerOf(this.table), seat)} ${figure(scene.scores[seat.index] ?? 0)}`).join(", ");
    const under = tried ? said : said || !this.study ? scene.status : "";
    replace(this.line, sentences([under ?? "", scores]));
    announce(said ?? scene.status);
  }

  drawSteps() {
    const { place } = this;
    const button = (
      /** @type {import("./board_page.js").IconName} */ picture,
      /** @type {string} */ text,
      /** @type {() => void} */ step,
      /** @type {boolean} */ possible,
    ) =>
      h("button", { class: "icon-button", title: text, "aria-label": text, disabled: !possible, on: { click: step } }, icon(picture));
    const begun = place.ply > 0 || place.tried.length > 0;
    const more = place.ply < this.last && !place.tried.length;
    replace(
      this.steps,
      place.tried.length > 0 &&
        !this.study &&
        h("button", { class: "button", on: { click: () => this.go({ ply: place.ply, tried: [] }) } }, t("Back to the game")),
      button("first", t("To the start"), () => this.go({ ply: 0, tried: [] }), begun),
      button("left", t("Back"), () => this.stepBack(), begun || Boolean(this.study?.trail.length)),
      button("right", t("Forward"), () => this.go(on(place, this.last)), more),
      button("last", t("To the end"), () => this.go({ ply: this.last, tried: [] }), more),
    );
  }

  drawHistory() {
    this.grades = this.analysis.grades;
    this.history.update(this.table, this.place.ply);
  }

  /** Moves that cannot be told apart by touching: those without a place, or with the same. */
  drawChoices() {
    const hidden = unplaced(this.board);
    if (areMany(hidden)) return replace(this.choices, this.slider.draw(hidden));
    const spoken = this.study?.editing || this.board.choice.touched.length > 0;
    replace(
      this.choices,
      hidden.map((move) => h("button", { class: "chip", title: move.says, on: { click: () => this.play(move) } }, spoken ? move.says : moveName(move))),
    );
  }

  keys() {
    return {
      ArrowLeft: () => this.stepBack(),
      ArrowRight: () => this.go(on(this.place, this.last)),
      Home: () => this.go({ ply: 0, tried: [] }),
      End: () => this.go({ ply: this.last, tried: [] }),
      Escape: () => (this.place.tried.length ? this.go({ ply: this.place.ply, tried: [] }) : this.board.cancel()),
    };
  }
}
