// Home: the games as living little boards, and the tables one has been at.

import { api } from "../api.js";
import { clockText } from "../state/clock.js";
import { change } from "../state/settings.js";
import { ago, counting, t } from "../state/texts.js";
import { fill, h, picture, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { languageMenu } from "./languages.js";
import { start } from "./starting.js";
import { moving, places, travel } from "../board/motion.js";

/** @typedef {import("../types").GameCard} GameCard */
/** @typedef {import("../types").TableCard} TableCard */

const narrow = matchMedia("(max-width: 44rem)");
const CHANGE = 4200; // milliseconds between two changes on the page, one board at a time

/** @type {import("../router.js").Page} */
export async function home(root) {
  const place = h("div", { class: "home" });
  // The page is there at once; what the server knows comes into it.
  fill(place, welcome(), h("ul", { class: "games waiting", "aria-hidden": "true" }, [1, 2, 3, 4, 5].map(() => h("li", { class: "game" }, h("div", { class: "glimpse" })))));
  replace(root, place);
  const found = await api.home();
  /** @type {Living[]} */
  const boards = [];
  const cards = found.games.map((game) => card(game, boards, found.lessons.find((lesson) => lesson.game === game.name && lesson.offered)));
  const designers = [...new Set(found.games.map((game) => game.designer))].filter(Boolean); // folk games have none
  replace(
    place,
    welcome(),
    found.invitations.length > 0 && invitations(found.invitations),
    found.seeking > 0 && h("p", { class: "seeking" }, h("a", { href: "/lobby" }, icon("people"), found.seeking === 1 ? t("Somebody is looking for a game") : counting("{n} challenge is open in the lobby", "{n} challenges are open in the lobby", found.seeking))),
    found.open.length > 0 && tables(t("Where you left off"), found.open, found.moreOpen, false),
    h("ul", { class: "games" }, cards),
    found.recent.length > 0 && tables(t("Recent tables"), found.recent, found.moreRecent, true),
    h(
      "footer",
      { class: "colophon quiet small" },
      found.you.account ? h("a", { href: "/account" }, found.you.name) : you(found.you.name),
      h("a", { href: "/my-games" }, t("My games")),
      h("a", { href: "/puzzles" }, t("Puzzles")),
      h("a", { href: "/lobby" }, t("Lobby")),
      h("a", { href: "/tournaments" }, t("Tournaments")),
      h("a", { href: "/lab" }, t("Lab")),
      !found.you.account && h("a", { href: "/account" }, t("Sign in")),
      languageMenu(),
      designers.length > 0 && h("span", null, t("The games are by {names}.", { names: designers.join(", ") })),
    ),
  );
  return liveliness(boards);
}

/** Free seats that one is invited to by name. @param {import("../types").SeatOffer[]} offers */
function invitations(offers) {
  return h(
    "section",
    { class: "invitations" },
    h("h2", null, t("You are invited")),
    h(
      "ul",
      { class: "plain-list" },
      offers.map((offer) => {
        const decline = h("button", { class: "button plain-button", type: "button" }, t("Not now"));
        const line = h(
          "li",
          null,
          h("a", { href: `/join/${offer.key}` }, offer.rated ? t("{name} invites you to a rated game of {game}", { name: offer.by, game: offer.title }) : t("{name} invites you to a game of {game}", { name: offer.by, game: offer.title })),
          decline,
        );
        decline.addEventListener("click", async () => {
          decline.disabled = true;
          await api.decline(offer.key).then(
            () => line.remove(),
            (error) => {
              decline.disabled = false;
              toast(error.message);
            },
          );
        });
        return line;
      }),
    ),
  );
}

function welcome() {
  return h(
    "header",
    { class: "welcome" },
    h("h1", null, t("Good games, one quiet table")),
    h(
      "p",
      { class: "quiet" },
      t("Play the computer, someone beside you, or a friend by link. No account, nothing to install."),
    ),
  );
}

/**
 * @param {GameCard} game
 * @param {Living[]} boards
 * @param {import("../types").LessonCard} [lesson] where it is offered: to who has never played the game
 */
function card(game, boards, lesson) {
  const board = h("a", {
    class: "glimpse",
    href: `/new/${game.name}`,
    "aria-hidden": "true",
    tabindex: "-1",
  });
  if (game.drawing) {
    const living = new Living(game.name, board, game.drawing);
    boards.push(living);
  }
  const [least, most] = game.minutes;
  const players = game.players.length > 1 ? `${game.players[0]}–${game.players.at(-1)}` : "2";
  const play = h(
    "button",
    {
      class: "button primary",
      "aria-label": t("Play {game} against the computer", { game: game.title }),
      on: {
        click: async () => {
          play.disabled = true;
          await start(game.name).catch((error) => toast(error.message));
          play.disabled = false;
        },
      },
    },
    t("Play"),
  );
  return h(
    "li",
    { class: "game" },
    board,
    h(
      "div",
      { class: "game-text" },
      h("h2", null, h("a", { href: `/new/${game.name}` }, game.title)),
      h("p", { lang: game.lang }, game.summary),
      h(
        "p",
        { class: "quiet small facts" },
        t("{players} players · {least} to {most} minutes", { players, least, most }),
      ),
    ),
    h(
      "div",
      { class: "game-ways" },
      play,
      h(
        "a",
        {
          class: "button plain-button",
          href: `/new/${game.name}`,
          "aria-label": t("Set up a table of {game}", { game: game.title }),
        },
        t("Set up"),
      ),
      lesson &&
        h(
          "a",
          {
            class: "button plain-button learn",
            href: `/learn/${game.name}`,
            "aria-label": lesson.done ? t("Go on learning {game}", { game: game.title }) : t("Learn {game} in three minutes", { game: game.title }),
          },
          lesson.done ? t("Learn on") : t("Learn it"),
        ),
    ),
  );
}

/**
 * Tables, the latest first; a few are shown at once, and the others one touch away.
 * @param {string} heading
 * @param {TableCard[]} cards
 * @param {boolean} more whether the server has others
 * @param {boolean} over
 */
function tables(heading, cards, more, over) {
  const list = h("ul");
  const button = h("button", { class: "button plain-button" }, t("Show more"));
  const few = over ? 8 : narrow.matches ? 2 : 4;
  let [shown, known, left] = [Math.min(few, cards.length), cards, more];
  const draw = () => {
    replace(list, known.slice(0, shown).map(tableCard));
    button.hidden = shown >= known.length && !left;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (left) {
        const next = await api.tables(over, known.length);
        [known, left] = [[...known, ...next.tables], next.more];
      }
      const first = shown;
      shown = known.length;
      draw();
      list.children[first]?.querySelector("a")?.focus();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    button.disabled = false;
  });
  draw();
  return h("section", { class: over ? "tables" : "tables open" }, h("h2", null, heading), list, button);
}

/** @param {TableCard} table */
function tableCard(table) {
  return h(
    "li",
    null,
    h(
      "a",
      { class: "table-card", href: table.over ? `/t/${table.id}/review` : `/t/${table.id}` },
      table.drawing && thumbnail(table),
      h(
        "span",
        { class: "table-text" },
        h("strong", null, table.title),
        h("span", { class: table.yours && !table.over ? "turn" : "" }, statusOf(table)),
        h("span", { class: "quiet small" }, `${people(table.seats)} · ${ago(table.updated)}`),
      ),
    ),
  );
}

/** Whose turn it is, and how much time they have. @param {TableCard} table */
export function statusOf({ status, left }) {
  return left === null ? status : `${status} ${clockText(left)}`;
}

/** Who plays, in a line. @param {string[]} seats */
export function people(seats) {
  return new Set(seats).size === 1 ? t("on one screen") : seats.join(t(" and "));
}

/** @param {TableCard} table */
function thumbnail(table) {
  const span = h("span", { class: "thumbnail", "aria-hidden": "true" });
  span.append(picture(/** @type {string} */ (table.drawing), `${table.id}-`));
  return span;
}

/** One's name, changed where it stands. @param {string} name */
function you(name) {
  const field = h("input", {
    class: "field name",
    value: name,
    maxlength: 40,
    placeholder: t("your name"),
    "aria-label": t("Your name at the table"),
    autocomplete: "nickname",
    on: {
      change: async () => {
        try {
          field.value = (await api.rename(field.value)).name;
          change({ named: true });
          toast(t("You are {name} from now on.", { name: field.value }));
        } catch (error) {
          toast(error instanceof Error ? error.message : String(error));
        }
      },
    },
  });
  return h("label", { class: "you" }, h("span", null, t("You sit down as")), field);
}

/** A board that plays a stored game by itself, a move now and then. */
class Living {
  /**
   * @param {string} game
   * @param {HTMLElement} place
   * @param {string} drawing
   */
  constructor(game, place, drawing) {
    this.game = game;
    this.place = place;
    this.prefix = `${game}-`;
    this.svg = picture(drawing, this.prefix);
    place.append(this.svg);
    /** @type {number[]} */
    this.plies = [];
    this.next = 0;
  }

  /** Show the next position of the game. */
  async step() {
    if (!this.plies.length) {
      const show = await api.show(this.game);
      this.plies = show.every;
      this.next = Math.floor(this.plies.length * 0.55);
    }
    const ply = this.plies[this.next++ % this.plies.length];
    const drawing = await api.showDrawing(this.game, ply);
    const before = places(this.svg);
    const svg = picture(drawing, this.prefix);
    this.svg.replaceWith(svg);
    this.svg = svg;
    await travel(before, svg, null);
  }
}

/**
 * Let the boards change in turn, while the page is seen and motion is welcome.
 * @param {Living[]} boards
 */
function liveliness(boards) {
  let next = 0;
  const timer = setInterval(() => {
    if (document.hidden || !moving() || !boards.length) return;
    const board = boards[next++ % boards.length];
    const box = board.place.getBoundingClientRect();
    if (box.bottom > 0 && box.top < innerHeight) board.step().catch(() => clearInterval(timer));
  }, CHANGE / 2);
  return () => clearInterval(timer);
}
