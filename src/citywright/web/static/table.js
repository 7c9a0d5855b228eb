// The table page: clicks and keys become requests, frames become changes of the page. No rule of any game is here.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { Live } from "./live.js";
import { morph, parse } from "./morph.js";
import { moveFocus } from "./keys.js";
import { showOffers } from "./offers.js";
import { countUp, ring, tumble } from "./effects.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./live.js").Frame} Frame */

const table = one("main.table");
const log = one("#log");
const notice = one("#notice");
const title = document.title;
/** @type {number[]} epoch and ply of the position shown */
let at = (table.dataset.at ?? "").split(".").map(Number);
let yours = table.dataset.yours === "true";
let pending = 0; // the number of the request that is not yet answered
/** @type {{ message: object, at: number[] } | null} what was asked for; kept for the next connection should this one end */
let asked = null;
let lostTimer = 0;
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
  if (notice.dataset.lasting) say("");
}

function showLost() {
  settle();
  table.classList.add("lost");
  say(table.dataset.wordsLost, true);
}

/** @param {Frame} message */
function frame(message) {
  if (message.is === "change") change(message);
  else if (message.is === "done") settle(message.id);
  else if (message.is === "refused") refused(message);
}

/** @param {Frame} message */
function change(message) {
  const { since } = message;
  if (since && (since[0] !== at[0] || since[1] !== at[1])) {
    live.send({ do: "resync" });
    return;
  }
  at = message.at;
  changeElements(message);
  for (const [panel, offers] of Object.entries(message.offers ?? {})) showOffers(one(`#${panel}`), offers);
  for (const id of message.again ?? []) tumble(document.getElementById(id));
  for (const svg of all("svg.panel:has([data-toggle])")) showVariant(svg);
  changeLog(since ? message.keep ?? 0 : 0, message.log ?? []);
  showTurn(message.yours ?? false, message.over ?? false);
  keepFocus();
  zoom.arrange();
  if (table.dataset.at !== at.join(".")) table.dataset.at = at.join("."); // others watch for a new position
  if (asked && !pending) askAgain(asked.at);
}

/**
 * The first frame of a new connection has come. At the position a request was made for, it was not carried out.
 * @param {number[]} then
 */
function askAgain(then) {
  if (then[0] === at[0] && then[1] === at[1]) sendAsked();
  else settle();
}

/** @type {string[]} every element in the order of its coming: the server names those by number that came before */
let sent = [];

/** @param {Frame} message */
function changeElements({ fresh, symbols = [], set = {}, drop = [], put = [] }) {
  if (fresh) sent = [];
  const defined = one(".symbols defs", table);
  for (const symbol of symbols) {
    const drawing = parse(symbol, defined);
    if (!document.getElementById(drawing.id)) defined.append(drawing);
  }
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
}

/**
 * @param {number} keep
 * @param {string[]} entries
 */
function changeLog(keep, entries) {
  const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  const ply = (/** @type {Element} */ entry) => Number(entry.id.slice("log-".length));
  while (log.lastElementChild && ply(log.lastElementChild) >= keep) log.lastElementChild.remove();
  for (const entry of entries) log.append(parse(entry, log));
  if (follows) log.scrollTop = log.scrollHeight;
}

/**
 * @param {boolean} now
 * @param {boolean} over
 */
function showTurn(now, over) {
  if (now && !yours) ring();
  yours = now;
  document.title = now ? `● ${table.dataset.wordsTurn} – ${title}` : title;
  table.classList.toggle("yours", now);
  table.classList.toggle("over", over);
}

function settle(id = pending) {
  if (id !== pending) return;
  pending = 0;
  asked = null;
  table.classList.remove("waiting");
}

/** @param {Frame} message */
function refused({ id, code, reason }) {
  settle(id || pending);
  if (code === "stale ply" || code === "not your turn") say(table.dataset.wordsStale);
  else say(`${table.dataset.wordsFailed} ${reason}`);
}

let noticeTimer = 0;

/**
 * Shows a sentence above the board, for some seconds or until the next one.
 * @param {string | undefined} words
 */
function say(words = "", lasting = false) {
  clearTimeout(noticeTimer);
  notice.textContent = words;
  notice.hidden = !words;
  notice.dataset.lasting = lasting && words ? "yes" : "";
  if (words && !lasting) noticeTimer = setTimeout(() => say(""), 6000);
}

// --- to the server ----------------------------------------------------------------------

/** @param {object} message */
function request(message) {
  if (asked) return;
  if (table.classList.contains("lost")) return say(table.dataset.wordsLost, true);
  asked = { message, at };
  table.classList.add("waiting");
  sendAsked();
}

function sendAsked() {
  if (asked) pending = live.send({ ...asked.message, epoch: asked.at[0], ply: asked.at[1] });
}

/**
 * Picks one of several things. Each button names the picks it is for.
 * @param {HTMLElement} thing
 */
function toggle(thing) {
  thing.setAttribute("aria-checked", String(thing.getAttribute("aria-checked") !== "true"));
  const svg = thing.closest("svg");
  if (svg) showVariant(svg);
}

/** @param {Element} scope */
function showVariant(scope) {
  const picked = [...all("[data-toggle][aria-checked=true]", scope)].map((it) => it.dataset.toggle);
  for (const variant of all("[data-when]", scope)) {
    variant.classList.toggle("on", variant.dataset.when === picked.join(" "));
  }
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

const rules = one("#rules");
const rulesLink = /** @type {HTMLAnchorElement} */ (one("a[data-do=rules]"));
/** @type {Promise<void> | null} once the rules were opened */
let rulesLoading = null;

async function loadRules() {
  const answer = await fetch(rulesLink.href);
  if (!answer.ok) throw new Error(`the rules could not be loaded: ${answer.status}`);
  const text = one("main.rules", new DOMParser().parseFromString(await answer.text(), "text/html"));
  rules.lang = text.lang;
  one(".rules-text", rules).replaceChildren(...text.childNodes);
}

/** @param {boolean} shown */
async function showRules(shown, rule = "") {
  rules.hidden = !shown;
  rulesLink.setAttribute("aria-expanded", String(shown));
  document.body.classList.toggle("reading", shown);
  if (!shown) return;
  rulesLoading ??= loadRules();
  try {
    await rulesLoading;
  } catch {
    rulesLoading = null; // a link to the rules is shown instead; the next opening tries again
    say(table.dataset.wordsFailed ?? "");
  }
  const place = rule && document.getElementById(rule);
  if (place) {
    place.scrollIntoView({ block: "center" });
    place.focus({ preventScroll: true });
  }
}

/** @type {Record<string, () => void>} */
const actions = {
  undo: () => request({ do: "undo" }),
  rules: () => showRules(Boolean(rules.hidden)),
};

const CLICKABLE = "[data-action], [data-toggle], [data-do], [data-copy], [data-rule], [data-why]";

/** @param {Element} target */
function activate(target) {
  const thing = /** @type {HTMLElement | null} */ (target.closest(CLICKABLE));
  if (!thing) return enlarge(target);
  if (thing.dataset.action !== undefined) request({ do: "play", words: thing.dataset.action });
  else if (thing.dataset.toggle !== undefined) toggle(thing);
  else if (thing.dataset.rule) showRules(true, thing.dataset.rule);
  else if (thing.dataset.copy) copy(thing);
  else if (thing.dataset.why) say(thing.dataset.why);
  else if (thing.dataset.do && actions[thing.dataset.do]) actions[thing.dataset.do]();
  else return false;
  return true;
}

/**
 * A tap on another player's board shows it large over the page; the next tap makes it small again.
 * @param {Element} target
 */
function enlarge(target) {
  const panel = target.closest("svg.panel.other, svg.panel.side");
  const large = document.querySelector("svg.panel.large");
  large?.classList.remove("large");
  if (panel && panel !== large) panel.classList.add("large");
  return Boolean(panel);
}

document.addEventListener("click", (event) => {
  if (zoom.handlesTap(event) || activate(targetOf(event))) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    showRules(false);
    document.querySelector("svg.panel.large")?.classList.remove("large");
  }
  if (around(event, "input, select, textarea")) return;
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
  const next = (panel && maybe(".can", panel)) ?? maybe(".hand .can, .board .can");
  next?.focus({ preventScroll: true });
}

// On a small screen the board gets the height that the parts above it and the hand leave free.
// If that is too little, the hand no longer stays at the bottom and the page is scrolled.
const LEAST_ROOM = 0.48; // of the width
const hand = one(".hand");
function makeRoom() {
  const above = board.getBoundingClientRect().top + window.scrollY;
  const taken = Math.ceil(above + hand.offsetHeight);
  table.style.setProperty("--taken", `${taken}px`);
  table.classList.toggle("tight", window.innerHeight - taken < LEAST_ROOM * window.innerWidth);
  zoom.refresh();
}
const sizes = new ResizeObserver(makeRoom);
for (const place of [hand, one(".tutorial-place"), one(".players")]) sizes.observe(place);
log.scrollTop = log.scrollHeight;
showTurn(yours, table.classList.contains("over"));
