// One's bots, and the tokens by which programs come.

import { api } from "../api.js";
import { show as reload } from "../router.js";
import { ago, t } from "../state/texts.js";
import { doing, field, form, labelled, surely } from "./account.js";
import { dialog } from "./dialogs.js";
import { h, toast } from "./dom.js";

/** @typedef {import("../types").AccountPage} AccountPage */
/** @typedef {import("../types").TokenCard} TokenCard */

/** @param {AccountPage} found */
export function bots(found) {
  const own = found.bots.map((bot) =>
    h(
      "li",
      null,
      h("span", null, h("strong", null, h("a", { href: `/u/${encodeURIComponent(bot.name)}` }, bot.name)), h("span", { class: "quiet small" }, t("made {ago}", { ago: ago(bot.created) }))),
      h(
        "span",
        { class: "row" },
        doing(t("New token"), async () => newToken(found, bot.name), "plain-button"),
        doing(t("Remove"), () => remove(found, bot.name), "plain-button"),
      ),
    ),
  );
  return h(
    "section",
    { class: "bots" },
    h("h2", null, t("Bots")),
    h("p", { class: "quiet" }, t("A bot is an account for a program of yours that plays here. It says that it is one wherever its name is shown, and comes in by a token.")),
    own.length > 0 && h("ul", { class: "plain-list" }, own),
    found.tokens.length > 0 && h("ul", { class: "plain-list tokens" }, found.tokens.map((token) => tokenLine(token))),
    h("div", { class: "row" }, doing(t("Make a bot"), async () => newBot(found)), doing(t("A token to read"), async () => newToken(found, ""))),
  );
}

/** @param {TokenCard} token */
function tokenLine(token) {
  const whose = token.bot ? t("{name} (bot)", { name: token.bot }) : t("reads what you may see");
  const used = token.used ? t("used {ago}", { ago: ago(token.used) }) : t("never used");
  const ends = t("until {date}", { date: new Date(token.until * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }) });
  return h(
    "li",
    null,
    h("span", null, h("strong", null, token.name || t("Token")), h("span", { class: "quiet small" }, [whose, used, ends].join(" · "))),
    doing(t("Revoke"), async () => (await api.revokeToken(token.id), await reload()), "plain-button"),
  );
}

/** @param {AccountPage} found */
function newBot(found) {
  const name = field("bot-name", "off");
  const wrong = h("p", { class: "form-error", role: "alert" });
  const make = () =>
    surely(found, async () => {
      await api.makeBot(name.value);
      box.close();
      await reload();
    });
  const box = dialog(t("A new bot"), form("", make, wrong, labelled(t("Name"), name, t("2 to 24 letters or digits; everybody sees it.")), ending(t("Make it"), () => box.close())));
}

/** @param {AccountPage} found @param {string} bot empty for oneself */
function newToken(found, bot) {
  const name = field("token-name", "off");
  const wrong = h("p", { class: "form-error", role: "alert" });
  const make = () =>
    surely(found, async () => {
      const { token } = await api.makeToken({ bot, name: name.value, scope: bot ? "play" : "read" });
      box.close();
      await reload();
      shown(token);
    });
  const says = bot ? t("Whoever has it plays as {name}, for 90 days or until you revoke it.", { name: bot }) : t("Whoever has it reads what you may see, for 90 days or until you revoke it.");
  const box = dialog(t("A new token"), h("p", { class: "quiet" }, says), form("", make, wrong, labelled(t("What is it for?"), name), ending(t("Make it"), () => box.close())));
}

/** @param {string} words @param {() => void} close */
function ending(words, close) {
  return h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, words), h("button", { class: "button plain-button", type: "button", on: { click: close } }, t("Not now")));
}

/** The one time that a token is seen. @param {string} token */
function shown(token) {
  const text = field("made-token", "off");
  text.value = token;
  text.readOnly = true;
  text.maxLength = 200;
  const copy = async () => {
    text.select();
    await navigator.clipboard?.writeText(token);
    toast(t("Copied."));
  };
  const box = dialog(
    t("Your new token"),
    h("p", { class: "quiet" }, t("Copy it now: it is kept as a hash alone and never shown again.")),
    labelled(t("Token"), text),
    h("div", { class: "row" }, doing(t("Copy"), copy, "primary"), h("button", { class: "button plain-button", type: "button", on: { click: () => box.close() } }, t("Done"))),
  );
}

/** @param {AccountPage} found @param {string} bot */
async function remove(found, bot) {
  const certain = await new Promise((resolve) => {
    const box = dialog(
      t("Remove {name}?", { name: bot }),
      h("p", { class: "quiet" }, t("Its tokens and ratings go, and its running games are resigned. The games stay. This cannot be undone.")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button primary", on: { click: () => box.close("yes") } }, t("Remove")),
        h("button", { class: "button", autofocus: true, on: { click: () => box.close() } }, t("Not now")),
      ),
    );
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
  });
  if (certain) await surely(found, async () => (await api.removeBot(bot), await reload()));
}
