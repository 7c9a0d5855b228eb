// Sums with numbers and places of the window.

/** @typedef {{ clientX: number, clientY: number }} Place  of the window */

/**
 * The value, or the end of the range it lies beyond.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

/**
 * The distance between two places.
 * @param {ArrayLike<Place>} places
 */
export function gap({ 0: a, 1: b }) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
