// One's account: signing in and up; or, for whoever is, ways in, browsers that are signed in, leaving.

import { api, Refusal } from "../api.js";
import { go, show as reload } from "../router.js";
import { calledOff, canUsePasskeys, makePasskey, usePasskey } from "../state/passkeys.js";
import { adopt } from "../state/preferences.js";
import { change } from "../state/settings.js";
import { ago, t } from "../state/texts.js";
import { dialog } from "./dialogs.js";
import { h, replace, toast } from "./dom.js";

/** @typedef {import("../types").AccountPage} AccountPage */

/** @type {import("../router.js").Page} */
export async function account(root) {
  const { account: found, passkeys } = await api.account();
  const possible = canUsePasskeys(passkeys);
  change({ signedIn: found !== null });
  if (found) {
    document.title = t("{name} · Linden", { name: found.name });
    replace(root, h("div", { class: "account" }, head(found), ways(found, possible), browsers(found), data(found)));
  } else {
    document.title = t("Sign in · Linden");
    replace(root, h("div", { class: "account doors" }, welcome(), signIn(possible), signUp(possible)));
  }
}

/** Do something; what goes wrong is told, and a closed dialog is not. @param {() => Promise<unknown>} act @param {HTMLElement} [place] */
async function attempt(act, place) {
  if (place) replace(place);
  try {
    await act();
  } catch (error) {
    if (calledOff(error)) return;
    const sentence = error instanceof Error ? error.message : String(error);
    if (place) replace(place, sentence);
    else toast(sentence);
  }
}

/** A button that waits while it works. @param {string} words @param {() => Promise<unknown>} act @param {string} [kind] @param {HTMLElement} [place] */
function doing(words, act, kind = "", place = undefined) {
  const button = h("button", { class: `button ${kind}`, type: "button" }, words);
  button.addEventListener("click", async () => {
    button.disabled = true;
    await attempt(act, place);
    button.disabled = false;
  });
  return button;
}

// -- guests

function welcome() {
  return h(
    "header",
    { class: "account-head" },
    h("h1", null, t("An account, if you like")),
    h("p", { class: "quiet" }, t("You need none to play. With one, your tables are the same on every device, and what you have played here as a guest comes along.")),
  );
}

/** @param {boolean} possible */
function signIn(possible) {
  const name = field("sign-in-name", "username webauthn");
  const password = field("sign-in-password", "current-password", "password");
  const wrong = h("p", { class: "form-error", role: "alert" });
  const enter = async () => {
    await api.signIn(name.value, password.value);
    await arrived();
  };
  const byPasskey = async () => {
    const { options } = await api.beginPasskeySignIn();
    await api.passkeySignIn(await usePasskey(options));
    await arrived();
  };
  return form(
    t("Sign in"),
    enter,
    wrong,
    labelled(t("Name"), name),
    labelled(t("Password"), password),
    h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Sign in")), possible && doing(t("With a passkey"), byPasskey, "", wrong)),
  );
}

/** @param {boolean} possible */
function signUp(possible) {
  const name = field("sign-up-name", "username");
  const password = field("sign-up-password", "new-password", "password");
  const wrong = h("p", { class: "form-error", role: "alert" });
  const make = async () => {
    await api.signUp(name.value, password.value);
    await arrived();
  };
  const byPasskey = async () => {
    const { options } = await api.beginPasskey(name.value);
    await api.addPasskey(await makePasskey(options), name.value);
    await arrived();
  };
  return form(
    t("New here"),
    make,
    wrong,
    labelled(t("Name"), name, t("2 to 24 letters or digits; everybody sees it.")),
    labelled(t("Password"), password, possible ? t("10 characters or more. A passkey needs none: your device asks for your finger, face or code.") : t("10 characters or more.")),
    h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Make an account")), possible && doing(t("With a passkey"), byPasskey, "", wrong)),
  );
}

/** @param {string} id @param {string} autocomplete @param {string} [type] */
function field(id, autocomplete, type = "text") {
  return h("input", { class: "field", id, type, autocomplete, maxlength: type === "password" ? 200 : 40, autocapitalize: "none", spellcheck: "false" });
}

/** @param {string} words @param {HTMLInputElement} input @param {string} [hint] */
function labelled(words, input, hint) {
  if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
  return h("div", { class: "labelled" }, h("label", { for: input.id }, words), input, hint && h("p", { class: "quiet small", id: `${input.id}-hint` }, hint));
}

/**
 * @param {string} heading
 * @param {() => Promise<unknown>} act
 * @param {HTMLElement} wrong
 * @param {...import("./dom.js").Child} parts
 */
function form(heading, act, wrong, ...parts) {
  const whole = h("form", { novalidate: true }, h("h2", null, heading), ...parts, wrong);
  whole.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (whole.querySelector('[type="submit"]'));
    button.disabled = true;
    await attempt(act, wrong);
    button.disabled = false;
  });
  return whole;
}

/** Signed in: what is settled here or there goes along, and the page is another. */
async function arrived() {
  const { account: found } = await api.account();
  if (found) await adopt(found.preferences);
  const back = new URLSearchParams(location.search).get("back") ?? "";
  if (/^\/[\w/-]*$/.test(back) && !back.startsWith("//")) go(back);
  else await reload();
}

// -- one's own

/** @param {AccountPage} found */
function head(found) {
  const leave = async () => {
    await api.signOut();
    change({ signedIn: false });
    go("/");
  };
  return h("header", { class: "account-head" }, h("h1", null, found.name), h("div", { class: "row" }, h("a", { class: "button", href: `/u/${encodeURIComponent(found.name)}` }, t("Profile")), h("a", { class: "button", href: "/my-games" }, t("My games")), doing(t("Sign out"), leave)));
}

/** Do what asks for who one is; where that was shown long ago, show it again first. @param {AccountPage} found @param {() => Promise<unknown>} act */
async function surely(found, act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 428) throw error;
    if (await confirmed(found)) await act();
  }
}

/** @param {AccountPage} found @returns {Promise<boolean>} */
function confirmed(found) {
  return new Promise((resolve) => {
    const password = field("confirm-password", "current-password", "password");
    const wrong = h("p", { class: "form-error", role: "alert" });
    const byPassword = async () => {
      await api.confirmPassword(password.value);
      box.close("yes");
    };
    const byPasskey = async () => {
      const { options } = await api.beginPasskeySignIn();
      await api.passkeySignIn(await usePasskey(options));
      box.close("yes");
    };
    const box = dialog(
      t("Is it you?"),
      h("p", { class: "quiet" }, t("This can only be done by you, so show once more who you are.")),
      found.password &&
        form("", byPassword, wrong, labelled(t("Password"), password), h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Go on")))),
      found.passkeys.length > 0 && h("div", { class: "row" }, doing(t("With a passkey"), byPasskey, found.password ? "" : "primary", wrong)),
      !found.password && wrong,
      h("div", { class: "row" }, h("button", { class: "button plain-button", on: { click: () => box.close() } }, t("Not now"))),
    );
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
  });
}

/** @param {AccountPage} found @param {boolean} possible */
function ways(found, possible) {
  const add = () =>
    surely(found, async () => {
      const { options } = await api.beginPasskey("");
      await api.addPasskey(await makePasskey(options), "");
      toast(t("Your new passkey is kept."));
      await reload();
    });
  const list = found.passkeys.map((key) =>
    h(
      "li",
      null,
      h("span", null, h("strong", null, key.name || t("Passkey")), h("span", { class: "quiet small" }, key.used ? t("used {ago}", { ago: ago(key.used) }) : t("made {ago}", { ago: ago(key.created) }))),
      doing(t("Remove"), () => surely(found, async () => (await api.removePasskey(key.id), await reload())), "plain-button"),
    ),
  );
  return h(
    "section",
    null,
    h("h2", null, t("Ways in")),
    list.length > 0 && h("ul", { class: "plain-list" }, list),
    h("div", { class: "row" }, possible && doing(t("Add a passkey"), add), doing(found.password ? t("Change the password") : t("Add a password"), async () => newPassword(found))),
  );
}

/** @param {AccountPage} found */
function newPassword(found) {
  const password = field("new-password", "new-password", "password");
  const wrong = h("p", { class: "form-error", role: "alert" });
  const keep = () =>
    surely(found, async () => {
      await api.changePassword(password.value);
      box.close();
      toast(t("Your new password holds from now on; other browsers are signed out."));
      await reload();
    });
  const box = dialog(
    t("A new password"),
    form("", keep, wrong, labelled(t("Password"), password, t("10 characters or more.")), h("div", { class: "row" }, h("button", { class: "button primary", type: "submit" }, t("Keep it")), h("button", { class: "button plain-button", type: "button", on: { click: () => box.close() } }, t("Not now")))),
  );
}

/** @param {AccountPage} found */
function browsers(found) {
  const list = found.sessions.map((one) =>
    h(
      "li",
      null,
      h("span", null, h("strong", null, one.device || t("A browser")), h("span", { class: "quiet small" }, one.here ? t("this one") : t("seen {ago}", { ago: ago(one.seen) }))),
      !one.here && doing(t("Sign out"), async () => (await api.endSession(one.id), await reload()), "plain-button"),
    ),
  );
  return h(
    "section",
    null,
    h("h2", null, t("Where you are signed in")),
    h("ul", { class: "plain-list" }, list),
    found.sessions.length > 1 && h("div", { class: "row" }, doing(t("Sign out everywhere else"), async () => (await api.endSessions(), await reload()))),
  );
}

/** @param {AccountPage} found */
function data(found) {
  const leave = async () => {
    if (!(await certain())) return;
    await surely(found, async () => {
      await api.deleteAccount();
      change({ signedIn: false });
      toast(t("Your account is deleted. You are welcome as a guest."));
      go("/");
    });
  };
  return h(
    "section",
    null,
    h("h2", null, t("What is yours")),
    h("p", { class: "quiet" }, t("Take along all that is kept of you: your account as JSON, your games as records.")),
    h("div", { class: "row" }, h("a", { class: "button", href: "/api/account/export", download: "linden-account.zip" }, t("Download")), doing(t("Delete the account"), leave, "plain-button danger")),
  );
}

/** @returns {Promise<boolean>} */
function certain() {
  return new Promise((resolve) => {
    const box = dialog(
      t("Delete the account?"),
      h("p", { class: "quiet" }, t("Your name, passkeys and ratings go, and running games with others are resigned. The games stay, played by somebody who left. This cannot be undone.")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button primary", on: { click: () => box.close("yes") } }, t("Delete it")),
        h("button", { class: "button", autofocus: true, on: { click: () => box.close() } }, t("Keep the account")),
      ),
    );
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
  });
}
