// The rules: a page of their own, and a drawer beside the table.

import { api } from "../api.js";
import { styled } from "../router.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { h, later, picture, replace, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @type {import("../router.js").Page} */
export async function rules(root, { game }) {
  const page = await api.rules(game);
  document.title = t("{game}: the rules · Linden", { game: page.title });
  barPage(h("span", { class: "bar-title" }, page.title), h("span", { class: "bar-space" }));
  const text = prose(page);
  playable(text, game);
  replace(
    root,
    h(
      "article",
      { class: "rules-page" },
      text,
      h("p", { class: "row rules-ways" }, h("a", { class: "button primary large", href: `/new/${game}` }, t("Play {game}", { game: page.title })), page.lesson && h("a", { class: "button large", href: `/learn/${game}` }, t("Learn it on the board"))),
    ),
  );
}

/** @param {import("../types").RulesPage} page */
function prose(page) {
  const text = h("div", { class: "prose", lang: page.lang });
  text.innerHTML = page.html;
  text.querySelectorAll("figure > svg").forEach((svg, i) => {
    const drawing = picture(svg.outerHTML, `rules-${i}-`);
    drawing.setAttribute("aria-hidden", "true"); // the caption tells what there is to see
    drawing.querySelector("title")?.remove(); // or it pops up under a resting mouse
    svg.replaceWith(h("div", { class: "figure-picture" }, drawing));
  });
  for (const link of text.querySelectorAll("a.figure-study")) link.setAttribute("lang", document.documentElement.lang);
  if (!text.querySelector("h1")) text.prepend(h("h1", null, page.title));
  text.append(h("p", { class: "quiet small", lang: document.documentElement.lang }, page.credits));
  return text;
}

/**
 * Make every figure a board that can be played on where it stands; one at a time.
 * @param {HTMLElement} text
 * @param {string} game
 */
function playable(text, game) {
  /** @type {import("./figure.js").FigureBoard | null} */
  let open = null;
  for (const figure of text.querySelectorAll("figure[data-figure]")) {
    const link = figure.querySelector("a.figure-study");
    const begin = async () => {
      const [{ FigureBoard }] = await Promise.all([import("./figure.js"), styled(["board"])]);
      open?.close();
      open = new FigureBoard(/** @type {HTMLElement} */ (figure), game, button);
      await open.begin();
    };
    const act = () => later(begin(), () => {});
    const button = h("button", { class: "as-link", lang: document.documentElement.lang, on: { click: act } }, t("Try it here"));
    link?.before(h("span", { class: "figure-try" }, button, " · "));
    figure.querySelector(".figure-picture")?.addEventListener("click", act);
  }
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
