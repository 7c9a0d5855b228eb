// Which triangles there can be between points, and which of them a place lies in.

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {Spot & { id: string }} Point */
/** @typedef {{ key: string, corners: Point[], x: number, y: number }} Triangle */

export const USUAL = 1.6; // the length of a line: on an even grid longer ones lead past a point
const LONGEST = 2.2; // longer lines join points that are no neighbours
const FLAT = 0.05; // twice the area of what is no triangle
const CLOSE = 1e-6;

/**
 * Twice the area, with a sign that tells on which side of a-b the point c lies.
 * @param {Spot} a
 * @param {Spot} b
 * @param {Spot} c
 */
function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The name of a triangle, whatever the order of its corners.
 * @param {string[]} ids
 */
export function keyOf(ids) {
  return [...ids].sort().join(" ");
}

/**
 * Does the circle through three points hold no other one? So neighbours are joined and nobody else.
 * @param {Point[]} corners
 * @param {Point[]} points
 */
function isEmpty(corners, points) {
  const [a, b, c] = corners;
  const d = 2 * turn(a, b, c);
  const [p, q] = [{ x: b.x - a.x, y: b.y - a.y }, { x: c.x - a.x, y: c.y - a.y }];
  const [pp, qq] = [p.x * p.x + p.y * p.y, q.x * q.x + q.y * q.y];
  const centre = { x: a.x + (q.y * pp - p.y * qq) / d, y: a.y + (p.x * qq - q.x * pp) / d };
  const radius = distance(centre, a);
  return points.every((point) => corners.includes(point) || distance(centre, point) > radius - CLOSE);
}

/**
 * Every triangle between neighbours, with lines that are no longer than this.
 * @param {Point[]} points
 * @param {number} longest
 * @returns {Triangle[]}
 */
export function trianglesOf(points, longest = LONGEST) {
  /** @type {Triangle[]} */
  const found = [];
  for (const [i, a] of points.entries()) {
    const near = points.slice(i + 1).filter((point) => distance(a, point) < longest);
    for (const [k, b] of near.entries()) {
      for (const c of near.slice(k + 1)) {
        if (distance(b, c) >= longest || Math.abs(turn(a, b, c)) < FLAT) continue;
        if (isEmpty([a, b, c], points)) found.push(triangle([a, b, c]));
      }
    }
  }
  return found;
}

/** @param {Point[]} corners */
export function triangle(corners) {
  const middle = (/** @type {"x" | "y"} */ axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 3;
  return { key: keyOf(corners.map(({ id }) => id)), corners, x: middle("x"), y: middle("y") };
}

/**
 * @param {Triangle} triangle
 * @param {Spot} spot
 */
export function holds({ corners: [a, b, c] }, spot) {
  const turns = [turn(a, b, spot), turn(b, c, spot), turn(c, a, spot)];
  return Math.min(...turns) >= 0 || Math.max(...turns) <= 0;
}
