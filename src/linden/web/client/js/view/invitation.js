// An invitation: which game, who asks, which seat is free, and one button to sit down.

import { api, Refusal } from "../api.js";
import { go } from "../router.js";
import { change, settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { rulesInWords } from "../state/wording.js";
import { barPage } from "./bar.js";
import { emblem, h, picture, replace, toast } from "./dom.js";

/** @typedef {import("../types").Invitation} Invitation */

/** @type {import("../router.js").Page} */
export async function invitation(root, { key }) {
  if (!/^[\w-]+$/.test(key)) throw new Refusal(404, t("This link leads to no table."));
  const found = await api.invitation(key);
  const { title } = found.game;
  document.title = t("An invitation to {game} · Linden", { game: title });
  barPage(h("span", { class: "bar-title" }, title), h("span", { class: "bar-space" }));
  draw(root, key, found);
}

/**
 * @param {HTMLElement} root
 * @param {string} key
 * @param {Invitation} found
 */
function draw(root, key, found) {
  const said = h("p", null, found.summary, " ", h("a", { href: `/rules/${found.game.name}` }, t("The rules")));
  show(root, found.drawing, heading(found), said, seats(found), rules(found), answer(root, key, found));
}

/**
 * A page about a seat: what it is about, how the table looks, and what can be done.
 * @param {HTMLElement} root
 * @param {string} drawing
 * @param {string} title
 * @param {HTMLElement} said
 * @param {import("./dom.js").Child[]} words
 */
export function show(root, drawing, title, said, ...words) {
  const board = h("div", { class: "glimpse", "aria-hidden": "true" });
  board.append(picture(drawing, "invitation-"));
  replace(
    root,
    h("div", { class: "invitation" }, h("header", null, h("h1", null, title), said), board, h("div", { class: "invitation-words" }, ...words)),
  );
}

/** @param {Invitation} found */
function heading({ host, game }) {
  if (!host) return t("You are invited to {game}", { game: game.title });
  return t("{name} invites you to {game}", { name: host, game: game.title });
}

/** @param {Invitation} found */
function rules(found) {
  return h("p", { class: "quiet small" }, t("Played with: {rules}", { rules: rulesInWords(found.rules) }));
}

/** Who sits there, and the place that is meant. @param {Invitation} found */
function seats({ game, seat: meant, seats, state }) {
  return h(
    "ul",
    { class: "invitation-seats", "aria-label": t("Who plays") },
    seats.map((seat) => {
      const free = state === "open" && seat.index === meant;
      return h(
        "li",
        { class: free ? "meant" : "" },
        emblem(game.name, seat.emblem, seat.index),
        h("strong", null, seat.role),
        h("span", { class: "quiet" }, free ? t("your seat") : seat.you ? t("you") : seat.label),
      );
    }),
  );
}

/**
 * What there is to do.
 * @param {HTMLElement} root
 * @param {string} key
 * @param {Invitation} found
 */
function answer(root, key, found) {
  const { state, table, game } = found;
  if (state === "open" && found.needsAccount) {
    return h(
      "div",
      { class: "answer" },
      h("p", { class: "told" }, t("This game is rated, so it is for accounts.")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary large", href: `/account?back=/join/${key}` }, t("Sign in")),
        h("a", { class: "button plain-button", href: `/t/${table}` }, t("Just watch")),
      ),
    );
  }
  if (state === "open") return form(root, key, found);
  const taken = found.seats[found.seat];
  const sentence = {
    yours: t("You sit at this table already."),
    taken: t("{name} has sat down here before you. You are welcome to watch.", { name: taken?.label ?? "" }),
    over: t("This game is over."),
  }[state];
  return h(
    "div",
    { class: "answer" },
    h("p", { class: "told" }, sentence),
    h(
      "div",
      { class: "row" },
      state === "yours" && h("a", { class: "button primary large", href: `/t/${table}` }, t("To the table")),
      state === "taken" && h("a", { class: "button primary large", href: `/t/${table}` }, t("Watch")),
      state === "over" && h("a", { class: "button primary large", href: `/t/${table}/review` }, t("Look at it")),
      state !== "yours" && h("a", { class: "button plain-button", href: `/new/${game.name}` }, t("Set up a table of your own")),
    ),
  );
}

/**
 * One's name, and sitting down.
 * @param {HTMLElement} root
 * @param {string} key
 * @param {Invitation} found
 */
function form(root, key, found) {
  const name = h("input", {
    class: "field",
    id: "invitation-name",
    value: found.you,
    maxlength: 40,
    placeholder: t("your name"),
    autocomplete: "nickname",
    readonly: settings.signedIn && found.you !== "",
  });
  const button = h("button", { class: "button primary large", type: "submit" }, t("Sit down"));
  const sit = async () => {
    button.disabled = true;
    try {
      if (name.value.trim() !== found.you) {
        await api.rename(name.value);
        change({ named: true });
      }
      const { id } = await api.join(key);
      const now = await api.invitation(key);
      if (now.state === "yours") return go(`/t/${id}`);
      draw(root, key, now); // somebody was quicker
      root.focus({ preventScroll: true });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      button.disabled = false;
    }
  };
  const whole = h(
    "form",
    { class: "answer", novalidate: true },
    h("label", { for: "invitation-name" }, t("You sit down as")),
    name,
    h("div", { class: "row" }, button, h("a", { class: "button plain-button", href: `/t/${found.table}` }, t("Just watch"))),
  );
  whole.addEventListener("submit", (event) => {
    event.preventDefault();
    void sit();
  });
  return whole;
}
