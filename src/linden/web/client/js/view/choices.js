// Moves that are chosen beside the board: those without a place on it, or with the same place.

import { rest } from "../state/choice.js";
import { t } from "../state/texts.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").Move} Move */

const MANY = 12; // more than so many are not buttons

/**
 * The moves that touching cannot tell apart any further.
 * @param {import("../board/board.js").Board} board
 */
export function unplaced({ choice, showing }) {
  return choice.open.filter((move) => {
    const left = rest(move.touches, choice.touched) ?? [];
    return left.every((mark) => !showing.has(mark) || choice.touched.includes(mark));
  });
}

/** Whether these are too many for buttons, such as numbers to name. @param {Move[]} moves */
export function areMany(moves) {
  return moves.length > MANY;
}

/** A long list as a slider, which remembers where it stood. */
export class Slider {
  /** @param {(move: Move) => void} play */
  constructor(play) {
    this.play = play;
    this.named = "";
  }

  /** @param {Move[]} moves */
  draw(moves) {
    let chosen = moves.find((move) => move.move === this.named) ?? moves[Math.floor(moves.length / 2)];
    const slider = h("input", { type: "range", min: 0, max: moves.length - 1, value: moves.indexOf(chosen), "aria-label": t("Choose") });
    const name = h("strong", { class: "many-name" });
    const says = h("span", { class: "quiet many-says" });
    const draw = () => {
      chosen = moves[Number(slider.value)];
      this.named = chosen.move;
      slider.style.setProperty("--share", `${(100 * Number(slider.value)) / (moves.length - 1)}%`);
      slider.setAttribute("aria-valuetext", `${moveName(chosen)}. ${chosen.says}`);
      replace(name, moveName(chosen));
      replace(says, chosen.says);
    };
    slider.addEventListener("input", draw);
    draw();
    const choose = h("button", { class: "button primary", on: { click: () => this.play(chosen) } }, t("Choose"));
    return [h("label", { class: "many" }, name, slider), choose, says];
  }
}

/** A move in a word or two: its notation, but whole words with a capital. @param {Move} move */
export function moveName(move) {
  if (move.move === "pass") return t("Pass");
  const text = move.chance ? move.says.replace(/\.$/, "") : move.move;
  return /^[a-z]{3,}/.test(text) ? text[0].toUpperCase() + text.slice(1).replace("-", "−") : text;
}
