// What this browser remembers: theme, sound, motion, the level played last.

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {boolean} motion   pieces travel; off also when the system asks for less motion
 * @property {"touch" | "always" | "never"} confirm   when a move is asked about before it is final
 * @property {number} level     of the computer, as chosen last
 * @property {boolean} notify   the browser tells when it is one's turn
 * @property {boolean} muted    what others say is not shown
 * @property {boolean} signedIn  whether this browser was signed in when it was last asked
 * @property {boolean} named    whether the visitor was asked for a name
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  sound: true,
  motion: true,
  confirm: "touch",
  level: 2,
  notify: false,
  muted: false,
  signedIn: false,
  named: false,
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} */
function read() {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem("linden") ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {Partial<Settings>} changed */
export function change(changed) {
  Object.assign(settings, changed);
  try {
    // Another tab may have settled something else meanwhile.
    globalThis.localStorage?.setItem("linden", JSON.stringify({ ...settings, ...read(), ...changed }));
  } catch {
    // Kept for this visit only.
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after every change */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// What another tab has settled holds here, too.
globalThis.addEventListener?.("storage", (event) => {
  if (event.key !== "linden") return;
  Object.assign(settings, read());
  for (const listener of listeners) listener();
});
