// Hints, what a master would do: shown over the log until something is played or they are closed, their numbers written
// where they are played: on places, cards, dice and buttons.

import { all, around, maybe, one } from "./dom.js";
import { removeNumbers, writeNumbers } from "./numbers.js";

const main = one("main.table");
const place = one("#hints");

function removeHints() {
  if (place.matches(":popover-open")) place.hidePopover();
  place.querySelector(".advice")?.remove();
  removeNumbers();
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
  writeNumbers(advice);
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
