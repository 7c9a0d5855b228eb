// The places of a board that are drawn once: which of them may be clicked now, for what, and why the others may not.

import { all, maybe } from "./dom.js";

const LETTER = 0.69; // the width of a letter, in heights of the font

/** @typedef {[number[], string, string, string]} Offer  places by number, title, action or nothing, mark */

/**
 * @param {HTMLElement} panel
 * @param {Offer[]} offers
 */
export function showOffers(panel, offers) {
  const places = [...all(".board-place", panel)];
  const named = new Set();
  for (const [numbers, title, action, mark] of offers) {
    for (const number of numbers) {
      named.add(number);
      const place = places[number];
      const name = place.dataset.place ?? "";
      if (action) offer(place, filled(action, name), filled(title, name), mark);
      else refuse(place, filled(title, name));
    }
  }
  for (const [number, place] of places.entries()) if (!named.has(number)) close(place);
}

/**
 * A title or action with the name of a place in it: {} is the name, {1}, {2} and {3} are its words.
 * @param {string} words
 * @param {string} name
 */
function filled(words, name) {
  const parts = name.split(" ");
  return words.replace(/\{([1-3]?)\}/g, (_, number) => (number ? parts[number - 1] : name));
}

/**
 * @param {HTMLElement} place
 * @param {string} action
 * @param {string} title
 * @param {string} mark
 */
function offer(place, action, title, mark) {
  delete place.dataset.why;
  place.classList.add("can");
  place.classList.toggle("marked", mark !== "");
  place.dataset.action = action;
  place.setAttribute("role", "button");
  place.setAttribute("tabindex", "0");
  place.setAttribute("aria-label", title);
  /** @type {Element | null} */
  let label = maybe("title", place);
  if (!label) {
    label = document.createElementNS("http://www.w3.org/2000/svg", "title");
    place.prepend(label);
  }
  label.textContent = title;
  const letters = maybe("text[data-size]", place);
  if (letters) showMark(letters, mark);
}

/**
 * @param {HTMLElement} letters
 * @param {string} mark
 */
function showMark(letters, mark) {
  const [size, width] = (letters.dataset.size ?? "").split(" ").map(Number);
  letters.setAttribute("class", mark.startsWith("−") ? "t-loss" : "t-gain");
  letters.setAttribute("font-size", String(Math.min(size, width / (LETTER * Math.max(1, mark.length)))));
  letters.textContent = mark;
}

/**
 * @param {HTMLElement} place
 * @param {string} reason
 */
function refuse(place, reason) {
  close(place);
  place.dataset.why = reason;
}

/** @param {HTMLElement} place */
function close(place) {
  delete place.dataset.why;
  if (!place.classList.contains("can")) return;
  place.classList.remove("can", "marked");
  delete place.dataset.action;
  for (const name of ["role", "tabindex", "aria-label"]) place.removeAttribute(name);
  maybe("title", place)?.remove();
}
