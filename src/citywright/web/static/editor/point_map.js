// A board of points anywhere, and of triangles between them that belong to regions. Lines follow from the triangles.

import { nearest } from "./boards.js";
import { corners, draw } from "./svg.js";
import { distance, holds, keyOf, triangle, trianglesOf, USUAL } from "./triangles.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./boards.js").Tool} Tool */
/** @typedef {import("./boards.js").Stop} Stop */
/** @typedef {import("./boards.js").Sum} Sum */
/** @typedef {import("./boards.js").Words} Words */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Value} Value */
/** @typedef {import("./triangles.js").Spot} Spot */
/** @typedef {import("./triangles.js").Point} Point */
/** @typedef {import("./triangles.js").Triangle} Triangle */

const ROW = 0.866; // the height of a row of triangles whose lines are 1 long
const REACH = 0.3; // how near to a point one means it
const POINT = "point";
const WATER = "water";

/** @param {number} number */
function rounded(number) {
  return Math.round(number * 1000) / 1000;
}

/**
 * The nearest point of the even grid.
 * @param {Spot} spot
 * @returns {Spot}
 */
function onGrid({ x, y }) {
  const row = Math.round(y / ROW);
  const shift = Math.abs(row % 2) / 2;
  return { x: Math.round(x - shift) + shift, y: rounded(row * ROW) };
}

/** @implements {Board} */
export class PointMap {
  /**
   * @param {SVGElement} svg
   * @param {Draft} draft
   * @param {{ regions: string[], most: number, width: number, height: number }} sheet
   * @param {Words} words
   */
  constructor(svg, draft, sheet, words) {
    this.svg = svg;
    this.draft = draft;
    this.sheet = sheet;
    this.words = words;
    /** @type {Record<string, string>} the names of points, as the server gave them */
    this.names = {};
    /** @type {Tool[]} */
    this.tools = [
      { id: POINT, title: words.points, group: "points", key: "p", style: "point" },
      ...sheet.regions.map((title, n) =>
        ({ id: `region ${n + 1}`, title, group: "fields", key: String(n + 1), style: `region-${n + 1}`, value: n + 1 })),
      { id: WATER, title: words.water, group: "water", key: "w", style: "water" },
    ];
    /** @type {string | null} the point that is being dragged */
    this.held = null;
    /** @type {Spot | null} where the last point was put */
    this.last = null;
    this.isErasing = false;
    this.stroke = 0;
  }

  /**
   * The name of a point; a new one has none until the server has given it one.
   * @param {string} id
   */
  #name(id) {
    return this.names[id] ?? (id.startsWith("new") ? "" : id);
  }

  /** @returns {Point[]} */
  points() {
    return this.draft.group("points").flatMap(([id, at]) => (Array.isArray(at) ? [{ id, x: at[0], y: at[1] }] : []));
  }

  /** @returns {(Triangle & { region: Value })[]} */
  fields() {
    const byId = new Map(this.points().map((point) => [point.id, point]));
    return this.draft.group("fields").flatMap(([key, region]) => {
      const found = key.split(" ").map((id) => byId.get(id));
      return found.length === 3 && found.every((point) => point !== undefined) ? [{ ...triangle(found), key, region }] : [];
    });
  }

  /** The lines of all fields, by the ids of their ends. */
  lines() {
    /** @type {Map<string, Point[]>} */
    const lines = new Map();
    for (const { corners: [a, b, c] } of this.fields()) {
      for (const ends of [[a, b], [b, c], [c, a]]) lines.set(keyOf(ends.map(({ id }) => id)), ends);
    }
    return lines;
  }

  draw() {
    const { draft } = this;
    const points = this.points();
    const fields = this.fields().map((field) => draw("polygon", {
      class: `field region-${field.region} from-${draft.sources.get(`fields.${field.key}`)}`,
      points: corners(field.corners),
      "data-place": `fields.${keyOf(field.key.split(" "))}`,
    }));
    const lines = [...this.lines()].map(([key, [a, b]]) =>
      draw("line", { class: "line", x1: a.x, y1: a.y, x2: b.x, y2: b.y, "data-place": `lines.${key}` }));
    const spots = points.map(({ id, x, y }) => {
      const isWet = draft.get(`water.${id}`) === true;
      const cls = `tower-point ${isWet ? "wet" : ""} from-${draft.sources.get(`points.${id}`)}`;
      return draw("g", { class: cls, "data-place": `points.${id}` },
        ...(isWet ? [draw("circle", { class: "shore", cx: x, cy: y, r: 0.2 })] : []),
        draw("circle", { cx: x, cy: y, r: 0.11 }),
        draw("text", { x, y: y - 0.19 }, this.#name(id)));
    });
    this.svg.replaceChildren(this.#grid(), draw("g", {}, ...fields), draw("g", {}, ...lines), draw("g", {}, ...spots));
  }

  /** Faint dots where points of an even map would be. */
  #grid() {
    return draw("g", { class: "grid-dots" }, ...this.#gridStops().map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 0.035 })));
  }

  /** @returns {Stop[]} */
  #gridStops() {
    const points = this.points();
    const [wide, tall] = [Math.max(this.sheet.width, ...points.map(({ x }) => x + 1)), Math.max(this.sheet.height, ...points.map(({ y }) => y + 1))];
    const [west, north] = [Math.min(0, ...points.map(({ x }) => x - 1)), Math.min(0, ...points.map(({ y }) => y - 1))];
    const stops = [];
    for (let row = Math.floor(north / ROW); row * ROW <= tall; row += 1) {
      for (let x = Math.floor(west) + Math.abs(row % 2) / 2; x <= wide; x += 1) {
        stops.push({ x, y: rounded(row * ROW), place: "", name: "" });
      }
    }
    return stops;
  }

  /** @param {Tool} tool */
  stops({ group }) {
    const points = this.points().map(({ id, x, y }) => ({ place: `points.${id}`, name: this.#name(id), x, y }));
    if (group === "points") return [...points, ...this.#gridStops().filter((stop) => !nearest(points, stop, 0.4))];
    if (group === "fields") {
      const known = new Map(this.fields().map((field) => [keyOf(field.key.split(" ")), field.key]));
      return this.#triangles().map(({ key, x, y }) =>
        ({ place: `fields.${known.get(key) ?? key}`, name: key.split(" ").map((id) => this.#name(id)).join(" "), x, y }));
    }
    return points;
  }

  /**
   * The fields, and what could be one.
   * @param {number} [longest]  a line of those
   */
  #triangles(longest) {
    const fields = this.fields();
    const known = new Set(fields.map(({ key }) => keyOf(key.split(" "))));
    return [...fields, ...trianglesOf(this.points(), longest).filter(({ key }) => !known.has(key))];
  }

  /**
   * @param {Tool} tool
   * @param {Spot} spot
   * @param {PointerEvent} event
   */
  press(tool, spot, event) {
    this.stroke += 1;
    this.held = null;
    const point = nearest(this.points(), spot, REACH);
    if (tool.id === POINT) {
      if (point) this.held = point.id;
      else this.#add(spot, event.shiftKey, event.altKey);
    } else if (tool.id === WATER) {
      this.isErasing = point !== null && this.draft.get(`water.${point.id}`) === true;
      this.#wet(point);
    } else {
      const field = this.#fieldAt(spot);
      this.isErasing = field !== null && this.#regionOf(field) === tool.value;
      this.#paint(tool, field);
    }
  }

  /**
   * @param {Tool} tool
   * @param {Spot} spot
   * @param {PointerEvent} event
   */
  drag(tool, spot, event) {
    if (tool.id === WATER) this.#wet(nearest(this.points(), spot, REACH));
    else if (tool.id !== POINT) this.#paint(tool, this.#fieldAt(spot));
    else if (this.held) {
      const { x, y } = event.altKey ? spot : onGrid(spot);
      const other = this.points().find((point) => point.id !== this.held && distance(point, { x, y }) < REACH);
      if (!other) this.draft.change([[`points.${this.held}`, [rounded(x), rounded(y)]]], `move ${this.stroke}`);
    }
  }

  release() {
    this.held = null;
  }

  /**
   * @param {Tool} tool
   * @param {Stop} stop
   */
  use(tool, stop) {
    this.stroke += 1;
    if (tool.id === POINT) {
      if (!stop.place) this.#add(stop, false, true);
    } else if (tool.id === WATER) {
      this.isErasing = this.draft.get(stop.place.replace("points.", "water.")) === true;
      this.#wet(this.points().find(({ id }) => `points.${id}` === stop.place) ?? null);
    } else {
      const field = this.#fieldAt(stop);
      this.isErasing = field !== null && this.#regionOf(field) === tool.value;
      this.#paint(tool, field);
    }
  }

  /**
   * A new point; with `isRow` a row of them from the last one on.
   * @param {Spot} spot
   * @param {boolean} isRow
   * @param {boolean} isFree  it need not be on the grid
   */
  #add(spot, isRow, isFree) {
    const end = isFree ? { x: rounded(spot.x), y: rounded(spot.y) } : onGrid(spot);
    const from = isRow && this.last ? this.last : end;
    const steps = Math.max(1, Math.round(distance(from, end)));
    const taken = this.points();
    let number = Math.max(0, ...taken.map(({ id }) => Number(/^new(\d+)$/.exec(id)?.[1] ?? 0)));
    /** @type {[string, number[]][]} */
    const fresh = [];
    for (let n = 0; n <= steps; n += 1) {
      const at = { x: rounded(from.x + ((end.x - from.x) * n) / steps), y: rounded(from.y + ((end.y - from.y) * n) / steps) };
      if (nearest(taken, at, REACH) || (n && from === end)) continue;
      number += 1;
      fresh.push([`points.new${number}`, [at.x, at.y]]);
    }
    this.draft.change(fresh);
    this.last = end;
  }

  /** @param {Point | null} point */
  #wet(point) {
    if (point) this.draft.change([[`water.${point.id}`, this.isErasing ? undefined : true]], `stroke ${this.stroke}`);
  }

  /** @param {Triangle} field */
  #regionOf({ key }) {
    return this.draft.get(`fields.${key}`);
  }

  /**
   * The smallest triangle around a place.
   * @param {Spot} spot
   */
  #fieldAt(spot) {
    const around = this.#triangles().filter((one) => holds(one, spot));
    const length = (/** @type {Triangle} */ { corners: [a, b, c] }) => distance(a, b) + distance(b, c) + distance(c, a);
    return around.sort((one, other) => length(one) - length(other))[0] ?? null;
  }

  /**
   * @param {Tool} tool
   * @param {Triangle | null} field
   */
  #paint(tool, field) {
    if (field) this.draft.change([[`fields.${field.key}`, this.isErasing ? undefined : tool.value]], `stroke ${this.stroke}`);
  }

  /**
   * Every triangle that is in no region yet joins one.
   * @param {Tool} tool
   */
  fill(tool) {
    const free = this.#triangles(USUAL).filter((field) => this.#regionOf(field) === undefined);
    this.draft.change(free.map(({ key }) => [`fields.${key}`, tool.value]));
  }

  /** @param {Stop} stop */
  erase({ place }) {
    if (place.startsWith("points.")) {
      const id = place.slice("points.".length);
      const fields = this.draft.group("fields").filter(([key]) => key.split(" ").includes(id));
      /** @type {[string, undefined][]} */
      const gone = [[place, undefined], [`water.${id}`, undefined], ...fields.map(([key]) => /** @type {[string, undefined]} */ ([`fields.${key}`, undefined]))];
      this.draft.change(gone);
    } else if (place) this.draft.change([[place, undefined]]);
  }

  /** @param {Spot} spot */
  placeAt(spot) {
    const point = nearest(this.points(), spot, REACH);
    if (point) return `points.${point.id}`;
    const field = this.fields().find((one) => holds(one, spot));
    return field ? `fields.${field.key}` : "";
  }

  /** @param {"x" | "y"} axis */
  mirror(axis) {
    const points = this.points();
    const all = points.map((point) => point[axis]);
    const sum = Math.min(...all) + Math.max(...all);
    this.draft.change(points.map(({ id, x, y }) =>
      [`points.${id}`, axis === "x" ? [rounded(sum - x), y] : [x, rounded(sum - y)]]));
    return points.length > 0;
  }

  /**
   * Copies the row of a point, with what it is at the water, two rows further down.
   * @param {Stop} stop
   */
  copyRow({ y }) {
    const points = this.points();
    const row = points.filter((point) => Math.abs(point.y - y) < REACH);
    let number = Math.max(0, ...points.map(({ id }) => Number(/^new(\d+)$/.exec(id)?.[1] ?? 0)));
    /** @type {[string, Value][]} */
    const fresh = [];
    for (const { x } of row) {
      const at = { x, y: rounded(Math.round(y / ROW + 2) * ROW) };
      if (nearest(points, at, REACH)) continue;
      number += 1;
      fresh.push([`points.new${number}`, [at.x, at.y]]);
    }
    this.draft.change(fresh);
    return fresh.length > 0;
  }

  spots() {
    return this.points();
  }

  clear() {
    this.draft.change(["points", "water", "fields"].flatMap((group) =>
      this.draft.group(group).map(([rest]) => /** @type {[string, undefined]} */ ([`${group}.${rest}`, undefined]))));
    this.last = null;
  }

  /** @returns {Sum[]} */
  sums() {
    const { words, draft, sheet } = this;
    const fields = draft.group("fields");
    const sum = (/** @type {string} */ title, /** @type {number} */ n, /** @type {string} */ group, most = 0) => ({ title, n, wanted: 0, most, group });
    return [
      sum(words.points, this.points().length, "points", sheet.most),
      sum(words.lines, this.lines().size, "lines"),
      sum(words.fields, fields.length, "fields"),
      ...sheet.regions.map((title, n) => sum(title, fields.filter(([, region]) => region === n + 1).length, "fields")),
      sum(words.water, draft.group("water").length, "water"),
    ];
  }

  /** @param {string} place */
  whereIs(place) {
    const ids = place.slice(place.indexOf(".") + 1).split(" ");
    const points = this.points().filter(({ id }) => ids.includes(id));
    if (!points.length || points.length < ids.length) return null;
    return { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
  }
}
