// Following the others: the log in turns that unfold, the one sentence about what happened last, what was done since one's
// last turn marked on the boards, the place of a line shown. All is read from the log; no rule of any game is here.

import { all, around, maybe, one } from "./dom.js";
import { isDeed, linesOf, nameOf, pointsOf, told, worthTelling } from "./telling.js";

const table = one("main.table");
const log = one("#log");
const own = table.dataset.seat ?? "";

// --- the log: one line for each turn ----------------------------------------------------------

/** @param {Element} entry */
function plyOf(entry) {
  return Number(entry.id.slice("log-".length));
}

/** @returns {HTMLElement[]} */
function entries() {
  return [...all("[id^=log-]", log)];
}

/**
 * @param {number} keep  entries before this ply stay
 * @param {Element[]} fresh  those that follow
 */
export function changeLog(keep, fresh) {
  const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  for (const entry of entries().reverse()) {
    if (plyOf(entry) < keep) break;
    const turn = entry.parentElement;
    entry.remove();
    if (!turn?.matches(".turn")) continue;
    turn.classList.add("changed");
    if (!turn.querySelector("[id^=log-]")) turn.remove();
  }
  for (const entry of fresh) addToTurn(/** @type {HTMLElement} */ (entry));
  for (const turn of all(".turn.changed", log)) summarise(/** @type {HTMLDetailsElement} */ (turn));
  if (follows) log.scrollTop = log.scrollHeight;
}

/** @param {HTMLElement} entry */
function addToTurn(entry) {
  const last = /** @type {HTMLElement | null} */ (log.lastElementChild);
  let turn = last;
  if (!turn?.matches(".turn") || turn.dataset.turn !== entry.dataset.turn) {
    turn = document.createElement("details");
    turn.className = "turn";
    turn.dataset.turn = entry.dataset.turn;
    turn.append(document.createElement("summary"), ...openingOf(last));
    log.append(turn);
  }
  turn.classList.add("changed");
  turn.append(entry);
  for (const line of all("[data-opens]", entry)) line.hidden = true; // it is shown where the turn begins
}

/**
 * Whose turn begins is said at the end of the turn before.
 * @param {HTMLElement | null} before
 */
function openingOf(before) {
  const line = before && maybe("[data-opens]", before);
  if (!line) return [];
  const opening = /** @type {HTMLElement} */ (line.cloneNode(true));
  opening.classList.add("opening");
  opening.removeAttribute("data-opens");
  opening.hidden = false;
  return [opening];
}

/**
 * What a turn's player did, if anything, and what happened to all; and whose turn it is: the class of a seat.
 * @param {HTMLElement} turn
 */
function doneIn(turn) {
  const actor = [...all("[data-actor]", turn)].map((entry) => entry.dataset.actor).find((seat) => seat !== "-1");
  const seat = `of-${actor ?? "nobody"}`;
  const spoken = linesOf(turn);
  const own = spoken.filter((line) => line.className === seat);
  const withOthers = spoken.filter((line) => own.includes(line) || line.matches(".of-nobody[data-moment]"));
  return { seat, spoken, own, concerned: own.length ? withOthers : spoken };
}

/**
 * The line of a turn: what counts most of what its player did, and the points of everybody.
 * @param {HTMLDetailsElement} turn
 */
function summarise(turn) {
  turn.classList.remove("changed");
  const { seat, spoken, own, concerned } = doneIn(turn);
  const lines = worthTelling(concerned);
  const summary = one("summary", turn);
  summary.className = own.length ? seat : lines[0]?.className ?? "";
  const words = document.createElement("span");
  words.textContent = told(lines);
  summary.replaceChildren(words);
  addGain(summary, own, "");
  for (const other of new Set(spoken.map((line) => line.className))) {
    const letter = letterOf(other);
    if (letter && other !== seat) addGain(summary, spoken.filter((line) => line.className === other), other, letter);
  }
  turn.hidden = !spoken.length;
}

/** @param {string} seat  its class */
function letterOf(seat) {
  return "ABCDEFGH"[Number(seat.slice("of-".length))] ?? "";
}

// The one sentence: while a turn runs what was done last, when it is over its line. Chance, only if there is nothing else.
function showTicker() {
  const turns = [...all(".turn:not([hidden])", log)];
  const turn = turns.findLast((it) => linesOf(it).some(isDeed)) ?? turns.at(-1);
  if (!turn) return;
  const last = linesOf(turn).findLast(isDeed)?.parentElement;
  const isOver = !last || maybe("[data-opens]", turn);
  const lines = worthTelling(isOver ? doneIn(turn).concerned : linesOf(last));
  const seat = lines[0].className;
  const ticker = one("#ticker");
  ticker.className = seat;
  const sentence = document.createElement("span");
  sentence.append(...markOf(seat), told(lines, seat));
  one(".words", ticker).replaceChildren(sentence);
}

/**
 * The mark of a seat, in place of its name; for who does not see it, the name.
 * @param {string} seat  its class
 */
function markOf(seat) {
  const letter = letterOf(seat);
  if (!letter) return [];
  const mark = document.createElement("span");
  mark.className = `mark mark-${seat.slice("of-".length)}`;
  mark.ariaHidden = "true";
  mark.textContent = letter;
  const name = document.createElement("span");
  name.className = "visually-hidden";
  name.textContent = `${nameOf(seat)}: `;
  return [mark, " ", name];
}

/**
 * The points that lines brought, if any; those of others with their letter, in their colour.
 * @param {HTMLElement} summary
 * @param {HTMLElement[]} lines
 * @param {string} seat  a class; empty: of whose turn it is
 */
function addGain(summary, lines, seat, letter = "") {
  const gained = lines.reduce((sum, line) => sum + pointsOf(line), 0);
  if (!gained) return;
  const gain = document.createElement("span");
  gain.className = `gain ${seat}`.trim();
  gain.textContent = `${letter} ${gained > 0 ? "+" : "−"}${Math.abs(gained)}`.trim();
  summary.append(" ", gain);
}

/**
 * Notes which parts of the boards show what the entries tell.
 * @param {Record<string, string[]>} traces  by ply
 */
export function noteTraces(traces) {
  for (const [ply, ids] of Object.entries(traces)) {
    const entry = document.getElementById(`log-${ply}`);
    if (!entry) continue;
    entry.dataset.traces = ids.join(" ");
    entry.closest(".turn")?.classList.add("changed");
  }
  for (const turn of all(".turn.changed", log)) summarise(/** @type {HTMLDetailsElement} */ (turn));
  showTicker();
}

// --- what was done since one's last turn ---------------------------------------------------------

/**
 * The parts of the boards that show what an entry of the log tells.
 * @param {HTMLElement} entry
 */
export function tracesOf(entry) {
  const ids = (entry.dataset.traces ?? "").split(" ").filter(Boolean);
  return ids.map((id) => document.getElementById(id)).filter((part) => part !== null);
}

// Marks the parts of others' moves since this seat acted last, each in its seat's colour; the button of the log counts them.
export function markSince() {
  const turns = new Set();
  for (const part of all(".since", table)) part.classList.remove("since", ...[...part.classList].filter((name) => /^of-\d$/.test(name)));
  for (const entry of entries().reverse()) {
    const { actor = "-1" } = entry.dataset;
    if (actor === own && own !== "-1") break;
    if (own === "-1" && entry.dataset.turn !== entries().at(-1)?.dataset.turn) break; // who watches: the last turn
    if (Number(actor) < 0) continue;
    turns.add(entry.dataset.turn);
    for (const part of tracesOf(entry)) part.classList.add("since", `of-${actor}`);
  }
  const count = one(".log-button .unread");
  count.hidden = !turns.size || own === "-1";
  count.textContent = String(turns.size);
}

/**
 * Shows the place of a line of the log, in a small board or on the own one.
 * @param {HTMLElement} entry
 */
function showPlace(entry) {
  for (const part of tracesOf(entry)) {
    const sheet = /** @type {HTMLElement | null} */ (part.closest(".seat-sheet"));
    if (sheet && !sheet.matches(":popover-open")) {
      one("#story").hidePopover?.();
      sheet.showPopover();
    }
    point(part);
  }
}

/**
 * Shows where a part of a board is, for a moment.
 * @param {Element} part
 */
export function point(part) {
  part.classList.remove("shown-place");
  void part.getBoundingClientRect();
  part.classList.add("shown-place");
  part.addEventListener("animationend", () => part.classList.remove("shown-place"), { once: true });
}

log.addEventListener("click", (event) => {
  const entry = around(event, "[data-traces]");
  if (entry && !around(event, "a, summary")) showPlace(entry);
});

// The log came as a plain list.
changeLog(Infinity, entries().map((entry) => {
  entry.remove();
  return entry;
}));
log.scrollTop = log.scrollHeight;
showTicker();
markSince();
one("#story").addEventListener("toggle", () => {
  log.scrollTop = log.scrollHeight;
});
