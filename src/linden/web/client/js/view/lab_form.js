// The form that starts a run: a game, values to vary, who plays, how much.

import { api } from "../api.js";
import { many, valuesOf, variantsOf } from "../state/lab.js";
import { counting, t } from "../state/texts.js";
import { h, replace, toast } from "./dom.js";
import { sentence } from "./map_field.js";

/** @typedef {import("../types").OptionForm} OptionForm */
/** @typedef {import("../types").LabForm} Choices */

const FEW = 13; // values that are all shown as buttons, up to here

export class LabForm {
  /**
   * @param {import("../types").GameTitle[]} games
   * @param {(id: string) => void} started
   */
  constructor(games, started) {
    this.told = started;
    /** @type {Choices | null} */
    this.choices = null;
    /** @type {Record<string, unknown[]>} what is to be played of each option */
    this.options = {};
    /** @type {string[]} */
    this.roles = [];
    this.each = false;
    /** @type {string[]} one for each seat; the first for all */
    this.players = ["level2"];
    /** @type {Map<string, { error: HTMLElement, field: () => HTMLElement | null }>} */
    this.places = new Map();
    this.game = h("select", { class: "field", id: "lab-game" }, games.map(({ name, title }) => h("option", { value: name }, title)));
    this.game.addEventListener("change", () => void this.choose());
    this.rules = h("div", { class: "options" });
    this.seats = h("div", { class: "lab-seats" });
    this.count = number("lab-games", { min: 1, value: 400 });
    this.precision = number("lab-precision", { min: 0.01, max: 50, step: "any", placeholder: t("no") });
    this.seed = number("lab-seed", { min: 0, value: 0 });
    this.sum = h("p", { class: "quiet", role: "status" });
    this.mistake = h("p", { class: "form-error", role: "alert" });
    this.start = h("button", { class: "button primary large", type: "submit" }, t("Start the run"));
    for (const field of [this.count, this.precision]) field.addEventListener("input", () => this.drawSum());
    this.root = h(
      "form",
      { class: "lab-form", novalidate: true },
      this.labelled("game", t("Game"), this.game),
      h(
        "fieldset",
        null,
        h("legend", null, t("Rules")),
        h("p", { class: "quiet small" }, t("Choose several values of a rule, and each of them is played.")),
        this.rules,
      ),
      h("fieldset", null, h("legend", null, t("Who plays")), this.seats, this.place("players", () => this.seats.querySelector("select"))),
      h(
        "fieldset",
        null,
        h("legend", null, t("How much")),
        h(
          "div",
          { class: "lab-numbers" },
          this.labelled("games", t("Games of each variant"), this.count),
          this.labelled("precision", t("Stop when the wins are known to ± per cent"), this.precision),
          this.labelled("seed", t("Seed (another gives other games)"), this.seed),
        ),
      ),
      h("div", { class: "begin" }, this.sum, this.mistake, this.start),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send();
    });
    void this.choose();
  }

  /** @param {string} name @param {string} text @param {HTMLElement} field */
  labelled(name, text, field) {
    return h("div", { class: "option" }, h("label", { for: field.id }, text), field, this.place(name, () => field));
  }

  /** Where it is said what is wrong with a field. @param {string} name @param {() => HTMLElement | null} field */
  place(name, field) {
    const error = h("p", { class: "form-error small", id: `wrong-${name}`, role: "alert" });
    this.places.set(name, { error, field });
    return error;
  }

  /** Another game, other rules and seats. */
  async choose() {
    try {
      const game = this.game.value;
      const choices = await api.labForm(game);
      if (game !== this.game.value) return;
      this.choices = choices;
      this.roles = choices.roles;
      this.options = Object.fromEntries(choices.options.map((option) => [option.name, [option.default]]));
      if (!choices.players.some(({ player }) => player === this.players[0])) this.players = ["level2"];
      replace(this.rules, choices.options.length ? choices.options.map((option) => this.option(option)) : h("p", null, t("This game has no options.")));
      this.clear();
      this.drawSeats();
      this.drawSum();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {OptionForm} option */
  option(option) {
    const help = h("span", { class: "help", id: `help-${option.name}` }, sentence(option.help));
    const several = option.kind === "switch" || option.kind === "map" || (option.choices.length > 0 && option.choices.length <= FEW && option.kind !== "text");
    return several ? this.buttons(option, help) : this.written(option, help);
  }

  /** Values to be chosen, any number of them. @param {OptionForm} option @param {HTMLElement} help */
  buttons(option, help) {
    const { name, choices, words, kind } = option;
    const boxes = choices.map((choice, i) => {
      const text = kind === "switch" ? (choice === true ? t("Yes") : t("No")) : words[i];
      const box = h("input", { type: "checkbox", checked: choice === option.default });
      box.addEventListener("change", () => {
        const chosen = new Set(this.options[name]);
        if (box.checked) chosen.add(choice);
        else chosen.delete(choice);
        this.vary(name, choices.filter((one) => chosen.has(one)));
      });
      return h("label", null, box, text);
    });
    const group = h("div", { class: "segments" }, boxes);
    return h(
      "fieldset",
      { class: "option", id: `option-${name}`, "aria-describedby": help.id },
      h("legend", { class: "option-name plain-legend" }, sentence(option.label, false)),
      group,
      help,
      this.place(`option-${name}`, () => group.querySelector("input")),
    );
  }

  /** Values to be written, with commas between. @param {OptionForm} option @param {HTMLElement} help */
  written(option, help) {
    const { name, choices, words, low, high } = option;
    const usual = words[choices.findIndex((choice) => choice === option.default)] ?? String(option.default);
    const field = h("input", { class: "field", id: `option-${name}`, type: "text", value: usual, autocomplete: "off", spellcheck: "false", "aria-describedby": help.id });
    field.addEventListener("input", () => this.vary(name, valuesOf(option, field.value)));
    const range = low !== null && high !== null ? t("{low} to {high}, several with commas between.", { low, high }) : t("Several with commas between.");
    help.append(" ", range);
    return h("div", { class: "option" }, h("label", { for: field.id }, sentence(option.label, false)), field, help, this.place(`option-${name}`, () => field));
  }

  /** @param {string} name @param {unknown[]} values */
  vary(name, values) {
    this.options[name] = values;
    this.wrong(`option-${name}`, "");
    this.drawSum();
    if (name === "players") void this.countSeats();
  }

  // -- who plays

  /** Another number of players, other seats; where several are tried, one player sits everywhere. */
  async countSeats() {
    const counts = this.options.players ?? [];
    if (counts.length === 1) {
      const { seats } = await api.check(this.game.value, { players: counts[0] }).catch(() => ({ seats: [] }));
      if (seats.length) this.roles = seats;
    } else this.each = false;
    this.drawSeats();
  }

  drawSeats() {
    const several = (this.options.players ?? []).length > 1;
    const way = (/** @type {boolean} */ each, /** @type {string} */ text) =>
      h(
        "label",
        null,
        h("input", {
          type: "radio",
          name: "lab-seats",
          checked: this.each === each,
          disabled: several && each,
          on: {
            change: () => {
              this.each = each;
              this.drawSeats();
              /** @type {HTMLElement | null} */ (this.seats.querySelector("input:checked"))?.focus();
            },
          },
        }),
        text,
      );
    const roles = this.each ? this.roles : [t("Every seat")];
    replace(
      this.seats,
      h("div", { class: "segments", role: "radiogroup", "aria-label": t("Who plays") }, way(false, t("The same everywhere")), way(true, t("One for each seat"))),
      h("div", { class: "lab-numbers" }, roles.map((role, i) => this.player(role, i))),
      this.each && h("p", { class: "quiet small" }, t("They change seats from game to game.")),
    );
  }

  /** @param {string} role @param {number} seat */
  player(role, seat) {
    const id = `lab-player-${seat}`;
    const select = h("select", { class: "field", id }, (this.choices?.players ?? []).map(({ player, name }) => h("option", { value: player }, name)));
    select.value = this.players[seat] ?? this.players[0];
    this.players[seat] = select.value;
    select.addEventListener("change", () => {
      this.players[seat] = select.value;
      this.wrong("players", "");
    });
    return h("div", { class: "option" }, h("label", { for: id }, role), select);
  }

  // -- how much

  drawSum() {
    const variants = variantsOf(this.options);
    const games = Number(this.count.value) * variants;
    if (!Number.isInteger(games) || games < 1) return replace(this.sum);
    const words = counting("{n} variant, {games}", "{n} variants, {games}", variants, { n: many(variants), games: counting("{n} game", "{n} games", games, { n: many(games) }) });
    replace(this.sum, this.precision.value ? t("{words} at most.", { words }) : `${words}.`);
  }

  // -- starting

  /** Say what is wrong beside its field, or nothing any more. @param {string} name @param {string} text */
  wrong(name, text) {
    const place = this.places.get(name);
    if (!place) return false;
    replace(place.error, text);
    const field = place.field();
    if (text) {
      field?.setAttribute("aria-invalid", "true");
      field?.setAttribute("aria-errormessage", place.error.id);
    } else {
      field?.removeAttribute("aria-invalid");
      field?.removeAttribute("aria-errormessage");
    }
    return true;
  }

  clear() {
    for (const name of this.places.keys()) this.wrong(name, "");
    replace(this.mistake);
  }

  async send() {
    this.clear();
    this.start.disabled = true;
    try {
      const answer = await api.startRun({
        game: this.game.value,
        options: this.options,
        players: this.each ? this.players.slice(0, this.roles.length) : this.players.slice(0, 1),
        games: whole(this.count),
        precision: this.precision.value.trim() === "" ? null : Number(this.precision.value) / 100,
        seed: whole(this.seed),
      });
      if (answer.id) this.told(answer.id);
      else if (answer.error && !this.wrong(answer.field ?? "", answer.error)) replace(this.mistake, answer.error);
      else this.places.get(answer.field ?? "")?.field()?.focus();
    } catch (error) {
      replace(this.mistake, error instanceof Error ? error.message : String(error));
    }
    this.start.disabled = false;
  }
}

/** A whole number, or one that is refused with its sentence. @param {HTMLInputElement} field */
function whole(field) {
  const value = Number(field.value);
  return field.value.trim() !== "" && Number.isInteger(value) ? value : -1;
}

/** @param {string} id @param {Record<string, unknown>} more */
function number(id, more) {
  return h("input", { class: "field", id, type: "number", inputmode: "decimal", autocomplete: "off", ...more });
}
