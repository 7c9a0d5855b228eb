// For who comes back, or comes late: what happened meanwhile, as a short replay on the boards. Read from the log. A board
// that is not on the screen is opened while something happens there, and the words go along.

import { all, one, targetOf } from "./dom.js";
import { point, tracesOf } from "./following.js";
import { isStill, pace } from "./preferences.js";
import { linesOf, told, worthTelling } from "./telling.js";

const table = one("main.table");
const bar = one("#since");
const KEY = "citywright-seen";
const KEPT = 50; // tables whose last position seen is remembered
const STEP = 900; // milliseconds a move is shown
const LOOK = 1600; // the same, where a board has just been opened for it
const OFFERED = 15000; // milliseconds the replay is offered
const LATE = 12; // who has never been here is shown so many moves
const name = table.dataset.table ?? "";

/** @type {HTMLElement[]} the entries of the log that are to be shown */
let missed = [];
let timer = 0;
let runs = false;
/** @type {HTMLElement | null} the sheet with the board that is shown */
let opened = null;
/** @type {HTMLElement | null} what had the focus before the bar */
let focused = null;

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
  const wasFocused = bar.contains(document.activeElement);
  runs = false;
  openSheet(null);
  bar.hidden = true;
  for (const part of all(".not-yet", table)) part.classList.remove("not-yet");
  if (wasFocused) focused?.focus({ preventScroll: true });
}

// Takes away what was placed meanwhile, and shows it again piece by piece.
export function replay() {
  clearTimeout(timer);
  runs = true;
  closeButton().focus({ preventScroll: true });
  one("[data-do=replay]", bar).hidden = true; // it runs; the cross ends it
  for (const entry of missed) for (const part of tracesOf(entry)) part.classList.add("not-yet");
  step(0);
}

function closeButton() {
  return one("[data-do=close-replay]", bar);
}

/** @param {number} number */
function step(number) {
  const entry = missed[number];
  if (!entry) return closeReplay();
  const before = opened;
  openSheet(sheetOf(entry));
  for (const part of tracesOf(entry)) {
    part.classList.remove("not-yet");
    if (!isStill()) part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
    point(part);
  }
  one(".count", bar).textContent = told(worthTelling(linesOf(entry)));
  const length = opened && opened !== before ? LOOK : STEP;
  timer = setTimeout(() => step(number + 1), length * Math.max(0.4, pace()));
}

/**
 * The sheet that has to be opened to see what an entry tells.
 * @param {HTMLElement} entry
 */
function sheetOf(entry) {
  const sheets = tracesOf(entry).map((part) => /** @type {HTMLElement | null} */ (part.closest(".seat-sheet, .shared")));
  return sheets.find((sheet) => sheet && (sheet === opened || !sheet.checkVisibility())) ?? null;
}

/**
 * Opens a sheet, closes the one before, and takes the bar along; without a sheet it returns to the board.
 * @param {HTMLElement | null} sheet
 */
function openSheet(sheet) {
  if (sheet === opened) return;
  const before = opened;
  opened = sheet;
  const isFocused = bar.contains(document.activeElement);
  (sheet ?? one(".board")).append(bar);
  before?.hidePopover();
  if (sheet) {
    one("#story").hidePopover?.();
    sheet.showPopover();
    sheet.scrollTop = 0;
  }
  if (isFocused) closeButton().focus({ preventScroll: true });
}

bar.addEventListener("focusin", (event) => {
  const before = /** @type {HTMLElement | null} */ (event.relatedTarget);
  if (before && !bar.contains(before)) focused = before;
});
// Whoever closes the sheet, presses Escape or taps anywhere on a sheet has seen enough.
document.addEventListener("toggle", (event) => {
  if (opened && event.target === opened && !opened.matches(":popover-open")) closeReplay();
}, true);
document.addEventListener("keydown", (event) => {
  if (runs && event.key === "Escape") closeReplay();
});
document.addEventListener("click", (event) => {
  if (!runs && one(".deciding").contains(targetOf(event))) return closeReplay(); // who goes on needs no replay
  if (!runs || !opened) return;
  event.preventDefault();
  event.stopPropagation();
  closeReplay();
}, true);
