// What games say, told to whoever reads it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { headline } from "../../src/linden/web/client/js/state/table.js";
import { subject, told } from "../../src/linden/web/client/js/state/wording.js";

const person = (index, role, label, you = false) => ({ index, role, label, kind: "person", you });
const computer = (index, role) => ({ index, role, label: "Strong computer", kind: "computer", you: false });
const mine = { seats: [person(0, "Red", "Ada", true), person(1, "Black", "Bob")], viewer: { seats: [0] } };
const alone = { seats: [person(0, "Red", "Ada", true), computer(1, "Black")], viewer: { seats: [0] } };
const shared = { seats: [person(0, "Red", "Ada", true), person(1, "Black", "Ada", true)], viewer: { seats: [0, 1] } };

test("who sits there is spoken to, everybody else has a name", () => {
  assert.equal(told("[0:Red] move[s] a pawn and earn[s] a bonus.", mine), "You move a pawn and earn a bonus.");
  assert.equal(told("[1:Black] move[s] a pawn.", mine), "Bob moves a pawn.");
  assert.equal(told("[1:Black] [has|have] passed.", alone), "The computer has passed.");
  assert.equal(told("[0:Red] [has|have] passed.", alone), "You have passed.");
  assert.equal(told("A bust: [1:Black] won.", alone), "A bust: the computer won.");
});

test("what is somebody's is theirs", () => {
  assert.equal(told("[1:Black] move[s] [0:Red]'s pawn.", mine), "Bob moves your pawn.");
  assert.equal(told("[0:Red]'s token falls.", mine), "Your token falls.");
  assert.equal(told("[0:Red] cover[s] [1:Black]'s rock and draw[s] two.", mine), "You cover Bob's rock and draw two.");
});

test("what is not done yet would be done", () => {
  assert.equal(told("[0:Red] move[s] a pawn and earn[s] a bonus.", mine, true), "You would move a pawn and earn a bonus.");
  assert.equal(told("[0:Red] pass[es].", mine, true), "You would pass.");
  assert.equal(
    told("[0:Red] place[s] a stone: [1:Black] gain[s] 9, [0:Red] gain[s] 2.", mine, true),
    "You would place a stone: Bob gains 9, you gain 2.",
  );
  assert.equal(told("[1:Black] pass[es].", shared, true), "Black would pass.");
});

test("two people of one name, and nobody, are called what the game calls them", () => {
  assert.equal(told("[0:Red] pass[es].", shared), "Red passes.");
  assert.equal(told("[1:Black] pass[es].", { seats: [], viewer: null }), "Black passes.");
});

test("a sentence without marks is left alone", () => {
  assert.equal(told("A draw, 12 each.", mine, true), "A draw, 12 each.");
});

test("the line above says the same", () => {
  const turn = (seat, kind) => ({ seat, kind, thinking: false, preparing: false });
  const base = { ...alone, can: {}, scene: { result: null, status: "", moves: [] } };
  assert.equal(headline({ ...base, turn: turn(0, "you") }), "Your move");
  assert.equal(headline({ ...base, turn: turn(1, "computer") }), "The computer is thinking");
  assert.equal(headline({ ...base, ...mine, turn: turn(1, "other") }), "Bob to move");
  assert.equal(subject(mine, mine.seats[0]), "You");
});

test("a language that writes its forms out is told in the right one", () => {
  const says = "[0:Rouge|*|vous] [avance|avancez|avancerait|avanceriez] un pion [1:Noir|de *|à vous].";
  assert.equal(told(says, mine), "Vous avancez un pion de Bob.");
  assert.equal(told(says, mine, true), "Vous avanceriez un pion de Bob.");
  const theirs = { seats: [person(0, "Rouge", "Ada"), person(1, "Noir", "Bob", true)], viewer: { seats: [1] } };
  assert.equal(told(says, theirs), "Ada avance un pion à vous.");
  assert.equal(told(says, { ...theirs, viewer: { seats: [0, 1] } }, true), "Ada avancerait un pion de Bob.");
  assert.equal(told("C’est le pion [0:Rouge|de *|à vous].", theirs), "C’est le pion d’Ada.");
  assert.equal(told("Sur [0:Rouge|la pierre de *|votre pierre].", theirs), "Sur la pierre d’Ada.");
  assert.equal(told("[0:Rot|*|du] [gewinnt|gewinnst].", mine), "Du gewinnst.");
  assert.equal(told("[0:Rot|*|du] [gewinnt|gewinnst].", { seats: [], viewer: null }), "Rot gewinnt.");
});
