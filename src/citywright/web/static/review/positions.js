// The positions of a review that were fetched: runs of them, asked for before they are needed, the farthest forgotten first.

const PLIES = 24; // in a run
const MOST_RUNS = 14;

/**
 * A panel: id, role, first tag, parts by number.
 * @typedef {[string, string, string, number[]]} PanelLook
 */

/**
 * @typedef {object} Run
 * @property {number} first
 * @property {string[]} symbols
 * @property {[string, string][]} parts
 * @property {PanelLook[]} panels
 * @property {string[]} elements
 * @property {[number[], Record<string, number>][]} positions
 */

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} role
 * @property {string} tag
 * @property {[string, string][]} parts  id and SVG of each; without an id: all that is in it
 */

/**
 * @typedef {object} Position
 * @property {number} ply
 * @property {Panel[]} panels
 * @property {Record<string, string>} elements
 * @property {string[]} symbols
 */

/**
 * @param {Run} run
 * @returns {Position[]}
 */
function unfold({ first, symbols, parts, panels, elements, positions }) {
  const drawn = panels.map(([id, role, tag, numbers]) => ({ id, role, tag, parts: numbers.map((k) => parts[k]) }));
  return positions.map(([shown, set], k) => ({
    ply: first + k,
    panels: shown.map((number) => drawn[number]),
    elements: Object.fromEntries(Object.entries(set).map(([id, number]) => [id, elements[number]])),
    symbols,
  }));
}

export class Positions {
  /**
   * @param {string} path  the address of the game
   * @param {number} last  the last ply
   */
  constructor(path, last) {
    this.path = path;
    this.last = last;
    this.seat = "";
    this.advised = false;
    /** @type {Map<number, Position[]>} by the number of the run */
    this.runs = new Map();
    /** @type {Map<number, Promise<void>>} being fetched */
    this.coming = new Map();
    this.age = 0; // grows whenever everything is forgotten
  }

  /**
   * Whose eyes, and whether hints are wanted: then everything looks otherwise.
   * @param {string} seat
   * @param {boolean} advised
   */
  lookFrom(seat, advised) {
    if (seat === this.seat && advised === this.advised) return;
    this.seat = seat;
    this.advised = advised;
    this.forget();
  }

  forget() {
    this.runs.clear();
    this.coming.clear();
    this.age += 1;
  }

  /**
   * @param {number} first
   * @param {number} count
   * @returns {Promise<Position[]>}
   */
  async ask(first, count) {
    const query = new URLSearchParams({ first: String(first), count: String(count), seat: this.seat });
    const { lang } = document.documentElement;
    query.set("lang", lang);
    if (this.advised) query.set("advice", "yes");
    const answer = await fetch(`${this.path}/plies?${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return unfold(await answer.json());
  }

  /**
   * The position at a ply, if it has come.
   * @param {number} ply
   */
  at(ply) {
    return this.runs.get(Math.floor(ply / PLIES))?.[ply % PLIES];
  }

  /**
   * Fetches the run of a ply.
   * @param {number} ply
   */
  fetch(ply) {
    const number = Math.floor(ply / PLIES);
    if (ply < 0 || ply > this.last || this.runs.has(number)) return Promise.resolve();
    const { age } = this;
    const coming = this.coming.get(number) ?? this.ask(number * PLIES, PLIES).then((run) => {
      if (age !== this.age) return;
      this.runs.set(number, run);
      this.dropFarthest(number);
    }).finally(() => age === this.age && this.coming.delete(number));
    this.coming.set(number, coming);
    return coming;
  }

  /** @param {number} here  the number of a run */
  dropFarthest(here) {
    if (this.runs.size <= MOST_RUNS) return;
    const far = [...this.runs.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here))[0];
    this.runs.delete(far);
  }

  /**
   * Fetches what may be wanted next: on both sides, farther in the direction of the last steps.
   * @param {number} ply
   * @param {number} direction
   */
  async prefetch(ply, direction) {
    for (const near of [ply + direction * PLIES, ply + direction * 2 * PLIES, ply - direction * PLIES]) {
      await this.fetch(near).catch(() => {}); // it is asked for again when it is needed
    }
  }
}
