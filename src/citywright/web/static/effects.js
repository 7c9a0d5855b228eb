// Effects: points that count up, dice that tumble. Reduced motion is respected.

import { all } from "./dom.js";
import { isStill } from "./preferences.js";


/**
 * Counts a text node up (or down) from what it said before to what it says now.
 * @param {Text} node
 * @param {number} before
 */
export function countUp(node, before) {
  const goal = Number(node.data);
  if (isStill() || !Number.isFinite(before) || !Number.isFinite(goal)) return;
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
