// A moment of a game, tried again: the same board, and a better move to be found.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { isYou, readerOf, subject, told, toldReview } from "../state/wording.js";
import { announce, h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { gaveAway } from "./moments.js";
import { TaskPage } from "./task_page.js";

/** @typedef {import("../types").Moment} Moment */
/** @typedef {import("../types").MomentVerdict} MomentVerdict */

/** @type {import("../router.js").Page} */
export async function moment(root, { id, ply }) {
  const [table, found] = await Promise.all([api.review(id), api.moment(id, Number(ply))]);
  const page = new MomentPage(root, toldReview(table), found);
  await page.show();
  return () => page.leave();
}

class MomentPage extends TaskPage {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").ReviewTable} table
   * @param {Moment} moment
   */
  constructor(root, table, moment) {
    super(root, table, t("A moment worth a look"));
    this.moment = moment;
    /** @type {MomentVerdict | null} */
    this.verdict = null;
    this.thinking = false;
    this.drawBar(t("{game}: try it again", { game: table.game.title }));
  }

  /** As whoever moved could see it. @param {string[]} moves @param {boolean} [brief] */
  ask(moves, brief = false) {
    const { ply, seat } = this.moment;
    return api.line({ table: this.table.id, ply, moves, brief, seen: seat }, { ...this.look, near: seat });
  }

  /** @param {string[]} moves */
  async attempt([move]) {
    this.thinking = true;
    this.drawWords();
    try {
      await this.settle(await api.tryMoment(this.table.id, this.moment.ply, { move }));
    } finally {
      this.thinking = false;
      if (!this.gone) this.drawWords();
    }
  }

  async reveal() {
    await this.settle(await api.tryMoment(this.table.id, this.moment.ply, { show: true }));
  }

  /** @param {MomentVerdict} verdict */
  async settle(verdict) {
    if (this.gone) return;
    this.thinking = false;
    this.verdict = verdict;
    this.done = Boolean(verdict.move);
    this.made = verdict.move ? [verdict.move] : [];
    if (this.done) return this.show();
    this.draw();
    this.board.restoreChoice();
  }

  again() {
    this.made = [];
    this.done = false;
    this.verdict = null;
    void this.show();
  }

  // -- drawing

  /** Sentences about the latest try. */
  get said() {
    return (this.verdict?.says ?? []).map((sentence) => told(sentence, this.reader, true));
  }

  drawWords() {
    const { verdict, moment } = this;
    const wrong = verdict && !this.done;
    this.head.className = `headline ${verdict?.right ? "puzzle-right" : wrong ? "puzzle-wrong" : ""}`.trim();
    if (this.thinking) {
      replace(this.head, t("Looking at your move…"));
      return replace(this.line);
    }
    if (!verdict) {
      replace(this.head, t("Find a better move than {move}.", { move: moment.played }));
      return replace(this.line, this.scene?.status);
    }
    const { said } = this;
    replace(this.head, verdict.right ? said[0] : wrong ? t("Not that one.") : t("This was it."));
    replace(this.line, (verdict.right ? said.slice(1) : said).join(" "));
    announce([this.head.textContent, this.line.textContent].join(" "));
  }

  drawPanel() {
    const { moment, table } = this;
    const { played: move, seat } = moment;
    const reader = readerOf(table);
    const was = isYou(reader, seat) ? t("You played {move} here.", { move }) : t("{name} played {move} here.", { name: subject(reader, table.seats[seat]), move });
    replace(
      this.panel,
      h("p", null, h("strong", null, moment.title)),
      h("p", { class: "quiet small" }, was, " ", gaveAway(moment)),
      this.done && h("p", null, told(moment.says, this.reader)),
      h("div", { class: "row" }, this.buttons()),
    );
  }

  buttons() {
    const back = h("a", { class: `button ${this.done ? "primary" : ""}`.trim(), href: `/t/${this.table.id}/review?ply=${this.moment.ply}` }, t("Back to the review"));
    if (this.done) return [back, this.button("plain-button", t("Try it again"), () => this.again())];
    return [this.button("", t("Show me"), () => void this.reveal().catch((error) => announce(error.message))), back];
  }

  drawActions() {
    replace(
      this.actions,
      h("a", { class: "action", href: `/t/${this.table.id}/review?ply=${this.moment.ply}` }, icon("left"), h("span", null, t("Review"))),
      this.scene?.turns && h("button", { class: "action", on: { click: () => this.turn(1) } }, icon("turnRight"), h("span", null, t("Turn"))),
    );
  }

  keys() {
    return { Escape: () => this.board.cancel() };
  }
}
