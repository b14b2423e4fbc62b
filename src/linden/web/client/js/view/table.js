// The table: the board, and around it only what this moment needs.

import { api, lookQuery } from "../api.js";
import { moving } from "../board/motion.js";
import { lost } from "../router.js";
import { change, settings } from "../state/settings.js";
import { headline, nameOf, newLines, newMarks, Table } from "../state/table.js";
import { counting, t } from "../state/texts.js";
import { toldScene } from "../state/wording.js";
import { barPage } from "./bar.js";
import { BoardPage } from "./board_page.js";
import { Clocks } from "./clocks.js";
import { attend, bell } from "./company.js";
import { settingsDialog } from "./dialogs.js";
import { announce, h, later, replace, toast } from "./dom.js";
import { HistoryList } from "./history.js";
import { icon } from "./icons.js";
import { seatStrip } from "./seats.js";
import { chord, knock, tap } from "./sound.js";
import { TableActions } from "./table_actions.js";
import { TableWords } from "./table_words.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */

const PAUSE = 260; // milliseconds between scenes shown one after the other

/** @type {import("../router.js").Page} */
export function table(root, { id }) {
  const page = new TablePage(root, id);
  return () => page.leave();
}

export class TablePage extends BoardPage {
  /**
   * @param {HTMLElement} place
   * @param {string} id
   */
  constructor(place, id) {
    super();
    this.id = id;
    /** @type {Promise<unknown>} scenes are shown one after the other */
    this.queue = Promise.resolve();
    /** @type {State | null} the state on the board */
    this.shown = null;
    /** @type {{ ply: number, scene: Scene } | null} an earlier position, looked at for a moment */
    this.earlier = null;
    /** @type {Map<string, Promise<Scene | null>>} where moves would lead */
    this.futures = new Map();
    /** @type {import("../types").Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {{ move: Move, waiting: boolean } | null} */
    this.preview = null;
    /** What the bar was drawn for. */
    this.barDrawnFor = "";

    this.cover = h("div", { class: "cover", hidden: true });
    this.clocks = new Clocks(this.seats, () => this.shown && this.words.draw(this.shown));
    this.does = new TableActions(this);
    this.words = new TableWords(this);
    this.history = new HistoryList((ply) => void this.lookBack(ply));
    this.notice = h("p", { class: "notice", role: "status", hidden: true });
    this.typed = h("input", {
      class: "field typed",
      placeholder: t("Type a move"),
      "aria-label": t("Type a move and press Enter"),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
    });
    /** Whether the move that was sent last was typed. */
    this.typing = false;
    this.form = h("form", { class: "typing" }, this.typed);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.playTyped();
    });
    this.turners = h(
      "div",
      { class: "turners", hidden: true },
      this.turner("turnLeft", t("Turn left"), -1, "["),
      this.turner("turnRight", t("Turn right"), 1, "]"),
    );
    this.boardPlace.append(this.turners, this.cover, this.notice);
    this.record.append(this.history.root, this.form);
    this.layOut(place, this.boardPlace, this.words.root);
    this.wake = () => !document.hidden && this.table.connection.hurry();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.table = new Table(id, () => this.address(), {
      state: (state) => {
        this.clocks.receive(state);
        this.receive(state);
      },
      hint: (hint) => this.showHint(hint),
      refused: (error) => this.refused(error),
      presence: () => this.drawSeats(),
      health: (health) => this.drawHealth(health),
      unsent: () => toast(t("The connection is lost, and this was not sent. It will be back in a moment.")),
    });
  }

  leave() {
    super.leave();
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.clocks.leave();
    this.table.close();
  }

  /** @returns {string} */
  address() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const ply = this.table?.state?.history.length;
    const seen = ply === undefined ? "" : `&seen=${ply}`;
    return `${scheme}://${location.host}/api/tables/${this.id}/live?${lookQuery(this.look)}${seen}`;
  }

  redraw() {
    this.futures.clear();
    this.table.mention({ type: "look", ...this.look });
    if (this.earlier) void this.lookBack(this.earlier.ply);
  }

  /**
   * @param {"turnLeft" | "turnRight"} picture
   * @param {string} text
   * @param {number} way
   * @param {string} key
   */
  turner(picture, text, way, key) {
    const title = `${text} (${key})`;
    return h("button", { class: "icon-button", title, "aria-label": text, "aria-keyshortcuts": key, on: { click: () => this.turn(way) } }, icon(picture));
  }

  // -- what arrives

  /** @param {State} state */
  receive(state) {
    this.queue = this.queue.then(() => this.show(state)).catch((error) => console.error(error));
  }

  /** @param {State} state */
  async show(state) {
    const before = this.shown;
    const newer = !before || state.version !== before.version || state.scene.ply !== before.scene.ply;
    this.shown = state;
    if (newer) {
      if (this.typing) this.typed.value = "";
      this.typing = false;
      this.futures.clear();
      this.hint = null;
      this.hinting = false;
      if (before && !this.earlier) await this.showSteps(state);
    }
    this.preview = null;
    this.board.since = newMarks(state);
    const shown = this.earlier ? null : this.showScene(state.scene, before !== null);
    this.draw();
    attend(state, before); // whoever looks elsewhere sees no piece come to rest
    Object.assign(this.root.dataset, { version: state.version, ply: state.scene.ply, turn: state.turn.kind });
    await shown;
    if (state.note) toast(state.note);
    if (!before && state.viewer.host && !state.seek && !state.history.some((entry) => !entry.chance)) {
      if (state.seats.some((seat) => seat.kind === "open" && seat.link)) this.invite(state);
    }
    if (newer && before) this.tell(state, before);
  }

  /** What happened on the way here, one thing after the other. @param {State} state */
  async showSteps(state) {
    this.board.since = [];
    for (const step of state.steps) {
      await this.showScene({ ...step, moves: [] }, true);
      await new Promise((resolve) => setTimeout(resolve, moving() ? PAUSE : PAUSE / 4));
    }
    // Whoever hands the screen on sees what they drew before it is covered.
    const handed = state.viewer.covered !== null && state.steps.length > 0;
    if (handed) await new Promise((resolve) => setTimeout(resolve, moving() ? 3 * PAUSE : PAUSE));
  }

  /**
   * @param {Scene} scene
   * @param {boolean} audible whether a move that leads to it is heard
   */
  async showScene(scene, audible) {
    const was = this.board.scene;
    const forward = was && scene.ply > was.ply;
    const travelling = this.board.show(scene);
    if (audible && forward) setTimeout(() => knock(), moving() ? 130 : 0);
    await travelling;
  }

  /**
   * Say what happened, to the ear.
   * @param {State} state
   * @param {State} before
   */
  tell(state, before) {
    const over = state.scene.result && !before.scene.result;
    if (over) {
      const won = state.scene.result?.winners.some((seat) => state.seats[seat]?.you) ?? false;
      chord(won);
      if (won || state.viewer.watching) later(import("./leaves.js"), ({ leaves }) => leaves(this.boardPlace));
    }
    const said = state.scene.ply > before.scene.ply ? newLines(state) : [];
    announce([...said, headline(state)].filter(Boolean).join(" "));
  }

  /** @param {import("../types").Hint} hint */
  showHint(hint) {
    this.hinting = false;
    this.hint = hint;
    this.board.point(hint.touches);
    this.draw();
    announce(hint.says);
  }

  /** @param {string} error */
  refused(error) {
    if (!this.table.state) return; // it hangs up as well
    this.hinting = false;
    toast(error);
    if (this.typing) this.typed.select();
    this.typing = false;
    this.board.restoreChoice();
    this.draw();
  }

  // -- drawing what surrounds the board

  draw() {
    const { state } = this.table;
    if (!state) return;
    const title = `${headline(state)} · ${state.game.title}`;
    if (document.title !== title) document.title = title;
    this.drawBar(state);
    this.drawSeats();
    this.drawCover(state);
    this.turners.hidden = !state.scene.turns;
    this.form.hidden = state.turn.kind === "over" || state.viewer.watching;
    this.words.draw(state);
    this.does.draw(state);
    this.words.drawChoices();
    this.history.update(state, this.earlier?.ply ?? state.scene.ply);
  }

  /** The bar says the same all game long. @param {State} state */
  drawBar(state) {
    const said = [state.game.title, state.viewer.name, state.viewer.watching, ...state.game.rules].join();
    if (this.barDrawnFor === said) return;
    this.barDrawnFor = said;
    this.boardPlace.lang = state.game.lang;
    barPage(
      h("div", { class: "bar-titles" }, h("h1", { class: "bar-title" }, state.game.title), this.rulesLine(state.game.rules)),
      h("span", { class: "bar-space" }),
      this.barButtons(state.game.name),
      state.viewer.watching ? tournamentLink(state) : bell(),
      this.barButton("more", t("Settings"), () => this.settings(state.viewer.name)),
    );
  }

  /** Links to the free seats. @param {State} state */
  invite(state) {
    later(import("./inviting.js"), ({ inviteDialog }) => inviteDialog(state));
  }

  /** What can be set here, and how to go on elsewhere. @param {string} name */
  settings(name) {
    later(import("./transferring.js"), ({ transferButtons }) => settingsDialog(name, () => this.draw(), ...transferButtons(this.table.state)));
  }

  /** What is asked why it cannot be touched. @param {string[]} touched */
  refusedTouch(touched) {
    const { state } = this.table;
    if (!state || this.earlier || state.turn.kind === "over" || state.viewer.watching) return;
    if (state.turn.kind === "you") this.table.send({ type: "why", touched });
    else toast(`${headline(state)}.`);
  }

  drawSeats() {
    const { state } = this.table;
    if (!state) return;
    replace(
      this.seats,
      state.seats.map((seat) => seatStrip(state, seat, () => this.invite(state))),
      state.match && h("p", { class: "match quiet small" }, state.match.says),
      this.table.watchers > 0 &&
        h("p", { class: "watchers quiet small" }, icon("eye"), watching(this.table.watchers)),
    );
    this.clocks.draw();
  }

  /** @param {State} state */
  drawCover(state) {
    const { covered } = state.viewer;
    this.cover.hidden = covered === null;
    if (covered === null) return;
    const seat = state.seats[covered];
    const look = h(
      "button",
      { class: "button primary large", on: { click: () => this.table.send({ type: "uncover", seat: covered }) } },
      t("Show {role}'s hand", { role: seat.role }),
    );
    replace(
      this.cover,
      h("h2", null, t("{name} is next", { name: nameOf(state, seat) })),
      h("p", { class: "quiet" }, t("Hands are covered between turns. Pass the screen on.")),
      look,
    );
    look.focus();
  }

  /** @param {import("../state/connection.js").Health} health */
  drawHealth(health) {
    if (health === "gone") return lost(t("There is no such table here. It may be kept on another computer."));
    const away = health === "lost" || (health === "connecting" && Boolean(this.table?.state));
    this.notice.hidden = !away;
    if (away) this.hinting = false; // its answer went the way of the connection
    if (away) replace(this.notice, t("Connecting again. No move is lost."));
    this.board.root.classList.toggle("adrift", away);
  }

  // -- moving

  /** @param {Move} move */
  play(move) {
    tap();
    if (!this.table.play(move.move)) this.board.restoreChoice();
  }

  playTyped() {
    const text = this.typed.value.trim();
    if (!text) return;
    if (this.table.play(text)) this.typing = true;
    else this.typed.select();
  }

  choiceChanged() {
    this.words.drawChoices();
  }

  // -- looking ahead and back

  /**
   * Asked for once.
   * @param {Move} move
   * @returns {Promise<Scene | null>}
   */
  async sceneAfter(move) {
    const state = this.shown;
    if (!state || state.can.roll) return null;
    const known = this.futures.get(move.move);
    if (known) return known;
    const asked = api
      .line({ table: this.id, ply: state.scene.ply, moves: [move.move], brief: true }, this.look)
      .catch(() => null);
    this.futures.set(move.move, asked);
    return asked;
  }

  /**
   * @param {Move | null} move
   * @param {boolean} waiting
   */
  previewed(move, waiting) {
    this.preview = move ? { move, waiting } : null;
    if (this.shown) this.words.draw(this.shown);
  }

  /** What touching this leads to is told before it is touched. @param {string} mark */
  pointedAt(mark) {
    const says = this.shown?.scene.prompts[mark];
    if (says && this.shown && !this.earlier) this.words.point(says);
  }

  /** Look at an earlier position. @param {number} ply */
  async lookBack(ply) {
    const state = this.table.state;
    if (!state || ply >= state.scene.ply) return this.backToNow();
    if (ply < 0) return;
    try {
      const scene = toldScene(await api.ply(this.id, ply, this.look), state);
      this.earlier = { ply, scene };
      await this.board.show({ ...scene, moves: [] });
      this.draw();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  backToNow() {
    if (!this.earlier || !this.table.state) return;
    this.earlier = null;
    this.draw();
    void this.board.show(this.table.state.scene);
  }

  keys() {
    const now = this.earlier?.ply ?? this.table.state?.scene.ply ?? 0;
    return {
      "/": () => this.typed.focus(),
      u: () => this.does.undo(),
      h: () => this.does.askHint(),
      m: () => change({ sound: !settings.sound }),
      ArrowLeft: () => void this.lookBack(now - 1),
      ArrowRight: () => void this.lookBack(now + 1),
      Escape: () => (this.earlier ? this.backToNow() : this.board.cancel()),
    };
  }
}

/** @param {number} n */
function watching(n) {
  return counting("{n} is watching", "{n} are watching", n);
}

/** The way to the standings, for whoever watches a game of a tournament. @param {import("../types").State} state */
function tournamentLink({ tournament }) {
  return tournament && h("a", { class: "icon-button", href: `/tournaments/${tournament}`, "aria-label": t("To the tournament"), title: t("To the tournament") }, icon("list"));
}
