// What somebody prefers, as the attributes of the page have it, and keeping what is changed. Scripts read it here, style
// sheets read the attributes. The panel is in preferences_panel.js.

const root = document.documentElement;
const touch = window.matchMedia("(pointer: coarse)");
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Record<string, number>} */
const PACES = { normal: 1, slow: 1.7, fast: 0.5, instant: 0 };

/** @type {Map<string, ((value: string) => void)[]>} */
const listeners = new Map();

/**
 * The value of a preference, such as "dark" for "theme"; of "sounds" several words.
 * @param {string} name
 */
export function preference(name) {
  return root.dataset[name] ?? "";
}

/**
 * Calls the listener with the new value whenever the preference changes on this page.
 * @param {string} name
 * @param {(value: string) => void} listener
 */
export function changed(name, listener) {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** Is one asked once more before one's turn ends? */
export function isConfirming() {
  const chosen = preference("confirm");
  return chosen === "auto" ? touch.matches : chosen === "on";
}

/** Is nothing to move? */
export function isStill() {
  return preference("motion") === "less" || preference("speed") === "instant" || reducedMotion.matches;
}

/** By how much longer than usual everything takes; 0: it is there at once. */
export function pace() {
  return PACES[preference("speed")] ?? 1;
}

/**
 * Changes a preference here and now, and keeps it.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  if (preference(name) !== value) {
    root.dataset[name] = value;
    for (const listener of listeners.get(name) ?? []) listener(value);
  }
  return keep(name, value);
}

// --- keeping -------------------------------------------------------------------------------

/** @type {Record<string, string>} what is still to be sent: one request at a time, so that the last choice is the last */
let unsent = {};
/** @type {Record<string, string>} what was sent and is not answered */
let unanswered = {};
/** @type {Promise<boolean> | null} */
let sending = null;
let leaving = new AbortController();

/**
 * Keeps a preference, and whatever could not be kept before; resolves to whether all of it is kept.
 * @param {string} name
 * @param {string} value
 * @returns {Promise<boolean>}
 */
export function keep(name, value) {
  unsent[name] = value;
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll() {
  const { signal } = leaving;
  while (Object.keys(unsent).length) {
    unanswered = unsent;
    unsent = {};
    const isKept = await send(unanswered, signal);
    if (signal.aborted) return true; // it went along with what was sent on leaving
    if (!isKept) unsent = { ...unanswered, ...unsent };
    unanswered = {};
    if (!isKept) return false;
  }
  return true;
}

/**
 * @param {Record<string, string>} values
 * @param {AbortSignal} [signal]
 */
async function send(values, signal) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(values);
  try {
    // keepalive: whoever leaves the page keeps it
    const answer = await fetch("/preferences", { method: "POST", headers, body, signal, keepalive: true });
    return answer.ok;
  } catch {
    return false;
  }
}

// Whoever leaves the page waits for no answer: all is sent at once, in place of what is not answered. Of two requests
// under way the answer to the first could come last, and its cookie would stay.
window.addEventListener("pagehide", () => {
  const values = { ...unanswered, ...unsent };
  if (!Object.keys(values).length) return;
  unsent = {};
  unanswered = {};
  leaving.abort();
  leaving = new AbortController();
  send(values);
});
