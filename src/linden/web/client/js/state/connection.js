// A socket, of a table for instance: it comes back by itself when it is lost, and says so.

/** @typedef {import("../types").ServerMessage} ServerMessage */
/** @typedef {import("../types").Request} Request */
/** @template Message @typedef {{ message: (message: Message) => void, health: (health: Health) => void }} Handlers */
/** @typedef {"connecting" | "open" | "lost" | "gone"} Health */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING = 20000;
const SILENCE = 10000; // milliseconds in which the server answers a ping, or the line is dead
const HURRIED_SILENCE = 4000;
const FRESH = 5000; // what came so lately shows that the line is alive

/** @template [Message=ServerMessage] */
export class Connection {
  /**
   * @param {() => string} address  asked anew for every attempt
   * @param {Handlers<Message>} handlers
   * @param {(address: string) => WebSocket} [open]
   */
  constructor(address, handlers, open = (where) => new WebSocket(where)) {
    this.address = address;
    this.handlers = handlers;
    this.openSocket = open;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.pinging = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} runs out where nothing comes */
    this.silence = undefined;
    this.heard = 0;
    this.start();
  }

  start() {
    this.handlers.health("connecting");
    const socket = this.openSocket(this.address());
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.heard = Date.now();
      this.handlers.health("open");
      clearInterval(this.pinging);
      this.pinging = setInterval(() => this.ping(), PING);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      clearTimeout(this.silence);
      this.handlers.message(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      this.hush();
      // 4004: the server has hung up for good, so there is nothing to wait for.
      if (event.code === 4004) return this.handlers.health("gone");
      this.handlers.health("lost");
      this.timer = setTimeout(() => this.start(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    };
  }

  /** Ask whether the line is alive: one may be dead for minutes before anybody says so. */
  ping(patience = SILENCE) {
    if (!this.isOpen) return;
    this.socket?.send(JSON.stringify({ type: "ping" }));
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), patience);
  }

  /** Nothing has come over the line: begin another, and hear nothing more of this one. */
  drop() {
    const dead = this.socket;
    this.hush();
    this.socket = null;
    dead?.close();
    this.handlers.health("lost");
    this.start();
  }

  /** Nothing is waited for. */
  hush() {
    clearInterval(this.pinging);
    clearTimeout(this.silence);
  }

  /** Try again at once, for example when the device wakes up. */
  hurry() {
    if (this.isOpen) this.ping(HURRIED_SILENCE);
    if (this.closed || this.isOpen || this.socket?.readyState === 0) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.start();
  }

  get isOpen() {
    return this.socket?.readyState === 1;
  }

  /**
   * Whether it was sent; while the connection is lost nothing is.
   * @param {Request} message
   */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    if (Date.now() - this.heard > FRESH) this.ping();
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.hush();
    this.socket?.close();
  }
}
