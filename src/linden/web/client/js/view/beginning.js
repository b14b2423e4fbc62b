// Where a new table begins, if that is not the start of the game: told by the address.

import { api } from "../api.js";
import { t } from "../state/texts.js";
import { NOBODY, told } from "../state/wording.js";
import { h, picture } from "./dom.js";

/** @typedef {{ options: Record<string, unknown>, position?: string, table?: string, ply?: number }} Beginning */

/** @returns {Beginning | null} */
export function beginning() {
  const query = new URLSearchParams(location.search);
  const [position, table] = [query.get("position"), query.get("table")];
  if (!position && !table) return null;
  /** @type {Record<string, unknown>} */
  let options = {};
  try {
    options = JSON.parse(query.get("options") || "{}");
  } catch {
    // The server says what is wrong with none.
  }
  if (table) return { options, table, ply: Number(query.get("ply") ?? 0) };
  return { options, position: position ?? "" };
}

/**
 * A picture of it, in place of the one of the game.
 * @param {string} game
 * @param {Beginning} from
 * @param {HTMLElement} place
 */
export async function showBeginning(game, { options, position, table, ply }, place) {
  const line = table ? { table, ply } : { game, options, position };
  const scene = await api.line({ ...line, brief: true }, {});
  place.replaceChildren(picture(scene.drawing, "new-"));
  place.after(h("p", { class: "quiet begins" }, t("The game goes on from here."), " ", told(scene.status, NOBODY)));
}
