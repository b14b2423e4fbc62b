// Files of records, cut into parts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parts } from "../../src/linden/web/client/js/state/records.js";

const game = (n) => `Linden record 1\nGame: g${n}\n\n1. a\n\n`;

test("a file is sent in parts that cut no game in two", () => {
  const whole = [1, 2, 3, 4, 5].map(game).join("");
  const found = parts(whole, 90);
  assert.deepEqual(found.map(({ line }) => line), [1, 11, 21]);
  assert.equal(found.map(({ text }) => text).join("").trim(), whole.trim());
  assert.ok(found.every(({ text }) => text.startsWith("Linden record 1")));
  assert.equal(parts(whole).length, 1);
});

test("what stands before the first game is sent along, to be refused with its line", () => {
  const [first, second] = parts(`hello\n${game(1)}`, 10);
  assert.deepEqual(first, { text: "hello\n", line: 1 });
  assert.equal(second.line, 2);
});

test("one game that is too large is sent whole: the server says so", () => {
  assert.equal(parts(`${game(1)}${"2. b\n".repeat(99)}`, 50).length, 1);
  assert.equal(parts("").length, 1);
});
