// Effects: points that count up, dice that tumble, a bell that is off until switched on. Reduced motion is respected.

import { all, one } from "./dom.js";

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "citywright-bell";
const button = one("[data-do=sound]");
/** @type {AudioContext | undefined} */
let sound;

/**
 * Counts a text node up (or down) from what it said before to what it says now.
 * @param {Text} node
 * @param {number} before
 */
export function countUp(node, before) {
  const goal = Number(node.data);
  if (reducedMotion.matches || !Number.isFinite(before) || !Number.isFinite(goal)) return;
  const element = /** @type {HTMLElement} */ (node.parentElement);
  element.classList.remove("up", "down");
  void element.offsetWidth; // starts the animation again
  element.classList.add(goal > before ? "up" : "down");
  const started = performance.now();
  let shown = String(before);
  node.data = shown;
  /** @param {number} now */
  const step = (now) => {
    if (element.firstChild !== node || node.data !== shown) return; // the next change has come
    const part = Math.min(1, (now - started) / 500);
    shown = String(Math.round(before + (goal - before) * part));
    node.data = shown;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/**
 * Starts the tumbling of a thing anew, also where its face stays the same.
 * @param {HTMLElement | null} thing
 */
export function tumble(thing) {
  if (!thing) return;
  for (const die of all(".tumble", thing)) {
    die.style.animation = "none";
    die.getBoundingClientRect();
    die.style.animation = "";
  }
}

export function ring() {
  if (localStorage.getItem(KEY) !== "on") return;
  sound ??= new AudioContext();
  const now = sound.currentTime;
  for (const [pitch, loud] of [[660, 0.08], [990, 0.03], [1330, 0.015]]) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 1.2);
    tone.connect(volume).connect(sound.destination);
    tone.start(now);
    tone.stop(now + 1.2);
  }
}

function show() {
  button.setAttribute("aria-pressed", String(localStorage.getItem(KEY) === "on"));
}

button.hidden = false;
button.addEventListener("click", () => {
  localStorage.setItem(KEY, localStorage.getItem(KEY) === "on" ? "off" : "on");
  show();
  ring();
});
show();
