// A new table: who sits where, which rules, and Start.

import { api } from "../api.js";
import { go } from "../router.js";
import { beginning, showBeginning } from "./beginning.js";
import { resized, seated } from "../state/seating.js";
import { change, settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { ClockField } from "./clock_field.js";
import { fill, h, picture, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { inWords, optionField, optionSegments } from "./option_fields.js";
import { RangeChoice } from "./range_choice.js";

/** @typedef {import("../types").GamePage} GamePage */
/** @typedef {import("../types").OptionForm} OptionForm */
/** @typedef {import("../types").SeatChoice} SeatChoice */

/** @type {import("../router.js").Page} */
export async function newTable(root, { game }) {
  const page = await api.game(game);
  const from = beginning();
  const glimpse = h("div", { class: "glimpse", "aria-hidden": "true" });
  const form = new Form(page, from, (drawing) => glimpse.replaceChildren(...(drawing ? [picture(drawing, "new-")] : [])));
  document.title = t("{game}: a new table · Linden", { game: page.card.title });
  barPage(h("span", { class: "bar-title" }, page.card.title), h("span", { class: "bar-space" }));
  fill(root, h("div", { class: "new" }, about(page, glimpse, form), form.root));
  if (from) await showBeginning(game, from, glimpse);
}

/**
 * @param {GamePage} page
 * @param {HTMLElement} glimpse where the picture is
 * @param {Form} form
 */
function about({ card, lesson, puzzles }, glimpse, form) {
  if (card.drawing) glimpse.append(picture(card.drawing, "new-"));
  const from = [card.designer, card.year].filter(Boolean).join(", ");
  /** @type {HTMLAnchorElement} */
  const study = h("a", { href: `/p/${card.name}`, on: { click: () => (study.href = `/p/${card.name}${form.chosen}`) } }, t("Study"));
  return h(
    "div",
    { class: "new-picture" },
    h("div", null, h("h1", null, card.title), h("p", { lang: card.lang }, card.summary)),
    glimpse,
    lesson?.offered &&
      h(
        "p",
        { class: "new-lesson" },
        h("a", { href: `/learn/${card.name}` }, lesson.done ? t("Go on learning {game}", { game: card.title }) : t("New to it? Learn {game} in three minutes", { game: card.title })),
      ),
    h(
      "p",
      { class: "quiet small about" },
      card.designer ? t("By {from}.", { from }) : t("A folk game."),
      " ",
      t("{least} to {most} minutes.", { least: card.minutes[0], most: card.minutes[1] }),
      " ",
      h(
        "span",
        { class: "about-links" },
        h("a", { href: `/rules/${card.name}` }, t("The rules")),
        " · ",
        lesson && [h("a", { href: `/learn/${card.name}` }, t("Lesson")), " · "],
        puzzles && [h("a", { href: `/puzzles/${card.name}` }, t("Puzzles")), " · "],
        study,
        " · ",
        h("a", { href: `/ranking/${card.name}` }, t("Ranking")),
      ),
    ),
  );
}

class Form {
  /**
   * @param {GamePage} page
   * @param {import("./beginning.js").Beginning | null} from
   * @param {(drawing: string) => void} show shows how the game begins
   */
  constructor(page, from, show) {
    /** Whether whoever comes from the lobby looks for somebody to play with. */
    const asked = new URLSearchParams(location.search).has("anybody");
    this.page = page;
    this.from = from;
    this.show = show;
    /** The levels that can be chosen; one more where the game is known completely. */
    this.levels = page.levels;
    /** @type {SeatChoice[]} */
    this.seats = page.seats.map((seat) => {
      if (seat.kind !== "computer") return seat;
      return asked && !from ? { kind: "anybody" } : { ...seat, level: this.usualLevel };
    });
    this.roles = page.roles;
    /** @type {Record<string, unknown>} */
    this.options = from?.options ?? { ...page.quick };
    this.match = false;
    this.clock = new ClockField(page.clocks);
    this.rated = false;
    /** Whether a game with these options can be. */
    this.rateable = page.rated;
    this.ratedPlace = h("fieldset", { hidden: true });
    this.range = new RangeChoice();
    this.matchPlace = h("fieldset", { hidden: !page.match.offered || from !== null });
    this.seatPlace = h("div", { class: "seat-rows" });
    this.mistake = h("p", { class: "form-error", role: "alert" });
    this.start = h("button", { class: "button primary large", type: "submit" }, t("Start"));
    this.root = h(
      "form",
      { novalidate: true },
      h("fieldset", null, h("legend", null, t("Who plays")), !from && this.playersOption(), this.seatPlace),
      !from && this.ratedPlace,
      !from && this.range.root,
      this.matchChoice(),
      this.clock.root,
      !from && this.optionsChoice(),
      h("div", { class: "begin" }, this.mistake, this.start),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.open();
    });
    this.drawSeats();
    if (from) void this.check();
  }

  /** How many play stands beside who plays. */
  playersOption() {
    const option = this.page.options.find((one) => one.name === "players");
    if (!option) return null;
    return h("div", { class: "players" }, optionSegments(option, t("Number of players"), this.choose));
  }

  // -- seats

  drawSeats() {
    replace(this.seatPlace, this.seats.map((seat, i) => this.seatRow(seat, i)));
    this.clock.root.hidden = !timed(this.seats);
    this.range.root.hidden = !this.offered;
    replace(this.start, this.offered ? t("Offer the game") : t("Start"));
    this.drawRated();
  }

  /** Whether a seat is open to anybody. */
  get offered() {
    return this.seats.some((seat) => seat.kind === "anybody");
  }

  /** The level that one plays, where that can be for ratings. */
  get ratedLevel() {
    const { seats } = this;
    const computer = seats.find((seat) => seat.kind === "computer");
    if (seats.length !== 2 || !seats.some((seat) => seat.kind === "me") || computer?.level == null) return null;
    const level = this.levels[computer.level - 1];
    return level && level.rating !== null ? level : null;
  }

  /** Whether it can count: a choice for accounts that play with others, or with a level that has a rating, by the usual rules. */
  get mayBeRated() {
    const { seats } = this;
    const apart = seats.every((seat) => ["me", "friend", "anybody"].includes(seat.kind)) && seats.some((seat) => seat.kind === "me");
    return settings.signedIn && !this.from && this.rateable && (apart || this.ratedLevel !== null);
  }

  /** Whether it will. */
  get counts() {
    return this.rated && this.mayBeRated;
  }

  drawRated() {
    this.ratedPlace.hidden = !this.mayBeRated;
    const choice = (/** @type {boolean} */ value, /** @type {string} */ text) =>
      h("label", null, h("input", { type: "radio", name: "rated", checked: this.rated === value, on: { change: () => this.rate(value) } }), text);
    replace(
      this.ratedPlace,
      h("legend", null, t("What for")),
      h("div", { class: "segments" }, choice(false, t("For fun")), choice(true, t("Rated"))),
      h("p", { class: "quiet small match-says" }, this.ratedSays()),
    );
    this.drawCounting();
  }

  /** What being rated means with those who play. */
  ratedSays() {
    const level = this.ratedLevel;
    if (!level) return t("A rated game changes everybody’s rating; it is for accounts, and nothing is taken back.");
    const rating = Math.round(level.rating ?? 0);
    return t("A rated game changes your rating; the level’s stays at {rating}. Your first seat is drawn, then you change seats with each game. Nothing is taken back, and there are no hints.", { rating });
  }

  /** @param {boolean} rated */
  rate(rated) {
    this.rated = rated;
    this.drawCounting();
  }

  /** What else depends on whether it counts. */
  drawCounting() {
    this.matchPlace.hidden = this.oneGame;
    this.clock.need(this.counts, this.ratedLevel !== null);
  }

  /**
   * @param {SeatChoice} seat
   * @param {number} index
   */
  seatRow(seat, index) {
    const role = this.roles[index] ?? "";
    /** @type {[SeatChoice["kind"], string, Parameters<typeof icon>[0]][]} */
    const kinds = [
      ["me", t("Me"), "person"],
      ["computer", t("Computer"), "chip"],
      ["here", t("Here"), "screen"],
      ["friend", t("Friend"), "link"],
    ];
    if (!this.from) kinds.push(["anybody", t("Anybody"), "people"]);
    const row = h(
      "div",
      { class: "seat-row", role: "radiogroup", "aria-label": role },
      h("span", { class: "seat-role" }, role),
      h(
        "div",
        { class: "segments" },
        kinds.map(([kind, text, picture]) =>
          h(
            "label",
            null,
            h("input", {
              type: "radio",
              name: `seat-${index}`,
              value: kind,
              checked: seat.kind === kind,
              on: { change: () => this.sit(index, kind) },
            }),
            icon(picture),
            text,
          ),
        ),
      ),
      h("div", { class: "seat-more" }, this.more(seat, index)),
    );
    return row;
  }

  /** The level chosen last, or the highest there is here. */
  get usualLevel() {
    return Math.min(settings.level, this.levels.length);
  }

  /**
   * @param {number} index
   * @param {SeatChoice["kind"]} kind
   */
  sit(index, kind) {
    const choice = kind === "computer" ? { kind, level: this.usualLevel } : { kind };
    this.seats = seated(this.seats, index, choice);
    this.drawSeats();
    const chosen = this.seatPlace.children[index]?.querySelector("input:checked");
    /** @type {HTMLElement | null} */ (chosen)?.focus();
  }

  /**
   * What else there is to say about a seat.
   * @param {SeatChoice} seat
   * @param {number} index
   */
  more(seat, index) {
    if (seat.kind === "computer") return this.computer(seat, index);
    if (seat.kind === "friend") {
      return h("p", { class: "quiet small" }, t("You get a link to send. Whoever accepts it first sits down."));
    }
    if (seat.kind === "anybody") {
      return h("p", { class: "quiet small" }, t("It is offered in the lobby. Whoever takes it first sits down, and anybody may watch."));
    }
    if (seat.kind === "here") {
      const name = h("input", {
        class: "field",
        placeholder: t("name (if you like)"),
        "aria-label": t("Name of {role}", { role: this.roles[index] ?? "" }),
        value: seat.name ?? "",
        maxlength: 40,
        on: { input: () => (seat.name = name.value) },
      });
      return name;
    }
    return null;
  }

  /**
   * A level, or one of the programs that whoever runs this Linden has named.
   * @param {SeatChoice} seat
   * @param {number} index
   */
  computer(seat, index) {
    const { programs } = this.page;
    if (programs.length === 0) return this.level(seat, index);
    const chosen = seat.level == null ? (seat.player ?? "") : "";
    const choice = h(
      "select",
      { class: "field", "aria-label": t("Computer of {role}", { role: this.roles[index] ?? "" }) },
      h("option", { value: "" }, t("Linden")),
      programs.map((name) => h("option", { value: `program:${name}` }, name)),
    );
    choice.value = chosen;
    choice.addEventListener("change", () => {
      seat.player = choice.value || null;
      seat.level = choice.value ? null : this.usualLevel;
      this.drawSeats();
      this.seatPlace.children[index]?.querySelector("select")?.focus();
    });
    return h("div", { class: "computer" }, choice, chosen ? null : this.level(seat, index));
  }

  /**
   * @param {SeatChoice} seat
   * @param {number} index
   */
  level(seat, index) {
    const { levels } = this;
    const told = h("output", { "aria-live": "off" });
    const slider = h("input", {
      type: "range",
      min: 1,
      max: levels.length,
      value: Math.min(seat.level ?? this.usualLevel, levels.length),
      "aria-label": t("Level of {role}", { role: this.roles[index] ?? "" }),
    });
    const draw = () => {
      const level = levels[Number(slider.value) - 1];
      seat.level = level.number;
      slider.style.setProperty("--share", `${(100 * (level.number - 1)) / (levels.length - 1)}%`);
      slider.setAttribute("aria-valuetext", `${level.number}, ${level.name}: ${level.description}`);
      replace(told, h("strong", null, level.name), ` · ${level.description}`);
    };
    slider.addEventListener("input", () => {
      draw();
      this.drawRated();
    });
    slider.addEventListener("change", () => change({ level: Number(slider.value) }));
    draw();
    return h("div", { class: "level" }, slider, told);
  }

  // -- one game or several

  matchChoice() {
    const says = h("p", { class: "quiet small match-says" });
    const draw = () => replace(says, this.match ? this.page.match.says : "");
    const choice = (/** @type {boolean} */ value, /** @type {string} */ text) =>
      h(
        "label",
        null,
        h("input", {
          type: "radio",
          name: "match",
          checked: this.match === value,
          on: {
            change: () => {
              this.match = value;
              draw();
            },
          },
        }),
        text,
      );
    replace(
      this.matchPlace,
      h("legend", null, t("How long")),
      h("div", { class: "segments" }, choice(false, t("A single game")), choice(true, t("A match"))),
      says,
    );
    return this.matchPlace;
  }

  /** Whether there is a choice: with a level for a rating it is one game. */
  get oneGame() {
    return !this.page.match.offered || this.from !== null || (this.counts && this.ratedLevel !== null);
  }

  // -- options

  optionsChoice() {
    const others = this.page.options.filter((option) => option.name !== "players");
    if (!others.length) return null;
    this.summary = h("span", { class: "quiet" }, t("usual rules"));
    return h(
      "details",
      { class: "rules-options" },
      h("summary", null, icon("right"), h("span", { class: "legend" }, t("Rules"), " "), this.summary),
      h("div", { class: "options", lang: this.page.card.lang }, others.map((option) => optionField(option, this.choose))),
    );
  }

  /** @type {import("./option_fields.js").Choose} */
  choose = (option, value) => {
    const usual = String(value) === String(option.default);
    if (usual && !(option.name in this.page.quick)) delete this.options[option.name];
    else this.options[option.name] = value;
    const changed = this.changed.filter(([name]) => name !== "players");
    if (this.summary) {
      replace(this.summary, changed.length ? changed.map(([name, set]) => this.inWords(name, set)).join(", ") : t("usual rules"));
    }
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.check(), 120);
  };

  /** The options that are not as usual. */
  get changed() {
    return Object.entries(this.options).filter(([name, set]) => set !== this.page.quick[name]);
  }

  /** The same for an address, such as "?options=…". */
  get chosen() {
    const { changed } = this;
    return changed.length ? `?${new URLSearchParams({ options: JSON.stringify(Object.fromEntries(changed)) })}` : "";
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  inWords(name, value) {
    const option = this.page.options.find((one) => one.name === name);
    return option ? inWords(option, value) : String(value);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  async check() {
    const options = { ...this.options };
    try {
      const { seats, error, levels, drawing, rated } = await api.check(this.page.card.name, options);
      replace(this.mistake, error ?? "");
      this.start.disabled = error !== null;
      const usual = Object.entries(options).every(([name, set]) => set === this.page.quick[name]);
      this.rateable = rated;
      this.drawRated();
      if (!error && !this.from) this.show(usual ? this.page.card.drawing : drawing);
      if (error || (seats.join() === this.roles.join() && levels.length === this.levels.length)) return;
      this.roles = seats;
      this.levels = levels;
      this.seats = resized(this.seats, seats.length, this.usualLevel);
      this.drawSeats();
    } catch (error) {
      replace(this.mistake, error instanceof Error ? error.message : String(error));
    }
  }

  async open() {
    this.start.disabled = true;
    try {
      const { id } = await api.open({
        game: this.page.card.name,
        options: this.options,
        seats: this.seats,
        match: this.match && !this.oneGame,
        clock: timed(this.seats) ? this.clock.chosen : null,
        rated: this.counts,
        ...(this.offered ? this.range.chosen : {}),
        ...this.from,
      });
      go(`/t/${id}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      this.start.disabled = false;
    }
  }
}

/** Whether a clock makes sense: not at one screen, and not among computers. @param {SeatChoice[]} seats */
function timed(seats) {
  return seats.some((seat) => ["friend", "anybody", "computer"].includes(seat.kind)) && seats.some((seat) => seat.kind !== "computer");
}
