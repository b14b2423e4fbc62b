// The rest of what the page knows without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toward } from "../../src/linden/web/client/js/state/compass.js";
import { Connection } from "../../src/linden/web/client/js/state/connection.js";
import { byTurn } from "../../src/linden/web/client/js/state/history.js";
import { back, on, tryMove } from "../../src/linden/web/client/js/state/line.js";
import { resized, seated } from "../../src/linden/web/client/js/state/seating.js";
import { headline, nameOf, newLines, newMarks, Table } from "../../src/linden/web/client/js/state/table.js";
import { ago, counting, figure, percent, signed, t, useTexts } from "../../src/linden/web/client/js/state/texts.js";

test("arrow keys find the nearest spot straight ahead, and stop at the edge", () => {
  const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ mark: `${x}${y}`, x: x * 40, y: y * 40 })));
  const at = (mark) => grid.find((spot) => spot.mark === mark);
  assert.equal(toward(grid, at("11"), "ArrowRight").mark, "21");
  assert.equal(toward(grid, at("11"), "ArrowUp").mark, "10");
  assert.equal(toward(grid, at("21"), "ArrowRight"), null);
  const slanted = [{ mark: "a", x: 0, y: 0 }, { mark: "b", x: 30, y: 18 }, { mark: "c", x: 200, y: 0 }];
  assert.equal(toward(slanted, slanted[0], "ArrowRight").mark, "b");
});

test("moves are listed by turns", () => {
  const entry = (ply, seat, turn) => ({ ply, seat, turn, move: `${ply}`, says: "", chance: false });
  const turns = byTurn([entry(1, 0, 1), entry(2, 0, 1), entry(3, 1, 2), entry(4, 0, 3)]);
  assert.deepEqual(turns.map((turn) => turn.entries.length), [2, 1, 1]);
});

test("a review steps back out of what was tried, and joins the game again", () => {
  const tried = tryMove({ ply: 4, tried: [] }, "x", "y");
  assert.deepEqual(tried, { ply: 4, tried: ["x"] });
  assert.deepEqual(on(tried, 9), tried);
  assert.deepEqual(back(tried), { ply: 4, tried: [] });
  assert.deepEqual(back({ ply: 0, tried: [] }), { ply: 0, tried: [] });
  assert.deepEqual(tryMove({ ply: 4, tried: [] }, "y", "y"), { ply: 5, tried: [] });
});

test("I sit on one seat, and change places with whoever was there", () => {
  const seats = [{ kind: "me" }, { kind: "computer", level: 3 }];
  assert.deepEqual(seated(seats, 1, { kind: "me" }), [{ kind: "computer", level: 3 }, { kind: "me" }]);
  assert.deepEqual(resized(seats, 3, 2).at(-1), { kind: "computer", level: 2 });
  assert.deepEqual(resized([{ kind: "friend" }, { kind: "me" }], 1, 2), [{ kind: "me" }]);
});

test("texts come from the catalogue, and their values are filled in", () => {
  assert.equal(t("{n} hours ago", { n: 3 }), "3 hours ago");
  useTexts({ sentences: { yesterday: "gestern" }, counted: {}, forms: "" }, "de");
  assert.equal(ago(0, 30 * 3600 * 1000), "gestern");
  useTexts();
  assert.equal(figure(-4.5), "−4.5");
  assert.equal(signed(2), "+2");
});

test("a number takes the form that its language has for it", () => {
  const players = (n) => counting("{n} player", "{n} players", n);
  assert.deepEqual([0, 1, 2].map(players), ["0 players", "1 player", "2 players"]);
  const french = { "{n} player": ["{n} joueur", "{n} joueurs"] };
  useTexts({ sentences: {}, counted: french, forms: "00".padEnd(200, "1") }, "fr");
  assert.deepEqual([0, 1, 2, 1234].map(players), ["0 joueur", "1 joueur", "2 joueurs", "1234 joueurs"]);
  // As in Russian: 1, 21, 101 and 1001 have the form of 1, but 11 and 111 have not.
  const forms = Array.from({ length: 200 }, (_, n) => (n % 10 === 1 && n % 100 !== 11 ? "0" : "1")).join("");
  useTexts({ sentences: {}, counted: { "{n} player": ["one {n}", "many {n}"] }, forms }, "ru");
  assert.deepEqual([21, 111, 1001, 1011].map(players), ["one 21", "many 111", "one 1001", "many 1011"]);
  useTexts();
});

test("a part is written as the language has it", () => {
  const written = ["en", "de", "fr", "it"].map((language) => (useTexts(undefined, language), percent(0.524)));
  assert.deepEqual(written, ["52%", "52\u00a0%", "52\u00a0%", "52%"]);
  useTexts();
});

const seat = (index, more = {}) => ({
  index, role: ["Red", "Black"][index], label: "", kind: "person", you: false, level: null,
  present: true, link: null, ...more,
});
const state = (more) => ({
  type: "state", version: 1, seats: [seat(0, { you: true }), seat(1)], viewer: { seats: [0] },
  turn: { seat: 0, kind: "you", thinking: false, preparing: false }, can: {},
  scene: { result: null, status: "", last: null, moves: [], prompts: {} }, history: [], steps: [], ...more,
});

test("the headline says whose turn it is", () => {
  assert.equal(headline(state({})), "Your move");
  const falls = { move: "roll", chance: true, says: "Let chance decide.", touches: [] };
  assert.equal(headline(state({ scene: { moves: [falls] } })), "Let chance decide");
  assert.equal(headline(state({ scene: { moves: [{ ...falls, chance: false }] } })), "Your move", "a game's own");
  const other = { seat: 1, kind: "other", thinking: false, preparing: false };
  assert.equal(headline(state({ turn: other })), "Black to move");
  assert.equal(headline(state({ turn: { ...other, kind: "computer" } })), "Black is thinking");
  const drawing = { turn: { ...other, seat: 0, kind: "chance" }, scene: { status: "You draw two tiles." } };
  assert.equal(headline(state(drawing)), "You draw two tiles.");
  assert.equal(headline(state({ turn: { ...other, preparing: true } })), "Preparing the game");
  assert.equal(headline(state({ viewer: { seats: [0, 1] } })), "Red to move");
  const over = { turn: { seat: null, kind: "over" }, scene: { result: { text: "Red wins." }, last: null } };
  assert.equal(headline(state(over)), "Red wins.");
});

test("people with the same name are told apart by their seats", () => {
  const seats = [seat(0, { label: "Guest", you: true }), seat(1, { label: "Guest" })];
  assert.equal(nameOf(state({ seats }), seats[0]), "You");
  assert.equal(nameOf(state({ seats }), seats[1]), "Black");
});

test("what happened names who did it, once", () => {
  const entry = (seat, turn, says, more = {}) => ({ ply: 1, seat, turn, says, move: "", chance: false, touches: [], ...more });
  const said = (says) => newLines(state({ history: [entry(1, 1, says)] }));
  assert.deepEqual(said("Black moves on."), ["Black moves on."]);
  assert.deepEqual(said("The die shows 3."), ["Black: The die shows 3."]);
});

test("all turns since one's own are told, and marked but for the last", () => {
  const entry = (seat, turn, more = {}) => ({ ply: 1, seat, turn, says: `${seat} in ${turn}.`, move: "", chance: false, touches: ["hand", `${turn}`], ...more });
  const drawn = (seat, turn) => entry(seat, turn, { chance: true, says: "A tile is drawn." });
  const seats = [0, 1, 2].map((index) => ({ ...seat(0), index, role: `${index}`, you: index === 0 }));
  const history = [entry(1, 1), entry(0, 2), drawn(0, 2), entry(1, 3), drawn(1, 3), entry(2, 4), drawn(2, 4)];
  const now = state({ seats, history });
  assert.deepEqual(newLines(now), ["1 in 3.", "2 in 4."]);
  assert.deepEqual(newMarks(now), ["3"]);
  const going = state({ seats, history: history.slice(0, 3) });
  assert.deepEqual(newLines(going), ["You: A tile is drawn."]);
  const watching = state({ seats, history, viewer: { seats: [] }, turn: { seat: 0, kind: "other" } });
  assert.deepEqual(newLines(watching), ["1 in 3.", "2 in 4."]);
});

class FakeSocket {
  static all = [];
  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  lose(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  close() {
    this.readyState = 3;
  }
}

test("a lost connection comes back by itself and sends nothing meanwhile", async () => {
  FakeSocket.all = [];
  const heard = [];
  const line = new Connection(() => "ws://here", { message() {}, health: (health) => heard.push(health) }, (address) => new FakeSocket(address));
  FakeSocket.all[0].open();
  assert.equal(line.send({ type: "ping" }), true);
  FakeSocket.all[0].lose();
  assert.equal(line.send({ type: "move" }), false);
  line.hurry();
  assert.equal(FakeSocket.all.length, 2);
  FakeSocket.all[1].open();
  assert.deepEqual(heard, ["connecting", "open", "lost", "connecting", "open"]);
  FakeSocket.all[1].lose(4004);
  assert.equal(heard.at(-1), "gone");
  line.close();
});

test("a line over which nothing comes any more is dropped, though nobody says that it is dead", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  FakeSocket.all = [];
  const health = [];
  const told = [];
  const line = new Connection(() => "ws://here", { message: (message) => told.push(message.type), health: (now) => health.push(now) }, (address) => new FakeSocket(address));
  const [first] = FakeSocket.all;
  const answers = (socket) => socket.onmessage({ data: '{"type":"pong"}' });
  first.open();
  context.mock.timers.tick(20_000);
  assert.deepEqual(first.sent, [{ type: "ping" }]);
  answers(first);
  context.mock.timers.tick(19_000);
  assert.equal(FakeSocket.all.length, 1, "an answer has come");
  line.send({ type: "move" });
  assert.deepEqual(first.sent.slice(1), [{ type: "move" }, { type: "ping" }], "nothing was heard for a while");
  context.mock.timers.tick(9_000);
  assert.equal(FakeSocket.all.length, 1);
  context.mock.timers.tick(11_000);
  assert.equal(FakeSocket.all.length, 2, "the move was lost with its line");
  assert.deepEqual(health, ["connecting", "open", "lost", "connecting"]);
  const second = FakeSocket.all[1];
  second.open();
  first.onclose({ code: 1006 });
  answers(first);
  assert.deepEqual([health.at(-1), told], ["open", ["pong"]], "what the dead one still says is not heard");
  line.hurry();
  context.mock.timers.tick(4_000);
  assert.equal(FakeSocket.all.length, 3, "whoever wakes up waits less long");
  FakeSocket.all[2].open();
  line.hurry();
  answers(FakeSocket.all[2]);
  context.mock.timers.tick(15_000);
  assert.equal(FakeSocket.all.length, 3);
  line.close();
  context.mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 3);
});

test("a table keeps the newest state, and sends its version along with a move", () => {
  FakeSocket.all = [];
  const heard = [];
  const hears = { state: (now) => heard.push(now.version), hint: () => heard.push("hint"), refused: (error) => heard.push(error), presence() {}, health() {} };
  const table = new Table("x", () => "ws://here", hears, (address) => new FakeSocket(address));
  const [socket] = FakeSocket.all;
  socket.open();
  const say = (message) => socket.onmessage({ data: JSON.stringify(message) });
  say(state({ version: 7 }));
  say({ type: "hint", version: 6, says: "", truth: "" });
  say({ type: "hint", version: 7, says: "", truth: "" });
  say({ type: "refused", error: "No.", version: 7 });
  table.play("a1");
  assert.deepEqual(heard, [7, "hint", "No."]);
  assert.deepEqual(socket.sent, [{ type: "move", version: 7, move: "a1" }]);
  table.close();
});

test("what is asked for while nothing can be sent is told, whatever it is", () => {
  FakeSocket.all = [];
  let unsent = 0;
  const hears = { state() {}, hint() {}, refused() {}, presence() {}, health() {}, unsent: () => (unsent += 1) };
  const table = new Table("x", () => "ws://here", hears, (address) => new FakeSocket(address));
  const [socket] = FakeSocket.all;
  assert.equal(table.play("a1"), false);
  socket.open();
  assert.equal(table.play("a1"), false); // nothing has been shown yet
  socket.onmessage({ data: JSON.stringify(state({ version: 7 })) });
  assert.equal(table.play("a1"), true);
  assert.equal(unsent, 2);
  socket.lose(1006);
  for (const ask of [() => table.play("a1"), () => table.ask({ type: "undo" }), () => table.send({ type: "hint" })]) {
    assert.equal(ask(), false);
  }
  table.mention({ type: "look", dark: false });
  assert.equal(unsent, 5);
  assert.equal(socket.sent.length, 1);
  table.close();
});
