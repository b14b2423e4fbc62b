// A board by mouse, finger or pen: touching, dragging, resting on something, turning the drawing.

const DRAG = 7; // pixels before a touch becomes a drag
const TURN = 60; // pixels of a drag that turn the drawing by a quarter

/**
 * What is held down.
 * @typedef {object} Press
 * @property {number} id            of the pointer
 * @property {number} x             where it began
 * @property {number} y
 * @property {string | null} mark
 * @property {Element | null} piece
 * @property {boolean} moved        whether it has become a drag
 * @property {SVGElement | null} clone   the piece that is carried
 */

export class Pointer {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Press | null} */
    this.press = null;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    // A mouse leaves the keyboard's place alone, so that arrow keys keep their meaning.
    root.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (!root.contains(document.activeElement)) {
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      }
    });
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.release());
    root.addEventListener("pointerleave", (event) => {
      const { preview } = board;
      if (event.pointerType === "mouse" && !this.press && !preview.waiting) void preview.show(null);
    });
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /**
   * The touchable mark at a point of the screen, however deep it lies.
   * @param {MouseEvent} event
   * @returns {{ mark: string | null, piece: Element | null }}
   */
  under({ clientX, clientY }) {
    const { board } = this;
    const next = board.choice.next;
    let second = null;
    for (const found of document.elementsFromPoint(clientX, clientY)) {
      const piece = found.closest("[data-at]");
      const mark = piece?.getAttribute("data-at");
      if (!mark || !board.root.contains(piece)) continue;
      if (next.has(mark)) return { mark, piece };
      second ??= board.choice.accepts(mark) || board.canBegin(mark) ? { mark, piece } : null;
    }
    return second ?? { mark: null, piece: null };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || (this.press && this.press.id !== event.pointerId)) return;
    this.release(); // what was let go of elsewhere is not held any more
    const { mark, piece } = this.under(event);
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.press = { id, x, y, mark, piece, moved: false, clone: null };
    if (mark || this.board.scene?.turns) this.board.root.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerType === "mouse" && event.buttons === 0) this.release();
    const { press } = this;
    const { choice, preview, root } = this.board;
    if (press && press.id === event.pointerId) {
      const apart = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (!press.moved && apart > DRAG) {
        press.moved = true;
        if (press.mark) this.startDrag();
      }
      if (press.clone) this.carry(event);
    }
    if (press?.moved && !press.mark) return;
    if (event.pointerType !== "mouse" && !press?.moved) return;
    if (preview.waiting && !press?.moved) return;
    const { mark } = this.under(event);
    root.classList.toggle("over", mark !== null);
    const staying = press?.moved && mark === press.mark;
    const final = mark && !staying ? choice.final(mark) : null;
    if (mark && !final && !press?.moved && choice.accepts(mark)) void preview.showSeveral(mark, choice.after(mark));
    else void preview.show(final);
  }

  startDrag() {
    const { board, press } = this;
    const { svg } = board.showing;
    if (!press?.mark || !svg) return;
    if (board.choice.touched.at(-1) !== press.mark) {
      if (board.choice.final(press.mark)) return;
      board.touch(press.mark, { piece: press.piece });
    }
    if (press.piece?.id) {
      press.clone = /** @type {SVGElement} */ (press.piece.cloneNode(true));
      press.clone.removeAttribute("id");
      press.clone.classList.add("carried");
      press.piece.classList.add("away");
      svg.append(press.clone);
    }
  }

  /** Let the piece follow the pointer. @param {PointerEvent} event */
  carry(event) {
    const { press } = this;
    const matrix = this.board.showing.svg?.getScreenCTM()?.inverse();
    if (!press?.clone || !matrix) return;
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const from = new DOMPoint(press.x, press.y).matrixTransform(matrix);
    press.clone.style.translate = `${here.x - from.x}px ${here.y - from.y}px`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { board, press } = this;
    if (!press || press.id !== event.pointerId) return;
    const { mark, piece } = this.under(event);
    this.release();
    const finger = event.pointerType !== "mouse";
    if (!press.moved) {
      if (press.mark) board.touch(press.mark, { finger, piece: press.piece });
      else this.miss(event);
    } else if (press.mark) {
      if (mark && mark !== press.mark && board.choice.accepts(mark)) board.touch(mark, { finger, piece });
    } else if (board.scene?.turns && Math.abs(event.clientX - press.x) > TURN) {
      board.handlers.turn(event.clientX > press.x ? 1 : -1);
    }
  }

  /** Something was touched that cannot be. @param {PointerEvent} event */
  miss(event) {
    const { board } = this;
    const { touched } = board.choice;
    const mark = this.markAt(event);
    if (mark) board.handlers.refusedTouch([...touched, mark]);
    if (touched.length || board.preview.waiting || board.hinted.length) board.cancel();
  }

  /** The mark at a point of the screen, touchable or not. @param {MouseEvent} event */
  markAt({ clientX, clientY }) {
    for (const found of document.elementsFromPoint(clientX, clientY)) {
      const marked = found.closest("[data-at]");
      if (marked && this.board.root.contains(marked)) return marked.getAttribute("data-at");
    }
    return null;
  }

  release() {
    this.press?.clone?.remove();
    this.press?.piece?.classList.remove("away");
    this.press = null;
  }
}
