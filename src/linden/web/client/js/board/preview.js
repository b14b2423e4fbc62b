// What a move would do, shown before it is made; where touches are easily missed it is made only
// when it has been confirmed.

import { signed } from "../state/texts.js";
import { clearGhosts, ghostOf, piecesAfter, showGhosts } from "./ghost.js";

/** @typedef {import("../types").Move} Move */

const SEVERAL = 4; // more ways than that, drawn over each other, show nothing
const SMALL = 36; // pixels: a finger may miss what is smaller

export class Preview {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Move | null} */
    this.shown = null;
    /** @type {Move | null} shown, and waiting to be confirmed */
    this.waiting = null;
    /** The mark that is pointed at, where several moves begin. */
    this.pointed = "";
  }

  /**
   * Whether to show what a move does before it is final.
   * @param {string} mark
   * @param {boolean} finger
   */
  mustConfirm(mark, finger) {
    const { board } = this;
    if (board.choice.moves.length === 1) return false; // there is nothing else to do
    const when = board.handlers.confirmation();
    if (when !== "touch") return when === "always";
    const box = board.showing.main(mark)?.getBoundingClientRect();
    return finger && !!box && Math.min(box.width, box.height) < SMALL;
  }

  /** Show a move, and wait for it to be confirmed. @param {Move} move */
  ask(move) {
    this.waiting = move;
    void this.show(move);
  }

  /** Nothing is shown and nothing waits; what is on the board goes when it is marked anew. */
  forget() {
    this.shown = this.waiting = null;
    this.pointed = "";
  }

  /**
   * Show, paler, all that could come of touching a mark which leaves several moves; and say what is
   * to be touched then.
   * @param {string} mark
   * @param {Move[]} moves
   */
  async showSeveral(mark, moves) {
    if (this.pointed === mark) return;
    await this.show(null);
    const { handlers, showing } = this.board;
    const { svg } = showing;
    if (!svg) return;
    this.pointed = mark;
    handlers.pointedAt(mark);
    if (moves.length > SEVERAL) return;
    const scenes = await Promise.all(moves.map((move) => handlers.sceneAfter(move)));
    if (this.pointed !== mark || showing.svg !== svg) return;
    const pieces = scenes.flatMap((scene) => (scene ? piecesAfter(svg, scene.drawing) : []));
    showGhosts(svg, pieces, null, "");
    svg.querySelector(".ghosts")?.classList.add("several");
  }

  /** Show what a move would do; null: nothing. @param {Move | null} move */
  async show(move) {
    if (this.shown === move && !this.waiting && !this.pointed) return;
    this.shown = move;
    this.pointed = "";
    const { board } = this;
    const { showing, handlers } = board;
    const { svg } = showing;
    if (!svg) return;
    clearGhosts(svg);
    handlers.previewed(move, this.waiting !== null && this.waiting === move);
    if (!move) return;
    const target = showing.main(move.touches.at(-1) ?? "");
    const piece = move.touches.length > 1 ? board.chosen(move.touches[0]) : null;
    const gain = move.gain ? signed(move.gain) : "";
    showGhosts(svg, piece?.id && target ? [ghostOf(svg, piece, target)] : [], target, gain);
    const scene = await handlers.sceneAfter(move);
    if (scene && this.shown === move && showing.svg === svg) {
      showGhosts(svg, scene.drawing, target, gain);
    }
  }
}
