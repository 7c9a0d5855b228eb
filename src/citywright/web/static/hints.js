// Hints, what a master would do: shown over the log until something is played or they are closed, their numbers written
// where they are played: on places, cards, dice and buttons.

import { all, around, maybe, one } from "./dom.js";
import { clamp } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const MARK = 11; // pixels: the radius of a number
const main = one("main.table");
const place = one("#hints");

function removeHints() {
  if (place.matches(":popover-open")) place.hidePopover();
  place.querySelector(".advice")?.remove();
  for (const marked of all(".advised")) marked.classList.remove("advised");
  for (const number of all(".advice-mark")) number.remove();
}

/**
 * What has to be pressed for an action: its place, or what must be picked before its button is shown.
 * @param {string} words
 */
function thingsFor(words) {
  const buttons = [...all(`svg.panel [data-action="${CSS.escape(words)}"]`)];
  const shown = buttons.find((it) => it.getClientRects().length);
  if (shown || !buttons.length) return shown ? [shown] : [];
  const picks = (buttons[0].closest("[data-when]")?.getAttribute("data-when") ?? "").split(" ").filter(Boolean);
  return picks.map((name) => one(`[data-toggle="${CSS.escape(name)}"]`));
}

/**
 * Writes a number on the upper right corner of a thing, beside those that are there.
 * @param {HTMLElement} thing
 * @param {number} number
 * @param {number} others  numbers that are there already
 */
function writeNumber(thing, number, others) {
  const panel = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (thing.closest("svg.panel")));
  const toPicture = panel.getScreenCTM()?.inverse();
  if (!toPicture) return;
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  const box = thing.getBoundingClientRect();
  const across = clamp(box.right - 4 - 2 * MARK * others, left + MARK, right - MARK);
  const down = clamp(box.top + 4, top + MARK, bottom - MARK);
  const { x, y } = new DOMPoint(across, down).matrixTransform(toPicture);
  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute("class", "advice-mark");
  mark.setAttribute("aria-hidden", "true"); // the list has the same numbers
  mark.setAttribute("transform", `translate(${x} ${y}) scale(${toPicture.a})`);
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("r", String(MARK));
  const digit = document.createElementNS(SVG, "text");
  digit.setAttribute("y", "5");
  digit.textContent = String(number);
  mark.append(disc, digit);
  panel.append(mark);
}

/** @param {HTMLElement} advice */
function markPlaces(advice) {
  /** @type {Map<HTMLElement, number>} how many numbers a thing has */
  const written = new Map();
  for (const [k, { dataset }] of [...all("[data-words]", advice)].entries()) {
    for (const thing of thingsFor(dataset.words ?? "")) {
      const others = written.get(thing) ?? 0;
      writeNumber(thing, k + 1, others);
      written.set(thing, others + 1);
      thing.classList.add("advised");
    }
  }
}

/** @param {HTMLAnchorElement} link */
async function showHints(link) {
  const { at } = main.dataset;
  link.setAttribute("aria-busy", "true");
  const answer = await fetch(link.href);
  link.removeAttribute("aria-busy");
  if (main.dataset.at !== at) return;
  removeHints();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const advice = maybe(".advice", page) ?? one("main p", page); // or why there is none
  advice.classList.add("advice");
  place.append(document.adoptNode(advice));
  place.showPopover();
  markPlaces(advice);
  keepClear();
}

// Puts the list below what is decided, where there is room. On a screen held upright it covers the hand or the board,
// whichever has fewer numbers on it.
function keepClear() {
  const { left, bottom } = one(".deciding").getBoundingClientRect();
  const { height } = place.getBoundingClientRect();
  const hasRoom = innerWidth > innerHeight && bottom + height + 16 < innerHeight;
  place.style.inset = hasRoom ? `${bottom + 8}px auto auto ${left}px` : "";
  const isOnBoard = all(".board .advice-mark").length > all(".deciding .advice-mark").length;
  place.classList.toggle("over-hand", innerWidth < innerHeight && isOnBoard);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") removeHints();
});
new MutationObserver(removeHints).observe(main, { attributeFilter: ["data-at"] });
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, "[data-do=advice]"));
  if (around(event, "[data-do=close-hints]")) return removeHints();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (place.matches(":popover-open")) removeHints();
  else showHints(link);
});
