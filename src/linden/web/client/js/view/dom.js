// Elements, written briefly.

import { t } from "../state/texts.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Properties: `class`, `on` (listeners), `style` (custom properties too); any other is
 * an attribute, left out where it is false or null.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any> | null} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, /** @type {EventListener} */ (listener));
      }
    } else if (key === "style") {
      for (const [property, setting] of Object.entries(value)) {
        element.style.setProperty(property, String(setting));
      }
    } else element.setAttribute(key, value === true ? "" : String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Append what is there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Put these in place of whatever is inside. Where the keyboard was on something that is there
 * again, it stays on it.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replace(element, ...children) {
  const active = document.activeElement;
  const kept = active && active !== element && element.contains(active) ? nameOf(active) : null;
  element.replaceChildren();
  fill(element, ...children);
  if (kept === null) return;
  for (const one of element.querySelectorAll("button,a,input,select")) {
    if (nameOf(one) === kept) return /** @type {HTMLElement} */ (one).focus({ preventScroll: true });
  }
}

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("aria-label") ?? element.textContent ?? "";
}

/**
 * A drawing as an element. One that only decorates the page gets a prefix for its ids, so that they
 * are unlike those of any other drawing, and loses the names of its parts.
 * @param {string} drawing
 * @param {string} [prefix]
 * @returns {SVGSVGElement}
 */
export function picture(drawing, prefix = "") {
  const named = prefix
    ? drawing
        .replace(/ id="([^"]+)"/g, ` id="${prefix}$1"`)
        .replace(/ aria-label="[^"]*"/g, "")
        .replace(/data-from="([^"]+)"/g, `data-from="${prefix}$1"`)
        .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    : drawing;
  const holder = document.createElement("div");
  holder.innerHTML = named;
  const svg = holder.querySelector("svg");
  if (!svg) throw new Error(t("The server sent no drawing."));
  return svg;
}

/**
 * What stands for a seat, drawn by its game.
 * @param {string} game
 * @param {string | undefined} inside
 * @param {number} seat
 */
export function emblem(game, inside, seat) {
  const span = h("span", { class: "emblem", "aria-hidden": "true" });
  span.innerHTML = `<svg class="linden ${game}" viewBox="-16 -16 32 32">${
    inside || `<circle r="9" fill="var(--seat-${seat})"/>`
  }</svg>`;
  return span;
}

/** Say something to whoever listens to the page. @param {string} text */
export function announce(text) {
  const polite = document.getElementById("polite");
  if (!polite || !text) return;
  polite.textContent = "";
  // A change that arrives a moment later is read even if the words are the same.
  setTimeout(() => (polite.textContent = text), 30);
}

/**
 * A sentence that stays for a few seconds, longer where something can be done about it.
 * @param {string} text
 * @param {{ text: string, act: () => void }} [button]
 */
export function toast(text, button) {
  const note = h("p", { class: "toast" }, text);
  if (button) {
    const act = () => {
      note.remove();
      button.act();
    };
    note.append(h("button", { class: "as-link", on: { click: act } }, button.text));
  }
  const toasts = document.getElementById("toasts");
  toasts?.replaceChildren(note);
  setTimeout(() => note.remove(), (button ? 9000 : 4200) + text.length * 30);
}

export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Texts in one line, told apart where no full stop does it. @param {string[]} texts */
export function sentences(texts) {
  return texts.filter(Boolean).map((text) => h("span", { class: text.endsWith(".") ? "whole" : "" }, text));
}

/**
 * Something that only some visits need, fetched when it is wanted.
 * @template T
 * @param {Promise<T>} module
 * @param {(module: T) => unknown} use
 */
export function later(module, use) {
  module.then(use).catch((error) => toast(error.message));
}
