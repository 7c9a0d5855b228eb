// Where the steps of a review lead: by ply, decision, turn or mistake. The server counts in the same way for its links.

/** @typedef {{ actors: string, turns: number[], mistakes: number[] }} Course */

/**
 * What the page tells about the plies of its game.
 * @param {HTMLElement} main
 * @returns {Course}
 */
export function courseOf(main) {
  const numbers = (/** @type {string | undefined} */ text) => (text ?? "").split(" ").filter(Boolean).map(Number);
  const { actors = "", turns, mistakes } = main.dataset;
  return { actors, turns: numbers(turns), mistakes: numbers(mistakes) };
}

/**
 * Where a key leads from a ply; undefined: it leads nowhere.
 * @param {string} key
 * @param {number} ply
 * @param {string} seat  the letter of who looks
 * @param {Course} course
 * @returns {number | undefined}
 */
export function stopFor(key, ply, seat, { actors, turns, mistakes }) {
  const last = actors.length - 1;
  const before = (/** @type {number[]} */ stops) => stops.findLast((stop) => stop < ply) ?? ply;
  const after = (/** @type {number[]} */ stops) => stops.find((stop) => stop > ply) ?? ply;
  const decisions = () => [...actors].flatMap((actor, at) => (/[A-H]/.test(actor) ? [at] : []));
  const own = () => [...actors].flatMap((actor, at) => (actor === seat ? [at] : []));
  /** @type {Record<string, () => number>} */
  const stops = {
    Home: () => 0,
    End: () => last,
    ArrowLeft: () => Math.max(0, ply - 1),
    ArrowRight: () => Math.min(last, ply + 1),
    PageUp: () => before(turns),
    PageDown: () => after(turns),
    D: () => before(decisions()),
    d: () => after(decisions()),
    S: () => before(own()),
    s: () => after(own()),
    M: () => before(mistakes),
    m: () => after(mistakes),
  };
  return stops[key]?.();
}
