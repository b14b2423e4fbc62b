// The lab's runs as this browser knows them: what can be compared, how long something takes, what
// was written into a field.

import { counting, t } from "./texts.js";

/** @typedef {import("../types").LabRun} LabRun */
/** @typedef {import("../types").OptionForm} OptionForm */

/** A large number, with room between its thousands. @param {number} n */
export function many(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** How much longer it takes, in words. @param {number | null} seconds */
export function leftWords(seconds) {
  if (seconds === null) return "";
  if (seconds < 60) return t("less than a minute left");
  const minutes = Math.round(seconds / 60);
  if (minutes < 2) return t("about a minute left");
  if (minutes < 90) return counting("about {n} minute left", "about {n} minutes left", minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counting("about {n} hour left", "about {n} hours left", hours) : counting("about {n} day left", "about {n} days left", Math.round(hours / 24));
}

/**
 * All variants that have games.
 * @param {LabRun[]} runs
 */
export function comparable(runs) {
  return runs.flatMap((run) =>
    run.variants
      .filter(({ games }) => games > 0)
      .map(({ number, label }) => ({ run, number, key: `${run.id} ${number}`, text: `${run.title}: ${label}` })),
  );
}

/**
 * Two that may well be compared, by their places: of one run, else of one game.
 * @param {ReturnType<typeof comparable>} found
 */
export function pairOf(found) {
  for (const alike of [found.map(({ run }) => run.id), found.map(({ run }) => run.game)]) {
    const second = alike.findIndex((one, i) => alike.indexOf(one) < i);
    if (second > 0) return [alike.indexOf(alike[second]), second];
  }
  return [0, 1];
}

/**
 * The values that a field has, several with commas between; what has words of its own is meant by
 * them.
 * @param {OptionForm} option
 * @param {string} text
 */
export function valuesOf({ kind, choices, words }, text) {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return parts.map((part) => {
    const known = choices[words.indexOf(part)];
    if (known !== undefined) return known;
    return kind === "number" && /^[+-]?\d+$/.test(part) ? Number(part) : part;
  });
}

/** How many variants these values make. @param {Record<string, unknown[]>} options */
export function variantsOf(options) {
  return Object.values(options).reduce((count, values) => count * Math.max(1, values.length), 1);
}
