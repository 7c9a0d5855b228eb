// Hints, what a master would do: shown over the log until something is played or they are closed, their places marked on
// the boards by their numbers.

import { all, around, maybe, one } from "./dom.js";

const main = one("main.table");
const place = one("#hints");

function removeHints() {
  if (place.matches(":popover-open")) place.hidePopover();
  place.querySelector(".advice")?.remove();
  for (const marked of all(".advised")) marked.classList.remove("advised");
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
  keepClear();
  for (const { dataset } of all("[data-words]", advice)) {
    maybe(`svg [data-action="${CSS.escape(dataset.words ?? "")}"]`)?.classList.add("advised");
  }
}

// Below what is decided, where there is room; else where the style sheet has it.
function keepClear() {
  const { left, bottom } = one(".deciding").getBoundingClientRect();
  const { height } = place.getBoundingClientRect();
  const hasRoom = innerWidth > innerHeight && bottom + height + 16 < innerHeight;
  place.style.inset = hasRoom ? `${bottom + 8}px auto auto ${left}px` : "";
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
