// A board that is drawn by touching its squares.

import { t } from "../state/texts.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").OptionForm} OptionForm */

const FEWEST = 2;
const MOST = 12;

export class MapField {
  /**
   * @param {OptionForm} option
   * @param {(value: string) => void} choose
   */
  constructor(option, choose) {
    this.option = option;
    this.choose = choose;
    const usual = Math.max(0, option.choices.indexOf(option.default));
    /** Rows from the top; `.` is a square, `#` is none. */
    this.rows = [...(option.maps[usual] ?? [])];
    this.examples = h("div", { class: "row examples" });
    this.grid = h("div", { class: "map", role: "group", "aria-label": t("{board}: touch squares to take them away or add them", { board: option.label }) });
    this.sizes = h("div", { class: "row map-sizes" });
    this.chosen = String(option.default);
    this.root = h(
      "fieldset",
      { class: "option map-option", id: `option-${option.name}` },
      h("legend", { class: "option-name plain-legend" }, option.label),
      this.examples,
      this.grid,
      this.sizes,
      h("span", { class: "help" }, sentence(option.help)),
    );
    this.draw();
  }

  draw() {
    const { option } = this;
    replace(
      this.examples,
      option.choices.map((choice, i) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-pressed": String(this.chosen === String(choice)),
            on: { click: () => this.set([...(option.maps[i] ?? [])], String(choice)) },
          },
          option.words[i],
        ),
      ),
    );
    this.grid.style.setProperty("--columns", String(this.rows[0]?.length ?? 1));
    replace(this.grid, this.rows.flatMap((row, y) => [...row].map((what, x) => this.square(x, y, what === "."))));
    replace(
      this.sizes,
      this.sizer(t("Columns"), this.rows[0]?.length ?? 0, (n) => this.rows.map((row) => row.padEnd(n, ".").slice(0, n))),
      this.sizer(t("Rows"), this.rows.length, (n) => Array.from({ length: n }, (_, y) => this.rows[y] ?? ".".repeat(this.rows[0]?.length ?? 1))),
    );
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} used
   */
  square(x, y, used) {
    const name = `${String.fromCharCode(97 + x)}${this.rows.length - y}`;
    return h("button", {
      type: "button",
      class: "map-square",
      title: name,
      "aria-label": name,
      "aria-pressed": String(used),
      on: {
        click: () => {
          const row = this.rows[y];
          const rows = this.rows.with(y, `${row.slice(0, x)}${used ? "#" : "."}${row.slice(x + 1)}`);
          this.set(rows, rows.join("/"));
        },
      },
    });
  }

  /**
   * @param {string} text
   * @param {number} now
   * @param {(n: number) => string[]} resized
   */
  sizer(text, now, resized) {
    const button = (/** @type {number} */ way, /** @type {string} */ sign) => {
      const rows = resized(now + way);
      const possible = now + way >= FEWEST && now + way <= MOST;
      return h(
        "button",
        { type: "button", class: "chip", disabled: !possible, "aria-label": `${text} ${sign}`, on: { click: () => this.set(rows, rows.join("/")) } },
        sign,
      );
    };
    return h("span", { class: "map-size" }, `${text} `, button(-1, "−"), ` ${now} `, button(1, "+"));
  }

  /**
   * @param {string[]} rows
   * @param {string} value
   */
  set(rows, value) {
    this.rows = rows;
    this.chosen = value;
    this.draw();
    this.choose(value);
  }
}

/**
 * With a capital, and a full stop if it is to be a sentence.
 * @param {string} text
 * @param {boolean} [stop]
 */
export function sentence(text, stop = true) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return stop && !/[.]$/.test(whole) ? `${whole}.` : whole;
}
