// What is heard at a table, and when it is one's turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heard, phrases, turnBegins } from "../../src/linden/web/client/js/state/company.js";

const state = (said, kind = "other", seats = [0]) => ({
  said,
  seats: [{ you: seats.includes(0) }, { you: seats.includes(1) }],
  turn: { kind },
  viewer: { seats },
});
const said = (number, seat, phrase = "hello") => ({ number, seat, phrase });

test("what is new and comes from somebody else is heard", () => {
  assert.deepEqual(heard(state(said(1, 1)), state(null)), { seat: 1, text: phrases().hello });
  assert.equal(heard(state(said(1, 1)), null), null, "not what was said before one came");
  assert.equal(heard(state(said(2, 1)), state(said(2, 1))), null);
  assert.equal(heard(state(said(1, 0)), state(null)), null, "nobody hears oneself");
  assert.equal(heard(state(said(1, 1, "unknown")), state(null)), null);
});

test("a turn begins once, for somebody with one seat", () => {
  assert.ok(turnBegins(state(null, "you"), state(null, "other")));
  assert.ok(!turnBegins(state(null, "you"), state(null, "you")));
  assert.ok(!turnBegins(state(null, "you"), null));
  assert.ok(!turnBegins(state(null, "you", [0, 1]), state(null, "other", [0, 1])));
});
