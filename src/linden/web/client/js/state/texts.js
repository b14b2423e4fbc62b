// The page's own words. English sentences are the keys; a catalogue may hold others.

/** @type {Record<string, string>} */
let catalogue = {};
let point = ".";

/**
 * @param {Record<string, string>} texts
 * @param {string} [language] as the page's `lang` has it
 */
export function useTexts(texts, language = "en") {
  catalogue = texts;
  point = language === "en" ? "." : ",";
}

/**
 * The text for a key in the reader's language, with `{name}` filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = catalogue[key] || key;
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

/** A share of 1 as a whole percentage. @param {number} share */
export function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/**
 * How long ago, in a word or two.
 * @param {number} seconds since 1970
 * @param {number} [now] milliseconds
 */
export function ago(seconds, now = Date.now()) {
  const minutes = Math.floor((now / 1000 - seconds) / 60);
  if (minutes < 2) return t("just now");
  if (minutes < 60) return t("{n} minutes ago", { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 2) return t("an hour ago");
  if (hours < 24) return t("{n} hours ago", { n: hours });
  const days = Math.floor(hours / 24);
  return days < 2 ? t("yesterday") : t("{n} days ago", { n: days });
}
