// Review: step through a game, try other lines, see what the computer thinks of each move.

import { api, Refusal } from "../api.js";
import { back, on, tryMove } from "../state/line.js";
import { settings } from "../state/settings.js";
import { figure, percent, t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { Board } from "./board.js";
import { copyLink, dialog, helpOverlay } from "./dialogs.js";
import { announce, emblem, h, replace, toast } from "./dom.js";
import { savePng, saveSvg } from "./download.js";
import { graph } from "./graph.js";
import { HistoryList } from "./history.js";
import { icon } from "./icons.js";
import { rulesDrawer } from "./rules.js";
import { knock } from "./sound.js";
import { TruthLine } from "./truth.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").ReviewTable} ReviewTable */
/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").Judgement} Judgement */
/** @typedef {import("../state/line.js").Place} Place */

const POLL = 700; // milliseconds between two questions how far the analysis is
const narrow = matchMedia("(max-width: 48rem)");

/** @type {import("../router.js").Page} */
export async function review(root, { id }) {
  const table = await api.review(id);
  const asked = Number(new URLSearchParams(location.search).get("ply") ?? table.history.length);
  const ply = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), table.history.length) : 0;
  const view = new ReviewView(root, table, null, { ply, tried: [] });
  await view.show();
  void view.analyse();
  void view.truth.ask();
  return () => view.leave();
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
  const page = await api.game(game);
  const { seats } = await api.check(game, options);
  const view = new ReviewView(root, alone(page, seats), start, { ply: 0, tried: [] });
  await view.show();
  return () => view.leave();
}

/**
 * A position without a game around it.
 * @param {import("../types").GamePage} page
 * @param {string[]} roles
 * @returns {ReviewTable}
 */
function alone(page, roles) {
  return {
    id: "",
    game: {
      name: page.card.name,
      title: page.card.title,
      options: {},
      players: roles.length,
      hidden: page.hidden,
      chance: page.chance,
      points: page.points,
    },
    seats: roles.map((role, index) => ({
      index,
      role,
      label: "",
      kind: "person",
      level: null,
      you: false,
      present: false,
      link: null,
    })),
    history: [],
    over: false,
    result: null,
  };
}

class ReviewView {
  /**
   * @param {HTMLElement} root
   * @param {ReviewTable} table
   * @param {{ game: string, options: object, position: string | null } | null} start
   * @param {Place} place
   */
  constructor(root, table, start, place) {
    this.table = table;
    this.start = start;
    this.place = place;
    this.quarter = 0;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.analysing = false;
    this.truth = new TruthLine(table.game, () => void this.analyse());
    this.gone = false;
    this.visit = 0;

    this.boardPlace = h("div", { class: "board-place" });
    this.head = h("p", { class: "headline" });
    this.line = h("p", { class: "line quiet" });
    this.steps = h("div", { class: "steps", role: "toolbar", "aria-label": t("Steps") });
    this.insight = h("div", { class: "insight" });
    this.graphPlace = h("div", { class: "graph-place" });
    /** @type {Map<number, string>} */
    this.grades = new Map();
    this.history = new HistoryList(
      (ply) => this.go({ ply, tried: [] }),
      (entry) => this.grades.get(entry.ply) ?? "",
    );
    this.choices = h("div", { class: "choices" });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("Table") });
    this.board = new Board(h("div"), {
      play: (move) => this.try(move),
      preview: (move) => this.preview(move),
      touched: () => this.drawChoices(),
      turn: (way) => this.turn(way),
      after: (move) => this.after(move),
      confirm: () => (settings.confirm === "always" ? "never" : settings.confirm),
    });
    this.board.root.classList.add("hushed");
    this.boardPlace.append(this.board.root);
    replace(
      root,
      h(
        "div",
        { class: "table review" },
        h(
          "section",
          { class: "stage", "aria-label": t("Board") },
          this.boardPlace,
          h("div", { class: "say" }, h("div", { class: "say-words" }, this.head, this.line), h("div", { class: "review-steps" }, this.choices, this.steps)),
        ),
        h("div", { class: "seats" }, this.graphPlace, this.insight, this.truth.root),
        h("div", { class: "record" }, this.history.root),
        this.actions,
      ),
    );
    this.key = this.key.bind(this);
    document.addEventListener("keydown", this.key);
    this.relook = () => void this.show();
    narrow.addEventListener("change", this.relook);
    this.drawBar();
    this.drawActions();
  }

  leave() {
    this.gone = true;
    this.truth.leave();
    document.removeEventListener("keydown", this.key);
    narrow.removeEventListener("change", this.relook);
  }

  get looks() {
    return { tall: narrow.matches, quarter: this.quarter };
  }

  get last() {
    return this.table.history.length;
  }

  /**
   * The scene of a place.
   * @param {Place} place
   * @returns {Promise<Scene>}
   */
  ask({ ply, tried }) {
    const from = this.start ?? { table: this.table.id, ply };
    return api.line({ ...from, moves: tried }, this.looks);
  }

  async show() {
    const mine = ++this.visit;
    const scene = await this.ask(this.place);
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
      history.replaceState(null, "", `/t/${this.table.id}/review?ply=${place.ply}`);
    }
    this.show().catch((error) => toast(error.message));
  }

  /** @param {Move} move */
  try(move) {
    const played = this.table.history[this.place.ply]?.move;
    this.go(tryMove(this.place, move.move, played));
  }

  /** @param {Move} move @returns {Promise<Scene | null>} */
  after(move) {
    return this.ask({ ply: this.place.ply, tried: [...this.place.tried, move.move] }).catch(() => null);
  }

  /** @param {number} way */
  turn(way) {
    if (!this.scene?.turns) return;
    this.quarter = (this.quarter + way + 4) % 4;
    void this.show();
  }

  /** @param {Move | null} move */
  preview(move) {
    if (!this.scene) return;
    if (move) {
      replace(this.head, move.says);
      replace(this.line, t("Touch to try it."));
    } else this.drawWords();
  }

  // -- drawing

  draw() {
    this.drawWords();
    this.drawSteps();
    this.drawHistory();
    this.drawAnalysis();
  }

  drawBar() {
    const { table } = this;
    document.title = t("{game}: review · Linden", { game: table.game.title });
    barPage(
      h("h1", { class: "bar-title" }, t("{game}: review", { game: table.game.title })),
      h("span", { class: "bar-space" }),
      h("button", { class: "icon-button", title: t("Rules"), "aria-label": t("Rules"), on: { click: () => void rulesDrawer(table.game.name) } }, icon("book")),
      h("button", { class: "icon-button wide-only", title: t("Keys and help"), "aria-label": t("Keys and help"), on: { click: helpOverlay } }, icon("help")),
    );
  }

  drawWords() {
    const { scene, place } = this;
    if (!scene) return;
    const tried = place.tried.length;
    const said = scene.last?.says.at(-1);
    this.head.className = `headline ${tried ? "trying" : ""}`;
    if (tried) replace(this.head, t("Trying: {moves}", { moves: place.tried.join(" ") }));
    else replace(this.head, scene.result && place.ply === this.last ? scene.result.text : said ?? t("The start"));
    const scores = this.table.seats.map((seat) => `${seat.role} ${figure(scene.scores[seat.index] ?? 0)}`).join(", ");
    replace(this.line, [tried ? said : scene.status, scores].filter(Boolean).map((text) => h("span", null, text)));
    announce(said ?? scene.status);
  }

  drawSteps() {
    const { place } = this;
    const button = (
      /** @type {Parameters<typeof icon>[0]} */ picture,
      /** @type {string} */ text,
      /** @type {Place} */ to,
      /** @type {boolean} */ possible,
    ) =>
      h("button", { class: "icon-button", title: text, "aria-label": text, disabled: !possible, on: { click: () => this.go(to) } }, icon(picture));
    const begun = place.ply > 0 || place.tried.length > 0;
    const more = place.ply < this.last && !place.tried.length;
    replace(
      this.steps,
      place.tried.length > 0 &&
        h("button", { class: "button", on: { click: () => this.go({ ply: place.ply, tried: [] }) } }, t("Back to the game")),
      button("first", t("To the start"), { ply: 0, tried: [] }, begun),
      button("left", t("Back"), back(place), begun),
      button("right", t("Forward"), on(place, this.last), more),
      button("last", t("To the end"), { ply: this.last, tried: [] }, more),
    );
  }

  drawHistory() {
    this.grades = new Map(this.analysis?.plies.map((one) => [one.ply, one.grade]));
    this.history.update(this.table, this.place.ply);
  }

  drawChoices() {
    const { choice } = this.board;
    const hidden = choice.touched.length ? [] : choice.open.filter((move) => !move.touches.some((mark) => this.board.has(mark)));
    replace(
      this.choices,
      hidden.slice(0, 8).map((move) => h("button", { class: "chip", title: move.says, on: { click: () => this.try(move) } }, move.move)),
    );
  }

  drawActions() {
    const { table } = this;
    const action = (/** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button", { class: "action", on: { click: act } }, icon(picture), h("span", null, text));
    replace(
      this.actions,
      table.id && h("a", { class: "action", href: `/t/${table.id}` }, icon("left"), h("span", null, t("Table"))),
      table.id && action("down", t("Download"), () => this.downloads()),
      action("link", t("Link"), () => this.link()),
      h("a", { class: "action", href: `/new/${table.game.name}` }, icon("again"), h("span", null, t("New table"))),
    );
  }

  // -- what the computer thinks

  /** Ask until all moves are judged; once more when they can be judged exactly. */
  async analyse() {
    if (this.analysing) return;
    this.analysing = true;
    await this.hearAnalysis();
    this.analysing = false;
  }

  async hearAnalysis() {
    while (!this.gone) {
      try {
        const analysis = await api.analysis(this.table.id);
        if (this.gone) return;
        const more = analysis.plies.length !== this.analysis?.plies.length || analysis.plies[0]?.truth !== this.analysis.plies[0]?.truth;
        this.analysis = analysis;
        this.drawAnalysis();
        if (more) this.drawHistory();
        if (analysis.error || analysis.done >= analysis.of) return;
      } catch (error) {
        replace(this.insight, h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  drawAnalysis() {
    const { analysis, place, table } = this;
    if (!analysis) return replace(this.graphPlace);
    if (analysis.error) return replace(this.insight, h("p", { class: "quiet" }, analysis.error));
    replace(
      this.graphPlace,
      analysis.plies.length > 0 && this.legend(),
      analysis.plies.length > 0 &&
        graph(table.game.name, analysis.plies, this.last, table.seats, place.ply, (ply) => this.go({ ply, tried: [] })),
      analysis.done < analysis.of &&
        h(
          "p",
          { class: "quiet small progress" },
          t("Looking at the moves: {done} of {of}", { done: analysis.done, of: analysis.of }),
          h("progress", { max: analysis.of, value: analysis.done }),
        ),
    );
    const next = analysis.plies.find((one) => one.ply === place.ply + 1);
    const made = analysis.plies.find((one) => one.ply === place.ply);
    replace(this.insight, !place.tried.length && made && this.verdict(made), !place.tried.length && next && this.advice(next));
  }

  /** Whose chances the graph shows. */
  legend() {
    const { analysis, place, table } = this;
    const here = analysis?.plies.find((one) => one.ply === place.ply + 1) ?? analysis?.plies.at(-1);
    return h(
      "p",
      { class: "graph-legend small" },
      table.seats.map((seat) =>
        h("span", null, emblem(table.game.name, seat.emblem, seat.index), seat.role, " ", h("strong", null, percent(here?.win[seat.index] ?? 0))),
      ),
    );
  }

  /** What the move just made was worth. @param {Judgement} made */
  verdict(made) {
    const grades = {
      best: t("the best move"),
      good: t("a good move"),
      slip: t("a slip"),
      mistake: t("a mistake"),
      blunder: t("a blunder"),
      forced: t("the only move"),
    };
    const role = this.table.seats[made.seat]?.role ?? "";
    return h(
      "p",
      { class: `verdict ${made.grade}` },
      h("span", { class: `grade ${made.grade}` }),
      t("{role} played {move}, {grade}.", { role, move: made.move, grade: grades[made.grade] }),
      made.loss >= 0.005 && !made.truth && ` ${t("It gave away {share}.", { share: percent(made.loss) })}`,
      made.cost > 0 && ` ${t("It cost {points} of the margin.", { points: figure(made.cost) })}`,
      made.best !== made.move && (made.loss >= 0.005 || made.cost > 0) && this.instead(made),
    );
  }

  /** @param {Judgement} made */
  instead(made) {
    const show = () => this.go({ ply: made.ply - 1, tried: [made.best] });
    return [" ", h("button", { class: "as-link", title: made.bestSays, on: { click: show } }, t("Better: {move}", { move: made.best }))];
  }

  /** The best move here. @param {Judgement} next */
  advice(next) {
    const show = () => this.go({ ply: next.ply - 1, tried: [next.best] });
    return h(
      "p",
      { class: "advice quiet small" },
      t("Best now: {move}", { move: "" }),
      h("button", { class: "as-link", on: { click: show } }, next.best),
      next.truth ? `. ${next.truth} ${next.bestSays}` : ` ${percent(next.gain)}${next.exact ? `, ${t("exact")}` : ""}. ${next.bestSays}`,
    );
  }

  // -- to take along

  downloads() {
    const { id, game } = this.table;
    const name = `${game.name}-${id}`;
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    const drawing = () => api.picture(id, this.place.ply, dark ? "dark" : "light", this.looks);
    const attempt = (/** @type {() => Promise<void>} */ act) => () => void act().catch((error) => toast(error.message));
    const box = dialog(
      t("Take it along"),
      h(
        "div",
        { class: "download-list" },
        h("a", { class: "button", href: `/api/tables/${id}/record?format=text`, download: `${name}.linden` }, t("The game as text")),
        h("a", { class: "button", href: `/api/tables/${id}/record?format=json`, download: `${name}.json` }, t("The game as JSON")),
        h("button", { class: "button", on: { click: attempt(async () => saveSvg(await drawing(), `${name}.svg`)) } }, t("This position as SVG")),
        h("button", { class: "button", on: { click: attempt(async () => savePng(await drawing(), `${name}.png`)) } }, t("This position as PNG")),
      ),
      h("div", { class: "row" }, h("button", { class: "button plain-button", on: { click: () => box.close() } }, t("Close"))),
    );
  }

  link() {
    const { scene, table } = this;
    if (!scene) return;
    const options = this.start?.options ?? table.game.options;
    const query = new URLSearchParams({ position: scene.text });
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    const box = dialog(
      t("Links"),
      copyLink(t("This position"), `${location.origin}/p/${table.game.name}?${query}`),
      table.id && copyLink(t("This moment"), `${location.origin}/t/${table.id}/review?ply=${this.place.ply}`),
      h("div", { class: "row" }, h("button", { class: "button", on: { click: () => box.close() } }, t("Close"))),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches?.("input,select,textarea") || document.querySelector("dialog[open]")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(back(this.place)),
      ArrowRight: () => this.go(on(this.place, this.last)),
      Home: () => this.go({ ply: 0, tried: [] }),
      End: () => this.go({ ply: this.last, tried: [] }),
      Escape: () => (this.place.tried.length ? this.go({ ply: this.place.ply, tried: [] }) : this.board.cancel()),
      "[": () => this.turn(-1),
      "]": () => this.turn(1),
      "?": () => helpOverlay(),
      b: () => this.board.focus(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
