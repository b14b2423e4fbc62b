// The table: the board, and around it only what this moment needs.

import { api, lookQuery } from "../api.js";
import { go, lost } from "../router.js";
import { change, settings } from "../state/settings.js";
import { headline, lastLine, nameOf, Table } from "../state/table.js";
import { figure, t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { Board } from "./board.js";
import { confirmation, helpOverlay, inviteDialog, settingsDialog } from "./dialogs.js";
import { announce, h, replace, toast } from "./dom.js";
import { HistoryList } from "./history.js";
import { icon } from "./icons.js";
import { moving } from "./motion.js";
import { rulesDrawer } from "./rules.js";
import { Say } from "./say.js";
import { seatStrip } from "./seats.js";
import { chord, knock, tap } from "./sound.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Move} Move */

const PAUSE = 260; // milliseconds between scenes shown one after the other
const narrow = matchMedia("(max-width: 48rem)");

/** @type {import("../router.js").Page} */
export function table(root, { id }) {
  const view = new TableView(root, id);
  return () => view.leave();
}

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  constructor(root, id) {
    this.id = id;
    this.quarter = 0;
    /** @type {Promise<unknown>} scenes are shown one after the other */
    this.showing = Promise.resolve();
    /** @type {State | null} the state on the board */
    this.shown = null;
    /** @type {{ ply: number, scene: Scene } | null} an earlier position, looked at for a moment */
    this.peeked = null;
    /** @type {Map<string, Promise<Scene | null>>} */
    this.futures = new Map();
    /** @type {import("../types").Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {{ move: Move, asked: boolean } | null} */
    this.previewed = null;
    /** What the bar was drawn for. */
    this.barred = "";

    this.boardPlace = h("div", { class: "board-place" });
    this.cover = h("div", { class: "cover", hidden: true });
    this.say = new Say(this);
    this.seats = h("div", { class: "seats" });
    this.history = new HistoryList((ply) => void this.peek(ply));
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("Table") });
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
    const form = (this.form = h("form", { class: "typing" }, this.typed));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.type();
    });
    this.board = new Board(h("div"), {
      play: (move) => this.play(move),
      preview: (move, asked) => this.preview(move, asked),
      touched: () => this.say.drawChoices(),
      turn: (way) => this.turn(way),
      after: (move) => this.after(move),
      confirm: () => settings.confirm,
    });
    this.turners = h(
      "div",
      { class: "turners", hidden: true },
      this.turner("turnLeft", t("Turn left"), -1, "["),
      this.turner("turnRight", t("Turn right"), 1, "]"),
    );
    this.boardPlace.append(this.board.root, this.turners, this.cover);
    this.root = h(
        "div",
        { class: "table" },
        h(
          "section",
          { class: "stage", "aria-label": t("Board") },
          this.notice,
          this.boardPlace,
          this.say.root,
        ),
        this.seats,
        h("div", { class: "record" }, this.history.root, form),
        this.actions,
    );
    replace(root, this.root);
    this.key = this.key.bind(this);
    document.addEventListener("keydown", this.key);
    this.wake = () => !document.hidden && this.table.connection.hurry();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.relook = () => this.look();
    narrow.addEventListener("change", this.relook);
    this.table = new Table(id, () => this.address(), {
      state: (state) => this.receive(state),
      hint: (hint) => this.showHint(hint),
      refused: (error) => this.refused(error),
      presence: () => this.drawSeats(),
      health: (health) => this.drawHealth(health),
    });
  }

  leave() {
    document.removeEventListener("keydown", this.key);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    narrow.removeEventListener("change", this.relook);
    this.table.close();
  }

  get looks() {
    return { tall: narrow.matches, quarter: this.quarter };
  }

  /** @returns {string} */
  address() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const version = this.table?.state?.version;
    const seen = version === undefined ? "" : `&version=${version}`;
    return `${scheme}://${location.host}/api/tables/${this.id}/live?${lookQuery(this.looks)}${seen}`;
  }

  /** Ask for the drawing in another shape or from another side. */
  look() {
    this.futures.clear();
    this.table.send({ type: "look", ...this.looks });
    if (this.peeked) void this.peek(this.peeked.ply);
  }

  /** @param {number} way quarters */
  turn(way) {
    if (!this.table.state?.scene.turns) return;
    this.quarter = (this.quarter + way + 4) % 4;
    this.look();
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
    this.showing = this.showing.then(() => this.show(state)).catch((error) => console.error(error));
  }

  /** @param {State} state */
  async show(state) {
    const before = this.shown;
    const newer = !before || state.version !== before.version || state.scene.ply !== before.scene.ply;
    this.shown = state;
    if (newer) {
      this.futures.clear();
      this.hint = null;
      this.hinting = false;
      if (before && !this.peeked) await this.showSteps(state);
    }
    this.previewed = null;
    const shown = this.peeked ? null : this.showScene(state.scene, before ? state : null);
    this.draw();
    Object.assign(this.root.dataset, { version: state.version, ply: state.scene.ply, turn: state.turn.kind });
    await shown;
    if (state.note) toast(state.note);
    if (!before && state.viewer.host && !state.history.some((entry) => !entry.chance)) {
      if (state.seats.some((seat) => seat.kind === "open" && seat.link)) inviteDialog(state);
    }
    if (newer && before) this.tell(state, before);
  }

  /** What happened on the way here, one thing after the other. @param {State} state */
  async showSteps(state) {
    for (const step of state.steps) {
      await this.showScene({ ...step, moves: [] }, state);
      await new Promise((resolve) => setTimeout(resolve, moving() ? PAUSE : PAUSE / 4));
    }
    // Whoever hands the screen on sees what they drew before it is covered.
    const handed = state.viewer.covered !== null && state.steps.length > 0;
    if (handed) await new Promise((resolve) => setTimeout(resolve, moving() ? 3 * PAUSE : PAUSE));
  }

  /**
   * @param {Scene} scene
   * @param {State | null} heard the state if sounds belong to it
   */
  async showScene(scene, heard) {
    const was = this.board.scene;
    const forward = was && scene.ply > was.ply;
    const travelling = this.board.show(scene);
    if (heard && forward) setTimeout(() => knock(), moving() ? 130 : 0);
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
      chord(state.scene.result?.winners.some((seat) => state.seats[seat]?.you) ?? false);
    }
    const said = state.scene.ply > before.scene.ply ? lastLine(state) : "";
    announce([said, headline(state)].filter(Boolean).join(" "));
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
    this.say.draw(state);
    this.drawActions(state);
    this.say.drawChoices();
    this.history.update(state, this.peeked?.ply ?? state.scene.ply);
  }

  /** The bar says the same all game long. @param {State} state */
  drawBar(state) {
    const said = [state.game.title, state.viewer.name].join();
    if (this.barred === said) return;
    this.barred = said;
    barPage(
      h("h1", { class: "bar-title" }, state.game.title),
      h("span", { class: "bar-space" }),
      h(
        "button",
        { class: "icon-button", title: t("Rules"), "aria-label": t("Rules"), on: { click: () => void rulesDrawer(state.game.name) } },
        icon("book"),
      ),
      h(
        "button",
        { class: "icon-button wide-only", title: t("Keys and help"), "aria-label": t("Keys and help"), on: { click: helpOverlay } },
        icon("help"),
      ),
      h(
        "button",
        { class: "icon-button", title: t("Settings"), "aria-label": t("Settings"), on: { click: () => settingsDialog(state.viewer.name, () => this.draw()) } },
        icon("more"),
      ),
    );
  }

  drawSeats() {
    const { state } = this.table;
    if (!state) return;
    replace(
      this.seats,
      state.seats.map((seat) =>
        seatStrip(state, seat, () => inviteDialog(state)),
      ),
      state.match && h("p", { class: "match quiet small" }, state.match.says),
      this.table.watchers > 0 &&
        h("p", { class: "watchers quiet small" }, icon("eye"), watching(this.table.watchers)),
    );
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

  /** @param {State} state */
  drawActions(state) {
    const { can } = state;
    const running = state.turn.kind !== "over";
    replace(
      this.actions,
      (can.undo || can.takeback || running) && this.action("undo", can.takeback && !can.undo ? t("Take back") : t("Undo"), can.undo || can.takeback, () => this.undo(), "u"),
      running && this.action("bulb", t("Hint"), can.hint && !this.hinting, () => this.askHint(), "h"),
      can.draw && this.action("hand", t("Draw"), true, () => this.offerDraw(), "", "", t("Offer a draw")),
      can.resign && this.action("flag", t("Resign"), true, () => this.resign(state)),
      running && this.action("graph", t("Review"), state.history.length > 0, () => go(`/t/${this.id}/review?ply=${state.scene.ply}`)),
      this.action("list", t("Moves"), true, () => document.querySelector(".record")?.classList.toggle("shown"), "", "narrow-only"),
    );
  }

  /**
   * @param {Parameters<typeof icon>[0]} picture
   * @param {string} text
   * @param {boolean} possible
   * @param {() => void} act
   * @param {string} [key]
   * @param {string} [kind]
   * @param {string} [told] what it does, where one word is too little
   */
  action(picture, text, possible, act, key = "", kind = "", told = text) {
    return h(
      "button",
      {
        class: `action ${kind}`,
        disabled: !possible,
        title: key ? `${told} (${key})` : told,
        "aria-label": told === text ? null : told,
        "aria-keyshortcuts": key || null,
        on: { click: act },
      },
      icon(picture),
      h("span", null, text),
    );
  }

  /** @param {import("../state/connection.js").Health} health */
  drawHealth(health) {
    if (health === "gone") return lost(t("There is no such table here. It may be kept on another computer."));
    const away = health === "lost" || (health === "connecting" && Boolean(this.table?.state));
    this.notice.hidden = !away;
    if (away) replace(this.notice, t("Connecting again. No move is lost."));
    this.board.root.classList.toggle("adrift", away);
  }

  // -- what one does

  /** @param {Move} move */
  play(move) {
    tap();
    if (!this.table.play(move.move)) {
      toast(t("The connection is lost; your move was not sent. It will be back in a moment."));
      this.board.refused();
    }
  }

  type() {
    const text = this.typed.value.trim();
    if (!text) return;
    if (this.table.play(text)) this.typing = true;
  }

  typing = false;

  /** @param {string} error */
  refused(error) {
    if (!this.table.state) return; // it hangs up as well
    this.hinting = false;
    toast(error);
    if (this.typing) this.typed.select();
    this.typing = false;
    this.board.refused();
    this.draw();
  }

  undo() {
    const { state } = this.table;
    if (state?.can.undo || state?.can.takeback) this.table.ask({ type: "undo" });
  }

  askHint() {
    if (!this.table.state?.can.hint || this.hinting) return;
    this.hinting = true;
    this.table.send({ type: "hint" });
    this.draw();
  }

  /** @param {import("../types").Hint} hint */
  showHint(hint) {
    this.hinting = false;
    this.hint = hint;
    this.board.point(hint.touches);
    this.draw();
    announce(hint.says);
  }

  offerDraw() {
    this.table.ask({ type: "draw" });
    toast(t("You offered a draw."));
  }

  /** @param {State} state */
  async resign(state) {
    const [mine] = state.viewer.seats;
    const seat = state.viewer.seats.includes(state.turn.seat ?? -1) ? state.turn.seat : mine;
    const role = state.seats[seat ?? 0]?.role ?? "";
    const sure = await confirmation(t("Resign as {role}?", { role }), t("The game ends here, and the other side wins."), t("Resign"));
    if (sure) this.table.send({ type: "resign", seat });
  }

  async rematch() {
    try {
      const { id } = await api.rematch(this.id);
      go(`/t/${id}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  // -- looking ahead and back

  /**
   * The scene a move would lead to, asked for once.
   * @param {Move} move
   * @returns {Promise<Scene | null>}
   */
  after(move) {
    const state = this.shown;
    if (!state || state.can.roll) return Promise.resolve(null);
    const known = this.futures.get(move.move);
    if (known) return known;
    const asked = api
      .line({ table: this.id, ply: state.scene.ply, moves: [move.move], brief: true }, this.looks)
      .catch(() => null);
    this.futures.set(move.move, asked);
    return asked;
  }

  /**
   * @param {Move | null} move
   * @param {boolean} asked
   */
  preview(move, asked) {
    this.previewed = move ? { move, asked } : null;
    if (this.shown) this.say.draw(this.shown);
  }

  /** Look at an earlier position. @param {number} ply */
  async peek(ply) {
    const state = this.table.state;
    if (!state || ply >= state.scene.ply) return this.unpeek();
    if (ply < 0) return;
    try {
      const scene = await api.ply(this.id, ply, this.looks);
      this.peeked = { ply, scene };
      await this.board.show({ ...scene, moves: [] });
      this.draw();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  unpeek() {
    if (!this.peeked || !this.table.state) return;
    this.peeked = null;
    this.draw();
    void this.board.show(this.table.state.scene);
  }

  // -- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches?.("input,select,textarea")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const now = this.peeked?.ply ?? this.table.state?.scene.ply ?? 0;
    /** @type {Record<string, () => void>} */
    const keys = {
      "/": () => this.typed.focus(),
      u: () => this.undo(),
      h: () => this.askHint(),
      "?": () => helpOverlay(),
      "[": () => this.turn(-1),
      "]": () => this.turn(1),
      m: () => change({ sound: !settings.sound }),
      ArrowLeft: () => void this.peek(now - 1),
      ArrowRight: () => void this.peek(now + 1),
      Escape: () => (this.peeked ? this.unpeek() : this.board.cancel()),
      b: () => this.board.focus(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** @param {number} n */
function watching(n) {
  return n === 1 ? t("1 is watching") : t("{n} are watching", { n: figure(n) });
}
