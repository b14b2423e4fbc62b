// From touches to a move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice, rest } from "../../src/linden/web/client/js/state/choice.js";

const move = (name, ...touches) => ({ move: name, touches, says: name, gain: null });
const MOVES = [move("a-b", "a", "b"), move("a-c", "a", "c"), move("d-c", "d", "c"), move("pass", "pass")];

test("first touches are offered, then what follows them", () => {
  const choice = new Choice(MOVES);
  assert.deepEqual([...choice.next.keys()], ["a", "d", "pass"]);
  assert.deepEqual(choice.touch("a"), { kind: "more" });
  assert.deepEqual([...choice.next.keys()], ["b", "c"]);
  assert.equal(choice.touch("c").move.move, "a-c");
});

test("a touch that makes a move by itself makes it", () => {
  assert.equal(new Choice(MOVES).touch("pass").move.move, "pass");
});

test("one may begin with the place", () => {
  const choice = new Choice(MOVES);
  assert.equal(choice.touch("c").kind, "more");
  assert.deepEqual([...choice.next.keys()].sort(), ["a", "d"]);
  assert.equal(choice.touch("d").move.move, "d-c");
});

test("another piece begins anew, the same one lets go, anything else too", () => {
  const choice = new Choice(MOVES);
  choice.touch("a");
  assert.equal(choice.touch("d").kind, "again");
  assert.deepEqual(choice.touched, ["d"]);
  assert.equal(choice.touch("d").kind, "none");
  choice.touch("a");
  assert.equal(choice.touch("nowhere").kind, "none");
  assert.deepEqual(choice.touched, []);
});

test("a place that is to be touched twice is offered again", () => {
  const choice = new Choice([move("d4", "d4", "d4"), move("d4e4", "d4", "e4")]);
  choice.touch("d4");
  assert.deepEqual([...choice.next.keys()].sort(), ["d4", "e4"]);
  assert.equal(choice.final("d4").move, "d4");
  assert.equal(choice.touch("d4").move.move, "d4");
});

test("moves with the same touches wait for one of them to be chosen", () => {
  const choice = new Choice([move("up", "a", "b"), move("down", "a", "b")]);
  choice.touch("a");
  assert.equal(choice.final("b"), null);
  assert.equal(choice.touch("b").kind, "more");
  assert.deepEqual(choice.complete.map((one) => one.move), ["up", "down"]);
});

test("touches are used up one by one", () => {
  assert.deepEqual(rest(["a", "a", "b"], ["a"]), ["a", "b"]);
  assert.equal(rest(["a"], ["a", "a"]), null);
});
