// Planned answers: lines that are tried on the board of a running game of days, and kept.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").Plan} Plan */

/** The panel beside the board, for whoever waits for others. */
export class PlansPanel {
  /**
   * @param {import("./review.js").ReviewPage} page
   * @param {Plan} plan
   */
  constructor(page, plan) {
    this.page = page;
    this.plan = plan;
    this.told = h("p", { class: "quiet small" });
    this.keeper = h("button", { class: "button primary", on: { click: () => void this.add(this.page.place.tried) } }, t("Answer like this"));
    this.list = h("ul", { class: "plan-lines" });
    this.root = h("section", { class: "plan", "aria-label": t("Planned answers") }, h("h2", { class: "small" }, t("Planned answers")), this.told, this.keeper, this.list);
  }

  /** Whether the line on the board can be kept: it ends with a move of one's own, and is new. */
  get ready() {
    const { last, place, scene } = this.page;
    const { lines, seat, waits } = this.plan;
    const whole = waits && place.ply === last && place.tried.length > 1 && scene?.last?.seat === seat;
    return whole && !lines.some((line) => begins(line, place.tried));
  }

  draw() {
    const { plan } = this;
    this.keeper.hidden = !this.ready;
    replace(
      this.told,
      plan.waits
        ? t("Try what they might play and what you answer. What you keep is played as soon as it comes true; nobody else sees it.")
        : t("It is your turn. Answers can be planned while the others think."),
    );
    replace(this.list, plan.lines.map((line, number) => this.line(line, number)));
  }

  /** @param {string[]} line @param {number} number */
  line(line, number) {
    const { page, plan } = this;
    const without = plan.lines.filter((_, other) => other !== number);
    return h(
      "li",
      null,
      h("button", { class: "button plain-button", title: t("Show it"), on: { click: () => page.go({ ply: page.last, tried: line }) } }, line.join(" ")),
      h("button", { class: "icon-button", title: t("Forget it"), "aria-label": t("Forget {moves}", { moves: line.join(" ") }), on: { click: () => void this.keep(without) } }, icon("close")),
    );
  }

  /** Keep a line, in place of those that it goes on from. @param {string[]} added */
  add(added) {
    return this.keep([...this.plan.lines.filter((line) => !begins(added, line)), added]);
  }

  /** @param {string[][]} lines */
  async keep(lines) {
    const { page, plan } = this;
    try {
      this.plan = (await api.plan(page.table.id, { version: plan.version, lines })) ?? plan;
      this.draw();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Whether a line begins with these moves. @param {string[]} line @param {string[]} moves */
function begins(line, moves) {
  return moves.every((move, i) => line[i] === move);
}
