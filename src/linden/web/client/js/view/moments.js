// The coach beside a review: where most was given away, and a way to try it again.

import { api } from "../api.js";
import { percent, t } from "../state/texts.js";
import { readerOf, subject, told } from "../state/wording.js";
import { h, picture, replace } from "./dom.js";

/** @typedef {import("../types").Moment} Moment */
/** @typedef {import("../types").Moments} Moments */
/** @typedef {import("../types").ReviewTable} ReviewTable */

/** How much a move gave away, in a sentence. @param {Moment} moment */
export function gaveAway({ gain, loss, exact }) {
  if (exact && gain === 0.5 && loss === 0.5) return t("A sure draw became a loss.");
  if (exact && gain === 1 && loss === 0.5) return t("A sure win became a draw.");
  if (exact && loss === 1) return t("A sure win became a loss.");
  return t("It gave away {share}.", { share: percent(loss) });
}

export class MomentsPanel {
  /**
   * @param {ReviewTable} table
   * @param {(ply: number) => void} go show a position on the board
   */
  constructor(table, go) {
    this.table = table;
    this.go = go;
    this.root = h("section", { class: "moments", "aria-label": t("Moments worth a look"), hidden: true });
  }

  /** Ask for them; all moves have been judged. */
  async load() {
    const { table } = this;
    if (!table.over || table.closed) return;
    try {
      const found = await api.moments(table.id);
      if (found.done >= found.of && found.of) this.draw(found);
    } catch (error) {
      replace(this.root, h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
      this.root.hidden = false;
    }
  }

  /** @param {Moments} found */
  draw({ seats, moments }) {
    this.root.hidden = false;
    replace(
      this.root,
      seats.flatMap((seat) => this.ofSeat(seat, moments.filter((one) => one.seat === seat), seats.length > 1)),
    );
  }

  /** @param {number} seat @param {Moment[]} moments @param {boolean} named whether it has to be said whose they are */
  ofSeat(seat, moments, named) {
    const name = subject(readerOf(this.table), this.table.seats[seat]);
    const count = [t("Well played"), t("One moment worth a look"), t("Two moments worth a look"), t("Three moments worth a look")][moments.length];
    return [
      h("h2", null, named ? t("{name}: {count}", { name, count }) : count),
      moments.length
        ? h("ol", { class: "moment-list" }, moments.map((one) => this.card(one)))
        : h("p", { class: "quiet" }, named ? t("No move here gave much away.") : t("You played this one well: no move of yours gave much away.")),
    ];
  }

  /** @param {Moment} moment */
  card(moment) {
    const { ply, played, better, says, title, drawing } = moment;
    const show = h("button", { class: "moment-picture", title: t("Show it on the board"), "aria-label": t("Show it on the board: {moment}", { moment: title }), on: { click: () => this.go(ply) } });
    show.append(picture(drawing, `moment-${ply}-`));
    return h(
      "li",
      { class: "moment" },
      show,
      h(
        "div",
        { class: "moment-words" },
        h("p", null, h("strong", null, title)),
        h("p", null, told(says, readerOf(this.table))),
        h("p", { class: "quiet small" }, t("Played: {played}. Better: {better}.", { played, better }), " ", gaveAway(moment)),
        h("a", { class: "button", href: `/t/${this.table.id}/moments/${ply}`, "aria-label": t("Try it again: {moment}", { moment: title }) }, t("Try it again")),
      ),
    );
  }
}
