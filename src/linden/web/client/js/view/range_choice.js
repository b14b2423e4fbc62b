// For which ratings a game is that is open to anybody.

import { t } from "../state/texts.js";
import { h } from "./dom.js";

export class RangeChoice {
  constructor() {
    this.low = field("range-low", t("any"));
    this.high = field("range-high", t("any"));
    this.root = h(
      "fieldset",
      { hidden: true },
      h("legend", null, t("For whom")),
      h(
        "div",
        { class: "row range" },
        h("label", { for: this.low.id }, t("Ratings from")),
        this.low,
        h("label", { for: this.high.id }, t("to")),
        this.high,
      ),
      h("p", { class: "quiet small match-says" }, t("Left empty, it is for everybody, guests too; only accounts have a rating.")),
    );
  }

  /** @returns {{ low: number | null, high: number | null }} */
  get chosen() {
    return { low: read(this.low), high: read(this.high) };
  }
}

/** @param {HTMLInputElement} input */
function read(input) {
  return input.value.trim() === "" ? null : Number(input.value);
}

/** @param {string} id @param {string} placeholder */
function field(id, placeholder) {
  return h("input", { class: "field", id, type: "number", inputmode: "numeric", min: 0, max: 5000, step: 50, placeholder, autocomplete: "off" });
}
