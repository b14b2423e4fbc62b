// How much time everybody has: a choice among clocks, and what it means.

import { t } from "../state/texts.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").GamePage["clocks"][number]} ClockForm */
/** @typedef {import("../types").ClockChoice} ClockChoice */

const DAY = 86_400; // seconds

export class ClockField {
  /** @param {ClockForm[]} clocks from the quickest to the slowest */
  constructor(clocks) {
    this.clocks = clocks;
    this.unlimited = h("option", { value: "" }, t("as much as you like"));
    this.field = h(
      "select",
      { class: "field", "aria-label": t("Time"), on: { change: () => this.draw() } },
      this.unlimited,
      clocks.map((clock, i) => h("option", { value: i }, clock.name)),
    );
    this.says = h("p", { class: "quiet small match-says", "aria-live": "polite" });
    this.root = h("fieldset", { class: "clock-choice" }, h("legend", null, t("Time")), this.field, this.says);
  }

  /** @returns {ClockForm | null} */
  get clock() {
    return this.field.value ? (this.clocks[Number(this.field.value)] ?? null) : null;
  }

  /** @returns {ClockChoice | null} */
  get chosen() {
    const { clock } = this;
    return clock && { kind: clock.kind, seconds: clock.seconds, increment: clock.increment };
  }

  /**
   * Whoever plays for ratings does not wait for ever: such a game has a clock. Where none was chosen it is the slowest one, with a level the
   * slowest at which one stays there.
   * @param {boolean} needed
   * @param {boolean} stays whether everybody stays at the table
   */
  need(needed, stays) {
    this.unlimited.disabled = needed;
    if (!needed || this.field.value) return;
    const { clocks } = this;
    const slowest = stays ? clocks.findLastIndex((clock) => clock.kind === "game") : -1;
    this.field.value = String(slowest >= 0 ? slowest : clocks.length - 1);
    this.draw();
  }

  draw() {
    const { clock } = this;
    const byDays = clock?.kind === "turn" && clock.seconds >= DAY;
    const says = byDays ? t("Time runs as soon as everybody sits at the table. Whoever has none left has lost.") : t("Time runs from the first move on. Whoever has none left has lost.");
    replace(this.says, clock ? says : "");
  }
}
