// The table page: clicks and keys become requests, frames become changes of the page. No rule of any game is here.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { Live } from "./live.js";
import { morph, parse } from "./morph.js";
import { moveFocus } from "./keys.js";
import { showOffers } from "./offers.js";
import { countUp, tumble } from "./effects.js";
import { answer, askByKey, closeAnswer, wasAnswered } from "./answers.js";
import { hold, release } from "./confirm.js";
import { keepFilter, pressFilter } from "./filters.js";
import { changeLog, markSince, noteTraces } from "./following.js";
import { afterChange, beforeChange, endMoment, factChanged, showMoment } from "./motion.js";
import { hush, say, sayNoMore } from "./notice.js";
import { changed, isConfirming, pace, preference } from "./preferences.js";
import { showVariant, toggle } from "./picks.js";
import { closeRules, openRules, toggleRules } from "./rules_drawer.js";
import { closeReplay, noteSeen, offerReplay, replay } from "./replay.js";
import { orderSeats } from "./seats.js";
import "./sheets.js";
import { play as sound, vibrate } from "./sounds.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./live.js").Frame} Frame */

const table = one("main.table");
const log = one("#log");
const title = document.title;
/** @type {number[]} epoch and ply of the position shown */
let at = (table.dataset.at ?? "").split(".").map(Number);
let yours = table.dataset.yours === "true";
let pending = 0; // the number of the request that is not yet answered
/** @type {{ message: { do: string, words?: string, hold?: boolean }, at: number[] } | null} what was asked for; kept for the next connection should this one end */
let asked = null;
let lostTimer = 0;
let isGreeted = false; // has the first frame come?
const QUIET = 3000; // milliseconds: a restart of the server takes less, and nobody need notice it
const board = one(".board");
const zoom = new Zoom(board, table.dataset.table ?? "");

const live = new Live(
  () => {
    const address = new URL(`/t/${table.dataset.table}/live`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const { lang = "", seat = "" } = table.dataset;
    address.search = String(new URLSearchParams({ lang, seat, at: at.join(".") }));
    return address;
  },
  { frame, state },
);

// --- from the server ---------------------------------------------------------------------

/** @param {boolean} connected */
function state(connected) {
  if (!connected) {
    pending = 0; // no answer will come; the next connection shows what became of it
    if (!lostTimer) lostTimer = setTimeout(showLost, QUIET);
    return;
  }
  clearTimeout(lostTimer);
  lostTimer = 0;
  table.classList.remove("lost");
  sendPace();
  sayNoMore();
}

function showLost() {
  settle();
  table.classList.add("lost");
  say(table.dataset.wordsLost, true);
}

/** @param {Frame} message */
function frame(message) {
  if (message.is === "change") change(message);
  else if (message.is === "done") done(message.id);
  else if (message.is === "held") held(message);
  else if (message.is === "refused") refused(message);
}

/** @param {Frame} message */
function change(message) {
  const { since } = message;
  if (since && (since[0] !== at[0] || since[1] !== at[1])) {
    live.send({ do: "resync" });
    return;
  }
  if (message.fresh || at.join() !== message.at.join()) release();
  at = message.at;
  beforeChange();
  changeElements(message);
  for (const [panel, offers] of Object.entries(message.offers ?? {})) showOffers(one(`#${panel}`), offers);
  for (const id of message.again ?? []) tumble(document.getElementById(id));
  if (message.again?.length) sound("roll");
  for (const svg of all("svg.panel:has([data-toggle])")) showVariant(svg);
  closeAnswer();
  const entries = (message.log ?? []).map((entry) => /** @type {HTMLElement} */ (parse(entry, log)));
  changeLog(since ? message.keep ?? 0 : 0, entries);
  noteTraces(message.traces ?? {});
  if (since && entries.length) showHappening(entries);
  markSince();
  if (message.fresh && !isGreeted) offerReplay(at[1]);
  else noteSeen(at[1]);
  isGreeted = true;
  orderSeats();
  keepFilter();
  showTurn(message.yours ?? false, message.over ?? false);
  keepFocus();
  zoom.arrange(at.join());
  if (table.dataset.at !== at.join(".")) table.dataset.at = at.join("."); // others watch for a new position
  if (asked && !pending) askAgain(asked.at);
  playForced(message.forced ?? "");
}

/** @param {HTMLElement[]} entries  new in the log */
function showHappening(entries) {
  const actor = entries.map((entry) => entry.dataset.actor ?? "-1").findLast((seat) => seat !== "-1");
  if (actor && afterChange(actor)) sound("place");
  const moments = entries.flatMap((entry) => [...all("[data-moment]", entry)]);
  const moment = moments.findLast((line) => line.matches(`.of-${table.dataset.seat}`)) ?? moments.at(-1);
  if (moment) showMoment(moment);
}

const NOTICED = 900; // milliseconds in which to see that a decision is played by itself
let forcedTimer = 0;
let isForced = false; // is what was asked for the only decision there was?

/** @param {string} words  of the only action there is; empty: there is a choice, or nothing to decide */
function playForced(words) {
  clearTimeout(forcedTimer);
  if (!words || preference("forced") === "off") return;
  forcedTimer = setTimeout(() => {
    play(words);
    isForced = true;
  }, NOTICED * pace());
}

/** @param {number | undefined} id */
function done(id) {
  if (isForced && id === pending) say(table.dataset.wordsAlone);
  settle(id);
}

/** @param {Frame} message */
function held(message) {
  const words = asked?.message.words ?? "";
  settle(message.id);
  define(message.symbols);
  if (words) hold(words, message);
}

// Tells the server how slowly bots are to act; only where one person plays with bots alone does it listen.
function sendPace(hurry = false) {
  if (table.dataset.practice) live.send({ do: "pace", factor: pace(), hurry });
}
changed("speed", () => sendPace());

/**
 * The first frame of a new connection has come. At the position a request was made for, it was not carried out.
 * @param {number[]} then
 */
function askAgain(then) {
  if (then[0] === at[0] && then[1] === at[1]) sendAsked();
  else settle();
}

// Makes drawings known that elements use.
function define(symbols = /** @type {string[]} */ ([])) {
  const defined = one(".symbols defs", table);
  for (const symbol of symbols) {
    const drawing = parse(symbol, defined);
    if (!document.getElementById(drawing.id)) defined.append(drawing);
  }
}

/** @type {string[]} every element in the order of its coming: the server names those by number that came before */
let sent = [];

/** @param {Frame} message */
function changeElements({ fresh, symbols, set = {}, drop = [], put = [] }) {
  if (fresh) sent = [];
  define(symbols);
  /** @type {Map<string, string>} */
  const looks = new Map();
  for (const [id, look] of Object.entries(set)) {
    if (typeof look === "string") sent.push(look);
    looks.set(id, typeof look === "string" ? look : sent[look]);
  }
  for (const id of drop) document.getElementById(id)?.remove();
  for (const [panelId, before, ids] of put) {
    const panel = one(`#${panelId}`);
    for (const id of ids) {
      panel.insertBefore(parse(looks.get(id) ?? "", one("g", panel)), before ? one(`#${before}`) : null);
      looks.delete(id);
    }
  }
  for (const [id, html] of looks) {
    const old = document.getElementById(id);
    if (old) morph(old, parse(html, old), textChanged);
  }
}

/**
 * @param {Text} node
 * @param {string} before
 */
function textChanged(node, before) {
  if (node.parentElement?.hasAttribute("data-count")) countUp(node, Number(before));
  else if (node.parentElement?.matches(".value")) factChanged(node, before);
}

/**
 * @param {boolean} now
 * @param {boolean} over
 */
function showTurn(now, over) {
  if (now && !yours) {
    sound("turn");
    vibrate();
  }
  if (over && !table.classList.contains("over")) sound("end");
  yours = now;
  document.title = now ? `● ${table.dataset.wordsTurn} – ${title}` : title;
  table.classList.toggle("yours", now);
  table.classList.toggle("over", over);
}

function settle(id = pending) {
  if (id !== pending) return;
  pending = 0;
  asked = null;
  isForced = false;
  clearTimeout(patience);
  sayNoMore();
  table.classList.remove("waiting");
  for (const thing of all(".sent")) thing.classList.remove("sent");
}

/** @param {Frame} message */
function refused({ id, code, reason, final }) {
  settle(id || pending);
  if (code === "stale ply" || code === "not your turn") say(table.dataset.wordsStale);
  else say(`${table.dataset.wordsFailed} ${reason}`, final);
}

// --- to the server ----------------------------------------------------------------------

/**
 * @param {{ do: string, words?: string, hold?: boolean }} message
 * @param {Element | null} thing  what was pressed: it shows that its answer is awaited
 */
function request(message, thing = null) {
  if (asked) return;
  if (table.classList.contains("lost")) return say(table.dataset.wordsLost, true);
  asked = { message, at };
  table.classList.add("waiting");
  thing?.classList.add("sent");
  clearTimeout(patience);
  patience = setTimeout(doubt, LONGEST_WAIT);
  sendAsked();
}
const LONGEST_WAIT = 2000; // milliseconds without an answer: then that is told, and the connection tried
let patience = 0;

function doubt() {
  say(table.dataset.wordsSlow, true);
  live.doubt();
}

/**
 * @param {string} words
 * @param {Element | null} thing
 */
function play(words, thing = null) {
  clearTimeout(forcedTimer);
  closeReplay();
  played = words;
  const isDone = thing?.classList.contains("main"); // who says so need not say it twice
  request({ do: "play", words, hold: isConfirming() && !isDone }, thing);
}
let played = ""; // the last action

function confirm() {
  const words = release();
  if (words) request({ do: "play", words });
}

function sendAsked() {
  if (asked) pending = live.send({ ...asked.message, epoch: asked.at[0], ply: asked.at[1] });
}

/** @param {HTMLElement} link */
async function copy(link) {
  const address = new URL(link.dataset.copy ?? "", location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say(table.dataset.wordsCopied);
  } catch {
    window.prompt(link.textContent ?? "", address);
  }
}

/** @type {Record<string, () => void>} */
const actions = {
  undo: () => request({ do: "undo" }),
  rules: toggleRules,
  skip: () => sendPace(true),
  release,
  confirm,
  replay,
  "close-replay": closeReplay,
};

const CLICKABLE = "[data-action], [data-toggle], svg [data-filter], [data-do], [data-copy], [data-rule]";

/** @param {Element} target */
function activate(target) {
  hush();
  endMoment();
  const thing = /** @type {HTMLElement | null} */ (target.closest(CLICKABLE));
  if (!thing) return answer(target);
  closeAnswer();
  if (thing.dataset.action !== undefined) play(thing.dataset.action, thing);
  else if (thing.dataset.toggle !== undefined) toggle(thing);
  else if (thing.dataset.filter !== undefined) pressFilter(thing);
  else if (thing.dataset.rule) openRules(thing.dataset.rule);
  else if (thing.dataset.copy) copy(thing);
  else if (thing.dataset.do && actions[thing.dataset.do]) actions[thing.dataset.do]();
  else return false;
  return true;
}

document.addEventListener("click", (event) => {
  if (around(event, "#answer") && !around(event, "a")) return closeAnswer();
  if (wasAnswered()) return event.preventDefault();
  if (zoom.handlesTap(event, at.join())) {
    if (zoom.cameNearer) say(table.dataset.wordsNearer);
    return event.preventDefault();
  }
  if (!around(event, "#answer")) closeAnswer();
  // Of a double click the second is not meant for what came meanwhile. Quick taps are: the first may have zoomed.
  const isDouble = event.detail > 1 && /** @type {PointerEvent} */ (event).pointerType === "mouse";
  if (isDouble && (around(event, "[data-action]")?.dataset.action ?? played) !== played) return;
  if (activate(targetOf(event))) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, select, textarea")) return;
  if (askByKey(event.key)) return event.preventDefault();
  if (event.key === "Escape") closeRules();
  if (moveFocus(event.key, table) || zoom.key(event.key)) event.preventDefault();
  else if ((event.key === "Enter" || event.key === " ") && around(event, "svg") && activate(targetOf(event))) {
    event.preventDefault();
  }
});

// An element that had the focus may be gone after its click: then the focus goes to the next that may be clicked.
let focused = "";
document.addEventListener("focusin", (event) => {
  focused = around(event, "svg.panel")?.id ?? "";
});

function keepFocus() {
  if (document.activeElement !== document.body || !focused || !yours) return;
  const panel = document.getElementById(focused);
  const next = (panel && maybe(".can", panel)) ?? maybe(".deciding .can, .board .can");
  next?.focus({ preventScroll: true });
}

new ResizeObserver(() => zoom.refresh()).observe(one(".play"));
showTurn(yours, table.classList.contains("over"));
playForced(table.dataset.forced ?? "");
