// What one can take along from a review: the game, a picture, a link.

import { api, lookQuery } from "../api.js";
import { t } from "../state/texts.js";
import { copyLink, dialog } from "./dialogs.js";
import { h, replace, toast } from "./dom.js";
import { savePng, saveSvg } from "./download.js";
import { icon } from "./icons.js";

export class ReviewActions {
  /** @param {import("./review.js").ReviewPage} page */
  constructor(page) {
    this.page = page;
  }

  draw() {
    const { actions, table } = this.page;
    const button = (/** @type {import("./board_page.js").IconName} */ picture, /** @type {string} */ text, /** @type {() => void} */ act, kind = "") =>
      h("button", { class: `action ${kind}`.trim(), on: { click: act } }, icon(picture), h("span", null, text));
    replace(
      actions,
      table.id && h("a", { class: "action", href: `/t/${table.id}` }, icon("left"), h("span", null, t("Table"))),
      table.id && button("down", t("Download"), () => this.downloads()),
      button("link", t("Link"), () => this.links()),
      table.id && button("list", t("Moves"), () => this.page.record.classList.toggle("shown"), "record-toggle"),
      this.page.scene?.sides && button("turnRight", t("Turn"), () => this.page.turnAround()),
      this.onward() ?? h("a", { class: "action", href: `/new/${table.game.name}` }, icon("again"), h("span", null, t("New table"))),
    );
  }

  /** To a new table that goes on from here. */
  onward() {
    const { place, scene, start, table } = this.page;
    if (!scene || scene.toMove === null) return null;
    const options = start?.options ?? table.game.options;
    const query = new URLSearchParams();
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    // What is hidden is in no text: such a game goes on from what was played.
    if (!table.game.hidden) query.set("position", scene.text);
    else if (table.id && table.over && !place.tried.length) {
      query.set("table", table.id);
      query.set("ply", String(place.ply));
    } else return null;
    return h("a", { class: "action", href: `/new/${table.game.name}?${query}`, title: t("Play on from here") }, icon("screen"), h("span", null, t("Play on")));
  }

  downloads() {
    const { look, place, table } = this.page;
    const { id, game } = table;
    const name = `${game.name}-${id}`;
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    const drawing = () => api.picture(id, place.ply, dark ? "dark" : "light", look);
    const attempt = (/** @type {() => Promise<void>} */ act) => () => void act().catch((error) => toast(error.message));
    const box = dialog(
      t("Take it along"),
      h(
        "div",
        { class: "download-list" },
        h("a", { class: "button", href: `/api/tables/${id}/record?format=text`, download: `${name}.linden` }, t("The game as text")),
        h("a", { class: "button", href: `/api/tables/${id}/record?format=json`, download: `${name}.json` }, t("The game as JSON")),
        h("button", { class: "button", on: { click: attempt(async () => saveSvg(await drawing(), `${name}.svg`)) } }, t("This position as SVG")),
        h("button", { class: "button", on: { click: attempt(async () => savePng(await drawing(), `${name}.png`)) } }, t("This position as PNG")),
        h("a", { class: "button", href: `/api/tables/${id}/film.svg?theme=${dark ? "dark" : "light"}&${lookQuery(look)}`, download: `${name}-film.svg` }, t("The game as a moving picture")),
      ),
      h("div", { class: "row" }, h("button", { class: "button plain-button", on: { click: () => box.close() } }, t("Close"))),
    );
  }

  links() {
    const { place, scene, start, table } = this.page;
    if (!scene) return;
    const options = start?.options ?? table.game.options;
    const query = new URLSearchParams({ position: scene.text });
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    const box = dialog(
      t("Links"),
      copyLink(t("This position"), `${location.origin}/p/${table.game.name}?${query}`),
      table.id && copyLink(t("This moment"), `${location.origin}/t/${table.id}/review?ply=${place.ply}`),
      h("div", { class: "row" }, h("button", { class: "button", on: { click: () => box.close() } }, t("Close"))),
    );
  }
}
