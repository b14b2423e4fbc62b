// Inviting friends: links that they can open, also by a telephone's camera; and, before the first
// of them, whether the network may come in at all.

import { api } from "../api.js";
import { settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { copyLink, dialog } from "./dialogs.js";
import { h, replace, toast } from "./dom.js";

/** @typedef {import("../types").Reach} Reach */
/** @typedef {import("../types").State} State */
/** A path, and what it is for. @typedef {{ name: string, path: string }} Link */

/** @param {State} state */
export async function inviteDialog(state) {
  const open = state.seats.filter((seat) => seat.kind === "open" && seat.link);
  const links = open.map((seat) => ({ name: seat.role, path: seat.link ?? "" }));
  links.push({ name: t("To watch"), path: `/t/${state.id}` });
  const explained = t("Send the link to whoever is to sit there. The first to accept sits down; later visitors can watch.");
  await linksDialog(t("Invite"), explained, links, open.length > 0 ? otherWays(state) : null);
}

/** Other ways to fill a seat than by a link. @param {State} state */
function otherWays(state) {
  return h("div", { class: "other-ways" }, settings.signedIn && byName(state.id), mayBeOpened(state) && toAnybody(state.id));
}

/** Whether it can be offered to strangers: by one person, before anybody has moved. @param {State} state */
function mayBeOpened({ seek, viewer, history }) {
  return !seek && viewer.host && viewer.seats.length === 1 && history.every((entry) => entry.chance);
}

/** The seat is offered in the lobby. @param {string} table */
function toAnybody(table) {
  const open = h("button", { class: "button", type: "button" }, t("Offer it in the lobby"));
  open.addEventListener("click", async () => {
    open.disabled = true;
    try {
      await api.openToAnybody(table);
      /** @type {HTMLDialogElement | null} */ (open.closest("dialog"))?.close();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      open.disabled = false;
    }
  });
  return h("p", { class: "row" }, h("span", { class: "quiet small" }, t("Or let anybody take the seat")), open);
}

/** A seat is offered to somebody with an account, wherever they are. @param {string} table */
function byName(table) {
  const name = h("input", { class: "field", id: "invited-name", autocomplete: "off", maxlength: 40, autocapitalize: "none", spellcheck: "false" });
  const send = h("button", { class: "button", type: "submit" }, t("Send"));
  const whole = h("form", { class: "by-name" }, h("label", { class: "quiet small", for: name.id }, t("Or by name: somebody with an account here, or a bot")), h("div", { class: "row" }, name, send));
  whole.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      await api.invite(table, name.value);
      toast(t("{name} is invited", { name: name.value }));
      name.value = "";
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    send.disabled = false;
  });
  return whole;
}

/**
 * Links with addresses that others can open.
 * @param {string} heading
 * @param {string} explained
 * @param {Link[]} links
 * @param {HTMLElement | null} [besides] another way
 */
export async function linksDialog(heading, explained, links, besides = null) {
  /** @type {Reach} */
  let reach;
  try {
    reach = await api.reach();
  } catch (error) {
    return toast(error instanceof Error ? error.message : String(error));
  }
  const body = h("div", { class: "inviting" });
  const box = dialog(heading, body);
  const close = () => box.close();
  /** @param {boolean} wish */
  const letIn = async (wish) => {
    try {
      reach = await api.letIn(wish);
    } catch (error) {
      reach = { ...reach, asked: true };
      toast(error instanceof Error ? error.message : String(error));
    }
    show();
  };
  const show = () => {
    const asks = reach.yours && !reach.asked && !reach.origins.length && reach.possible.length > 0;
    if (asks) replace(body, question(reach, letIn));
    else replace(body, h("p", { class: "quiet" }, explained), offered(reach, links), besides, footing(reach, letIn, close));
    body.querySelector("button")?.focus({ preventScroll: true });
  };
  show();
}

/**
 * Asked once, before the first invitation.
 * @param {Reach} reach
 * @param {(wish: boolean) => Promise<void>} letIn
 */
function question({ possible }, letIn) {
  return h(
    "div",
    { class: "network-question" },
    h("h3", null, t("May friends in your network come?")),
    h("p", null, t("So far only this computer can open Linden. If you let it, every device in the same network, your Wi-Fi for instance, can open it at {address}.", { address: possible[0] ?? "" })),
    h("p", { class: "quiet" }, t("This is kept for the next time, and can be closed again here.")),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button primary", on: { click: () => void letIn(true) } }, t("Let them in")),
      h("button", { class: "button", on: { click: () => void letIn(false) } }, t("Only this computer")),
    ),
  );
}

/**
 * The links, each at an address that can be chosen where there are several.
 * @param {Reach} reach
 * @param {Link[]} links
 */
function offered({ origins }, links) {
  const place = h("div", null);
  const code = h("img", { class: "qr-code", width: 220, height: 220 });
  const caption = h("figcaption", { class: "quiet small" });
  const figure = h("figure", { class: "qr", hidden: true }, code, caption);
  /** @param {string} name @param {string} address */
  const picture = (name, address) => {
    figure.hidden = false;
    code.src = `/api/qr.svg?to=${encodeURIComponent(address)}`;
    code.alt = t("The link as a QR code: {address}", { address });
    replace(caption, t("{name}: point a telephone's camera here.", { name }));
  };
  /** @param {string} origin */
  const show = (origin) => {
    const rows = links.map(({ name, path }) => {
      const row = copyLink(name, origin + path);
      const pictured = () => picture(name, origin + path);
      if (origins.length) row.append(h("button", { class: "button code-button", "aria-label": t("QR code: {name}", { name }), on: { click: pictured } }, t("Code")));
      return row;
    });
    replace(place, rows);
    const [first] = links;
    if (origins.length && first) picture(first.name, origin + first.path);
  };
  show(origins[0] ?? location.origin);
  return h("div", { class: "offered" }, h("div", null, origins.length > 1 && chooser(origins, show), place), figure);
}

/**
 * @param {string[]} origins
 * @param {(origin: string) => void} chosen
 */
function chooser(origins, chosen) {
  const list = h(
    "select",
    { class: "field", on: { change: () => chosen(list.value) } },
    origins.map((origin) => h("option", { value: origin }, origin.replace(/^https?:\/\//, ""))),
  );
  return h("label", { class: "setting" }, h("span", null, t("Address of this computer")), list);
}

/**
 * Who can open these links, and what can be done about it.
 * @param {Reach} reach
 * @param {(wish: boolean) => Promise<void>} letIn
 * @param {() => void} close
 */
function footing(reach, letIn, close) {
  const { origins, yours, open, possible } = reach;
  return h(
    "div",
    { class: "footing" },
    origins.length
      ? open && h("p", { class: "quiet small" }, t("Whoever is in the same network can open these links."))
      : h("p", { class: "only-here", role: "status" }, onlyHere(reach)),
    h(
      "div",
      { class: "row" },
      yours && !open && !origins.length && possible.length > 0 && h("button", { class: "button primary", on: { click: () => void letIn(true) } }, t("Open to my network")),
      h("button", { class: "button", on: { click: close } }, t("Close")),
      yours && open && h("button", { class: "button plain-button", on: { click: () => void letIn(false) } }, t("Shut out the network")),
    ),
  );
}

/** @param {Reach} reach */
function onlyHere({ yours, possible }) {
  if (yours && possible.length) return t("These links work on this computer only.");
  if (yours) return t("These links work on this computer only: it is in no network now.");
  return t("These links work on this computer only. Whoever runs this Linden can open it to the network: by the address for managing it that linden serve has printed, or with linden serve --host.");
}
