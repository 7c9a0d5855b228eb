// A lesson: what is pressed is sent to the server, which judges it by the rules and answers with the whole page.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { answer, askByKey, closeAnswer, tell, wasAnswered } from "./answers.js";
import { keepFilter, pressFilter } from "./filters.js";
import { moveFocus } from "./keys.js";
import { light } from "./lighting.js";
import { morph } from "./morph.js";
import { hush, say } from "./notice.js";
import { showVariant, toggle } from "./picks.js";
import { closeRules, openRules, toggleRules } from "./rules_drawer.js";
import "./sheets.js";
import { Zoom } from "./zoom.js";

const page = one("main.table");
const form = /** @type {HTMLFormElement} */ (one("#lesson-form"));
const zoom = new Zoom(one(".board"), location.pathname);
let isWaiting = false;
let byKey = false; // was something pressed last by a key?

/**
 * Asks the server for the next page and makes this one like it.
 * @param {string} address
 * @param {RequestInit} options
 */
async function go(address, options = {}) {
  if (isWaiting) return;
  isWaiting = true;
  page.classList.add("waiting");
  try {
    const reply = await fetch(address, options);
    if (!reply.ok) throw new Error(`the lesson cannot go on: ${reply.status}`);
    const next = one("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
    const before = page.dataset.at;
    morph(page, document.adoptNode(next), () => {});
    history.replaceState(history.state, "", page.dataset.at);
    show(before);
  } catch {
    say(page.dataset.wordsFailed);
  } finally {
    isWaiting = false;
    page.classList.remove("waiting");
  }
}

/** @param {string} words */
function play(words) {
  const values = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  values.set("words", words);
  return go(form.action, { method: "POST", body: values });
}

/**
 * The page was loaded or has changed.
 * @param {string} [before]  the address of what was shown
 */
function show(before) {
  for (const svg of all("svg.panel:has([data-toggle])")) showVariant(svg);
  keepFilter();
  const lit = lightUp();
  if (before !== page.dataset.at) {
    closeAnswer();
    zoom.refresh(); // the board was set anew
    zoom.arrange(page.dataset.at);
    keepFocus(lit);
  }
  explain();
}

function lightUp() {
  return light(JSON.parse(page.dataset.lit ?? "[]"), page);
}

// Tells why what was tried does not serve the aim, beside what was pressed.
function explain() {
  const { answer: words, tried } = page.dataset;
  if (!words) return;
  const things = [...all(`[data-action="${CSS.escape(tried ?? "")}"]`)].filter((it) => it.getClientRects().length);
  tell(things[0] ?? one("#lesson"), [words]);
}

/**
 * Whoever plays by keys finds the focus on what is meant next.
 * @param {HTMLElement[]} lit
 */
function keepFocus(lit) {
  if (!byKey) return;
  const next = maybe("[data-lesson-button]") ?? lit.find((it) => it.hasAttribute("tabindex")) ?? maybe(".deciding .can, .board .can");
  next?.focus({ preventScroll: true });
}

const CLICKABLE = "[data-action], [data-toggle], svg [data-filter], [data-rule], [data-do=rules], [data-go], [data-lesson-button]";

/** @param {Element} target */
function activate(target) {
  hush();
  const thing = /** @type {HTMLElement | null} */ (target.closest(CLICKABLE));
  if (!thing) return answer(target);
  closeAnswer();
  if (thing.dataset.action !== undefined) play(thing.dataset.action);
  else if (thing.dataset.toggle !== undefined) toggle(thing);
  else if (thing.dataset.filter !== undefined) pressFilter(thing);
  else if (thing.dataset.rule) openRules(thing.dataset.rule);
  else if (thing.dataset.do === "rules") toggleRules();
  else if (thing.dataset.go !== undefined) go(/** @type {HTMLAnchorElement} */ (thing).href);
  else if (thing instanceof HTMLButtonElement && thing.dataset.guidedGame === undefined) play(thing.value);
  else return false;
  lightUp();
  return true;
}

document.addEventListener("click", (event) => {
  byKey = event.detail === 0;
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

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, select, textarea")) return;
  if (askByKey(event.key)) return event.preventDefault();
  if (event.key === "Escape") closeRules();
  byKey = true;
  if (moveFocus(event.key, page) || zoom.key(event.key)) event.preventDefault();
  else if ((event.key === "Enter" || event.key === " ") && around(event, "svg") && activate(targetOf(event))) event.preventDefault();
});

new ResizeObserver(() => {
  zoom.refresh();
  lightUp();
}).observe(one(".play"));
for (const sheet of all("[popover]")) sheet.addEventListener("toggle", lightUp);
show(page.dataset.at);
zoom.arrange(page.dataset.at);
