// The lab's runs: values from a field, what can be compared, how long something takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { comparable, leftWords, many, pairOf, valuesOf, variantsOf } from "../../src/linden/web/client/js/state/lab.js";

const option = (kind, choices = [], words = choices.map(String)) => ({ kind, choices, words });

test("values are read one by one, by their words where they have some", () => {
  assert.deepEqual(valuesOf(option("number"), "21, 25,31"), [21, 25, 31]);
  assert.deepEqual(valuesOf(option("number"), " , 5x,"), ["5x"], "what is wrong is for the server to say");
  assert.deepEqual(valuesOf(option("text", ["3x4", "3x3"], ["3×4", "3×3"]), "3×4, 4x4"), ["3x4", "4x4"]);
  assert.deepEqual(valuesOf(option("text"), ""), []);
});

test("variants multiply", () => {
  assert.equal(variantsOf({}), 1);
  assert.equal(variantsOf({ pot: [21, 25, 31], basket: ["3x3", "3x4"], players: [2] }), 6);
});

test("two of one run are offered first, else two of one game", () => {
  const run = (id, game, counts) => ({ id, game, title: game, variants: counts.map((games, number) => ({ number, label: `v${number}`, games })) });
  const pair = (...runs) => {
    const found = comparable(runs);
    return pairOf(found).map((i) => found[i].key);
  };
  assert.deepEqual(pair(run("a", "linja", [5]), run("b", "linos", [5, 0, 5])), ["b 0", "b 2"], "one without games is left out");
  assert.deepEqual(pair(run("a", "linja", [5]), run("b", "linos", [5]), run("c", "linja", [5])), ["a 0", "c 0"]);
  assert.equal(comparable([run("b", "linos", [0])]).length, 0);
});

test("time and numbers in words", () => {
  assert.equal(leftWords(null), "");
  assert.equal(leftWords(12), "less than a minute left");
  assert.equal(leftWords(70), "about a minute left");
  assert.equal(leftWords(600), "about 10 minutes left");
  assert.equal(leftWords(3 * 3600), "about 3 hours left");
  assert.equal(leftWords(5 * 86400), "about 5 days left");
  assert.equal(many(1234567), "1\u202f234\u202f567");
  assert.equal(many(12), "12");
});
