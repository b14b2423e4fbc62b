// Below the board: whose turn it is, what happened, and moves that have no place on the drawing.

import { headline, nameOf, newLines } from "../state/table.js";
import { counting, percent, signed, t } from "../state/texts.js";
import { subject } from "../state/wording.js";
import { areMany, moveName, Slider, unplaced } from "./choices.js";
import { h, replace, sentences } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Move} Move */

export class TableWords {
  /** @param {import("./table.js").TablePage} page whose words these are */
  constructor(page) {
    this.page = page;
    this.head = h("p", { class: "headline" });
    this.line = h("p", { class: "line quiet" });
    this.acts = h("div", { class: "acts" });
    this.choices = h("div", { class: "choices" });
    this.slider = new Slider((move) => page.board.play(move));
    this.root = h("div", { class: "say" }, h("div", { class: "say-words", role: "group", tabindex: "0", "aria-label": t("What is going on") }, this.head, this.line), this.acts, this.choices);
  }

  /** @param {State} state */
  draw(state) {
    const { turn, scene } = state;
    const mine = turn.seat !== null && state.seats[turn.seat]?.you && turn.kind !== "over" && turn.kind !== "chance";
    this.head.className = `headline ${mine ? "mine" : ""} ${turn.thinking || turn.preparing ? "thinking" : ""}`;
    if (this.page.earlier) {
      replace(this.head, t("After move {n}", { n: this.page.earlier.ply }));
      replace(this.line, this.page.earlier.scene.last?.says.at(-1) ?? t("The start."));
      replace(
        this.acts,
        h("button", { class: "button primary", on: { click: () => this.page.backToNow() } }, t("Back to the game")),
        h("a", { class: "button", href: `/t/${this.page.id}/review?ply=${this.page.earlier.ply}` }, t("Review from here")),
      );
      return;
    }
    if (this.page.preview) {
      const { move, waiting } = this.page.preview;
      replace(this.head, gainFigure(move.gain), move.says);
      replace(this.line, waiting ? t("Touch it again to play it, or elsewhere to choose anew.") : "");
      replace(this.acts, waiting ? this.confirmActs(move) : this.offerActs(state));
      return;
    }
    const asked = offered(state);
    replace(this.head, asked ? question(state, asked) : headline(state));
    const lines = [];
    if (state.offers.length && !asked) lines.push(t("Waiting for an answer."));
    if (state.seek) lines.push(staysFor(state.seek, state.viewer.host));
    if (state.planned) lines.push(t("Planned answers: {n}.", { n: state.planned }));
    if (state.clock?.paused && turn.kind !== "over") lines.push(t("The clocks stand."));
    for (const seat of state.seats.filter(({ index, you }) => !you && (state.clock?.rests[index] ?? 0) > 0)) lines.push(t("{name} is on vacation.", { name: subject(state, seat) }));
    if (this.page.clocks.absent && state.absence) lines.push(absent(state, state.seats[state.absence.seat]));
    if (turn.preparing) lines.push(t("Its code is made for this computer once; that takes some seconds. You can look around meanwhile."));
    else if (this.page.hint) {
      const chance = t("Chance to win {share}.", { share: percent(this.page.hint.win) });
      const name = t("Hint");
      lines.push(t("{name}: {words}", { name, words: `${this.page.hint.says} ${this.page.hint.truth || chance}` }));
    } else if (this.page.hinting) lines.push(t("Looking for a good move…"));
    else if (turn.kind === "over") lines.push(this.wish(state), ...this.sums(state));
    else if (this.page.board.choice.touched.length) lines.push(this.nextTouch(scene));
    else {
      const next = mine ? scene.prompts[""] ?? (scene.status === `${headline(state)}.` ? "" : scene.status) : "";
      const goesOn = mine && state.history.at(-1)?.seat === turn.seat;
      lines.push(...(goesOn ? [next, ...newLines(state)] : [...newLines(state), next]));
    }
    replace(this.line, sentences(lines));
    replace(this.acts, this.offerActs(state), this.seekActs(state), this.timeActs(state), turn.kind === "over" && this.endActs(state));
  }

  /** What is to be touched after what was touched last. @param {import("../types").Scene} scene */
  nextTouch(scene) {
    return scene.prompts[this.page.board.choice.touched.at(-1) ?? ""] ?? t("Now touch where it goes.");
  }

  /** Say what touching something would lead to. @param {string} says */
  point(says) {
    replace(this.line, h("span", null, says));
  }

  /** How everybody's points came about, and how the match stands. @param {State} state */
  sums(state) {
    const sums = state.scene.result?.sums ?? [];
    const told = state.seats.map((seat, i) => (sums[i] ? t("{name}: {words}", { name: subject(state, seat), words: sums[i] }) : ""));
    return [...told, state.match?.says ?? ""];
  }

  /** @param {Move} move */
  confirmActs(move) {
    const { board } = this.page;
    return [
      h("button", { class: "button primary", on: { click: () => board.play(move) } }, icon("check"), t("Play it")),
      h("button", { class: "button", on: { click: () => board.cancel() } }, t("Cancel")),
    ];
  }

  /** Yes or no to what somebody asks for. @param {State} state */
  offerActs(state) {
    const asked = offered(state);
    if (!asked) return [];
    const answer = (/** @type {boolean} */ yes) => () => this.page.does.answer(asked, yes);
    return [
      h("button", { class: "button primary", on: { click: answer(true) } }, t("Agree")),
      h("button", { class: "button", on: { click: answer(false) } }, t("Decline")),
    ];
  }

  /** What can be done while nobody has come yet. @param {State} state */
  seekActs(state) {
    if (!state.seek) return [];
    return [
      h("a", { class: "button", href: "/lobby" }, icon("people"), t("To the lobby")),
      state.viewer.host && h("button", { class: "button plain-button", on: { click: () => void this.page.does.withdraw() } }, t("Withdraw")),
    ];
  }

  /** What can be done about the time. @param {State} state */
  timeActs(state) {
    const act = (/** @type {string} */ text, /** @type {() => void} */ then) => h("button", { class: "button", on: { click: then } }, text);
    const alone = state.seats.length === 2 ? t("End the game") : t("Go on without them");
    return [
      state.can.resume && act(t("Let the clocks go on"), () => this.page.does.resume()),
      this.page.clocks.absent && act(state.absence?.callsOff ? t("Call the game off") : alone, () => this.page.does.callAbsent()),
    ];
  }

  /** Who would like another game, once somebody else has asked for it. @param {State} state */
  wish(state) {
    const { next, said, seats } = state;
    const asker = next && said?.phrase === "again" ? seats[said.seat] : null;
    return asker && !asker.you ? t("{name} would like another game.", { name: nameOf(state, asker) }) : "";
  }

  /** @param {State} state */
  endActs(state) {
    return [
      state.tournament && h("a", { class: "button primary", href: `/tournaments/${state.tournament}` }, t("To the tournament")),
      !state.tournament && state.next && h("a", { class: "button primary", href: `/t/${state.next}` }, t("To the next game")),
      !state.tournament && !state.next && state.can.rematch && h("button", { class: "button primary", on: { click: () => void this.page.does.rematch() } }, icon("again"), state.match && !state.match.over ? t("Next game") : t("Play again")),
      h("a", { class: "button", href: `/t/${this.page.id}/review` }, icon("graph"), t("Review")),
    ];
  }

  /** Moves that cannot be seen to be touched: those without a place, or with a place twice. */
  drawChoices() {
    const { board, shown } = this.page;
    if (!shown || this.page.earlier) return replace(this.choices);
    const { choice } = board;
    const hidden = unplaced(board);
    if (areMany(hidden)) {
      replace(this.choices, this.slider.draw(hidden));
      this.root.classList.add("choosing");
      return;
    }
    replace(
      this.choices,
      hidden.map((move) => this.choiceButton(move)),
      shown.can.roll && choice.moves.map((move) => this.choiceButton(move)),
    );
    this.root.classList.toggle("choosing", hidden.length > 0);
    if (choice.touched.length && !this.page.preview) this.draw(shown);
  }

  /** @param {Move} move */
  choiceButton(move) {
    const rolling = this.page.shown?.can.roll;
    return h(
      "button",
      {
        class: `chip ${rolling ? "primary" : ""}`,
        title: move.says,
        on: {
          click: () => this.page.board.play(move),
          mouseenter: () => void this.page.board.preview.show(rolling ? null : move),
          mouseleave: () => void this.page.board.preview.show(null),
          focus: () => void this.page.board.preview.show(rolling ? null : move),
          blur: () => void this.page.board.preview.show(null),
        },
      },
      h("span", null, this.page.board.choice.touched.length ? doing(move) : moveName(move)),
      gainFigure(move.gain),
    );
  }
}

/** How long an open challenge stays. @param {import("../types").SeekFacts} seek @param {boolean} host */
function staysFor({ lasts, byDays }, host) {
  if (!host) return "";
  if (byDays) return counting("It stays open for {n} day.", "It stays open for {n} days.", Math.round(lasts / 86400));
  return counting("It stays open while you are here or in the lobby, and {n} minute longer.", "It stays open while you are here or in the lobby, and {n} minutes longer.", Math.round(lasts / 60));
}

/** Who is waited for. @param {State} state @param {import("../types").Seat} seat */
function absent(state, seat) {
  const name = subject(state, seat);
  return seat.present ? t("{name} has not moved yet.", { name }) : t("{name} has left the table.", { name });
}

/** The first thing that this viewer is asked. @param {State} state */
function offered(state) {
  return state.offers.find((offer) => offer.answer) ?? null;
}

/**
 * @param {State} state
 * @param {import("../types").Offer} offer
 */
function question(state, offer) {
  const seat = state.seats[offer.by];
  const name = seat ? subject(state, seat) : "";
  if (offer.kind === "draw") return t("{name} offers a draw.", { name });
  if (offer.kind === "pause") return t("{name} would like to pause: the clocks would stand.", { name });
  return t("{name} would like to take back a move.", { name });
}

/** What a move does, without who does it and why. @param {Move} move */
function doing(move) {
  const [short] = move.says.split(/[:;.,]/);
  const would = "would "; // other languages tell whole sentences
  const text = short.slice(short.includes(would) ? short.indexOf(would) + would.length : 0);
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {number | null} gain */
function gainFigure(gain) {
  return gain ? h("span", { class: `gain-figure ${gain < 0 ? "loss" : ""}` }, signed(gain)) : null;
}
