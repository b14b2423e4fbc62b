// What one can do at a table besides moving, and the row of buttons for it.

import { api } from "../api.js";
import { go } from "../router.js";
import { counting, t } from "../state/texts.js";
import { speakDialog } from "./company.js";
import { confirmation } from "./dialogs.js";
import { h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").State} State */

export class TableActions {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
  }

  /** The latest state of the table. */
  get state() {
    return this.page.table.state;
  }

  /** @param {State} state */
  draw(state) {
    const { can } = state;
    const { page } = this;
    const running = state.turn.kind !== "over";
    const undoes = can.takeback && !can.undo ? t("Take back") : t("Undo");
    replace(
      page.actions,
      (can.undo || can.takeback || running) &&
        button("undo", undoes, () => this.undo(), { disabled: !can.undo && !can.takeback, key: "u" }),
      running && button("bulb", t("Hint"), () => this.askHint(), { disabled: !can.hint || page.hinting, key: "h" }),
      (can.draw || can.drawWait > 0) &&
        button("hand", t("Draw"), () => this.offerDraw(), { disabled: !can.draw, told: drawTold(can) }),
      can.pause && button("pause", t("Pause"), () => this.offerPause(state), { kind: "one-more", told: t("Let the clocks stand") }),
      can.say && button("speech", t("Say"), () => speakDialog(state, (phrase) => page.table.send({ type: "say", phrase })), { told: t("Say something") }),
      can.resign && button("flag", state.seek ? t("Leave") : t("Resign"), () => void this.resign(state), { disabled: state.seek !== null && state.viewer.host }),
      running && button("graph", t("Review"), () => this.review(state), { disabled: !state.history.length }),
      button("list", t("Moves"), () => page.record.classList.toggle("shown"), { kind: "narrow-only" }),
    );
  }

  undo() {
    if (this.state?.can.undo || this.state?.can.takeback) this.page.table.ask({ type: "undo" });
  }

  askHint() {
    if (!this.state?.can.hint || this.page.hinting) return;
    this.page.hinting = this.page.table.send({ type: "hint" });
    this.page.draw();
  }

  offerDraw() {
    if (this.page.table.ask({ type: "draw" })) toast(t("You offered a draw."));
  }

  /** @param {State} state */
  offerPause(state) {
    const others = state.seats.some((seat) => seat.kind === "person" && !seat.you);
    if (this.page.table.ask({ type: "pause" }) && others) toast(t("You asked for a pause."));
  }

  resume() {
    this.page.table.send({ type: "resume" });
  }

  /** Whoever is to move has left. */
  callAbsent() {
    this.page.table.ask({ type: "absent" });
  }

  /** @param {State} state */
  async resign(state) {
    const [mine] = state.viewer.seats;
    const seat = state.viewer.seats.includes(state.turn.seat ?? -1) ? state.turn.seat : mine;
    const role = state.seats[seat ?? 0]?.role ?? "";
    if (state.seek) return this.leave();
    const asked = state.viewer.seats.length > 1 ? t("Resign as {role}?", { role }) : t("Resign this game?");
    const sure = await confirmation(asked, t("The game ends here, and the other side wins."), t("Resign"));
    if (sure) this.page.table.send({ type: "resign", seat });
  }

  /** Stand up before the game has begun. */
  leave() {
    this.page.table.send({ type: "resign", seat: this.state?.viewer.seats[0] ?? null });
    go("/lobby");
  }

  /** @param {State} state */
  review(state) {
    go(`/t/${this.page.id}/review?ply=${state.scene.ply}`);
  }

  /** @param {import("../types").Offer} offer @param {boolean} yes */
  answer(offer, yes) {
    this.page.table.ask({ type: "answer", offer: offer.kind, yes });
  }

  async withdraw() {
    try {
      await api.withdraw(this.page.id);
      toast(t("Withdrawn. Whoever has the link of the seat can still take it."));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  async rematch() {
    try {
      const { id } = await api.rematch(this.page.id);
      go(`/t/${id}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}

/** When a draw can be offered. @param {import("../types").Can} can */
function drawTold({ draw, drawWait }) {
  if (draw) return t("Offer a draw");
  return drawWait === 1 ? t("You can offer a draw again after your next turn") : counting("You can offer a draw again in {n} turn", "You can offer a draw again in {n} turns", drawWait);
}

/**
 * @param {import("./board_page.js").IconName} picture
 * @param {string} text
 * @param {() => void} act
 * @param {{ disabled?: boolean, key?: string, kind?: string, told?: string }} [how]
 *   `told`: what it does, where one word is too little
 */
function button(picture, text, act, { disabled = false, key = "", kind = "", told = text } = {}) {
  return h(
    "button",
    {
      class: `action ${kind}`,
      disabled,
      title: key ? `${told} (${key})` : told,
      "aria-label": told === text ? null : told,
      "aria-keyshortcuts": key || null,
      on: { click: act },
    },
    icon(picture),
    h("span", null, text),
  );
}
