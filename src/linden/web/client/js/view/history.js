// The list of moves beside the board.

import { byTurn } from "../state/history.js";
import { signed, t } from "../state/texts.js";
import { emblem, h, replace } from "./dom.js";

/** @typedef {import("../types").Entry} Entry */
/** @typedef {import("../types").Seat} Seat */
/** @typedef {import("../state/history.js").TurnOfMoves} TurnOfMoves */
/** @typedef {{ history: Entry[], seats: Seat[], game: { name: string } }} Record */

export class HistoryList {
  /**
   * @param {(ply: number) => void} choose
   * @param {(entry: Entry) => string} [grade] a class for a move
   */
  constructor(choose, grade = () => "") {
    this.choose = choose;
    this.grade = grade;
    this.root = h("div", { class: "history", role: "region", tabindex: "0", "aria-label": t("Moves") });
    this.list = h("ol", { class: "moves" });
    /** @type {string[]} what each line of the list shows, so that only what is new is drawn */
    this.lines = [];
  }

  /**
   * @param {Record} record
   * @param {number} ply the one on the board
   */
  update(record, ply) {
    if (!record.history.length) {
      this.lines = [];
      this.list.replaceChildren();
      return replace(this.root, h("p", { class: "quiet empty" }, t("No moves yet.")));
    }
    if (!this.list.isConnected) replace(this.root, this.list);
    const turns = byTurn(record.history);
    this.list.classList.toggle("two", record.seats.length === 2);
    turns.forEach((turn, i) => {
      const seat = record.seats[turn.seat];
      const shows = [turn.turn, seat?.emblem, ...turn.entries.flatMap((one) => [one.move, one.gain, this.grade(one)])].join("|");
      if (this.lines[i] === shows) return;
      this.lines[i] = shows;
      const line = this.line(record.game.name, seat, turn);
      const old = this.list.children[i];
      if (old) old.replaceWith(line);
      else this.list.append(line);
    });
    while (this.list.children.length > turns.length) this.list.lastElementChild?.remove();
    this.lines.length = turns.length;
    this.mark(ply);
  }

  /**
   * @param {string} game
   * @param {Seat | undefined} seat
   * @param {TurnOfMoves} turn
   */
  line(game, seat, turn) {
    return h(
      "li",
      { class: `of-seat-${turn.seat}` },
      h("span", { class: "turn-number quiet" }, turn.turn),
      emblem(game, seat?.emblem, turn.seat),
      h(
        "span",
        { class: "turn-moves" },
        turn.entries.map((entry) =>
          h(
            "span",
            { class: "move-and-gain" },
            h(
              "button",
              {
                class: `move ${entry.chance ? "chance" : ""} ${this.grade(entry)}`,
                title: entry.says,
                "aria-label": `${seat?.role ?? ""}: ${entry.move}. ${entry.says}`,
                "data-ply": entry.ply,
                on: { click: () => this.choose(entry.ply) },
              },
              entry.move,
            ),
            entry.gain !== 0 && !entry.chance && h("span", { class: `gain-figure ${entry.gain < 0 ? "loss" : ""}` }, signed(entry.gain)),
          ),
        ),
      ),
    );
  }

  /** Show which move led to the position on the board. @param {number} ply */
  mark(ply) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${ply}"]`));
    current?.setAttribute("aria-current", "step");
    // Where it is on the screen is asked for later, not in the middle of drawing.
    requestAnimationFrame(() => {
      this.root.scrollTop = current ? current.offsetTop - this.root.clientHeight / 2 : 0;
    });
  }
}
