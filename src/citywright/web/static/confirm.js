// The last step of a turn waits until it is confirmed: until then everything can be taken back. What it would place is
// shown where it would stand.

import { all, maybe, one } from "./dom.js";
import { parse } from "./morph.js";

/** @typedef {import("./live.js").Frame} Frame */

const bar = one("#confirm");
const RULES = / ?\([A-Z]{2}-[^)]*\)/g; // ids, as in "(MB-30)"
const SENTENCE_END = /(?<=[^\d]\.) /; // not after a number, as in "3. City"
const ROOM = 75; // letters that the bar has room for on a phone
const NOT_OF_A_GHOST = ["id", "tabindex", "role", "aria-label", "data-action", "data-place", "data-why"];
/** @type {string} the words of the action that waits; empty: none does */
let held = "";

/**
 * @param {string} words
 * @param {Frame} message  what the action does, and what it would place
 */
export function hold(words, { title = "", parts = {} }) {
  release();
  held = words;
  one(".held-words", bar).textContent = shortened(title.replace(RULES, ""));
  bar.hidden = false;
  for (const thing of all(`[data-action="${CSS.escape(words)}"]`)) thing.classList.add("held");
  for (const [id, drawings] of Object.entries(parts)) {
    const panel = maybe(`#${id}`);
    if (panel) for (const drawing of drawings) showGhost(drawing, panel);
  }
}

/**
 * As many whole sentences as there is room for, but at least the first.
 * @param {string} text
 */
function shortened(text) {
  return text.split(SENTENCE_END).reduce((said, next) => (said.length + next.length < ROOM ? `${said} ${next}` : said));
}

/**
 * Shows a part of a picture as it would be, in the place of what is there now. It cannot be pressed, and nobody is told
 * about it: words say what is done.
 * @param {string} drawing
 * @param {Element} panel
 */
function showGhost(drawing, panel) {
  const ghost = parse(drawing, one("g", panel));
  const now = document.getElementById(ghost.id);
  for (const thing of [ghost, ...all("*", ghost)]) for (const name of NOT_OF_A_GHOST) thing.removeAttribute(name);
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  now?.classList.add("ghosted");
  panel.append(ghost); // above the marks of what may be done
}

// Forgets the action that waits; returns it.
export function release() {
  const words = held;
  held = "";
  bar.hidden = true;
  for (const thing of all(".held")) thing.classList.remove("held");
  for (const thing of all(".ghosted")) thing.classList.remove("ghosted");
  for (const thing of all(".ghost")) thing.remove();
  return words;
}
