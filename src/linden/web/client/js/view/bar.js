// The bar above every page: the way home, and what can be switched with one touch.

import { change, onChange, settings } from "../state/settings.js";
import { t } from "../state/texts.js";
import { calm, fill, h, replace } from "./dom.js";
import { icon } from "./icons.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return settings.theme === "dark" || (settings.theme === "system" && dark.matches);
}

function applyTheme() {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function bar() {
  const root = /** @type {HTMLElement} */ (document.getElementById("bar"));
  const sound = h("button", { class: "icon-button", on: { click: switchSound } });
  const theme = h("button", { class: "icon-button", on: { click: switchTheme } });
  // The way home is on the page before any script is there.
  root.querySelector(".brand")?.setAttribute("aria-label", t("Linden, home"));
  fill(root, h("div", { class: "bar-page" }), h("div", { class: "bar-end" }, sound, theme));
  const draw = () => {
    applyTheme();
    document.documentElement.classList.toggle("still", !settings.motion || calm());
    const quiet = settings.sound ? t("Turn sound off") : t("Turn sound on");
    replace(sound, icon(settings.sound ? "sound" : "silent"));
    label(sound, quiet);
    replace(theme, icon(isDark() ? "sun" : "moon"));
    label(theme, isDark() ? t("Light colours") : t("Dark colours"));
  };
  draw();
  onChange(draw);
  dark.addEventListener("change", draw);
}

/** @param {HTMLElement} button @param {string} text */
function label(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}

function switchSound() {
  change({ sound: !settings.sound });
}

function switchTheme() {
  const wanted = isDark() ? "light" : "dark";
  // Back to what the system has, where that is the same.
  change({ theme: (wanted === "dark") === dark.matches ? "system" : wanted });
}

/** What this page puts into the bar. @param {...(import("./dom.js").Child | import("./dom.js").Child[])} children */
export function barPage(...children) {
  const place = document.querySelector(".bar-page");
  if (place) replace(place, ...children);
}
