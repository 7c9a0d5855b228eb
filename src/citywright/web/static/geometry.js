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

/**
 * How much of the window two boxes both cover, in square pixels.
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
export function common(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, tall);
}
