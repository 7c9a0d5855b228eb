// For who comes back, or comes late: what happened meanwhile, as a short replay on the boards. Read from the log.

import { all, one } from "./dom.js";
import { tracesOf } from "./following.js";
import { isStill, pace } from "./preferences.js";

const table = one("main.table");
const bar = one("#since");
const KEY = "citywright-seen";
const KEPT = 50; // tables whose last position seen is remembered
const STEP = 900; // milliseconds a move is shown
const OFFERED = 15000; // milliseconds the replay is offered
const LATE = 12; // who has never been here is shown so many moves
const name = table.dataset.table ?? "";

/** @type {HTMLElement[]} the entries of the log that are to be shown */
let missed = [];
let timer = 0;

/** @returns {Record<string, number>} */
function seen() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {number} ply  this position is on the screen */
export function noteSeen(ply) {
  if (document.hidden) return;
  const { [name]: _, ...others } = seen();
  const kept = [...Object.entries(others), [name, ply]].slice(-KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/**
 * Offers a replay if others have done something since this browser last showed the table.
 * @param {number} ply
 */
export function offerReplay(ply) {
  const last = seen()[name];
  const decisions = [...all("#log [data-actor]")].filter((entry) => entry.dataset.actor !== "-1");
  const entries = decisions.filter((entry) => entry.dataset.traces && entry.dataset.actor !== table.dataset.seat);
  if (last === undefined) missed = decisions.length > 2 * LATE ? entries.slice(-LATE) : [];
  else missed = entries.filter((entry) => Number(entry.id.slice("log-".length)) >= last);
  noteSeen(ply);
  if (missed.length < 2 || table.classList.contains("over")) return;
  one(".count", bar).textContent = (bar.dataset.words ?? "").replace("%", String(missed.length));
  one("[data-do=replay]", bar).hidden = false;
  bar.hidden = false;
  timer = setTimeout(closeReplay, OFFERED);
}

export function closeReplay() {
  clearTimeout(timer);
  bar.hidden = true;
  for (const part of all(".not-yet", table)) part.classList.remove("not-yet");
}

// Takes away what was placed meanwhile, and shows it again piece by piece.
export function replay() {
  clearTimeout(timer);
  one("[data-do=replay]", bar).hidden = true; // it runs; the cross ends it
  for (const entry of missed) for (const part of tracesOf(entry)) part.classList.add("not-yet");
  step(0);
}

/** @param {number} number */
function step(number) {
  const entry = missed[number];
  if (!entry) return closeReplay();
  for (const part of tracesOf(entry)) {
    part.classList.remove("not-yet");
    if (!isStill()) part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
  }
  one(".count", bar).textContent = entry.querySelector("p")?.firstChild?.textContent ?? "";
  timer = setTimeout(() => step(number + 1), STEP * Math.max(0.4, pace()));
}
