// Who sits where, with their score.

import { nameOf } from "../state/table.js";
import { figure, t } from "../state/texts.js";
import { clockPlace } from "./clocks.js";
import { emblem, h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Seat} Seat */

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {() => void} invite
 */
export function seatStrip(state, seat, invite) {
  const { turn, scene } = state;
  const active = turn.seat === seat.index && turn.kind !== "over";
  const won = scene.result?.winners.includes(seat.index);
  const account = scene.account.filter((one) => one.seat === seat.index).map((one) => one.text);
  const name = nameOf(state, seat);
  const under = seat.kind === "open" ? t("Open seat") : name === seat.role && seat.kind === "computer" ? seat.label : seat.role;
  const roles = [under, ...account];
  return h(
    "div",
    { class: `seat ${active ? "active" : ""} ${won ? "won" : ""}`, "aria-current": active ? "true" : null },
    emblem(state.game.name, seat.emblem, seat.index),
    h(
      "div",
      { class: "seat-words" },
      h("span", { class: "seat-name" }, h("span", { class: "name-text", title: name }, name), presence(seat)),
      h("span", { class: "seat-role-line quiet small" }, roles.filter((text) => text !== name).join(" · ")),
    ),
    seat.kind === "open" && seat.link
      ? h("button", { class: "button plain-button invite", on: { click: invite } }, icon("link"), t("Invite"))
      : h("span", { class: "seat-figures" }, state.clock && clockPlace(seat.index), score(state, seat.index)),
  );
}

/**
 * What counts, in a figure.
 * @param {State} state
 * @param {number} seat
 */
function score({ game, scene }, seat) {
  const standing = scene.standing[seat];
  const says = standing?.says ?? game.points;
  return h("span", { class: standing ? "score standing" : "score", title: says }, standing?.figure ?? figure(scene.scores[seat] ?? 0), h("span", { class: "unseen" }, ` ${says}`));
}

/** @param {Seat} seat */
function presence(seat) {
  if (seat.kind !== "person") return null;
  const text = seat.present ? t("at the table") : t("away");
  return h("span", { class: `presence ${seat.present ? "here" : ""}`, title: text }, h("span", { class: "unseen" }, ` (${text})`));
}
