// Taking one's seat to another device: the link, and the page that it leads to.

import { api } from "../api.js";
import { go } from "../router.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { emblem, h, toast } from "./dom.js";
import { show } from "./invitation.js";
import { linksDialog } from "./inviting.js";

/** @typedef {import("../types").State} State */

/**
 * One for each seat of one's own.
 * @param {State | null} state
 */
export function transferButtons(state) {
  if (!state || state.turn.kind === "over") return [];
  return state.viewer.seats.map((seat) => {
    const role = state.seats[seat]?.role ?? "";
    return h(
      "div",
      { class: "setting" },
      h("span", null, t("Play {role} on another device", { role })),
      h("button", { class: "button", on: { click: () => void transferDialog(state.id, seat, role) } }, t("Get a link")),
    );
  });
}

/**
 * @param {string} table
 * @param {number} seat
 * @param {string} role
 */
async function transferDialog(table, seat, role) {
  try {
    const { link, seconds } = await api.seatLink(table, seat);
    for (const box of document.querySelectorAll("dialog")) box.close();
    const explained = t("Open this link on the other device within {n} minutes. It works once: {role} goes on there, and this device watches. Give it to nobody else.", { n: Math.round(seconds / 60), role });
    await linksDialog(t("Play on another device"), explained, [{ name: role, path: link }]);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** @type {import("../router.js").Page} */
export async function transfer(root, { table, key }) {
  const found = await api.transfer(table, key);
  const { title, name } = found.game;
  const seat = found.seats[found.seat];
  document.title = t("Go on with {game} · Linden", { game: title });
  barPage(h("span", { class: "bar-title" }, title), h("span", { class: "bar-space" }));
  const take = h("button", { class: "button primary large" }, t("Go on here"));
  take.addEventListener("click", async () => {
    take.disabled = true;
    try {
      const { id } = await api.takeAlong(table, key);
      go(`/t/${id}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      take.disabled = false;
    }
  });
  show(
    root,
    found.drawing,
    t("Go on with {game} here", { game: title }),
    h("p", null, t("The seat comes to this device; where it was, the game can be watched.")),
    h(
      "ul",
      { class: "invitation-seats", "aria-label": t("Your seat") },
      h("li", { class: "meant" }, emblem(name, seat?.emblem ?? "", found.seat), h("strong", null, seat?.role ?? ""), h("span", { class: "quiet" }, seat?.label ?? "")),
    ),
    h(
      "div",
      { class: "answer" },
      found.yours && h("p", { class: "told" }, t("This device sits at the table already. Open the link on the other one.")),
      h(
        "div",
        { class: "row" },
        found.yours ? h("a", { class: "button primary large", href: `/t/${table}` }, t("To the table")) : take,
      ),
    ),
  );
}
