// Motion with a meaning: new pieces travel from whoever placed them, goods and coins come and go, and great moments have
// one of their own. It never holds up a click, follows the chosen speed, and stops where no motion is wanted.

import { all, maybe, one } from "./dom.js";
import { isStill, pace } from "./preferences.js";

const table = one("main.table");
const TRAVEL = 420; // milliseconds
const FLIGHT = 650;
const MOMENT = 2200;

/** @param {Element} element */
function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Where a piece of a seat comes from: one's own from the hand, others' from their card.
 * @param {string} actor
 */
function sourceOf(actor) {
  if (actor === table.dataset.seat) return maybe(".deciding .panel");
  return maybe(`#seat-${actor} .mark`);
}

/** @type {Set<Element>} what was on the boards before a change */
let known = new Set();

// Remembers what stands on the boards, before a change.
export function beforeChange() {
  known = new Set(all("svg.panel .piece", table));
}

/**
 * Lets what is new travel to its place; returns whether anything is.
 * @param {string} actor  the seat that acted
 */
export function afterChange(actor) {
  const fresh = [...all("svg.panel .piece", table)].filter((piece) => !known.has(piece));
  const from = isStill() ? null : sourceOf(actor);
  if (from?.getClientRects().length) for (const piece of fresh) travel(piece, middleOf(from));
  return fresh.length > 0;
}

/**
 * @param {Element} piece
 * @param {{ x: number, y: number }} from  a place of the window
 */
function travel(piece, from) {
  const matrix = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece)).getScreenCTM?.();
  if (!matrix?.a || !matrix.d || !piece.getBoundingClientRect().width) return;
  const to = middleOf(piece);
  const across = (from.x - to.x) / matrix.a;
  const down = (from.y - to.y) / matrix.d;
  piece.animate(
    [{ transform: `translate(${across}px, ${down}px) scale(.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: TRAVEL * pace(), easing: "cubic-bezier(.2, .7, .2, 1)" },
  );
}

/**
 * A fact has changed: what was gained falls in, what was spent flies off.
 * @param {Text} node
 * @param {string} before
 */
export function factChanged(node, before) {
  const fact = node.parentElement?.closest(".fact");
  const icon = fact && maybe(".icon", fact);
  const [was, is] = [Number.parseInt(before, 10), Number.parseInt(node.data, 10)];
  if (!icon || isStill() || Number.isNaN(was) || Number.isNaN(is) || was === is) return;
  const flies = /** @type {HTMLElement} */ (icon.cloneNode(true));
  flies.classList.add("flies");
  icon.after(flies);
  const far = is > was ? "translateY(-26px)" : "translateY(22px)";
  const frames = [{ transform: far, opacity: 0 }, { transform: "none", opacity: 1, offset: 0.7 }, { transform: "none", opacity: 0 }];
  flies.animate(is > was ? frames : frames.reverse(), { duration: FLIGHT * pace() }).finished.finally(() => flies.remove());
}

/**
 * Something great or terrible has happened: it is shown large over the board, for a moment.
 * @param {HTMLElement} line  of the log
 */
export function showMoment(line) {
  const banner = one("#moment");
  banner.textContent = line.firstChild?.textContent?.trim() ?? "";
  banner.className = `moment ${line.className} ${line.dataset.moment ?? ""}`;
  banner.hidden = false;
  for (const running of banner.getAnimations()) running.cancel();
  const still = isStill();
  const frames = still
    ? [{ opacity: 1 }, { opacity: 1 }]
    : [
        { opacity: 0, transform: "scale(.6) rotate(-2deg)" },
        { opacity: 1, transform: "scale(1.04)", offset: 0.14 },
        { opacity: 1, transform: "none", offset: 0.85 },
        { opacity: 0, transform: "translateY(-12px)" },
      ];
  const shown = banner.animate(frames, { duration: MOMENT * Math.max(0.6, pace()) });
  shown.finished.then(() => {
    banner.hidden = true;
  }, () => {}); // the next moment has come
  if (line.dataset.moment === "strike" && !still) shake();
}

// It has been seen.
export function endMoment() {
  for (const running of one("#moment").getAnimations()) running.finish();
}

function shake() {
  const frames = [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  one(".board").animate(frames, { duration: 420 * pace() });
}
