// The rules of a game as they can be chosen: a field for each option, and a choice in words.

import { t } from "../state/texts.js";
import { h } from "./dom.js";
import { MapField, sentence } from "./map_field.js";

/** @typedef {import("../types").OptionForm} OptionForm */
/** @typedef {(option: OptionForm, value: unknown) => void} Choose */

/**
 * The field by which a value is chosen.
 * @param {OptionForm} option
 * @param {Choose} choose
 */
export function optionField(option, choose) {
  const help = h("span", { class: "help", id: `help-${option.name}` }, sentence(option.help));
  if (option.kind === "switch") {
    const field = h("input", {
      type: "checkbox",
      role: "switch",
      class: "switch",
      id: `option-${option.name}`,
      checked: option.default === true,
      "aria-describedby": help.id,
      on: { change: () => choose(option, field.checked) },
    });
    return h(
      "div",
      { class: "option on-one-line" },
      h("label", { for: field.id }, sentence(option.label, false), h("br"), help),
      field,
    );
  }
  if (option.kind === "map") return new MapField(option, (value) => choose(option, value)).root;
  if ((option.kind === "choice" || option.kind === "number") && few(option.choices)) {
    return h("div", { class: "option" }, optionSegments(option, sentence(option.label, false), choose), help);
  }
  const field = h("input", {
    class: "field",
    id: `option-${option.name}`,
    type: option.kind === "number" ? "number" : "text",
    min: option.low,
    max: option.high,
    value: shown(option, option.default),
    autocomplete: "off",
    "aria-describedby": help.id,
    on: {
      input: () => {
        choose(option, option.kind === "number" ? Number(field.value) : meant(option, field.value));
        pressed();
      },
    },
  });
  const examples = option.choices.length > 0 ? examplesOf(option, field, choose) : null;
  const pressed = () => {
    for (const one of examples?.children ?? []) {
      one.setAttribute("aria-pressed", String(one.getAttribute("value") === String(meant(option, field.value))));
    }
  };
  examples?.addEventListener("click", pressed);
  pressed();
  return h(
    "div",
    { class: "option" },
    h("label", { for: field.id }, sentence(option.label, false)),
    h("div", { class: "row" }, field, examples),
    help,
  );
}

/**
 * Good values to begin with, one touch away.
 * @param {OptionForm} option
 * @param {HTMLInputElement} field
 * @param {Choose} choose
 */
function examplesOf(option, field, choose) {
  return h(
    "div",
    { class: "row examples" },
    option.choices.slice(0, 8).map((choice, i) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          value: String(choice),
          on: {
            click: () => {
              field.value = shown(option, choice);
              choose(option, choice);
            },
          },
        },
        option.words[i],
      ),
    ),
  );
}

/**
 * All values beside each other.
 * @param {OptionForm} option
 * @param {string} label
 * @param {Choose} choose
 */
export function optionSegments(option, label, choose) {
  return h(
    "fieldset",
    { class: "option" },
    h("legend", { class: "option-name plain-legend" }, label),
    h(
      "div",
      { class: "segments" },
      option.choices.map((choice, i) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            name: `option-${option.name}`,
            checked: choice === option.default,
            on: { change: () => choose(option, choice) },
          }),
          option.words[i],
        ),
      ),
    ),
  );
}

/**
 * A choice as people read it.
 * @param {OptionForm} option
 * @param {unknown} value
 */
export function inWords(option, value) {
  if (value === true) return option.label;
  const at = option.choices.findIndex((choice) => String(choice) === String(value));
  const word = option.words[at] ?? (option.kind === "map" ? t("drawn by hand") : String(value));
  const words = value === false ? t("no") : word;
  return t("{name}: {words}", { name: option.label, words });
}

/**
 * A value as its field shows it: in words where it has some.
 * @param {OptionForm} option
 * @param {unknown} value
 */
function shown({ choices, kind, words }, value) {
  const word = words[choices.findIndex((choice) => String(choice) === String(value))];
  return kind === "text" && word ? word : String(value);
}

/**
 * What was meant by such words.
 * @param {OptionForm} option
 * @param {string} text
 */
function meant({ choices, words }, text) {
  return choices[words.indexOf(text.trim())] ?? text;
}

/** Whether all values can stand beside each other. @param {unknown[]} choices */
function few(choices) {
  return choices.length > 1 && choices.length <= 6;
}
