// A live table as this browser knows it: the latest state, and the way to the server.

import { Connection } from "./connection.js";
import { saidOf, sinceTurnOf } from "./history.js";
import { t } from "./texts.js";
import { subject, told, toldState } from "./wording.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Seat} Seat */
/** @typedef {import("../types").ServerMessage} ServerMessage */
/** @typedef {import("../types").Request} Request */
/** @typedef {import("./connection.js").Health} Health */

/**
 * Each of several messages, before its version is known.
 * @template Message
 * @typedef {Message extends unknown ? Omit<Message, "version"> : never} WithoutVersion
 */

/**
 * @typedef {object} TableHandlers
 * @property {(state: State, before: State | null) => void} state
 * @property {(hint: import("../types").Hint) => void} hint
 * @property {(error: string) => void} refused
 * @property {() => void} presence
 * @property {(health: Health) => void} health
 * @property {() => void} [unsent] what was asked for went nowhere: the connection is lost
 */

export class Table {
  /**
   * @param {string} id
   * @param {() => string} address of the live socket
   * @param {TableHandlers} handlers
   * @param {(address: string) => WebSocket} [open]
   */
  constructor(id, address, handlers, open) {
    this.id = id;
    this.handlers = handlers;
    /** @type {State | null} */
    this.state = null;
    this.watchers = 0;
    /** @type {Health} */
    this.health = "connecting";
    this.connection = new Connection(
      address,
      { message: (message) => this.receive(message), health: (health) => this.healthChanged(health) },
      open,
    );
  }

  /** @param {Health} health */
  healthChanged(health) {
    this.health = health;
    this.handlers.health(health);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.type === "state") {
      const before = this.state;
      this.state = toldState(message);
      this.handlers.state(this.state, before);
    } else if (message.type === "hint") {
      if (this.state && message.version === this.state.version) {
        this.handlers.hint({ ...message, says: told(message.says, this.state, true), truth: told(message.truth, this.state) });
      }
    } else if (message.type === "refused") {
      this.handlers.refused(this.state ? told(message.error, this.state) : message.error);
    } else if (message.type === "presence" && this.state) {
      this.watchers = message.watchers;
      this.state.seats.forEach((seat, i) => (seat.present = message.present[i] ?? seat.present));
      this.handlers.presence();
    }
  }

  /** @param {string} move */
  play(move) {
    return this.ask({ type: "move", move });
  }

  /**
   * Ask for something that concerns the position as it is shown here.
   * @param {WithoutVersion<Extract<Request, { version: number }>>} message
   */
  ask(message) {
    return this.send({ ...message, version: this.state?.version ?? 0 });
  }

  /**
   * Whether it was sent. Nothing is before the table is known: the person has seen nothing yet that
   * they could mean.
   * @param {Request} message
   */
  send(message) {
    const sent = this.state !== null && this.connection.send(message);
    if (!sent) this.handlers.unsent?.();
    return sent;
  }

  /**
   * The same where nobody waits for an answer: how the table is looked at is told anew with every
   * connection.
   * @param {Request} message
   */
  mention(message) {
    this.connection.send(message);
  }

  close() {
    this.connection.close();
  }
}

/**
 * Whose turn it is, for the line below the board.
 * @param {State} state
 * @returns {string}
 */
export function headline(state) {
  const { turn, seats, viewer, scene } = state;
  if (turn.kind === "over" || turn.seat === null) return scene.result?.text ?? scene.status;
  const seat = seats[turn.seat];
  if (turn.preparing) return t("Preparing the game");
  if (state.seek) return viewer.host ? t("Waiting until somebody takes your challenge") : t("Waiting until every seat is taken");
  if (turn.kind === "open") return t("Waiting for {role} to sit down", { role: seat.role });
  if (turn.kind === "chance") return scene.status;
  if (turn.kind === "computer") {
    return t("{name} is thinking", { name: subject(state, seat) });
  }
  if (seat.you) {
    if (viewer.seats.length > 1) return t("{name} to move", { name: subject(state, seat) });
    const [first] = scene.moves;
    return first?.chance ? first.says.replace(/\.$/, "") : t("Your move");
  }
  return t("{name} to move", { name: subject(state, seat) });
}

/**
 * Who sits there. Where two have the same name, and where nobody sits, the seat's own name tells
 * them apart.
 * @param {State} state
 * @param {Seat} seat
 */
export function nameOf({ seats, viewer }, seat) {
  if (seat.kind === "open" || !seat.label) return seat.role;
  if (!seats.some((other) => other !== seat && other.label === seat.label)) return seat.label;
  return seat.you && viewer.seats.length === 1 ? t("You") : seat.role;
}

/**
 * The turns that whoever reads this is to hear of.
 * @param {State} state
 */
export function newTurns({ history, turn, viewer }) {
  return sinceTurnOf(history, viewer.seats.length === 1 ? viewer.seats[0] : turn.seat);
}

/**
 * What happened since the reader's last turn, a text for each turn.
 * @param {State} state
 * @returns {string[]}
 */
export function newLines(state) {
  return newTurns(state).map((turn) => {
    const said = saidOf(turn).join(" ");
    const seat = state.seats[turn.seat];
    if (!said || !seat) return said;
    const name = subject(state, seat);
    return [name, seat.role].some((one) => said.startsWith(one)) ? said : t("{name}: {words}", { name, words: said });
  });
}

/**
 * Where it happened, apart from the latest turn, which the drawing itself tells of.
 * @param {State} state
 * @returns {string[]} marks
 */
export function newMarks(state) {
  const earlier = newTurns(state).slice(0, -1);
  return earlier.flatMap((turn) => turn.entries.filter((entry) => !entry.chance).flatMap((entry) => entry.touches.slice(-1)));
}
