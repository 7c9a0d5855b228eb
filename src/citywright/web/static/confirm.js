// The last step of a turn waits until it is confirmed: until then everything can be taken back.

import { all, one } from "./dom.js";

const bar = one("#confirm");
/** @type {string} the words of the action that waits; empty: none does */
let held = "";

/**
 * @param {string} words
 * @param {string} title  what the action does
 */
export function hold(words, title) {
  release();
  held = words;
  one(".held-words", bar).textContent = title.replace(/ ?\([A-Z]{2}-[^)]*\)/g, "");
  bar.hidden = false;
  for (const thing of all(`[data-action="${CSS.escape(words)}"]`)) thing.classList.add("held");
}

// Forgets the action that waits; returns it.
export function release() {
  const words = held;
  held = "";
  bar.hidden = true;
  for (const thing of all(".held")) thing.classList.remove("held");
  return words;
}
