// The page in another language: chosen here, kept in a cookie, so that every answer is in it.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { h } from "./dom.js";

const YEAR = 365 * 86400;

/** A menu of the languages there are; choosing one shows this page again. */
export function languageMenu() {
  const now = document.documentElement.lang;
  const menu = h("select", {
    class: "field language",
    "aria-label": t("Language"),
    on: { change: () => choose(menu.value) },
  });
  api
    .languages()
    .then((names) => menu.append(...Object.entries(names).map(([value, name]) => h("option", { value, lang: value, selected: value === now }, name))))
    .catch(() => menu.remove()); // the page is the same without it
  return menu;
}

/** @param {string} language */
function choose(language) {
  document.cookie = `language=${language}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}
