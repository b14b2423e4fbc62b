// A first move as soon as possible: a table with everything as it usually is.

import { api } from "../api.js";
import { go } from "../router.js";
import { settings } from "../state/settings.js";

/** Play the computer: the level played last, or this one. @param {string} game @param {number} [level] */
export async function start(game, level = settings.level) {
  const page = await api.game(game);
  const seats = page.seats.map((seat) => (seat.kind === "computer" ? { ...seat, level } : seat));
  const { id } = await api.open({ game, seats, options: page.quick });
  go(`/t/${id}`);
}
