// The page's own words. English sentences are the keys; a catalogue may hold others.

/** @typedef {import("../types").Texts} Texts */

/** @type {Texts} */
const NOTHING = { sentences: {}, counted: {}, forms: "" };

let catalogue = NOTHING;
let point = ".";
let part = "%";

/**
 * @param {Texts} texts
 * @param {string} [language] as the page's `lang` has it
 */
export function useTexts(texts = NOTHING, language = "en") {
  catalogue = texts;
  point = language === "en" ? "." : ",";
  part = language === "en" || language === "it" ? "%" : "\u00a0%";
}

/**
 * The text for a key in the reader's language, with `{name}` filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return filled(catalogue.sentences[key] || key, values);
}

/**
 * The text about so many of something, in the form that the reader's language has for the number;
 * `{n}` is the number as people write it, unless the values have another.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function counting(one, many, n, values = {}) {
  const english = n === 1 ? one : many;
  const { counted, forms } = catalogue;
  // After the first 200 numbers every language's forms come again by the hundred.
  const text = counted[one]?.[Number(forms[n < 200 ? n : 100 + (n % 100)])] ?? english;
  return filled(text, { n: figure(n), ...values });
}

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A number as people write it: a true minus, halves with a point or a comma. @param {number} value */
export function figure(value) {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded).replace("-", "−").replace(".", point);
}

/** What a move gains, with its sign. @param {number} value */
export function signed(value) {
  return value > 0 ? `+${figure(value)}` : figure(value);
}

/** A share of 1 as a whole percentage, as the reader's language writes it. @param {number} share */
export function percent(share) {
  return `${Math.round(share * 100)}${part}`;
}

/**
 * How long ago, in a word or two.
 * @param {number} seconds since 1970
 * @param {number} [now] milliseconds
 */
export function ago(seconds, now = Date.now()) {
  const minutes = Math.floor((now / 1000 - seconds) / 60);
  if (minutes < 2) return t("just now");
  if (minutes < 60) return counting("{n} minute ago", "{n} minutes ago", minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 2) return t("an hour ago");
  if (hours < 24) return counting("{n} hour ago", "{n} hours ago", hours);
  const days = Math.floor(hours / 24);
  return days < 2 ? t("yesterday") : counting("{n} day ago", "{n} days ago", days);
}
