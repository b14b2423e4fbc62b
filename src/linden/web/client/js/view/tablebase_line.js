// One quiet line of the review: a game that can be known completely, and how far that is.

import { api } from "../api.js";
import { percent, t } from "../state/texts.js";
import { announce, h, replace } from "./dom.js";

/** @typedef {import("../types").Truth} Truth */

const POLL = 2000; // milliseconds between two questions how far it is

export class TablebaseLine {
  /**
   * @param {{ name: string, options: Record<string, unknown> }} game
   * @param {() => void} ready called when what was not known is
   */
  constructor(game, ready) {
    this.game = game;
    this.ready = ready;
    this.root = h("div", { class: "truth quiet small" });
    /** @type {Truth | null} */
    this.truth = null;
    this.unknown = false; // whether it was not known when this page opened
    this.gone = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  leave() {
    this.gone = true;
    clearTimeout(this.timer);
  }

  /**
   * Ask how it stands, or for something to be done, and go on asking while it is worked out.
   * @param {"GET" | "POST" | "DELETE"} [method]
   */
  async ask(method = "GET") {
    clearTimeout(this.timer);
    const before = this.truth?.state;
    /** @type {string} */
    let error = "";
    try {
      this.truth = await api.truth(this.game, method);
    } catch (problem) {
      error = problem instanceof Error ? problem.message : String(problem);
    }
    if (this.gone) return;
    const now = this.truth?.state;
    if (now && now !== "ready") this.unknown = true;
    this.draw(error);
    if (now === "building") this.timer = setTimeout(() => void this.ask(), POLL);
    if (now === "ready" && before && before !== "ready") {
      announce(this.truth?.says ?? "");
      this.ready();
    }
  }

  /** @param {string} error what stood in the way of the last wish */
  draw(error) {
    const { truth } = this;
    if (!truth || truth.state === "none" || (truth.state === "ready" && !this.unknown)) return replace(this.root);
    const button = (/** @type {string} */ text, /** @type {"POST" | "DELETE"} */ method) =>
      h("button", { class: "as-link", on: { click: () => void this.ask(method) } }, text);
    const building = truth.state === "building";
    const idle = truth.state === "possible" || truth.state === "failed";
    const { yours } = truth;
    const begin = truth.state === "failed" ? t("Try again") : truth.done ? t("Go on") : t("Work it out");
    replace(
      this.root,
      h("p", null, building ? `${truth.says} ${percent(truth.done)}` : truth.says),
      building && h("progress", { max: 1, value: truth.done, "aria-label": truth.says }),
      error && h("p", { role: "alert" }, error),
      building && yours && h("p", null, button(t("Stop"), "DELETE")),
      idle && yours && h("p", null, button(begin, "POST"), truth.done > 0 && [" ", button(t("Throw it away"), "DELETE")]),
      idle && !yours && h("p", null, t("Whoever runs this Linden can have it worked out.")),
    );
  }
}
