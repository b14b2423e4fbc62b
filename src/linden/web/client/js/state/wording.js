// What a game says, told to whoever reads it: "[0:Red] move[s] a pawn" is "You move a pawn" to who
// sits there, "You would move a pawn" before the move, and "Ada moves a pawn" to the others; in
// another language all forms are written out. src/linden/core/wording.py has the marks.

import { t } from "./texts.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Seat} Seat */
/** @typedef {import("../types").Entry} Entry */

/**
 * Who reads, and how everybody is called.
 * @typedef {{ seats: Seat[], viewer: { seats: number[] } | null }} Reader
 */

/** Somebody to whom seats are called what the game calls them. @type {Reader} */
export const NOBODY = { seats: [], viewer: null };
const MARKS = /\[(\d+):([^\]]*)\]('s)?|(\w*)\[(e?s)\]|\[([^[\]|]*)\|([^[\]|]*)\]/g;
/** Of a translation: a seat with its forms, or what it does in two or four. */
const FORMS = /\[(\d+):([^\]|]*)\|([^\]|]*)\|([^\]|]*)\]|\[([^[\]|]*)\|([^[\]|]*)(?:\|([^[\]|]*)\|([^[\]|]*))?\]/g;

/**
 * @param {string} sentence
 * @param {Reader} reader
 * @param {boolean} [would] what is not done yet
 */
export function told(sentence, reader, would = false) {
  if (!sentence.includes("[")) return sentence;
  if (/\[\d+:[^\]|]*\|/.test(sentence)) return spelled(sentence, reader, would);
  let second = false; // whether the present subject is "you"
  let begun = false; // whether "would" has been said
  let bare = false; // whether the present subject's verbs depend on it
  return sentence.replace(MARKS, (_whole, seat, role, owns, verb, ending, third, other, at) => {
    if (seat !== undefined) {
      const you = isYou(reader, Number(seat));
      if (!owns) [second, bare] = [you, false];
      const name = you ? (owns ? "your" : "you") : nameIn(reader, Number(seat), role, "the computer") + (owns ?? "");
      return begins(sentence, at) ? capital(name) : name;
    }
    const first = would && !begun;
    if (first) begun = bare = true;
    const plain = verb === undefined ? other : verb;
    if (first) return `would ${plain}`;
    if (second || bare) return plain;
    return verb === undefined ? third : verb + ending;
  });
}

/**
 * A sentence of a language whose forms are all written out.
 * @param {string} sentence
 * @param {Reader} reader
 * @param {boolean} would
 */
function spelled(sentence, reader, would) {
  let second = false; // whether the present subject is whoever reads
  return sentence.replace(FORMS, (_whole, seat, role, named, yours, third, other, wouldThird, wouldOther, at) => {
    if (seat !== undefined) {
      const you = isYou(reader, Number(seat));
      if (named === "*") second = you; // else it is not who acts
      const name = nameIn(reader, Number(seat), role, t("the computer"));
      const text = you ? yours : elided(named, name).replace("*", () => name);
      return begins(sentence, at) ? capital(text) : text;
    }
    if (would && wouldThird !== undefined) return second ? wouldOther : wouldThird;
    return second ? other : third;
  });
}

/** French: "la pierre de *" is "la pierre d’*" before "Ada". @param {string} form @param {string} name */
function elided(form, name) {
  return /^[aeiouyhàâéèêîôû]/i.test(name) ? form.replace(/\b([dD])e \*/, "$1’*") : form;
}

/** Whether a sentence begins there. @param {string} sentence @param {number} at */
function begins(sentence, at) {
  return at === 0 || /[.] $/.test(sentence.slice(0, at));
}

/** @param {Reader} reader @param {number} seat */
export function isYou({ seats, viewer }, seat) {
  return viewer?.seats.length === 1 && seats[seat]?.you === true;
}

/**
 * What a seat is called in a sentence: who sits there, or the one computer, or the game's own word.
 * @param {Reader} reader
 * @param {number} seat
 * @param {string} role
 * @param {string} computer
 */
function nameIn({ seats }, seat, role, computer) {
  const sitter = seats[seat];
  if (!sitter || sitter.kind === "open") return role;
  if (sitter.kind === "computer") {
    const alone = seats.filter((one) => one.kind === "computer").length === 1;
    return alone ? computer : role;
  }
  const namesake = seats.some((one) => one !== sitter && one.label === sitter.label);
  return namesake || !sitter.label ? role : sitter.label;
}

/**
 * A seat's name to begin a sentence with.
 * @param {Reader} reader
 * @param {Seat} seat
 */
export function subject(reader, seat) {
  return isYou(reader, seat.index) ? t("You") : capital(nameIn(reader, seat.index, seat.role, t("the computer")));
}

/** With which options a game is played. @param {string[]} rules those that are not as usual */
export function rulesInWords(rules) {
  return rules.length ? rules.join(" · ") : t("usual rules");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A scene as its reader is told of it.
 * @template {Scene} S
 * @param {S} scene
 * @param {Reader} reader
 * @returns {S}
 */
export function toldScene(scene, reader) {
  const say = (/** @type {string} */ text) => told(text, reader);
  return {
    ...scene,
    status: say(scene.status),
    moves: scene.moves.map((move) => ({ ...move, says: told(move.says, reader, true) })),
    prompts: Object.fromEntries(Object.entries(scene.prompts).map(([mark, text]) => [mark, say(text)])),
    last: scene.last && { ...scene.last, says: scene.last.says.map(say) },
    result: scene.result && { ...scene.result, text: say(scene.result.text) },
  };
}

/**
 * @param {Entry[]} history
 * @param {Reader} reader
 */
export function toldHistory(history, reader) {
  return history.map((entry) => ({ ...entry, says: told(entry.says, reader) }));
}

/** @param {State} state @returns {State} */
export function toldState(state) {
  return {
    ...state,
    scene: toldScene(state.scene, state),
    history: toldHistory(state.history, state),
    steps: state.steps.map((scene) => toldScene(scene, state)),
  };
}

/** A game that is looked back at. @param {{ seats: Seat[] }} table @returns {Reader} */
export function readerOf({ seats }) {
  return { seats, viewer: { seats: seats.filter((seat) => seat.you).map((seat) => seat.index) } };
}

/**
 * @param {import("../types").ReviewTable} table
 * @returns {import("../types").ReviewTable}
 */
export function toldReview(table) {
  const reader = readerOf(table);
  const { result } = table;
  return {
    ...table,
    history: toldHistory(table.history, reader),
    result: result && { ...result, text: told(result.text, reader) },
  };
}
