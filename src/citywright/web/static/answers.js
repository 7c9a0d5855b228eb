// Whatever is on the table tells what it is: on a tap if the tap does nothing else, on a long press, and on the key "?".
// The words are those of the drawings: what a thing is called and does, and why nothing can be done there now.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { clamp, common } from "./geometry.js";

const table = one("main.table");
const bubble = one("#answer");
const LONG = 450; // milliseconds of a long press
const STEADY = 10; // pixels a finger may stray meanwhile
const SPACE = 10; // pixels between the thing and its answer
const LARGE = 200; // pixels: of a thing larger than that the place is meant that was pressed
// What an answer should leave free, and how much that matters.
const KEEP_CLEAR = /** @type {[string, number][]} */ ([
  ["#confirm:not([hidden])", 5],
  [".deciding [id^=tray-die], .deciding .can, .deciding [data-toggle]", 3],
  [".board .can", 2],
  [".say .asked", 1],
]);
const TELLS = "[data-why], [aria-label]";
const RULE = / ?\(((?:[A-Z]{2}-\w+)(?:, [A-Z]{2}-\w+)*)\)/g;

/** @type {Element | null} what the bubble is about */
let about = null;
/** @type {{ x: number, y: number } | null} where a finger or the mouse was last; none: by key */
let pointed = null;

/**
 * What a thing says: its name, and why it cannot be used.
 * @param {Element} target
 */
function wordsOf(target) {
  /** @type {string[]} */
  const words = [];
  const scope = target.closest("svg.panel, .seat, #now, .deciding");
  if (!scope) return { thing: null, words };
  /** @type {Element | null} */
  let thing = null;
  for (let at = target.closest(TELLS); at && scope.contains(at) && at !== scope; at = at.parentElement?.closest(TELLS) ?? null) {
    const { why } = /** @type {HTMLElement} */ (at).dataset;
    const name = at.getAttribute("aria-label");
    if (name && !words.length) words.push(name); // that of the innermost thing
    if (why && !words.includes(why)) words.push(why);
    thing ??= at;
  }
  return { thing, words };
}

/** @param {string} sentence */
function paragraph(sentence) {
  const line = document.createElement("p");
  line.append(sentence.replace(RULE, ""));
  for (const [, ids] of sentence.matchAll(RULE)) {
    for (const id of ids.split(", ")) {
      const link = document.createElement("a");
      link.className = "rule";
      link.href = `${one("a[data-do=rules]").getAttribute("href")}#${id}`;
      link.dataset.rule = id;
      link.textContent = (table.dataset.wordsRule ?? "%").replace("%", id);
      line.append(" ", link);
    }
  }
  return line;
}

/**
 * Puts the bubble beside the thing: where it covers least of what one looks at meanwhile.
 * @param {Element} thing
 */
function placeBubble(thing) {
  const box = meantPlace(thing);
  const panel = (thing.closest("svg.panel") ?? thing).getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const [across, down] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
  const places = [
    [across, box.top - height - SPACE],
    [across, box.bottom + SPACE],
    [box.right + SPACE, down],
    [box.left - width - SPACE, down],
    [across, panel.top - height - SPACE],
    [panel.left - width - SPACE, down],
    [across, panel.bottom + SPACE],
  ].map(([x, y]) => new DOMRect(clamp(x, 8, innerWidth - width - 8), clamp(y, 8, innerHeight - height - 8), width, height));
  const kept = KEEP_CLEAR.flatMap(([selector, weight]) => [...all(selector)].map((it) => ({ box: it.getBoundingClientRect(), weight })));
  kept.push({ box, weight: 12 });
  const covers = places.map((place) => kept.reduce((sum, it) => sum + it.weight * common(place, it.box), 0));
  const { x, y } = places[covers.indexOf(Math.min(...covers))];
  bubble.style.left = `${x}px`;
  bubble.style.top = `${y}px`;
}

/**
 * The box of a thing; of a large one the place that was pressed.
 * @param {Element} thing
 */
function meantPlace(thing) {
  const box = thing.getBoundingClientRect();
  const isLarge = Math.max(box.width, box.height) > LARGE;
  return isLarge && pointed ? new DOMRect(pointed.x - SPACE, pointed.y - SPACE, 2 * SPACE, 2 * SPACE) : box;
}

/**
 * Answers what a thing is. Returns whether there was an answer.
 * @param {Element} target
 */
export function answer(target) {
  const { thing, words } = wordsOf(target);
  if (!thing || !words.length) return false;
  tell(thing, words);
  return true;
}

/**
 * Shows sentences beside a thing.
 * @param {Element} thing
 * @param {string[]} words
 */
export function tell(thing, words) {
  closeAnswer();
  bubble.replaceChildren(...words.map(paragraph));
  bubble.showPopover();
  placeBubble(thing);
  about = thing;
  thing.classList.add("asked-about");
}

export function closeAnswer() {
  about?.classList.remove("asked-about");
  about = null;
  if (bubble.matches(":popover-open")) bubble.hidePopover();
}

// --- a long press ---------------------------------------------------------------------------

let pressTimer = 0;
let answeredPress = false;
let [fromX, fromY] = [0, 0];

document.addEventListener("keydown", () => {
  pointed = null;
}, true);
document.addEventListener("pointerdown", (event) => {
  answeredPress = false;
  pointed = { x: event.clientX, y: event.clientY };
  clearTimeout(pressTimer);
  if (event.pointerType === "mouse") return;
  [fromX, fromY] = [event.clientX, event.clientY];
  const target = targetOf(event);
  pressTimer = setTimeout(() => {
    answeredPress = answer(target);
  }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (Math.hypot(event.clientX - fromX, event.clientY - fromY) > STEADY) clearTimeout(pressTimer);
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(pressTimer));
document.addEventListener("contextmenu", (event) => {
  if (answeredPress || (pressTimer && around(event, "svg.panel"))) event.preventDefault();
});

/** Was the press that ends in this click a long one, which was answered? Then the click does nothing. */
export function wasAnswered() {
  const was = answeredPress;
  answeredPress = false;
  return was;
}

// --- the keyboard ---------------------------------------------------------------------------

let asking = false; // do arrow keys walk over everything that answers?

/** @param {boolean} now */
function ask(now) {
  asking = now;
  table.classList.toggle("asking", now);
  if (now) return;
  closeAnswer();
  for (const thing of all("svg [data-asked]", table)) {
    thing.removeAttribute("tabindex");
    thing.removeAttribute("data-asked");
  }
}

/**
 * "?" begins and ends asking: arrow keys then reach whatever answers, and it answers at once.
 * @param {string} key
 */
export function askByKey(key) {
  if (key === "?") {
    ask(!asking);
    if (!asking) return true;
    for (const thing of all("svg.panel [role=img], svg.panel [data-why]", table)) {
      if (!thing.closest("[tabindex]")) thing.dataset.asked = "";
    }
    for (const thing of all("svg [data-asked]", table)) thing.setAttribute("tabindex", "-1");
    const from = document.activeElement?.closest("svg.panel") ? document.activeElement : maybe("svg.panel [tabindex]", table);
    if (from) /** @type {HTMLElement} */ (from).focus();
    if (from) answer(from);
    return true;
  }
  if (key === "Escape" && (asking || about)) {
    ask(false);
    return true;
  }
  return false;
}

document.addEventListener("focusin", (event) => {
  if (asking && around(event, "svg.panel")) answer(targetOf(event));
});
window.addEventListener("resize", closeAnswer);
document.addEventListener("scroll", (event) => {
  if (about && /** @type {Node} */ (event.target).contains(about)) closeAnswer(); // the log may go on beside it
}, true);
