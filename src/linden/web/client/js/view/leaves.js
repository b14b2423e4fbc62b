// A moment for whoever has won: a few leaves fall past the board.

import { moving } from "../board/motion.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const LEAVES = 9;
const FALL = 3200; // milliseconds, the slowest

/** @param {HTMLElement} place */
export function leaves(place) {
  if (!moving()) return;
  const fallen = Array.from({ length: LEAVES }, (_, i) =>
    h(
      "span",
      {
        class: "leaf",
        style: {
          "--from": `${8 + (84 * i) / (LEAVES - 1)}%`,
          "--drift": `${((i * 37) % 9) - 4}rem`,
          "--spin": `${120 + ((i * 61) % 200)}deg`,
          "--after": `${(i * 5) % 7}`,
        },
      },
      icon("leaf"),
    ),
  );
  const group = h("div", { class: "leaves", "aria-hidden": "true" }, fallen);
  place.append(group);
  setTimeout(() => group.remove(), FALL + 1000);
}
