// The list of moves beside the board.

import { byTurn } from "../state/history.js";
import { t } from "../state/texts.js";
import { emblem, h, replace } from "./dom.js";

/** @typedef {import("../types").Entry} Entry */
/** @typedef {import("../types").Seat} Seat */

/**
 * @param {HTMLElement} root
 * @param {{ history: Entry[], seats: Seat[], game: { name: string } }} record
 * @param {number} ply the one on the board
 * @param {(ply: number) => void} choose
 * @param {(entry: Entry) => string} [grade] a class for a move
 */
export function historyList(root, record, ply, choose, grade = () => "") {
  if (!record.history.length) {
    return replace(root, h("p", { class: "quiet empty" }, t("No moves yet.")));
  }
  const list = h(
    "ol",
    { class: "moves" },
    byTurn(record.history).map((turn) =>
      h(
        "li",
        null,
        h("span", { class: "turn-number quiet" }, turn.turn),
        emblem(record.game.name, record.seats[turn.seat]?.emblem, turn.seat),
        h(
          "span",
          { class: "turn-moves" },
          turn.entries.map((entry) =>
            h(
              "button",
              {
                class: `move ${entry.chance ? "chance" : ""} ${grade(entry)}`,
                title: entry.says,
                "aria-label": `${record.seats[turn.seat]?.role ?? ""}: ${entry.move}. ${entry.says}`,
                "aria-current": entry.ply === ply ? "step" : null,
                on: { click: () => choose(entry.ply) },
              },
              entry.move,
            ),
          ),
        ),
      ),
    ),
  );
  replace(root, list);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) {
    const middle = current.offsetTop - root.clientHeight / 2;
    root.scrollTop = middle;
  }
}
