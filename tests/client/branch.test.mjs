// Branches: asked about once, the latest first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Branch } from "../../src/linden/web/client/js/state/branch.js";

const judged = ({ ply, tried }, move) => ({ ply: ply + tried.length + 1, move: move ?? "best" });

test("each move of a branch is asked about once", async () => {
  const asked = [];
  const branch = new Branch(async (place, move) => (asked.push([place.tried.length, move]), judged(place, move)), () => {});
  const place = { ply: 3, tried: ["a", "b"] };
  await branch.follow(place);
  assert.deepEqual(asked, [[2, null], [1, "b"], [0, "a"]]);
  assert.deepEqual(branch.made(place).map((one) => one.ply), [4, 5]);
  assert.equal(branch.next(place).ply, 6);
  await branch.follow({ ply: 3, tried: ["a", "b", "c"] });
  assert.equal(asked.length, 5, "only what is new");
  branch.forget();
  assert.equal(branch.next(place), null);
});

test("where there is nothing to decide nothing is told, and a refusal is", async () => {
  const over = new Branch(async () => null, () => {});
  await over.follow({ ply: 0, tried: ["a"] });
  assert.deepEqual([over.made({ ply: 0, tried: ["a"] }), over.error, over.busy], [[], "", false]);
  const refuse = async () => {
    throw new Error("No.");
  };
  const busy = new Branch(refuse, () => {});
  await busy.follow({ ply: 0, tried: ["a"] });
  assert.equal(busy.error, "No.");
});

test("who goes on elsewhere is not told of what was asked before", async () => {
  let told = 0;
  const waiting = [];
  const branch = new Branch((place, move) => new Promise((resolve) => waiting.push(() => resolve(judged(place, move)))), () => told++);
  const first = branch.follow({ ply: 0, tried: [] });
  const second = branch.follow({ ply: 5, tried: [] });
  waiting[0]();
  await first;
  assert.equal(told, 0);
  waiting[1]();
  await second;
  assert.ok(told > 0);
});

test("what was asked of another position is not told of this one", async () => {
  const waiting = [];
  const branch = new Branch((place, move) => new Promise((resolve, reject) => waiting.push({ resolve: () => resolve(judged(place, move)), reject })), () => {});
  const place = { ply: 0, tried: [] };
  const before = branch.follow(place);
  branch.forget();
  waiting[0].resolve();
  await before;
  assert.equal(branch.next(place), null);
  const refused = branch.follow(place);
  branch.forget();
  waiting[1].reject(new Error("No."));
  await refused;
  assert.equal(branch.error, "");
  const now = branch.follow(place);
  waiting[2].resolve();
  await now;
  assert.equal(branch.next(place).move, "best");
});
