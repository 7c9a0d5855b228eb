// The cards of the players: in the order in which they act, the one to act first; a tap on a small board shows it whole.

import { all, around, maybe, one } from "./dom.js";

const seats = one("#seats");

// The cards stand in the order that the server gave them.
export function orderSeats() {
  for (const card of all(".seat-card", seats)) {
    card.style.order = maybe(".seat", card)?.dataset.order ?? "";
  }
}

seats.addEventListener("click", (event) => {
  const sheet = around(event, ".small-board > .seat-sheet:not(:popover-open)");
  if (sheet) sheet.showPopover();
});
// A small board that is shown whole leaves its room behind, so that nothing else moves.
seats.addEventListener("beforetoggle", (event) => {
  const sheet = around(event, ".small-board > .seat-sheet");
  const place = sheet?.parentElement;
  if (place) place.style.minHeight = /** @type {ToggleEvent} */ (event).newState === "open" ? `${place.offsetHeight}px` : "";
}, true);

// What a fact is, for who points at it with a mouse; it is not sent twice for that.
document.addEventListener("pointerover", (event) => {
  const fact = around(event, ".fact");
  if (fact) fact.title = maybe(".visually-hidden", fact)?.textContent?.trim() ?? "";
});

orderSeats();
