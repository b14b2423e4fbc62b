// Everybody's time, as the server told it and as it has gone on since.

import { counting, t } from "./texts.js";

/** @typedef {import("../types").ClockFacts} ClockFacts */

export const LOW = 10; // seconds from which on a clock looks as if it hurried
const TOLD = [60, 30, 10]; // seconds that are told to the ear
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * What a seat has left.
 * @param {ClockFacts} clock
 * @param {number} seat
 * @param {number} passed seconds since the server told it
 */
export function leftOf({ left, running, rests }, seat, passed) {
  const ran = Math.max(0, passed - (rests[seat] ?? 0)); // it stands while they are on vacation
  return Math.max(0, (left[seat] ?? 0) - (running === seat ? ran : 0));
}

/** As people read it: 4:59, 1:05:09, 2 d 4 h. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(seconds - 0.001);
  const days = Math.floor(whole / DAY);
  const hours = Math.floor(whole / HOUR) % 24;
  if (days > 0) return t("{days} d {hours} h", { days, hours });
  const minutes = Math.floor(whole / 60) % 60;
  const rest = `${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} figure */
function two(figure) {
  return String(figure).padStart(2, "0");
}

/**
 * What is to be told to the ear when time goes on from one moment to the next; nothing mostly.
 * @param {number} before seconds left
 * @param {number} now
 * @param {number} most what there is for a turn: whoever begins with that much needs no warning
 */
export function toTell(before, now, most) {
  const passed = TOLD.find((mark) => mark < most && before > mark && now <= mark && now > 0);
  return passed ? counting("{n} second left", "{n} seconds left", passed) : "";
}
