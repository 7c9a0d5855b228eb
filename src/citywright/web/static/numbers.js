// Numbers of proposed actions on the boards: written where they are played, on places, cards, dice and buttons.

import { all, one } from "./dom.js";
import { clamp } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const MARK = 11; // pixels: the radius of a number

/** Takes all numbers away. */
export function removeNumbers() {
  for (const marked of all(".advised")) marked.classList.remove("advised");
  for (const number of all(".advice-mark")) number.remove();
}

/**
 * What has to be pressed for an action: its place, or what must be picked before its button is shown.
 * @param {string} words
 */
export function thingsFor(words) {
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
  mark.setAttribute("data-number", String(number));
  mark.setAttribute("transform", `translate(${x} ${y}) scale(${toPicture.a})`);
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("r", String(MARK));
  const digit = document.createElementNS(SVG, "text");
  digit.setAttribute("y", "5");
  digit.textContent = String(number);
  mark.append(disc, digit);
  panel.append(mark);
}

/**
 * Writes the numbers of a list of actions on the boards.
 * @param {HTMLElement} list
 */
export function writeNumbers(list) {
  /** @type {Map<HTMLElement, number>} how many numbers a thing has */
  const written = new Map();
  for (const [k, { dataset }] of [...all("[data-words]", list)].entries()) {
    for (const thing of thingsFor(dataset.words ?? "")) {
      const others = written.get(thing) ?? 0;
      writeNumber(thing, k + 1, others);
      written.set(thing, others + 1);
      thing.classList.add("advised");
    }
  }
}
