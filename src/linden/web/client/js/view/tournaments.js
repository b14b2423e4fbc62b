// Tournaments: which there are, and a form to set one up.

import { api } from "../api.js";
import { go } from "../router.js";
import { settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { kindName, kindSays, progress, termsOf } from "../state/tournaments.js";
import { barPage } from "./bar.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").TournamentFacts} TournamentFacts */
/** @typedef {TournamentFacts["kind"]} Kind */

/** @type {import("../router.js").Page} */
export async function tournaments(root) {
  const [{ tournaments: found }, { games }] = await Promise.all([api.tournaments(), api.games()]);
  const { clocks } = await api.game(games[0]?.name ?? "");
  document.title = t("{page} · Linden", { page: t("Tournaments") });
  barPage(h("span", { class: "bar-title" }, t("Tournaments")), h("span", { class: "bar-space" }));
  const going = found.filter(({ status }) => status === "open" || status === "running");
  const over = found.filter(({ status }) => status === "over");
  const form = new Form(games, clocks.filter((clock) => clock.seconds < 86400));
  replace(
    root,
    h(
      "div",
      { class: "tournaments" },
      h("header", null, h("h1", null, t("Tournaments")), h("p", { class: "quiet" }, t("Join one, or set one up and share its address."))),
      h(
        "section",
        { "aria-labelledby": "going" },
        h("h2", { id: "going" }, t("Open and under way")),
        going.length ? list(going) : h("p", { class: "quiet" }, t("There is no tournament just now. Set one up, and others can join it here.")),
      ),
      h("section", { "aria-labelledby": "set-up" }, h("h2", { id: "set-up" }, t("Set one up")), form.root),
      over.length > 0 && h("section", { "aria-labelledby": "over" }, h("h2", { id: "over" }, t("Over")), list(over)),
    ),
  );
}

/** @param {TournamentFacts[]} found */
function list(found) {
  return h(
    "ul",
    { class: "tournament-list" },
    found.map((facts) =>
      h(
        "li",
        null,
        h("a", { class: "tournament-card", href: `/tournaments/${facts.id}` }, h("strong", null, facts.name), h("span", null, `${facts.title} · ${kindName(facts.kind)}`), h("span", { class: "quiet small" }, termsOf(facts)), h("span", { class: "quiet small" }, progress(facts))),
        facts.yours && h("span", { class: "small yours" }, t("you take part")),
      ),
    ),
  );
}

class Form {
  /** @param {import("../types").GameTitle[]} games @param {import("../types").ClockCard[]} clocks */
  constructor(games, clocks) {
    this.clocks = clocks;
    /** @type {Kind} */
    this.kind = "swiss";
    this.game = h("select", { class: "field", id: "tournament-game" }, games.map(({ name, title }) => h("option", { value: name }, title)));
    this.name = h("input", { class: "field", id: "tournament-name", maxlength: 40, autocomplete: "off", placeholder: t("a name, if you like") });
    const usual = Math.max(0, clocks.findIndex((clock) => clock.kind === "game" && clock.seconds === 300));
    this.clock = h("select", { class: "field", id: "tournament-clock" }, clocks.map((clock, i) => h("option", { value: i, selected: i === usual }, clock.name)));
    this.rounds = number("tournament-rounds", 5, 1, 13);
    this.minutes = number("tournament-minutes", 60, 1, 180);
    this.rated = toggle(false);
    this.computers = toggle(false);
    this.joins = toggle(true);
    this.says = h("p", { class: "quiet small" });
    this.length = h("div", { class: "form-line" });
    this.mistake = h("p", { class: "form-error", role: "alert" });
    this.button = h("button", { class: "button primary", type: "submit" }, t("Set up the tournament"));
    const kinds = /** @type {Kind[]} */ (["swiss", "robin", "arena"]);
    this.root = h(
      "form",
      { class: "tournament-form", novalidate: true },
      h(
        "fieldset",
        null,
        h("legend", null, t("What kind")),
        h(
          "div",
          { class: "segments" },
          kinds.map((kind) => h("label", null, h("input", { type: "radio", name: "kind", checked: kind === this.kind, on: { change: () => this.choose(kind) } }), kindName(kind))),
        ),
        this.says,
      ),
      h("div", { class: "form-line" }, h("label", { for: "tournament-game" }, t("Game")), this.game),
      h("div", { class: "form-line" }, h("label", { for: "tournament-clock" }, t("Time")), this.clock),
      this.length,
      h("div", { class: "form-line" }, h("label", { for: "tournament-name" }, t("Name")), this.name),
      settings.signedIn && switched(this.rated, t("Rated: it changes everybody’s rating, and is for accounts")),
      switched(this.computers, t("Computers and bots may take part")),
      switched(this.joins, t("I take part myself")),
      h("div", null, this.mistake, this.button),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.open();
    });
    this.choose(this.kind);
  }

  /** @param {Kind} kind */
  choose(kind) {
    this.kind = kind;
    replace(this.says, kindSays(kind));
    this.length.hidden = kind === "robin";
    const field = kind === "arena" ? this.minutes : this.rounds;
    replace(this.length, h("label", { for: field.id }, kind === "arena" ? t("Minutes") : t("Rounds")), field);
  }

  async open() {
    const clock = this.clocks[Number(this.clock.value)];
    this.button.disabled = true;
    replace(this.mistake);
    try {
      const made = await api.newTournament({
        name: this.name.value,
        kind: this.kind,
        game: this.game.value,
        clock: clock && { kind: clock.kind, seconds: clock.seconds, increment: clock.increment },
        rated: this.rated.checked,
        computers: this.computers.checked,
        rounds: within(this.rounds),
        minutes: within(this.minutes),
        join: this.joins.checked,
      });
      go(`/tournaments/${made.id}`);
    } catch (error) {
      replace(this.mistake, error instanceof Error ? error.message : String(error));
    }
    this.button.disabled = false;
  }
}

/** @param {string} id @param {number} value @param {number} min @param {number} max */
function number(id, value, min, max) {
  return h("input", { class: "field number", id, type: "number", inputmode: "numeric", value, min, max, autocomplete: "off" });
}

/** A number that fits, whatever was typed. @param {HTMLInputElement} input */
function within(input) {
  const wanted = Math.round(Number(input.value)) || Number(input.defaultValue);
  return Math.min(Number(input.max), Math.max(Number(input.min), wanted));
}

/** @param {boolean} checked */
function toggle(checked) {
  return h("input", { class: "switch", type: "checkbox", checked });
}

/** @param {HTMLInputElement} input @param {string} says */
function switched(input, says) {
  return h("label", { class: "form-switch" }, input, says);
}
