// Time as it goes on in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, leftOf, toTell } from "../../src/linden/web/client/js/state/clock.js";

const clock = { kind: "game", seconds: 300, increment: 3, left: [300, 61.5], running: 1, paused: false, claim: null };

test("time goes on for whoever it runs for, and never below nothing", () => {
  assert.equal(leftOf(clock, 0, 10), 300);
  assert.equal(leftOf(clock, 1, 10), 51.5);
  assert.equal(leftOf(clock, 1, 100), 0);
  assert.equal(leftOf({ ...clock, running: null }, 1, 10), 61.5);
});

test("a clock is read in minutes, hours and days, and shows nothing only when nothing is left", () => {
  const texts = [0, 0.2, 9.5, 60, 299.01, 3600, 7384, 86400, 200000];
  assert.deepEqual(texts.map(clockText), ["0:00", "0:01", "0:10", "1:00", "5:00", "1:00:00", "2:03:04", "1 d 0 h", "2 d 7 h"]);
});

test("what is nearly over is told once, at a minute, at half of it and at ten seconds", () => {
  const told = [];
  for (let left = 70; left > 0; left -= 0.2) told.push(toTell(left, left - 0.2, Infinity));
  assert.deepEqual(told.filter(Boolean), ["60 seconds left", "30 seconds left", "10 seconds left"]);
  assert.equal(toTell(30.1, 29.9, 30), "", "who begins with half a minute needs no word of it");
  assert.equal(toTell(70, 0, Infinity), "", "when it is over it is too late");
});
