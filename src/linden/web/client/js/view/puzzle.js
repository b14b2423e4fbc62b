// One puzzle: a board, what is to be found there, and what comes of a try.

import { api } from "../api.js";
import { go, readdress } from "../router.js";
import { counting, figure, t } from "../state/texts.js";
import { told, toldScene } from "../state/wording.js";
import { withoutGame } from "./bare_table.js";
import { announce, h, replace, sentences, toast } from "./dom.js";
import { icon } from "./icons.js";
import { record, stateOf, themeLink } from "./puzzles.js";
import { TaskPage } from "./task_page.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").PuzzleTask} PuzzleTask */
/** @typedef {import("../types").PuzzleVerdict} PuzzleVerdict */

const STEP = 900; // milliseconds between two moves of an answer that is shown

/** @type {import("../router.js").Page} */
export async function puzzle(root, { game, id }) {
  const query = new URLSearchParams(location.search);
  const theme = query.get("theme") ?? "";
  const after = query.get("after") ?? "";
  const task = await api.puzzle(game, id, { ...(theme && { theme }), ...(after && { after }) });
  // Whoever loads the page again, or sends its address, has the same puzzle.
  readdress(`/puzzles/${game}/${task.id}${theme ? `?theme=${theme}` : ""}`);
  const [about, checked] = await Promise.all([api.game(game), api.check(game, task.options)]);
  const table = withoutGame(about, checked, task.options);
  table.seats[task.seat].you = true;
  const page = new PuzzlePage(root, table, task, theme);
  await page.show();
  return () => page.leave();
}

class PuzzlePage extends TaskPage {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").ReviewTable} table
   * @param {PuzzleTask} task
   * @param {string} theme the one that is being practised, if any
   */
  constructor(root, table, task, theme) {
    super(root, table, t("Puzzle"));
    this.task = task;
    this.theme = theme;
    /** @type {PuzzleVerdict | null} */
    this.verdict = null;
    /** How often an answer was begun to be shown, or left. */
    this.showing = 0;
    this.drawBar(t("{game}: puzzle", { game: table.game.title }));
  }

  /** @param {string[]} moves @param {boolean} [brief] @returns {Promise<Scene>} */
  ask(moves, brief = false) {
    const { game, options, position, seat } = this.task;
    return api.line({ game, options, position, moves, brief }, { ...this.look, near: seat });
  }

  // -- trying

  /** @param {string[]} moves */
  async attempt(moves) {
    const { game, id } = this.task;
    this.showing++;
    const verdict = await api.tryPuzzle(game, id, { moves });
    if (this.gone) return;
    this.verdict = verdict;
    if (verdict.right === false) {
      this.draw();
      this.board.restoreChoice();
      void this.refute(moves, verdict);
      return;
    }
    this.made = moves;
    this.done = verdict.right === true;
    await this.show();
  }

  /** What the other side would answer to a wrong move, where the computer can tell. @param {string[]} moves @param {PuzzleVerdict} verdict */
  async refute(moves, verdict) {
    const { game, options, position, seat, theme } = this.task;
    if (theme !== "win" && theme !== "hold" && theme !== "best") return;
    if (this.table.game.hidden) return;
    const found = await api.judgement({ game, options, position, moves }).catch(() => null);
    // In the middle of a turn nobody else answers.
    const after = found && found.seat !== seat && (await this.ask([...moves, found.best], true).catch(() => null));
    const answer = after && toldScene(after, this.reader).last?.says.at(-1);
    if (!answer || this.verdict !== verdict || this.gone) return;
    verdict.says.push(t("A good answer to it: {move}", { move: answer }));
    this.draw();
  }

  /** Show the answer, move by move. */
  async reveal() {
    const { game, id } = this.task;
    const mine = ++this.showing;
    try {
      const verdict = await api.tryPuzzle(game, id, { show: true });
      if (mine !== this.showing) return;
      this.verdict = verdict;
      this.done = true;
      const { line } = verdict;
      for (let count = 0; count <= line.length && !this.gone && mine === this.showing; count++) {
        this.made = line.slice(0, count);
        await this.show();
        if (count < line.length) await new Promise((resolve) => setTimeout(resolve, STEP));
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  next() {
    const query = new URLSearchParams({ ...(this.theme && { theme: this.theme }), after: this.task.id });
    go(`/puzzles/${this.task.game}?${query}`);
  }

  again() {
    this.showing++;
    this.made = [];
    this.done = false;
    this.verdict = null;
    void this.show();
  }

  // -- drawing

  /** Sentences about the latest try. */
  get said() {
    return (this.verdict?.says ?? []).map((sentence) => told(sentence, this.reader));
  }

  drawWords() {
    const { verdict, task } = this;
    const solved = verdict?.right === true;
    const wrong = verdict?.right === false && !this.done;
    this.head.className = `headline ${solved ? "puzzle-right" : wrong ? "puzzle-wrong" : ""}`.trim();
    const { role } = this.table.seats[task.seat];
    replace(this.head, solved ? this.said[0] : wrong ? t("Not that one.") : this.done ? t("This was it.") : task.asks);
    const rest = solved ? this.said.slice(1) : this.said;
    const scores = this.table.seats.map((seat) => `${seat.role} ${figure(this.scene?.scores[seat.index] ?? 0)}`).join(", ");
    replace(this.line, rest.length ? rest.join(" ") : sentences([t("You are {role}.", { role }), scores]));
    if (verdict) announce([this.head.textContent, this.line.textContent].join(" "));
  }

  drawPanel() {
    const { task, verdict } = this;
    const { standing, change } = verdict ?? { standing: task.standing, change: 0 };
    const state = verdict?.state ?? task.state;
    replace(
      this.panel,
      h("p", null, h("strong", null, task.title), " ", stateOf(state)),
      h("p", { class: "quiet small" }, [task.today && t("Today’s puzzle"), t("Grade {grade} of 8", { grade: task.grade }), task.moves > 1 && counting("{n} move to find", "{n} moves to find", task.moves)].filter(Boolean).join(" · ")),
      h("p", { class: "puzzle-rating" }, record(standing, task.themes.reduce((sum, one) => sum + one.count, 0)), change !== 0 && h("strong", { class: change > 0 ? "puzzle-right" : "" }, ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`)),
      h("div", { class: "row" }, this.buttons()),
      h("ul", { class: "puzzle-themes", "aria-label": t("Themes") }, task.themes.map((one) => h("li", null, themeLink(task.game, one, one.theme === this.theme)))),
    );
  }

  buttons() {
    const onward = this.button(this.done ? "primary" : "", t("Next puzzle"), () => this.next());
    if (this.done) return [onward, this.button("plain-button", t("Try it again"), () => this.again())];
    return [this.button("", t("Show me"), () => void this.reveal()), onward];
  }

  drawActions() {
    const { game, options, position } = this.task;
    const query = new URLSearchParams({ position });
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    replace(
      this.actions,
      h("a", { class: "action", href: "/puzzles" }, icon("list"), h("span", null, t("All puzzles"))),
      // Nobody can study what is hidden from them.
      !this.table.game.hidden && h("a", { class: "action", href: `/p/${game}?${query}` }, icon("screen"), h("span", null, t("Study"))),
      this.scene?.turns && h("button", { class: "action", on: { click: () => this.turn(1) } }, icon("turnRight"), h("span", null, t("Turn"))),
    );
  }

  keys() {
    return { n: () => this.next(), Escape: () => this.board.cancel() };
  }
}
