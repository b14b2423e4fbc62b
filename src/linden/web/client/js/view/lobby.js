// The lobby: challenges that are open to anybody, and games to watch, as they change.

import { api } from "../api.js";
import { places, travel } from "../board/motion.js";
import { go } from "../router.js";
import { Connection } from "../state/connection.js";
import { begun, needed, ratingOf, terms } from "../state/seeks.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { announce, h, picture, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { chord } from "./sound.js";

/** @typedef {import("../types").Seeks} Seeks */
/** @typedef {import("../types").OpenSeek} OpenSeek */
/** @typedef {import("../types").PublicGame} PublicGame */
/** @typedef {import("../types").PublicTable} PublicTable */

/** @type {import("../router.js").Page} */
export async function lobby(root) {
  const { games } = await api.games();
  document.title = t("{page} · Linden", { page: t("Lobby") });
  barPage(h("span", { class: "bar-title" }, t("Lobby")), h("span", { class: "bar-space" }));
  const page = new LobbyPage(root, games);
  return () => page.leave();
}

class LobbyPage {
  /** @param {HTMLElement} root @param {import("../types").GameTitle[]} games */
  constructor(root, games) {
    /** @type {Seeks | null} */
    this.seeks = null;
    /** @type {Map<string, import("../types").PublicGame>} one's own games that have begun meanwhile */
    this.begun = new Map();
    this.list = h("div", { class: "seeks" });
    this.news = h("div", { class: "seek-news", role: "status" });
    this.watch = h("section", { class: "watch" });
    this.featured = new FeaturedBoard();
    this.notice = h("p", { class: "quiet small", role: "status" });
    replace(
      root,
      h(
        "div",
        { class: "lobby" },
        h("header", null, h("h1", null, t("Lobby")), h("p", { class: "quiet" }, t("Take a challenge and you sit at the table. Or offer one, and wait for whoever comes."))),
        this.news,
        h("section", { "aria-labelledby": "open-challenges" }, h("h2", { id: "open-challenges" }, t("Open challenges")), this.list, this.notice),
        h(
          "section",
          { "aria-labelledby": "offer-one" },
          h("h2", { id: "offer-one" }, t("Offer a game")),
          h("ul", { class: "offer-games" }, games.map(({ name, title }) => h("li", null, h("a", { class: "chip", href: `/new/${name}?anybody` }, title)))),
        ),
        h("p", null, h("a", { href: "/tournaments" }, t("Tournaments: round robin, Swiss and arena"))),
        this.watch,
      ),
    );
    this.wake = () => !document.hidden && this.connection.hurry();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    /** @type {Connection<Seeks | import("../types").Pong | import("../types").Refused>} */
    this.connection = new Connection(() => `${scheme}://${location.host}/api/seeks`, {
      message: (message) => message.type === "seeks" && this.receive(message),
      health: (health) => replace(this.notice, health === "lost" || health === "gone" ? t("Connecting again; what is shown may be old.") : ""),
    });
  }

  leave() {
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.connection.close();
  }

  /** @param {Seeks} seeks */
  receive(seeks) {
    for (const game of begun(this.seeks, seeks)) {
      this.begun.set(game.table, game);
      chord(true);
      announce(t("Your game of {game} begins.", { game: game.title }));
    }
    this.seeks = seeks;
    this.draw(seeks);
  }

  /** @param {Seeks} seeks */
  draw({ seeks, games, featured }) {
    const running = [...this.begun.values()].filter((game) => games.some((one) => one.table === game.table));
    replace(this.news, running.map(begins));
    if (seeks.length) replace(this.list, h("ul", { class: "seek-list" }, seeks.map((seek) => this.seek(seek))));
    else replace(this.list, h("p", { class: "quiet" }, t("Nobody waits here just now. Offer a game, and whoever opens this page can take it.")));
    const best = games.find((game) => game.table === featured?.table);
    const others = games.filter((game) => game !== best);
    this.watch.hidden = !best;
    replace(
      this.watch,
      h("h2", null, t("Being played")),
      best && featured && this.featured.show(best, featured.version),
      others.length > 0 && h("ul", { class: "watch-list" }, others.map((game) => h("li", null, gameLink(game)))),
    );
  }

  /** @param {OpenSeek} seek */
  seek(seek) {
    const { table, title, yours, host, objection } = seek;
    const [by, ...others] = seek.players;
    return h(
      "li",
      { class: `seek ${yours ? "own" : ""}` },
      h(
        "div",
        { class: "seek-words" },
        h("p", null, h("strong", null, title), " ", host ? h("span", { class: "quiet" }, t("offered by you")) : by && person(by)),
        h("p", { class: "quiet small" }, terms(seek)),
        others.length > 0 && h("p", { class: "quiet small" }, t("With"), " ", listed(others)),
        needed(seek) && h("p", { class: "quiet small" }, needed(seek)),
        objection && h("p", { class: "objection small" }, objection),
      ),
      h(
        "div",
        { class: "seek-acts" },
        yours && h("a", { class: "button", href: `/t/${table}`, "aria-label": t("To your table of {game}", { game: title }) }, t("To the table")),
        host && h("button", { class: "button plain-button", "aria-label": t("Withdraw your challenge of {game}", { game: title }), on: { click: (/** @type {Event} */ event) => void this.act(event, () => api.withdraw(table)) } }, t("Withdraw")),
        !yours && !objection && h("button", { class: "button primary", "aria-label": t("Play {game} with {name}", { game: title, name: by?.name ?? "" }), on: { click: (/** @type {Event} */ event) => void this.act(event, async () => go(`/t/${(await api.take(table)).id}`)) } }, t("Play")),
      ),
    );
  }

  /** Do something that may be refused. @param {Event} event @param {() => Promise<unknown>} what */
  async act(event, what) {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      await what();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      button.disabled = false;
    }
  }
}

/** The board of the game that is most worth watching, move by move. */
class FeaturedBoard {
  constructor() {
    this.table = "";
    this.version = -1;
    this.words = h("div", { class: "featured-words" });
    this.board = h("a", { class: "featured-board", tabindex: "-1", "aria-hidden": "true" });
    this.root = h("div", { class: "featured" }, this.board, this.words);
  }

  /** @param {PublicGame} game @param {number} version */
  show(game, version) {
    if (this.table !== game.table) replace(this.board);
    if (this.table !== game.table || this.version !== version) void this.draw(game.table, version);
    [this.table, this.version] = [game.table, version];
    this.board.href = `/t/${game.table}`;
    replace(this.words, h("h3", null, gameLink(game)), h("p", { class: "row" }, h("a", { class: "button", href: `/t/${game.table}`, "aria-label": t("Watch {game}: {names}", { game: game.title, names: namesOf(game) }) }, icon("eye"), game.yours ? t("To the table") : t("Watch"))));
    return this.root;
  }

  /** Answers may come in any order. @param {string} table @param {number} version */
  async draw(table, version) {
    const drawing = await api.board(table).catch(() => null);
    if (drawing === null || table !== this.table || version !== this.version) return;
    const before = this.board.firstElementChild;
    const was = before && places(/** @type {SVGSVGElement} */ (before));
    const svg = picture(drawing, "featured-");
    this.board.replaceChildren(svg);
    if (was) await travel(was, svg, null);
  }
}

/** One's own challenge was taken. @param {PublicGame} game */
function begins(game) {
  return h("p", { class: "row begins" }, h("strong", null, t("Your game of {game} begins.", { game: game.title })), h("a", { class: "button primary", href: `/t/${game.table}` }, t("To the table")));
}

/** Who plays what. @param {PublicGame} game */
function gameLink(game) {
  return h("a", { class: "watch-game", href: `/t/${game.table}` }, h("strong", null, game.title), h("span", null, listed(game.players, false)), h("span", { class: "quiet small" }, terms(game)));
}

/** @param {PublicTable} game */
function namesOf({ players }) {
  return players.map(({ name }) => name).join(", ");
}

/** Names with ratings. @param {import("../types").SeekPlayer[]} players @param {boolean} [linked] */
function listed(players, linked = true) {
  return players.flatMap((player, i) => [i > 0 && ", ", person(player, linked)]);
}

/** Somebody with their rating. @param {import("../types").SeekPlayer} player @param {boolean} [linked] */
function person(player, linked = true) {
  const name = linked && player.account !== null ? h("a", { href: `/u/${encodeURIComponent(player.account)}` }, player.name) : player.name;
  const rating = ratingOf(player);
  return h("span", { class: "person" }, name, rating && h("span", { class: "quiet", title: player.sure ? t("Rating") : t("Rating, not known well yet") }, ` ${rating}`));
}
