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
 * The line of a turn: of what its player did, what brought most, else what was said last; and all points of the turn.
 * @param {HTMLDetailsElement} turn
 */
function summarise(turn) {
  turn.classList.remove("changed");
  const actor = [...all("[data-actor]", turn)].map((entry) => entry.dataset.actor).find((seat) => seat !== "-1");
  const spoken = [...all("p", turn)];
  const done = spoken.filter((line) => line.className === `of-${actor}`);
  const lines = done.length ? done : spoken;
  let best = lines.at(-1);
  let gained = 0;
  for (const line of lines) {
    const points = pointsOf(line);
    gained += points;
    if (best && Math.abs(points) > Math.abs(pointsOf(best))) best = line;
  }
  const summary = one("summary", turn);
  summary.className = best?.className ?? "";
  summary.replaceChildren(sentenceOf(best));
  if (gained) {
    const gain = document.createElement("span");
    gain.className = "gain";
    gain.textContent = gained > 0 ? `+${gained}` : `−${-gained}`;
    summary.append(" ", gain);
  }
  turn.hidden = !lines.length;
}

/** @param {HTMLElement} line */
function pointsOf(line) {
  return Number(line.dataset.points ?? 0);
}

/**
 * The words of a line without the link to its rule.
 * @param {HTMLElement | undefined} line
 */
function sentenceOf(line) {
  const words = document.createElement("span");
  words.textContent = line?.firstChild?.textContent?.trim() ?? "";
  return words;
}

/**
 * Notes which parts of the boards show what the entries tell.
 * @param {Record<string, string[]>} traces  by ply
 */
export function noteTraces(traces) {
  for (const [ply, ids] of Object.entries(traces)) {
    const entry = document.getElementById(`log-${ply}`);
    if (entry) entry.dataset.traces = ids.join(" ");
  }
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

// Marks the parts of others' moves since this seat acted last, each in its seat's colour.
export function markSince() {
  for (const part of all(".since", table)) part.classList.remove("since", ...[...part.classList].filter((name) => /^of-\d$/.test(name)));
  for (const entry of entries().reverse()) {
    const { actor = "-1" } = entry.dataset;
    if (actor === own && own !== "-1") break;
    if (own === "-1" && entry.dataset.turn !== entries().at(-1)?.dataset.turn) break; // who watches: the last turn
    if (Number(actor) >= 0) for (const part of tracesOf(entry)) part.classList.add("since", `of-${actor}`);
  }
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
