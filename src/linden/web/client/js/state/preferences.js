// What is settled in one browser goes along to the others of an account.

import { api, Refusal } from "../api.js";
import { change, onChange, settings } from "./settings.js";

const PAUSE = 1500; // milliseconds: several switches are sent together
const OWN = new Set(["signedIn", "named", "notify"]); // what is this browser's alone

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {string} */
let sent = "";
let keeping = false;

/** What goes along. @returns {Record<string, boolean | number | string>} */
export function shared() {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OWN.has(name)));
}

/** This browser is signed in: use what the account has, or give it what is settled here. @param {Record<string, any>} kept */
export async function adopt(kept) {
  const known = Object.entries(kept).filter(([name, value]) => name in settings && !OWN.has(name) && typeof value === typeof settings[/** @type {keyof typeof settings} */ (name)]);
  sent = JSON.stringify(shared());
  change({ ...Object.fromEntries(known), signedIn: true });
  if (known.length) sent = JSON.stringify(shared());
  else await send(true);
  keepUp();
}

/** @param {boolean} [always] */
async function send(always = false) {
  const now = JSON.stringify(shared());
  if (!settings.signedIn || (now === sent && !always)) return;
  sent = now;
  try {
    await api.prefer(shared());
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) change({ signedIn: false });
  }
}

/** Send what is changed from now on; once is enough. */
export function keepUp() {
  if (keeping) return;
  keeping = true;
  sent = JSON.stringify(shared());
  onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), PAUSE);
  });
}
