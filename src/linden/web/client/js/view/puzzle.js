// One puzzle: a board, what is to be found there, and what comes of a try.

import { api } from "../api.js";
import { go } from "../router.js";
import { figure, t } from "../state/texts.js";
import { readerOf, told, toldScene } from "../state/wording.js";
import { barPage } from "./bar.js";
import { withoutGame } from "./bare_table.js";
import { BoardPage } from "./board_page.js";
import { areMany, moveName, Slider, unplaced } from "./choices.js";
import { announce, h, replace, sentences, toast } from "./dom.js";
import { icon } from "./icons.js";
import { record, stateOf, themeLink } from "./puzzles.js";
import { knock } from "./sound.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */
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
  history.replaceState(null, "", `/puzzles/${game}/${task.id}${theme ? `?theme=${theme}` : ""}`);
  const [about, checked] = await Promise.all([api.game(game), api.check(game, task.options)]);
  const table = withoutGame(about, checked, task.options);
  table.seats[task.seat].you = true;
  const page = new PuzzlePage(root, table, task, theme);
  await page.show();
  return () => page.leave();
}

class PuzzlePage extends BoardPage {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").ReviewTable} table
   * @param {PuzzleTask} task
   * @param {string} theme the one that is being practised, if any
   */
  constructor(root, table, task, theme) {
    super();
    this.table = table;
    this.task = task;
    this.theme = theme;
    /** @type {string[]} moves of the answer that are on the board */
    this.made = [];
    this.done = false;
    this.gone = false;
    this.visit = 0;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {PuzzleVerdict | null} */
    this.verdict = null;
    this.head = h("h2", { class: "headline" });
    this.line = h("p", { class: "line quiet" });
    this.choices = h("div", { class: "choices" });
    this.slider = new Slider((move) => this.play(move));
    this.panel = h("section", { class: "puzzle-panel", "aria-label": t("Puzzle") });
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
    this.drawBar();
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

  /** @param {string[]} moves @param {boolean} [brief] @returns {Promise<Scene>} */
  ask(moves, brief = false) {
    const { game, options, position, seat } = this.task;
    return api.line({ game, options, position, moves, brief }, { ...this.look, near: seat });
  }

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

  // -- trying

  /** @param {Move} move */
  play(move) {
    this.attempt([...this.made, move.move]).catch((error) => {
      toast(error.message);
      this.board.restoreChoice();
    });
  }

  /** @param {string[]} moves */
  async attempt(moves) {
    const { game, id } = this.task;
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
    try {
      this.verdict = await api.tryPuzzle(game, id, { show: true });
      this.done = true;
      const { line } = this.verdict;
      for (let count = 0; count <= line.length && !this.gone; count++) {
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
    this.made = [];
    this.done = false;
    this.verdict = null;
    void this.show();
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

  // -- drawing

  draw() {
    this.drawWords();
    this.drawPanel();
    this.drawActions();
  }

  drawBar() {
    const { game } = this.table;
    const title = t("{game}: puzzle", { game: game.title });
    document.title = t("{page} · Linden", { page: title });
    barPage(
      h("div", { class: "bar-titles" }, h("h1", { class: "bar-title" }, title), this.rulesLine(game.rules)),
      h("span", { class: "bar-space" }),
      this.barButtons(game.name),
    );
  }

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
      h("p", { class: "quiet small" }, [task.today && t("Today’s puzzle"), t("Grade {grade} of 8", { grade: task.grade }), task.moves > 1 && t("{moves} moves to find", { moves: task.moves })].filter(Boolean).join(" · ")),
      h("p", { class: "puzzle-rating" }, record(standing, task.themes.reduce((sum, one) => sum + one.count, 0)), change !== 0 && h("strong", { class: change > 0 ? "puzzle-right" : "" }, ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`)),
      h("div", { class: "row" }, this.buttons()),
      h("ul", { class: "puzzle-themes", "aria-label": t("Themes") }, task.themes.map((one) => h("li", null, themeLink(task.game, one, one.theme === this.theme)))),
    );
  }

  buttons() {
    const button = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { class: `button ${kind}`.trim(), on: { click: act } }, text);
    const onward = button(this.done ? "primary" : "", t("Next puzzle"), () => this.next());
    if (this.done) return [onward, button("plain-button", t("Try it again"), () => this.again())];
    return [button("", t("Show me"), () => void this.reveal()), onward];
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
