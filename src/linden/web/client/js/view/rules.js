// The rules: a page of their own, and a drawer beside the table.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { h, picture, replace, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @type {import("../router.js").Page} */
export async function rules(root, { game }) {
  const page = await api.rules(game);
  document.title = t("{game}: the rules · Linden", { game: page.title });
  barPage(h("span", { class: "bar-title" }, page.title), h("span", { class: "bar-space" }));
  replace(
    root,
    h(
      "article",
      { class: "rules-page" },
      prose(page),
      h("p", { class: "row rules-ways" }, h("a", { class: "button primary large", href: `/new/${game}` }, t("Play {game}", { game: page.title })), page.lesson && h("a", { class: "button large", href: `/learn/${game}` }, t("Learn it on the board"))),
    ),
  );
}

/** @param {import("../types").RulesPage} page */
function prose(page) {
  const text = h("div", { class: "prose", lang: page.lang });
  text.innerHTML = page.html;
  text.querySelectorAll("svg").forEach((svg, i) => svg.replaceWith(picture(svg.outerHTML, `rules-${i}-`)));
  for (const link of text.querySelectorAll("a.figure-try")) {
    // The picture itself leads to the board, too.
    const svg = link.closest("figure")?.querySelector("svg");
    const way = h("a", { class: "figure-board", href: link.getAttribute("href"), "aria-hidden": "true", tabindex: "-1" });
    svg?.replaceWith(way);
    if (svg) way.append(svg);
  }
  if (!text.querySelector("h1")) text.prepend(h("h1", null, page.title));
  text.append(h("p", { class: "quiet small", lang: document.documentElement.lang }, page.credits));
  return text;
}

/** @param {string} game */
export async function rulesDrawer(game) {
  const open = document.querySelector(".drawer");
  if (open) return open.remove();
  try {
    const page = await api.rules(game);
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const close = () => {
      drawer.remove();
      before?.focus();
    };
    const button = h("button", { class: "icon-button", "aria-label": t("Close"), on: { click: close } }, icon("close"));
    const drawer = h(
      "aside",
      { class: "drawer", "aria-label": t("Rules") },
      h("div", { class: "drawer-head" }, h("a", { href: `/rules/${game}`, class: "small" }, t("As a page")), button),
      prose(page),
    );
    for (const link of drawer.querySelectorAll("figure a")) link.setAttribute("target", "_blank"); // the table stays
    drawer.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        close();
      }
    });
    document.body.append(drawer);
    button.focus();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
