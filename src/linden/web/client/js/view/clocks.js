// The clocks at the seats: they go on here from what the server told last. And for how long somebody is away.

import { clockText, leftOf, LOW, toTell } from "../state/clock.js";
import { t } from "../state/texts.js";
import { announce, h } from "./dom.js";

/** @typedef {import("../types").State} State */

const EVERY = 200; // milliseconds

/** Where the clock of a seat stands. @param {number} seat */
export function clockPlace(seat) {
  return h("span", { class: "clock", role: "timer", "data-clock": seat, "aria-live": "off" });
}

export class Clocks {
  /**
   * @param {HTMLElement} seats where they stand
   * @param {() => void} due called when something can be done that could not be done before
   */
  constructor(seats, due) {
    this.seats = seats;
    this.due = due;
    /** @type {State | null} */
    this.state = null;
    this.received = 0;
    this.claimable = false;
    /** @type {Map<number, number>} what was shown last */
    this.shown = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** What the server has just told. @param {State} state */
  receive(state) {
    this.state = state;
    this.received = performance.now();
    this.claimable = state.absence?.wait === 0;
    const runs = state.clock !== null && state.clock.running !== null;
    clearInterval(this.timer);
    if (runs || state.absence) this.timer = setInterval(() => this.tick(), EVERY);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** Seconds since the server told it. */
  get passed() {
    return (performance.now() - this.received) / 1000;
  }

  /** Whether whoever is to move can be called absent. */
  get absent() {
    const absence = this.state?.absence;
    return absence ? this.passed >= absence.wait : false;
  }

  tick() {
    this.draw();
    if (this.absent && !this.claimable) {
      this.claimable = true;
      this.due();
    }
  }

  draw() {
    const { state } = this;
    if (!state?.clock) return;
    for (const place of this.seats.querySelectorAll("[data-clock]")) {
      const seat = Number(place.getAttribute("data-clock"));
      const left = leftOf(state.clock, seat, this.passed);
      const rests = (state.clock.rests[seat] ?? 0) > this.passed;
      const runs = state.clock.running === seat && !rests;
      const text = clockText(left);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("runs", runs);
      place.classList.toggle("low", runs && left < LOW);
      place.setAttribute("aria-label", rests ? t("Time left: {time}, on vacation", { time: text }) : t("Time left: {time}", { time: text }));
      const most = state.clock.kind === "turn" ? state.clock.seconds : Infinity;
      if (runs && state.seats[seat]?.you) announce(toTell(this.shown.get(seat) ?? left, left, most));
      this.shown.set(seat, left);
    }
  }
}
