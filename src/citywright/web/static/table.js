// The table page: clicks and keys become requests, frames become changes of the page. No rule of any game is here.

import { Live } from "./live.js";
import { morph, parse } from "./morph.js";
import { moveFocus } from "./keys.js";
import { countUp, ring, tumble } from "./effects.js";
import { Zoom } from "./zoom.js";

const table = document.querySelector("main.table");
const log = document.getElementById("log");
const notice = document.getElementById("notice");
const title = document.title;
let at = table.dataset.at.split(".").map(Number); // epoch and ply of the position shown
let yours = table.dataset.yours === "true";
let pending = 0; // the request that is not yet answered
const board = document.querySelector(".board");
const zoom = new Zoom(board, table.dataset.table);

const live = new Live(
  () => {
    const address = new URL(`/t/${table.dataset.table}/live`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.search = new URLSearchParams({ lang: table.dataset.lang, seat: table.dataset.seat, at: at.join(".") });
    return address;
  },
  { frame, state },
);

// --- what comes ------------------------------------------------------------------------

function state(connected) {
  table.classList.toggle("lost", !connected);
  if (!connected) {
    settle();
    say(table.dataset.wordsLost, true);
  } else if (notice.dataset.lasting) say("");
}

function frame(message) {
  if (message.is === "change") change(message);
  else if (message.is === "done") settle(message.id);
  else if (message.is === "refused") refused(message);
}

function change(message) {
  const { since } = message;
  if (since && (since[0] !== at[0] || since[1] !== at[1])) {
    live.send({ do: "resync" });
    return;
  }
  at = message.at;
  for (const [id, html] of Object.entries(message.set ?? {})) {
    const old = document.getElementById(id);
    if (old) morph(old, parse(html, old), textChanged);
  }
  for (const id of message.again ?? []) tumble(document.getElementById(id));
  for (const svg of document.querySelectorAll("svg.panel:has([data-toggle])")) showVariant(svg);
  changeLog(since ? message.keep ?? 0 : 0, message.log ?? []);
  showTurn(message.yours ?? false, message.over ?? false);
  keepFocus();
  zoom.arrange();
  table.dataset.at = at.join(".");
}

function textChanged(node, before) {
  if (node.parentElement?.hasAttribute("data-count")) countUp(node, Number(before));
}

function changeLog(keep, entries) {
  const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  const ply = (entry) => Number(entry.id.slice("log-".length));
  while (log.lastElementChild && ply(log.lastElementChild) >= keep) log.lastElementChild.remove();
  for (const entry of entries) log.append(parse(entry, log));
  if (follows) log.scrollTop = log.scrollHeight;
}

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
  table.classList.remove("waiting");
}

function refused({ id, code, reason }) {
  settle(id || pending);
  if (code === "stale ply" || code === "not your turn") say(table.dataset.wordsStale);
  else say(`${table.dataset.wordsFailed} ${reason}`);
}

function say(words, lasting = false) {
  clearTimeout(say.timer);
  notice.textContent = words;
  notice.hidden = !words;
  notice.dataset.lasting = lasting && words ? "yes" : "";
  if (words && !lasting) say.timer = setTimeout(() => say(""), 6000);
}

// --- what goes -------------------------------------------------------------------------

function request(message) {
  if (pending) return;
  pending = live.send({ ...message, epoch: at[0], ply: at[1] });
  if (pending) table.classList.add("waiting");
  else say(table.dataset.wordsLost, true);
}

// Picks one of several things; which button that calls for is written on the buttons.
function toggle(thing) {
  thing.setAttribute("aria-checked", String(thing.getAttribute("aria-checked") !== "true"));
  showVariant(thing.closest("svg"));
}

function showVariant(scope) {
  const picked = [...scope.querySelectorAll("[data-toggle][aria-checked=true]")].map((it) => it.dataset.toggle);
  for (const variant of scope.querySelectorAll("[data-when]")) {
    variant.classList.toggle("on", variant.dataset.when === picked.join(" "));
  }
}

async function copy(link) {
  const address = new URL(link.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say(table.dataset.wordsCopied);
  } catch {
    window.prompt(link.textContent, address);
  }
}

const rules = document.getElementById("rules");
const rulesLink = document.querySelector("a[data-do=rules]");
let rulesLoading = null; // a promise, once the rules were opened

async function loadRules() {
  const answer = await fetch(rulesLink.href);
  if (!answer.ok) throw new Error(`the rules could not be loaded: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.querySelector("main.rules");
  rules.lang = text.lang;
  rules.querySelector(".rules-text").replaceChildren(...text.childNodes);
}

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
    say(table.dataset.wordsFailed);
  }
  const place = rule && document.getElementById(rule);
  if (place) {
    place.scrollIntoView({ block: "center" });
    place.focus({ preventScroll: true });
  }
}

const actions = {
  undo: () => request({ do: "undo" }),
  rules: () => showRules(rules.hidden),
};

function activate(target) {
  const thing = target.closest("[data-action], [data-toggle], [data-do], [data-copy], [data-rule], [data-why]");
  if (!thing) return enlarge(target);
  if (thing.dataset.action !== undefined) request({ do: "play", words: thing.dataset.action });
  else if (thing.dataset.toggle !== undefined) toggle(thing);
  else if (thing.dataset.rule) showRules(true, thing.dataset.rule);
  else if (thing.dataset.copy) copy(thing);
  else if (thing.dataset.why) say(thing.dataset.why);
  else if (actions[thing.dataset.do]) actions[thing.dataset.do]();
  else return false;
  return true;
}

// Another player's board, one tap away: large over the page, small again with the next tap.
function enlarge(target) {
  const panel = target.closest("svg.panel.other, svg.panel.side");
  const large = document.querySelector("svg.panel.large");
  large?.classList.remove("large");
  if (panel && panel !== large) panel.classList.add("large");
  return Boolean(panel);
}

document.addEventListener("click", (event) => {
  if (zoom.takes(event) || activate(event.target)) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    showRules(false);
    document.querySelector("svg.panel.large")?.classList.remove("large");
  }
  if (event.target.closest("input, select, textarea")) return;
  if (moveFocus(event.key, table) || zoom.key(event.key)) event.preventDefault();
  else if ((event.key === "Enter" || event.key === " ") && event.target.closest("svg") && activate(event.target)) {
    event.preventDefault();
  }
});

// A thing that had the focus may be gone after its click: then the focus goes to the next that may be clicked.
let focused = "";
document.addEventListener("focusin", (event) => {
  focused = event.target.closest("svg.panel")?.id ?? "";
});

function keepFocus() {
  if (document.activeElement !== document.body || !focused || !yours) return;
  const panel = document.getElementById(focused);
  const next = panel?.querySelector(".can") ?? document.querySelector(".hand .can, .board .can");
  next?.focus({ preventScroll: true });
}

// How much of a small screen is taken by what stands above the board and by the hand: the board has what remains.
// Where that would be next to nothing the hand no longer stays at the bottom, and the page is scrolled.
const LEAST_ROOM = 0.48; // of the width
const hand = document.querySelector(".hand");
function makeRoom() {
  const above = board.getBoundingClientRect().top + window.scrollY;
  const taken = Math.ceil(above + hand.offsetHeight);
  table.style.setProperty("--taken", `${taken}px`);
  table.classList.toggle("tight", window.innerHeight - taken < LEAST_ROOM * window.innerWidth);
  zoom.refresh();
}
const sizes = new ResizeObserver(makeRoom);
for (const place of [hand, document.querySelector(".guide-place"), document.querySelector(".players")]) sizes.observe(place);
log.scrollTop = log.scrollHeight;
showTurn(yours, table.classList.contains("over"));
