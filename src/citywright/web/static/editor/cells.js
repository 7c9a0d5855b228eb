// A board of fixed places, each with one mark or none: numbers on fields, bushes on plots, crates on spaces.

import { nearest } from "./boards.js";
import { corners, draw } from "./svg.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./boards.js").Tool} Tool */
/** @typedef {import("./boards.js").Stop} Stop */
/** @typedef {import("./boards.js").Sum} Sum */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Value} Value */
/** @typedef {import("./triangles.js").Spot} Spot */
/** @typedef {{ place: string, name: string, at: number[], row?: number, shape?: number[][], needs?: string[] }} Cell */
/** @typedef {{ value: Value, label: string, text?: string, style?: string, key?: string }} Mark */
/**
 * @typedef {{ group: string, title: string, cells: Cell[], marks?: Mark[], wanted?: number, most?: number,
 *   style?: string, rule?: string }} Layer
 */

const ROUND = 0.3; // the radius of a field
const REACH = 0.5; // how far from its middle a place is meant
const SAME = 0.1; // places nearer to each other are one

/** @implements {Board} */
export class Cells {
  /**
   * @param {SVGElement} svg
   * @param {Draft} draft
   * @param {Layer[]} layers
   */
  constructor(svg, draft, layers) {
    this.svg = svg;
    this.draft = draft;
    this.layers = layers;
    /** @type {Map<string, Cell>} */
    this.byPlace = new Map(layers.flatMap(({ cells }) => cells.map((cell) => [cell.place, cell])));
    /** @type {Tool[]} */
    this.tools = layers.toReversed().flatMap(({ group, marks = [] }) =>
      marks.map(({ value, label, key = "", style = "", text = "" }) =>
        ({ id: `${group} ${value}`, title: label, group, key, style, value, text })));
    this.isErasing = false;
    this.stroke = 0;
  }

  draw() {
    const { draft } = this;
    this.svg.replaceChildren(...this.layers.map((layer) => {
      const marks = new Map((layer.marks ?? []).map((mark) => [String(mark.value), mark]));
      return draw("g", { class: `layer ${layer.style ?? ""}` }, ...layer.cells.filter((cell) => this.#isThere(cell)).map((cell) => {
        const value = draft.get(cell.place);
        const mark = value === undefined ? undefined : marks.get(String(value));
        const cls = `cell ${value === undefined ? "" : "filled"} ${mark?.style ?? ""} from-${draft.sources.get(cell.place) ?? ""}`;
        const [x, y] = cell.at;
        const shape = cell.shape
          ? draw("polygon", { points: corners(cell.shape) })
          : draw("circle", { cx: x, cy: y, r: ROUND });
        const text = value === undefined ? "" : (mark ? mark.text ?? "" : String(value));
        return draw("g", { class: cls, "data-place": cell.place }, shape, ...(text ? [draw("text", { x, y: y + 0.12 }, text)] : []));
      }));
    }));
  }

  /** @param {Cell} cell */
  #isThere({ needs = [] }) {
    return needs.every((place) => this.draft.entries.has(place));
  }

  /**
   * The places of a group that are there.
   * @param {string} group
   */
  #cells(group) {
    const layer = this.layers.find((one) => one.group === group);
    return (layer?.cells ?? []).filter((cell) => this.#isThere(cell));
  }

  /** @param {Tool} tool */
  stops({ group }) {
    const groups = group ? [group] : this.layers.filter(({ marks }) => marks).map((layer) => layer.group);
    return groups.flatMap((one) => this.#cells(one)).map(stopOf);
  }

  /**
   * @param {Tool} tool
   * @param {Spot} spot
   */
  press(tool, spot) {
    const stop = nearest(this.stops(tool), spot, REACH);
    if (!stop) return;
    this.stroke += 1;
    this.isErasing = this.draft.get(stop.place) === tool.value;
    this.#put(tool, stop);
  }

  /**
   * @param {Tool} tool
   * @param {Spot} spot
   */
  drag(tool, spot) {
    const stop = nearest(this.stops(tool), spot, ROUND);
    if (stop) this.#put(tool, stop);
  }

  release() {}

  /**
   * @param {Tool} tool
   * @param {Stop} stop
   */
  use(tool, stop) {
    this.stroke += 1;
    this.isErasing = this.draft.get(stop.place) === tool.value;
    this.#put(tool, stop);
  }

  /**
   * @param {Tool} tool
   * @param {Stop} stop
   */
  #put(tool, stop) {
    this.draft.change(this.isErasing ? this.#without([stop.place]) : [[stop.place, tool.value]], `stroke ${this.stroke}`);
  }

  /** @param {Stop} stop */
  erase({ place }) {
    if (place) this.draft.change(this.#without([place]));
  }

  /**
   * Takes places away, and with them what stands on them.
   * @param {string[]} places
   * @returns {[string, undefined][]}
   */
  #without(places) {
    const gone = new Set(places);
    for (const [place, { needs = [] }] of this.byPlace) {
      if (needs.some((need) => gone.has(need))) gone.add(place);
    }
    return [...gone].filter((place) => this.draft.entries.has(place)).map((place) => [place, undefined]);
  }

  /** @param {Spot} spot */
  placeAt(spot) {
    const filled = [...this.byPlace.values()].filter(({ place }) => this.draft.entries.has(place)).map(stopOf);
    return nearest(filled, spot, REACH)?.place ?? "";
  }

  #filled() {
    return [...this.byPlace.values()].filter(({ place }) => this.draft.entries.has(place));
  }

  /**
   * Puts everything where `moved` says; nothing changes if that leads to no place.
   * @param {Cell[]} cells
   * @param {(at: number[]) => number[]} moved
   * @param {boolean} staying  does the original stay?
   */
  #carry(cells, moved, staying) {
    /** @type {Map<string, Value | undefined>} */
    const values = new Map(staying ? [] : cells.map(({ place }) => [place, undefined]));
    for (const cell of cells) {
      const [x, y] = moved(cell.at);
      const group = cell.place.split(".")[0];
      const layer = this.layers.find((one) => one.group === group);
      const target = layer?.cells.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < SAME);
      if (!target) return false;
      values.set(target.place, this.draft.get(cell.place));
    }
    this.draft.change(values);
    return true;
  }

  /** @param {"x" | "y"} axis */
  mirror(axis) {
    const cells = this.#filled();
    const which = axis === "x" ? 0 : 1;
    const spots = cells.filter(({ shape, needs }) => !shape || !needs).map(({ at }) => at[which]);
    const sum = Math.min(...spots) + Math.max(...spots);
    return cells.length > 0 && this.#carry(cells, ([x, y]) => (axis === "x" ? [sum - x, y] : [x, sum - y]), false);
  }

  /**
   * Copies a row of marks into the row below it, or two below where the next one is shifted.
   * @param {Stop} stop
   */
  copyRow({ place }) {
    const from = this.byPlace.get(place);
    if (!from) return false;
    const group = place.split(".")[0];
    const cells = this.#filled().filter((cell) => cell.place.startsWith(`${group}.`) && cell.row === from.row);
    const rows = this.#cells(group).map(({ at }) => at[1]).filter((y) => y > from.at[1] + SAME);
    const below = [...new Set(rows)].sort((a, b) => a - b);
    return below.slice(0, 2).some((y) => this.#carry(cells, ([x]) => [x, y], true));
  }

  /** Where everything is that must be seen: all places that keep theirs, else what is marked. */
  spots() {
    const isSmall = this.byPlace.size < 60;
    return (isSmall ? [...this.byPlace.values()] : this.#filled()).map(({ at: [x, y] }) => ({ x, y }));
  }

  clear() {
    this.draft.change(this.#filled().map(({ place }) => [place, undefined]));
  }

  /** @returns {Sum[]} */
  sums() {
    return this.layers.filter(({ marks }) => marks).map(({ group, title, wanted = 0 }) =>
      ({ title, n: this.draft.group(group).length, wanted, most: 0, group }));
  }

  /** @param {string} place */
  whereIs(place) {
    const cell = this.byPlace.get(place);
    return cell ? { x: cell.at[0], y: cell.at[1] } : null;
  }
}

/**
 * @param {Cell} cell
 * @returns {Stop}
 */
function stopOf({ place, name, at: [x, y] }) {
  return { place, name, x, y };
}
