// Following the others: the log in turns that unfold, what was done since one's last turn marked on the boards, the place
// of a line shown, and for who returns a short replay. All of it is read from the log; no rule of any game is here.

import { all, around, one } from "./dom.js";

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
    if (turn?.matches(".turn") && !turn.querySelector("[id^=log-]")) turn.remove();
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
    turn.append(document.createElement("summary"));
    log.append(turn);
  }
  turn.classList.add("changed");
  turn.append(entry);
}

/**
 * The line of a turn: what brought points, else what can be seen on the boards, else what was said last; and the sum.
 * @param {HTMLDetailsElement} turn
 */
function summarise(turn) {
  turn.classList.remove("changed");
  const actor = [...all("[data-actor]", turn)].map((entry) => entry.dataset.actor).find((seat) => seat !== "-1");
  const spoken = [...all("p", turn)];
  const done = spoken.filter((line) => line.className === `of-${actor}`);
  const lines = done.length ? done : spoken;
  const told = worthTelling(lines);
  const summary = one("summary", turn);
  summary.className = told[0]?.className ?? "";
  const words = document.createElement("span");
  words.textContent = joined(told.map(sentenceOf));
  summary.replaceChildren(words);
  addGain(summary, lines, "");
  for (const seat of new Set(spoken.map((line) => line.className))) {
    const letter = "ABCDEFGH"[Number(seat.slice("of-".length))];
    if (letter && seat !== `of-${actor}`) addGain(summary, spoken.filter((line) => line.className === seat), seat, letter);
  }
  turn.hidden = !lines.length;
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
 * At most two lines: those that brought most, in their order.
 * @param {HTMLElement[]} lines
 */
function worthTelling(lines) {
  const most = lines.filter(pointsOf).sort((a, b) => Math.abs(pointsOf(b)) - Math.abs(pointsOf(a))).slice(0, 2);
  if (most.length) return lines.filter((line) => most.includes(line));
  return [lines.findLast((line) => line.closest("[data-traces]")) ?? lines.at(-1)].filter((line) => line !== undefined);
}

/**
 * Does a beginning of a sentence end within a quotation?
 * @param {string} words
 */
function isQuoting(words) {
  return (words.match(/[„“”]/g) ?? []).length % 2 === 1;
}

/**
 * Sentences as one; words that a later one has in common with the first at its beginning are not repeated.
 * @param {string[]} sentences
 */
function joined([first = "", ...others]) {
  const start = first.split(" ");
  const rest = others.map((sentence) => {
    const words = sentence.split(" ");
    let same = words.findIndex((word, k) => word !== start[k]);
    while (same > 0 && isQuoting(words.slice(0, same).join(" "))) same -= 1; // what is quoted stays whole
    return words.slice(same).join(" ");
  });
  return [first, ...rest].join(" · ");
}

/** @param {HTMLElement} line */
function pointsOf(line) {
  return Number(line.dataset.points ?? 0);
}

/**
 * The words of a line without the link to its rule.
 * @param {HTMLElement} line
 */
function sentenceOf(line) {
  return line.firstChild?.textContent?.trim() ?? "";
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
    part.classList.remove("shown-place");
    void part.getBoundingClientRect();
    part.classList.add("shown-place");
    part.addEventListener("animationend", () => part.classList.remove("shown-place"), { once: true });
  }
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
markSince();
one("#story").addEventListener("toggle", () => {
  log.scrollTop = log.scrollHeight;
});
