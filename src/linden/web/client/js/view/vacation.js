// Vacation, for whoever plays games of days: how much of it is left, beginning one, coming back.

import { api } from "../api.js";
import { clockText } from "../state/clock.js";
import { counting, t } from "../state/texts.js";
import { h, replace, toast } from "./dom.js";

/** @typedef {import("../types").Vacation} Vacation */

const USUAL = 7;

export class VacationPanel {
  constructor() {
    this.days = h("input", { class: "field", type: "number", inputmode: "numeric", min: 1, "aria-label": t("Days") });
    this.root = h("section", { class: "my-vacation", "aria-label": t("Vacation"), hidden: true });
  }

  async load() {
    this.draw(await api.vacation());
  }

  /** @param {Vacation} facts */
  draw({ games, days, until }) {
    this.root.hidden = games === 0 && until === null;
    this.days.max = String(days);
    this.days.value = String(Math.min(USUAL, days));
    replace(this.root, h("h2", null, t("Vacation")), until === null ? this.away(days) : this.back(until));
  }

  /** @param {number} days */
  away(days) {
    if (!days) return h("p", { class: "quiet" }, t("You have no days of vacation left this year."));
    const left = counting("Your clocks in games of days can stand meanwhile. You have {n} day left this year.", "Your clocks in games of days can stand meanwhile. You have {n} days left this year.", days);
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.change(api.beginVacation(this.days.valueAsNumber || 1));
    };
    return [
      h("p", { class: "quiet" }, left),
      h("form", { class: "row", on: { submit: begin } }, h("label", { class: "my-days" }, this.days, t("days")), h("button", { class: "button", type: "submit" }, t("Begin my vacation"))),
    ];
  }

  /** @param {number} until seconds from now */
  back(until) {
    return [
      h("p", null, t("You are on vacation: your clocks stand for {time}.", { time: clockText(until) })),
      h("button", { class: "button", on: { click: () => void this.change(api.endVacation()) } }, t("I am back")),
    ];
  }

  /** @param {Promise<Vacation>} answer */
  async change(answer) {
    try {
      this.draw(await answer);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}
