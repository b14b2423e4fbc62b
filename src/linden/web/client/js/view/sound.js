// Wood on wood, made on the spot; a small chord at the end.

import { settings } from "../state/settings.js";

/** @type {AudioContext | null} */
let context = null;

function audio() {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  // Browsers let a page sound only once it has been touched, and complain of one that tries before.
  if (!touched()) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

function touched() {
  return navigator.userActivation?.hasBeenActive ?? context !== null;
}

/** Wake the sound up at the first touch, so that the first knock is heard. */
export function wake() {
  audio();
}

/**
 * A body of wood struck: two damped tones and a breath of noise.
 * @param {number} pitch
 * @param {number} loud
 * @param {number} [delay] seconds
 */
function strike(pitch, loud, delay = 0) {
  const here = audio();
  if (!here) return;
  const start = here.currentTime + delay;
  const out = here.createGain();
  out.gain.value = loud;
  out.connect(here.destination);
  for (const [ratio, share, length] of [[1, 0.8, 0.09], [2.42, 0.35, 0.045]]) {
    const tone = here.createOscillator();
    const body = here.createGain();
    tone.frequency.setValueAtTime(pitch * ratio * 1.06, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * ratio, start + 0.03);
    body.gain.setValueAtTime(share, start);
    body.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(body).connect(out);
    tone.start(start);
    tone.stop(start + length);
  }
  const length = 0.02;
  const noise = here.createBuffer(1, Math.ceil(here.sampleRate * length), here.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  }
  const source = here.createBufferSource();
  const filter = here.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 5;
  source.buffer = noise;
  source.connect(filter).connect(out);
  source.start(start);
}

/** A piece is set down; several make a soft run. @param {number} [pieces] */
export function knock(pieces = 1) {
  const times = Math.max(1, Math.min(pieces, 4));
  for (let i = 0; i < times; i++) strike(310 + Math.random() * 40 - i * 12, 0.22 / (1 + i * 0.4), i * 0.065);
}

/** Something is touched. */
export function tap() {
  strike(620, 0.05);
}

/** The game is over. @param {boolean} won */
export function chord(won) {
  const here = audio();
  if (!here) return;
  const notes = won ? [261.6, 329.6, 392, 523.3] : [220, 277.2, 329.6];
  notes.forEach((pitch, i) => {
    const start = here.currentTime + 0.12 + i * 0.09;
    const tone = here.createOscillator();
    const body = here.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    body.gain.setValueAtTime(0, start);
    body.gain.linearRampToValueAtTime(0.07, start + 0.02);
    body.gain.exponentialRampToValueAtTime(0.0005, start + 1.5);
    tone.connect(body).connect(here.destination);
    tone.start(start);
    tone.stop(start + 1.6);
  });
}
