// One's own games: all of them, what was won, and ways to bring some in and take them along.

import { api } from "../api.js";
import { go, readdress } from "../router.js";
import { ago, counting, figure, t } from "../state/texts.js";
import { parts } from "../state/records.js";
import { capital } from "../state/wording.js";
import { dialog } from "./dialogs.js";
import { h, replace, toast } from "./dom.js";
import { people, statusOf } from "./home.js";
import { icon } from "./icons.js";
import { MissesPanel } from "./misses.js";
import { VacationPanel } from "./vacation.js";

/** @typedef {import("../types").MyGame} MyGame */
/** @typedef {import("../types").Tally} Tally */

const LARGEST = 2_000_000; // letters of a file of records

/** @type {import("../router.js").Page} */
export async function myGames(root) {
  document.title = t("My games · Linden");
  const page = new MyGamesPage();
  replace(root, page.root);
  await Promise.all([page.load(), page.loadRecord(), page.vacation.load(), page.misses.load()]);
}

class MyGamesPage {
  constructor() {
    const query = new URLSearchParams(location.search);
    this.game = query.get("game") ?? "";
    this.result = query.get("result") ?? "all";
    /** @type {MyGame[]} */
    this.games = [];
    /** @type {string | null} */
    this.next = null;
    this.visit = 0;
    this.list = h("ul", { class: "my-list" });
    this.more = h("button", { class: "button", hidden: true, on: { click: () => void this.load(true).catch((error) => toast(error.message)) } }, t("Show more"));
    this.told = h("p", { class: "quiet my-empty", role: "status" });
    this.record = h("div", { class: "my-record" });
    this.vacation = new VacationPanel();
    this.misses = new MissesPanel();
    this.choice = h("select", { class: "field", "aria-label": t("Game"), on: { change: () => this.filter({ game: this.choice.value }) } });
    this.root = h(
      "div",
      { class: "my-games" },
      h(
        "header",
        { class: "my-head" },
        h("h1", null, t("My games")),
        h(
          "div",
          { class: "row" },
          h("button", { class: "button", on: { click: () => this.importDialog() } }, t("Import a record")),
          h("a", { class: "button", href: "/api/my-games/export", download: "my-games.linden" }, icon("down"), t("Export all")),
        ),
      ),
      h("div", { class: "my-body" }, h("section", { class: "my-tables", "aria-label": t("Tables") }, this.filters(), this.list, this.told, this.more), h("div", { class: "my-aside" }, this.record, this.misses.root, this.vacation.root)),
    );
  }

  // -- choosing

  filters() {
    /** @type {[string, string][]} */
    const results = [
      ["all", t("All")],
      ["running", t("Running")],
      ["won", capital(t("won"))],
      ["lost", capital(t("lost"))],
      ["drawn", capital(t("drawn"))],
      ["removed", t("Removed")],
    ];
    replace(this.choice, h("option", { value: "" }, t("All games")));
    return h(
      "div",
      { class: "my-filters" },
      this.choice,
      h(
        "fieldset",
        { class: "segments-set" },
        h("legend", { class: "unseen" }, t("Result")),
        h(
          "div",
          { class: "segments" },
          results.map(([value, text]) =>
            h(
              "label",
              null,
              h("input", { type: "radio", name: "result", value, checked: this.result === value, on: { change: () => this.filter({ result: value }) } }),
              text,
            ),
          ),
        ),
      ),
    );
  }

  /** The games there are, to choose from. */
  async nameGames() {
    const { games } = await api.home();
    replace(
      this.choice,
      h("option", { value: "" }, t("All games")),
      games.map(({ name, title }) => h("option", { value: name, selected: name === this.game }, title)),
    );
  }

  /** @param {{ game?: string, result?: string }} wish */
  filter(wish) {
    Object.assign(this, wish);
    const query = new URLSearchParams(this.wanted);
    readdress(`/my-games${query.size ? `?${query}` : ""}`);
    void this.load().catch((error) => toast(error.message));
  }

  /** What is asked of the server. @returns {Record<string, string>} */
  get wanted() {
    return { ...(this.game && { game: this.game }), ...(this.result !== "all" && { result: this.result }) };
  }

  // -- the list

  /** @param {boolean} [more] the page after those that are shown */
  async load(more = false) {
    const mine = ++this.visit;
    this.more.disabled = true;
    const naming = this.choice.options.length > 1 ? null : this.nameGames();
    let page;
    try {
      page = await api.myGames({ ...this.wanted, ...(more && this.next && { before: this.next }) });
      await naming;
    } finally {
      if (mine === this.visit) this.more.disabled = false;
    }
    if (mine !== this.visit) return;
    const first = more ? this.games.length : 0;
    this.games = [...(more ? this.games : []), ...page.games];
    this.next = page.next;
    this.draw();
    if (more) this.list.children[first]?.querySelector("a")?.focus();
  }

  draw() {
    replace(this.list, this.games.map((game) => this.card(game)));
    this.more.hidden = this.next === null;
    this.more.disabled = false;
    replace(this.told, this.games.length ? "" : this.emptiness());
  }

  emptiness() {
    if (this.result === "removed") return t("Nothing was taken off your list.");
    if (this.game || this.result !== "all") return t("No game of yours is like that.");
    return [t("Your games will stand here."), " ", h("a", { href: "/" }, t("Choose a game"))];
  }

  /** @param {MyGame} game */
  card(game) {
    const removed = this.result === "removed";
    const way = game.over ? `/t/${game.id}/review` : `/t/${game.id}`;
    const does = removed ? t("Put back") : t("Take off the list");
    return h(
      "li",
      null,
      h(
        "a",
        { class: "my-card", href: way },
        h("img", { class: "thumbnail", alt: "", loading: "lazy", width: 64, height: 64, src: `/api/tables/${game.id}/picture.svg?small=1&theme=${theme()}` }),
        h(
          "span",
          { class: "my-text" },
          h("span", null, h("strong", null, game.title), " ", outcome(game)),
          h("span", { class: game.yours ? "turn" : "" }, statusOf(game)),
          h("span", { class: "quiet small" }, [people(game.seats), counting("{n} move", "{n} moves", game.moves), ago(game.updated)].join(" · ")),
        ),
      ),
      h(
        "button",
        { class: "icon-button", title: does, "aria-label": t("{game}, {ago}: {does}", { game: game.title, ago: ago(game.updated), does }), on: { click: () => void this.move(game, removed) } },
        icon(removed ? "undo" : "close"),
      ),
    );
  }

  /**
   * Take a game off the list, or put it back on; what was done can be undone.
   * @param {MyGame} game
   * @param {boolean} back
   */
  async move(game, back) {
    try {
      await api.list(game.id, back ? "restore" : "remove");
      const at = this.games.indexOf(game);
      this.games = this.games.filter((one) => one !== game);
      this.draw();
      const near = /** @type {HTMLElement | null} */ (this.list.children[Math.min(at, this.games.length - 1)]?.querySelector("a") ?? null);
      near?.focus({ preventScroll: true });
      const undo = async () => {
        await api.list(game.id, back ? "remove" : "restore");
        await this.load();
      };
      const said = back ? t("Back on your list.") : t("Off your list. The others at this table still have it.");
      toast(said, { text: t("Undo"), act: () => void undo().catch((error) => toast(error.message)) });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  // -- what was won

  async loadRecord() {
    const { tallies } = await api.myRecord();
    /** @type {Map<string, Tally[]>} */
    const games = new Map();
    for (const tally of tallies) games.set(tally.title, [...(games.get(tally.title) ?? []), tally]);
    if (!games.size) return;
    replace(
      this.record,
      h("h2", { id: "won-and-lost" }, t("Won and lost")),
      h(
        "table",
        { "aria-labelledby": "won-and-lost" },
        h("thead", null, h("tr", { class: "quiet small" }, [t("Against"), t("won"), t("drawn"), t("lost")].map((name) => h("th", { scope: "col" }, name)))),
        [...games].map(([title, rows]) =>
          h("tbody", null, h("tr", { class: "my-record-game" }, h("th", { scope: "rowgroup", colspan: 4 }, title)), rows.map(row)),
        ),
      ),
    );
  }

  // -- records from elsewhere

  importDialog() {
    const text = h("textarea", { class: "field records", rows: 8, spellcheck: "false", "aria-label": t("Records"), placeholder: "Linden record 1\nGame: …" });
    const mistake = h("p", { class: "form-error", role: "alert" });
    const file = h("input", { type: "file", accept: ".linden,.txt,.json,text/plain", "aria-label": t("A file of records") });
    const send = h("button", { class: "button primary" }, t("Import"));
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      if (chosen.size > LARGEST) return replace(mistake, t("This file is too large: {most} kB at most.", { most: LARGEST / 1000 }));
      text.value = await chosen.text();
      replace(mistake);
    });
    send.addEventListener("click", async () => {
      send.disabled = true;
      replace(mistake);
      try {
        const tables = await bring(text.value);
        box.close();
        toast(counting("{n} game was brought in.", "{n} games were brought in.", tables.length));
        if (tables.length === 1) return go(`/t/${tables[0]}/review`);
        await this.load();
      } catch (error) {
        replace(mistake, error instanceof Error ? error.message : String(error));
        text.focus();
      }
      send.disabled = false;
    });
    const box = dialog(
      t("Import a record"),
      h("p", { class: "quiet" }, t("Paste what a download holds, or choose its file; several games may follow each other.")),
      text,
      file,
      mistake,
      h("div", { class: "row" }, send, h("button", { class: "button plain-button", on: { click: () => box.close() } }, t("Close"))),
    );
    box.classList.add("import");
  }
}

/** Send records part by part; the tables they became. @param {string} text @returns {Promise<string[]>} */
async function bring(text) {
  /** @type {string[]} */
  const tables = [];
  for (const part of parts(text)) tables.push(...(await api.importRecords(part)).tables);
  return tables;
}

/** How it ended for oneself, in a word. @param {MyGame} game */
function outcome(game) {
  const words = { won: t("Won"), lost: t("Lost"), drawn: t("Drawn"), none: "", "": "" };
  return words[game.outcome] && h("span", { class: `outcome outcome-${game.outcome}` }, words[game.outcome]);
}

/** @param {Tally} tally */
function row({ label, won, drawn, lost }) {
  const all = won + drawn + lost;
  const share = (/** @type {number} */ n) => `${(100 * n) / all}%`;
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, label, h("span", { class: "share", "aria-hidden": "true", style: { "--won": share(won), "--drawn": share(won + drawn) } })),
    [won, drawn, lost].map((n) => h("td", { class: n ? "" : "quiet" }, figure(n))),
  );
}

function theme() {
  return getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
}
