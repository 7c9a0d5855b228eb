// The analysis board: what is pressed is sent to the server, which knows the rules, and answers with the whole page. Once
// somebody rests at a position, its chances and best moves are asked for.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { answer, askByKey, closeAnswer, wasAnswered } from "./answers.js";
import { keepFilter, pressFilter } from "./filters.js";
import { moveFocus } from "./keys.js";
import { morph } from "./morph.js";
import { hush, say } from "./notice.js";
import { removeNumbers, writeNumbers } from "./numbers.js";
import { showVariant, toggle } from "./picks.js";
import "./sheets.js";
import { Zoom } from "./zoom.js";

const RESTED = 350; // milliseconds after the last change
const page = one("main.analysis-board");
const zoom = new Zoom(one(".board"), location.pathname);
let isWaiting = false;
let resting = 0;

/**
 * The main part of a page that has come, or the reason why there is none.
 * @param {Response} reply
 */
async function mainOf(reply) {
  const next = one("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
  if (!reply.ok) throw new Error(maybe("p", next)?.textContent ?? "");
  return next;
}

/**
 * Asks the server for the next page and makes this one like it.
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function go(address, options = {}) {
  if (isWaiting) return;
  isWaiting = true;
  page.classList.add("waiting");
  clearTimeout(resting);
  try {
    const next = await mainOf(await fetch(address, options));
    removeNumbers();
    morph(page, document.adoptNode(next), () => {});
    history.replaceState(null, "", page.dataset.at);
    show();
  } catch (error) {
    say((error instanceof Error && error.message) || page.dataset.wordsFailed);
    resting = setTimeout(think, RESTED);
  } finally {
    isWaiting = false;
    page.classList.remove("waiting");
  }
}

/**
 * Sends a form, or an action of the board with its fields.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} more
 */
function send(form, more) {
  const values = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  for (const [name, value] of more) values.set(name, value);
  return go(form.getAttribute("action") ?? "", { method: "POST", body: values });
}

/** @param {string} words */
const play = (words) => send(/** @type {HTMLFormElement} */ (one("#board-form")), [["do", "play"], ["words", words]]);

// The page was loaded or has changed.
function show() {
  for (const svg of all("svg.panel:has([data-toggle])")) showVariant(svg);
  keepFilter();
  closeAnswer();
  zoom.refresh();
  zoom.arrange(page.dataset.at);
  for (const button of all("[data-do=copy]")) button.hidden = false;
  const log = one("#log");
  const line = maybe("[aria-current]", log);
  if (line) log.scrollTo({ top: line.offsetTop - (log.clientHeight - line.clientHeight) / 2, behavior: "instant" });
  clearTimeout(resting);
  resting = setTimeout(think, maybe("#best .awaiting") ? RESTED : 0);
}

// Brings the chances and the best moves of the position that is shown.
async function think() {
  const { at, think: address } = page.dataset;
  if (maybe("#best .awaiting")) {
    const next = await fetch(address ?? "").then(mainOf).catch(() => null);
    if (!next || page.dataset.at !== at || isWaiting) return;
    for (const id of ["#chances", "#best"]) morph(one(id), document.adoptNode(one(id, next)), () => {});
  }
  number();
}

function number() {
  removeNumbers();
  writeNumbers(one("#best"));
}

const CLICKABLE = "svg [data-action], svg [data-toggle], svg [data-filter], [data-go], [data-do=think], [data-do=copy]";

/** @param {Element} target */
function activate(target) {
  hush();
  const thing = /** @type {HTMLElement | null} */ (target.closest(CLICKABLE));
  if (!thing) return target.closest("a, button, select, input, label") ? false : answer(target);
  closeAnswer();
  if (thing.dataset.action !== undefined) play(thing.dataset.action);
  else if (thing.dataset.toggle !== undefined) toggle(thing);
  else if (thing.dataset.filter !== undefined) pressFilter(thing);
  else if (thing.dataset.do === "copy") copy();
  else if (thing.dataset.do === "think") think();
  else if (thing.getAttribute("aria-disabled") !== "true") go(/** @type {HTMLAnchorElement} */ (thing).href);
  return true;
}

async function copy() {
  const link = /** @type {HTMLInputElement} */ (one("#board-link"));
  link.select();
  await navigator.clipboard.writeText(link.value).then(() => say(page.dataset.wordsCopied)).catch(() => {});
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (around(event, "#answer") && !around(event, "a")) return closeAnswer();
  if (wasAnswered()) return event.preventDefault();
  if (zoom.handlesTap(event, page.dataset.at)) {
    if (zoom.cameNearer) say(page.dataset.wordsNearer);
    return event.preventDefault();
  }
  if (!around(event, "#answer")) closeAnswer();
  if (activate(targetOf(event))) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (!form.closest("main") || !button || button.dataset.leaves !== undefined) return;
  event.preventDefault();
  send(form, [[button.name, button.value]]);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, select, textarea")) return;
  if (askByKey(event.key)) return event.preventDefault();
  if (around(event, "svg.panel") && moveFocus(event.key, page)) return event.preventDefault();
  if ((event.key === "Enter" || event.key === " ") && around(event, "svg")) {
    if (activate(targetOf(event))) event.preventDefault();
    return;
  }
  const thing = maybe(`[data-key="${CSS.escape(event.key)}"], #best [data-number="${CSS.escape(event.key)}"]`);
  if (zoom.key(event.key)) event.preventDefault();
  else if (thing) {
    event.preventDefault();
    thing.click();
  }
});

new ResizeObserver(() => {
  zoom.refresh();
  number();
}).observe(one(".play"));
show();
