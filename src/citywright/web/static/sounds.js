// Five short sounds, made here: dice, a piece that is placed, one's turn, chat, the end. And the vibration at one's turn.
// Nothing is heard unless it is preferred.

import { preference } from "./preferences.js";

/** @type {AudioContext | undefined} since the first click or key: before, browsers allow no sound */
let context;

/**
 * Plays a sound if it is preferred: "roll", "place", "turn", "chat" or "end".
 * @param {string} kind
 */
export function play(kind) {
  const isWanted = preference("sound") === "on" && preference("sounds").split(" ").includes(kind);
  if (isWanted && context?.state === "running") make(kind, context, context.currentTime + 0.01);
}

/**
 * Plays a sound whatever is preferred, after a click.
 * @param {string} kind
 */
export async function listen(kind) {
  const here = await wake();
  make(kind, here, here.currentTime + 0.01);
}

/** Vibrates at one's turn, if that is preferred and the device can. */
export function vibrate() {
  if (preference("vibrate") === "on") navigator.vibrate?.([60, 90, 60]);
}

async function wake() {
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
  return context;
}

for (const event of ["click", "keydown"]) {
  document.addEventListener(event, () => preference("sound") === "on" && wake(), { capture: true });
}

// --- how they sound ------------------------------------------------------------------------

/**
 * A tone like a small bell, or a blip if it is short.
 * @param {BaseAudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 * @param {number} loud
 * @param {number} end the pitch it falls to
 */
function tone(audio, at, pitch, seconds, loud, end = pitch) {
  for (const [overtone, part] of [[1, 1], [2, 0.25], [3, 0.08]]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.setValueAtTime(pitch * overtone, at);
    oscillator.frequency.exponentialRampToValueAtTime(end * overtone, at + seconds);
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loud * part, at + 0.006);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds / overtone);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
}

/**
 * A knock on wood: a little noise around a pitch.
 * @param {BaseAudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function knock(audio, at, pitch, loud) {
  const length = 0.06;
  const noise = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.5;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
}

/** @type {Record<string, (audio: BaseAudioContext, at: number) => void>} */
const SOUNDS = {
  roll(audio, at) {
    for (const [k, late] of [0, 0.07, 0.13, 0.2, 0.29, 0.4].entries()) knock(audio, at + late, 1500 + 260 * (k % 3), 0.3 - 0.035 * k);
  },
  place(audio, at) {
    knock(audio, at, 900, 0.22);
    tone(audio, at, 240, 0.12, 0.1, 150);
  },
  turn(audio, at) {
    tone(audio, at, 659, 0.7, 0.07);
    tone(audio, at + 0.14, 880, 0.9, 0.07);
  },
  chat(audio, at) {
    tone(audio, at, 784, 0.12, 0.05);
    tone(audio, at + 0.08, 1047, 0.16, 0.05);
  },
  end(audio, at) {
    for (const [k, pitch] of [523, 659, 784, 1047].entries()) tone(audio, at + 0.13 * k, pitch, k === 3 ? 1.3 : 0.7, 0.06);
  },
};

/**
 * Puts a sound into any context at a time of its clock.
 * @param {string} kind
 * @param {BaseAudioContext} audio
 * @param {number} at
 */
export function make(kind, audio, at) {
  SOUNDS[kind]?.(audio, at);
}
