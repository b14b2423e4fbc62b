// What the computer thinks of a game: a graph, and a verdict on the move at hand.

import { api } from "../api.js";
import { Branch } from "../state/branch.js";
import { figure, percent, t } from "../state/texts.js";
import { isYou, readerOf, subject, told } from "../state/wording.js";
import { emblem, h, replace } from "./dom.js";
import { graph } from "./graph.js";

/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").Judgement} Judgement */
/** @typedef {import("../types").ReviewTable} ReviewTable */
/** @typedef {import("../state/line.js").Place} Place */

const PATIENCE = 300; // milliseconds at one place before it is asked about
const POLL = 700; // milliseconds between two questions how far the analysis is

export class AnalysisView {
  /**
   * @param {ReviewTable} table
   * @param {{
   *   go: (place: Place) => void,
   *   judged: () => void,
   *   finished: () => void,
   *   judge: (place: Place, move: string | null) => Promise<Judgement | null>,
   * }} handlers `judged`: more moves have been judged; `finished`: all have; `judge`: ask about a move of a branch
   */
  constructor(table, handlers) {
    this.table = table;
    this.handlers = handlers;
    this.branch = new Branch(handlers.judge, () => this.draw(this.place));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.graphPlace = h("div", { class: "graph-place" });
    this.insight = h("div", { class: "insight" });
    /** @type {Analysis | null} */
    this.analysis = null;
    this.asking = false;
    this.gone = false;
    /** @type {Place} the one on the board */
    this.place = { ply: 0, tried: [] };
  }

  leave() {
    this.gone = true;
    clearTimeout(this.waiting);
    this.branch.forget();
  }

  /** What was said of each move, by the ply it leads to. @returns {Map<number, string>} */
  get grades() {
    return new Map(this.analysis?.plies.map((one) => [one.ply, one.grade]));
  }

  /** Ask for the analysis, or say why there is none yet. */
  open() {
    const { closed } = this.table;
    if (closed) replace(this.insight, h("p", { class: "quiet" }, closed));
    else void this.ask();
  }

  /** Ask until all moves are judged; once more when they can be judged exactly. */
  async ask() {
    if (this.asking) return;
    this.asking = true;
    await this.askUntilDone();
    this.asking = false;
  }

  async askUntilDone() {
    while (!this.gone) {
      try {
        const analysis = await api.analysis(this.table.id);
        if (this.gone) return;
        const more = analysis.plies.length !== this.analysis?.plies.length || analysis.plies[0]?.truth !== this.analysis.plies[0]?.truth;
        this.analysis = analysis;
        this.draw(this.place);
        if (more) this.handlers.judged();
        if (!analysis.error && analysis.done >= analysis.of) this.handlers.finished();
        if (analysis.error || analysis.done >= analysis.of) return;
      } catch (error) {
        replace(this.insight, h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  /** Whether a place is off what was played. @param {Place} place */
  branches({ tried }) {
    return tried.length > 0 || !this.table.id;
  }

  /** Ask about a branch once one has stayed there for a moment. @param {Place} place */
  follow(place) {
    clearTimeout(this.waiting);
    if (!this.branches(place) || this.table.closed) return;
    this.waiting = setTimeout(() => {
      void this.branch.follow(place);
      this.draw(this.place);
    }, PATIENCE);
  }

  /** A branch, judged as what was played is. @param {Place} place */
  drawBranch(place) {
    const { analysis, branch, table } = this;
    const [made, next] = [branch.made(place), branch.next(place)];
    const before = (analysis?.plies ?? []).filter((one) => one.ply <= place.ply);
    const plies = [...before, ...made, ...(next ? [next] : [])];
    const now = place.ply + place.tried.length;
    const last = Math.max(table.history.length, now + 1);
    const choose = (/** @type {number} */ ply) =>
      this.handlers.go(ply <= place.ply ? { ply, tried: [] } : { ply: place.ply, tried: place.tried.slice(0, ply - place.ply) });
    replace(
      this.graphPlace,
      plies.length > 0 && this.legend(plies, now),
      plies.length > 1 && graph(table.game.name, plies, last, table.seats, now, choose),
    );
    const latest = made.find((one) => one.ply === now);
    replace(
      this.insight,
      table.closed && h("p", { class: "quiet" }, table.closed),
      latest && this.verdict(latest, { ply: place.ply, tried: place.tried.slice(0, -1) }),
      next && this.advice(next, place),
      branch.error && h("p", { class: "quiet" }, branch.error),
      branch.busy && !next && h("p", { class: "quiet small" }, t("Looking at this position…")),
    );
  }

  /** @param {Place} place */
  draw(place) {
    this.place = place;
    if (this.branches(place)) return this.drawBranch(place);
    const { analysis, table } = this;
    if (!analysis) return replace(this.graphPlace);
    if (analysis.error) return replace(this.insight, h("p", { class: "quiet" }, analysis.error));
    const { plies } = analysis;
    const choose = (/** @type {number} */ ply) => this.handlers.go({ ply, tried: [] });
    replace(
      this.graphPlace,
      plies.length > 0 && this.legend(plies, place.ply),
      plies.length > 0 && graph(table.game.name, plies, table.history.length, table.seats, place.ply, choose),
      analysis.done < analysis.of &&
        h(
          "p",
          { class: "quiet small progress" },
          t("Looking at the moves: {done} of {of}", { done: analysis.done, of: analysis.of }),
          h("progress", { max: analysis.of, value: analysis.done }),
        ),
    );
    const next = plies.find((one) => one.ply === place.ply + 1);
    const made = plies.find((one) => one.ply === place.ply);
    const onto = (/** @type {Judgement} */ one) => ({ ply: one.ply - 1, tried: [] });
    replace(this.insight, made && this.verdict(made, onto(made)), next && this.advice(next, onto(next)));
  }

  /** Whose chances the graph shows. @param {Judgement[]} plies @param {number} now */
  legend(plies, now) {
    const { table } = this;
    const here = plies.find((one) => one.ply === now + 1) ?? plies.at(-1);
    return h(
      "p",
      { class: "graph-legend small" },
      table.seats.map((seat) =>
        h("span", null, emblem(table.game.name, seat.emblem, seat.index), subject(readerOf(table), seat), " ", h("strong", null, percent(here?.win[seat.index] ?? 0))),
      ),
    );
  }

  /** What the move just made was worth. @param {Judgement} made @param {Place} from where it was made */
  verdict(made, from) {
    const grades = {
      best: t("the best move"),
      good: t("a good move"),
      slip: t("a slip"),
      mistake: t("a mistake"),
      blunder: t("a blunder"),
      forced: t("the only move"),
    };
    const reader = readerOf(this.table);
    const { move, seat } = made;
    const grade = grades[made.grade];
    const played = isYou(reader, seat) ? t("You played {move}, {grade}.", { move, grade }) : t("{name} played {move}, {grade}.", { name: subject(reader, this.table.seats[seat]), move, grade });
    return h(
      "p",
      { class: `verdict ${made.grade}` },
      h("span", { class: `grade ${made.grade}` }),
      played,
      made.loss >= 0.005 && !made.truth && " " + t("It gave away {share}.", { share: percent(made.loss) }),
      made.cost > 0 && " " + t("It cost {points} of the margin.", { points: figure(made.cost) }),
      made.best !== made.move && (made.loss >= 0.005 || made.cost > 0) && this.instead(made, from),
    );
  }

  /** @param {Judgement} made @param {Place} from */
  instead(made, from) {
    return [" ", this.showButton(made, from, t("Better: {move}", { move: made.best }), this.would(made))];
  }

  /** What the best move would do. @param {Judgement} judgement */
  would({ bestSays }) {
    return told(bestSays, readerOf(this.table), true);
  }

  /** The best move here. @param {Judgement} next @param {Place} from */
  advice(next, from) {
    return h(
      "p",
      { class: "advice quiet small" },
      t("Best now: {move}", { move: "" }),
      this.showButton(next, from, next.best),
      next.truth ? `. ${told(next.truth, readerOf(this.table))} ${this.would(next)}` : ` ${percent(next.gain)}${next.exact ? `, ${t("exact")}` : ""}. ${this.would(next)}`,
    );
  }

  /**
   * A button that shows the best move instead of the one that was made.
   * @param {Judgement} judgement
   * @param {Place} from where it would be made
   * @param {string} text
   * @param {string | null} [title]
   */
  showButton({ best }, from, text, title = null) {
    const show = () => this.handlers.go({ ply: from.ply, tried: [...from.tried, best] });
    return h("button", { class: "as-link", title, on: { click: show } }, text);
  }
}
