// Arrow keys walk between the places that may be clicked: the nearest one in that direction.

import { all } from "./dom.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PLACES = "svg [data-action], svg [data-toggle], svg [data-filter], svg [data-asked], .choices button, #undo:not([hidden])";

/**
 * @param {Element} element
 * @returns {[number, number]}
 */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * Returns whether the key was an arrow that led somewhere.
 * @param {string} key
 * @param {HTMLElement} scope
 */
export function moveFocus(key, scope) {
  const way = ARROWS[key];
  if (!way) return false;
  const places = [...all(PLACES, scope)].filter((it) => it.getClientRects().length);
  if (!places.length) return false;
  const from = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
  if (!places.includes(from)) {
    if (from !== document.body && !from.closest("svg")) return false; // the log scrolls by arrows
    places[0].focus();
    return true;
  }
  const [x, y] = middle(from);
  let best = null;
  let shortest = Infinity;
  for (const place of places) {
    const [px, py] = middle(place);
    const along = (px - x) * way[0] + (py - y) * way[1];
    const aside = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
    const distance = along + 2.5 * aside;
    if (place !== from && along > 1 && distance < shortest) {
      shortest = distance;
      best = place;
    }
  }
  best?.focus();
  return true;
}
