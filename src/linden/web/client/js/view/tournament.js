// One tournament: standings as they change, who meets whom, and what one can do.

import { api } from "../api.js";
import { clockText } from "../state/clock.js";
import { Connection } from "../state/connection.js";
import { figure, t } from "../state/texts.js";
import { aloneSays, kindName, pointsText, progress, resultOf, rulesOf, termsOf } from "../state/tournaments.js";
import { barPage } from "./bar.js";
import { confirmation } from "./dialogs.js";
import { announce, h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { chord } from "./sound.js";

/** @typedef {import("../types").TournamentState} State */
/** @typedef {import("../types").TournamentGame} Game */
/** @typedef {import("../types").TournamentPlayer} Player */

/** @type {import("../router.js").Page} */
export async function tournament(root, { id }) {
  const page = new TournamentPage(root, id, await api.tournament(id));
  return () => page.leave();
}

class TournamentPage {
  /** @param {HTMLElement} root @param {string} id @param {State} state */
  constructor(root, id, state) {
    this.id = id;
    this.state = state;
    this.told = performance.now();
    /** @type {import("../types").LevelCard[]} the computers that an organiser can choose */
    this.levels = [];
    /** @type {Promise<unknown>} what was pressed, one after the other: who is added before it begins takes part */
    this.doing = Promise.resolve();
    this.time = h("span", { class: "arena-time" });
    this.head = h("header");
    this.news = h("div", { class: "tournament-news", role: "status" });
    this.acts = h("div", { class: "row tournament-acts" });
    this.organising = h("div", { class: "organising" });
    this.standings = h("section", { "aria-labelledby": "standings" });
    this.games = h("section", { "aria-labelledby": "games" });
    this.rules = h("section", { "aria-labelledby": "how" });
    this.notice = h("p", { class: "quiet small", role: "status" });
    replace(root, h("div", { class: "tournaments" }, this.head, this.news, this.acts, this.organising, this.notice, this.standings, this.games, this.rules));
    this.receive(state);
    if (state.organises && state.facts.computers) void this.load();
    this.wake = () => !document.hidden && this.connection.hurry();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.ticking = setInterval(() => this.tick(), 1000);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    /** @type {Connection<State | import("../types").Pong | import("../types").Refused>} */
    this.connection = new Connection(() => `${scheme}://${location.host}/api/tournaments/${id}/live`, {
      message: (message) => message.type === "tournament" && this.receive(message),
      health: (health) => replace(this.notice, health === "lost" || health === "gone" ? t("Connecting again; what is shown may be old.") : ""),
    });
  }

  leave() {
    clearInterval(this.ticking);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.connection.close();
  }

  async load() {
    this.levels = (await api.game(this.state.facts.game)).levels;
    this.drawOrganising();
  }

  /** @param {State} state */
  receive(state) {
    const before = this.state;
    this.state = state;
    this.told = performance.now();
    if (state.table && state.table !== before.table) {
      chord(true);
      announce(t("Your game is ready."));
    }
    if (state.facts.status === "over" && before.facts.status === "running") announce(t("The tournament is over."));
    this.draw();
  }

  draw() {
    const { facts, table } = this.state;
    document.title = t("{page} · Linden", { page: facts.name });
    barPage(h("a", { class: "bar-title", href: "/tournaments" }, t("Tournaments")), h("span", { class: "bar-space" }));
    replace(
      this.head,
      h("h1", null, facts.name),
      h("p", null, h("a", { href: `/rules/${facts.game}` }, facts.title), ` · ${kindName(facts.kind)}`, this.time),
      h("p", { class: "quiet small" }, termsOf(facts)),
      h("p", { class: "quiet small" }, progress(facts), " · ", t("set up by {name}", { name: facts.organiser })),
    );
    this.tick();
    replace(this.news, table !== null && h("p", { class: "row begins" }, h("strong", null, t("Your game is ready.")), h("a", { class: "button primary", href: `/t/${table}` }, t("To the table"))));
    this.drawActs();
    this.drawOrganising();
    this.drawStandings();
    this.drawGames();
    replace(this.rules, h("h2", { id: "how" }, t("How it goes")), h("ul", { class: "how quiet small" }, rulesOf(this.state).map((line) => h("li", null, line))));
  }

  /** What is left of an arena's time. */
  tick() {
    const { left } = this.state;
    replace(this.time, left !== null && [" · ", t("{time} left", { time: clockText(Math.max(0, left - (performance.now() - this.told) / 1000)) })]);
  }

  // -- what one can do

  drawActs() {
    const { facts, objection, standings, table } = this.state;
    const going = facts.status === "open" || facts.status === "running";
    const mine = standings.find((player) => player.you);
    const waits = going && facts.yours && !table && facts.status === "running";
    replace(
      this.acts,
      going && !facts.yours && !objection && this.button(mine ? t("Come back") : t("Join"), () => api.enter(this.id), "primary"),
      going && facts.yours && this.button(t("Withdraw from it"), () => this.withdraw()),
      going && !facts.yours && objection && h("p", { class: "quiet" }, objection),
      waits && h("p", { class: "quiet" }, facts.kind === "arena" ? t("You are paired as soon as somebody is free.") : t("You are waiting for the next round; this page tells you when it begins.")),
    );
  }

  async withdraw() {
    const running = this.state.facts.status === "running";
    if (running && !(await confirmation(t("Withdraw from the tournament?"), t("A game that you are playing goes on; you get no further ones."), t("Withdraw from it"), t("Stay")))) return;
    await api.leaveTournament(this.id);
  }

  drawOrganising() {
    const { facts, organises } = this.state;
    this.organising.hidden = !organises || !(facts.status === "open" || facts.status === "running");
    if (this.organising.hidden) return;
    const open = facts.status === "open";
    const before = /** @type {HTMLSelectElement | null} */ (this.organising.querySelector("select"));
    const level = h("select", { class: "field", "aria-label": t("Computer") }, this.levels.map((one) => h("option", { value: one.number, selected: String(one.number) === before?.value }, t("Level {number} · {name}", { number: one.number, name: one.name }))));
    replace(
      this.organising,
      h("h2", null, t("You organise it")),
      h(
        "div",
        { class: "row" },
        open && this.button(t("Begin"), () => api.startTournament(this.id), "primary", facts.entrants < 2),
        this.button(t("Call it off"), () => this.cancel(), "plain-button"),
      ),
      facts.computers && this.levels.length > 0 && (open || facts.kind === "arena") && h("div", { class: "row add-computer" }, level, this.button(t("Add this computer"), () => api.addComputers(this.id, [Number(level.value)]))),
      open && facts.entrants < 2 && h("p", { class: "quiet small" }, t("It can begin when two have joined. Share the address of this page.")),
    );
  }

  async cancel() {
    if (await confirmation(t("Call the tournament off?"), t("It ends for everybody, and cannot be taken up again."), t("Call it off"), t("Go on with it"))) await api.cancelTournament(this.id);
  }

  /**
   * Something that may be refused, once all that was pressed before it is done.
   * @param {() => Promise<unknown>} what
   */
  act(what) {
    this.doing = this.doing.then(what).catch((error) => toast(error instanceof Error ? error.message : String(error)));
    return this.doing;
  }

  /**
   * A button for something that may be refused.
   * @param {string} text
   * @param {() => Promise<unknown>} what
   * @param {string} [kind]
   * @param {boolean} [disabled]
   * @param {string} [label]
   */
  button(text, what, kind = "", disabled = false, label = undefined) {
    const button = h("button", { class: `button ${kind}`, type: "button", disabled, "aria-label": label }, text);
    button.addEventListener("click", async () => {
      button.disabled = true;
      await this.act(what);
      button.disabled = disabled;
    });
    return button;
  }

  // -- who stands where

  drawStandings() {
    const { facts, standings, organises } = this.state;
    const arena = facts.kind === "arena";
    const removes = organises && (facts.status === "open" || facts.status === "running");
    const head = (/** @type {string} */ short, /** @type {string} */ long) => h("th", { scope: "col", class: "figure" }, h("abbr", { title: long }, short));
    replace(this.standings, h("h2", { id: "standings" }, facts.status === "open" ? t("Who takes part") : t("Standings")));
    if (!standings.length) return void this.standings.append(h("p", { class: "quiet" }, t("Nobody has joined yet.")));
    const begun = facts.status !== "open";
    this.standings.append(
      h(
        "table",
        { class: "standings" },
        begun &&
          h(
            "thead",
            null,
            h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, t("Place"))), h("th", { scope: "col" }, t("Name")), h("th", { scope: "col", class: "figure" }, t("Points")), arena ? head(t("Wins"), t("Games won")) : [head("BH", t("Buchholz score")), head("SB", t("Sonneborn-Berger score"))], arena && head(t("Games"), t("Games played")), removes && h("td", null)),
          ),
        h(
          "tbody",
          null,
          standings.map((player) =>
            h(
              "tr",
              { class: [player.you && "own", player.gone && "gone"].filter(Boolean).join(" ") },
              begun && h("td", null, player.place),
              h("th", { scope: "row" }, nameOf(player), player.rating !== null && h("span", { class: "quiet small" }, ` ${player.rating}`), player.gone && h("span", { class: "quiet small" }, ` ${t("withdrawn")}`)),
              begun && h("td", { class: "figure points" }, pointsText(player.points)),
              begun && (arena ? h("td", { class: "figure" }, player.won) : [h("td", { class: "figure quiet" }, pointsText(player.buchholz)), h("td", { class: "figure quiet" }, figure(player.sonnebornBerger))]),
              begun && arena && h("td", { class: "figure quiet" }, player.won + player.drawn + player.lost),
              removes && h("td", { class: "figure" }, !player.gone && !player.you && this.remover(player)),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Player} player */
  remover(player) {
    const button = h("button", { class: "icon-button", type: "button", "aria-label": t("Remove {name}", { name: player.name }), title: t("Remove {name}", { name: player.name }) }, icon("close"));
    button.addEventListener("click", async () => {
      if (await confirmation(t("Remove {name}?", { name: player.name }), t("They get no further games and cannot come back; what they have played stays."), t("Remove"), t("Keep them"))) await this.act(() => api.removeEntrant(this.id, player.number));
    });
    return button;
  }

  // -- who meets whom

  drawGames() {
    const { facts, games, standings } = this.state;
    this.games.hidden = !games.length;
    if (!games.length) return;
    const people = new Map(standings.map((player) => [player.number, player]));
    const rounds = [...new Set(games.map((game) => game.round))];
    replace(
      this.games,
      h("h2", { id: "games" }, t("Games")),
      rounds.map((round) => [
        facts.kind !== "arena" && h("h3", null, t("Round {round}", { round })),
        h(
          "ul",
          { class: "pairings" },
          games.filter((game) => game.round === round).map((game) => this.game(game, people)),
        ),
      ]).flat(),
    );
  }

  /** @param {Game} game @param {Map<number, Player>} people */
  game(game, people) {
    const first = people.get(game.first);
    const second = game.second === null ? null : people.get(game.second);
    if (!first) return null;
    const own = first.you || second?.you;
    if (!second) return h("li", { class: own ? "own" : "" }, h("span", { class: "pairing" }, h("span", null, nameOf(first, false)), h("span", { class: "quiet small" }, aloneSays(game))));
    const middle = resultOf(game) || (game.result === "void" ? t("does not count") : t("being played"));
    const words = [h("span", { class: "one" }, nameOf(first, false)), h("span", { class: game.result ? "result" : "result quiet small" }, middle), h("span", null, nameOf(second, false))];
    return h("li", { class: own ? "own" : "" }, game.table ? h("a", { class: "pairing", href: `/t/${game.table}` }, words) : h("span", { class: "pairing" }, words));
  }
}

/** @param {Player} player @param {boolean} [linked] */
function nameOf(player, linked = true) {
  return linked && player.account !== null ? h("a", { href: `/u/${encodeURIComponent(player.account)}` }, player.name) : player.name;
}
