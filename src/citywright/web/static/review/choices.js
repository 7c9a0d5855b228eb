// What could have been played: numbered on the boards and in the list. Pressing either shows which belong together.

import { all, around, maybe } from "../dom.js";
import { removeNumbers, thingsFor, writeNumbers } from "../numbers.js";

const list = () => maybe("#advice .choices-then");

/** Writes the numbers of the list on the boards. */
export function showChoices() {
  removeNumbers();
  const choices = list();
  if (!choices) return;
  writeNumbers(choices);
  for (const other of all("svg.panel :is(.can, .toggle):not(.advised)")) other.setAttribute("tabindex", "-1");
}

/**
 * Shows one of the choices, in the list and on the board.
 * @param {number} number  from 0; -1: none
 */
function pick(number) {
  const choices = list();
  if (!choices) return;
  for (const part of all(".picked-choice")) part.classList.remove("picked-choice");
  for (const [k, choice] of [...all("[data-words]", choices)].entries()) {
    const isPicked = k === number;
    maybe("button", choice)?.setAttribute("aria-pressed", String(isPicked));
    if (!isPicked) continue;
    for (const thing of thingsFor(choice.dataset.words ?? "")) thing.classList.add("picked-choice");
    for (const mark of all(`.advice-mark[data-number="${k + 1}"]`)) mark.classList.add("picked-choice");
    choice.scrollIntoView({ block: "nearest" });
  }
}

/**
 * The number of the choice that was pressed, in the list or on a board; -1: none.
 * @param {Event} event
 */
function pressed(event) {
  const mark = around(event, ".advice-mark");
  if (mark) return Number(mark.dataset.number) - 1;
  const thing = around(event, "svg.panel .advised, #advice .pick");
  const choices = list();
  if (!thing || !choices) return -1;
  return [...all("[data-words]", choices)].findIndex(
    (choice) => choice.contains(thing) || thingsFor(choice.dataset.words ?? "").includes(thing),
  );
}

/**
 * @param {Event} event
 * @returns {boolean} was it for a choice?
 */
export function pressChoice(event) {
  const number = pressed(event);
  if (number < 0) return false;
  pick(number);
  return true;
}
