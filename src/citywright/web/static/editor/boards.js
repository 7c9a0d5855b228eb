// What every kind of board that can be edited does; and how keys find the next place.

/** @typedef {import("./triangles.js").Spot} Spot */
/** @typedef {import("./draft.js").Value} Value */
/** @typedef {{ id: string, title: string, group: string, key: string, style: string, value?: Value, text?: string }} Tool */
/** @typedef {Spot & { place: string, name: string }} Stop  a place that keys go to; without a place it is still empty */
/** @typedef {{ title: string, n: number, wanted: number, most: number, group: string }} Sum */
/** @typedef {Record<string, string>} Words */

/**
 * @typedef {object} Board
 * @property {Tool[]} tools
 * @property {() => void} draw
 * @property {(tool: Tool, spot: Spot, event: PointerEvent) => void} press
 * @property {(tool: Tool, spot: Spot, event: PointerEvent) => void} drag
 * @property {() => void} release
 * @property {(tool: Tool, stop: Stop) => void} use   by a key
 * @property {(stop: Stop) => void} erase
 * @property {(tool: Tool) => Stop[]} stops
 * @property {(spot: Spot) => string} placeAt   what a source is given to
 * @property {(axis: "x" | "y") => boolean} mirror   false: that is not possible
 * @property {(stop: Stop) => boolean} copyRow
 * @property {() => void} clear
 * @property {() => Spot[]} spots   what must be seen of it
 * @property {() => Sum[]} sums
 * @property {(place: string) => Spot | null} whereIs
 */

const ARROWS = /** @type {Record<string, Spot>} */ ({
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
});
const ASIDE = 2.2; // how much worse it is to be aside than to be far
const STEEPEST = 2.4; // what lies more aside than this lies in another direction

/**
 * The stop that an arrow key leads to.
 * @param {Stop[]} stops
 * @param {Spot} from
 * @param {string} key
 * @returns {Stop | null}
 */
export function stopTowards(stops, from, key) {
  const to = ARROWS[key];
  if (!to) return null;
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const [dx, dy] = [stop.x - from.x, stop.y - from.y];
    const ahead = dx * to.x + dy * to.y;
    const aside = Math.abs(dx * to.y) + Math.abs(dy * to.x);
    if (ahead < 0.05 || aside > ahead * STEEPEST) continue;
    const far = ahead + aside * ASIDE;
    if (far < least) [best, least] = [stop, far];
  }
  return best;
}

/**
 * The stop next to a place.
 * @template {Spot} S
 * @param {S[]} stops
 * @param {Spot} spot
 * @param {number} within
 * @returns {S | null}
 */
export function nearest(stops, spot, within = Number.POSITIVE_INFINITY) {
  let best = null;
  let least = within;
  for (const stop of stops) {
    const far = Math.hypot(stop.x - spot.x, stop.y - spot.y);
    if (far < least) [best, least] = [stop, far];
  }
  return best;
}
