// Tournaments in words: what is played, how they stand, what came of a game.

import { counting, figure, t } from "./texts.js";

/** @typedef {import("../types").TournamentFacts} TournamentFacts */
/** @typedef {import("../types").TournamentGame} TournamentGame */
/** @typedef {import("../types").TournamentState} TournamentState */

/** @param {TournamentFacts["kind"]} kind */
export function kindName(kind) {
  return { robin: t("Round robin"), swiss: t("Swiss"), arena: t("Arena") }[kind];
}

/** How a kind of tournament goes, in a sentence or two. @param {TournamentFacts["kind"]} kind */
export function kindSays(kind) {
  return {
    robin: t("Everybody meets everybody once. Best for a few."),
    swiss: t("A few rounds; in each you meet somebody with as many points as you, never the same person twice if it can be helped."),
    arena: t("Whoever is free is paired again, until time is up."),
  }[kind];
}

/** What is played, in a line. @param {TournamentFacts} facts */
export function termsOf(facts) {
  return [lengthOf(facts), facts.clock ? facts.clock.name : t("without a clock"), facts.rated ? t("rated games") : t("for fun"), facts.computers && t("computers allowed"), ...facts.rules]
    .filter(Boolean)
    .join(" · ");
}

/** @param {TournamentFacts} facts */
function lengthOf({ kind, rounds, minutes }) {
  if (kind === "arena") return counting("{n} minute", "{n} minutes", minutes);
  if (!rounds) return "";
  return counting("{n} round", "{n} rounds", rounds);
}

/** How far it is, in a few words. @param {TournamentFacts} facts */
export function progress({ status, kind, round, rounds, entrants }) {
  const many = counting("{n} player", "{n} players", entrants);
  if (status === "open") return t("{players}, begins when the organiser says so", { players: many });
  if (status === "cancelled") return t("called off");
  if (status === "over") return t("{players}, over", { players: many });
  return kind === "arena" ? t("{players}, under way", { players: many }) : t("{players}, round {round} of {rounds}", { players: many, round, rounds });
}

/** How points are counted, and what decides between equals. @param {TournamentState} state */
export function rulesOf({ facts, lateRound, patience }) {
  const lines = [t("A win is a point, a draw half a point.")];
  if (facts.kind === "swiss") {
    lines.push(t("Where the number is odd, somebody has a bye in each round, nobody twice: it gives a point."));
    lines.push(t("You can join until round {round} begins; every round you missed gives half a point.", { round: lateRound }));
  }
  if (facts.kind === "robin") lines.push(t("Whoever withdraws loses the games that are still to come; where the number is odd, everybody sits out once."));
  if (facts.kind === "arena") {
    lines.push(t("You can come and go at any time. Games that are being played when time is up still count."));
    lines.push(t("Among equals, more wins decide, then fewer games."));
  } else lines.push(t("Among equals, the Buchholz score decides, the points of all one’s opponents; then the Sonneborn-Berger score, the points of those one has beaten and half the points of those one drew with."));
  if (facts.clock) lines.push(counting("Whoever does not make the first move within {n} minute has lost that game.", "Whoever does not make the first move within {n} minutes has lost that game.", Math.round(patience / 60)));
  return lines;
}

/** What came of a game, as it is written between two names. @param {TournamentGame} game */
export function resultOf({ result }) {
  if (result === "first" || result === "walkover") return "1 – 0";
  if (result === "second") return "0 – 1";
  return result === "drawn" ? "½ – ½" : "";
}

/** What somebody has who has nobody to play with. @param {TournamentGame} game */
export function aloneSays({ result }) {
  if (result === "half") return t("had not come yet: half a point");
  return result === "bye" ? t("has a bye: a point") : t("sits out");
}

/** Points, halves as people write them. @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  return points - whole === 0.5 ? `${whole || ""}½` : figure(points);
}
