// The layout that is being edited: entries by their places, where each is from, and all steps to be undone.

/** @typedef {string | number | boolean | number[]} Value */
/** @typedef {[string, Value | undefined, Value | undefined]} Change  place, before, after */
/** @typedef {[string, string | undefined, string | undefined]} SourceChange */
/** @typedef {{ entries: Change[], sources: SourceChange[], joins: string }} Step */
/**
 * @typedef {{ game: string, entries: Record<string, Value>, sources: Record<string, string>, name: string,
 *   author: string, version: string, notes: string, origin: Record<string, string> }} Start
 */

export const TEXTS = /** @type {const} */ (["name", "author", "version", "notes"]);

const UNKNOWN = "unknown";

/**
 * Where the value at a place is from: the longest listed beginning of the place tells.
 * @param {string} place
 * @param {Record<string, string>} listed
 */
export function sourceOf(place, listed) {
  let beginning = place;
  while (!(beginning in listed)) {
    const dot = beginning.lastIndexOf(".");
    if (dot < 0) return listed[""] ?? UNKNOWN;
    beginning = beginning.slice(0, dot);
  }
  return listed[beginning];
}

/**
 * The part of a place before its first dot.
 * @param {string} place
 */
export function groupOf(place) {
  return place.slice(0, place.indexOf("."));
}

/**
 * @param {Value | undefined} one
 * @param {Value | undefined} other
 */
function isSame(one, other) {
  return one === other || (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other));
}

/** Tells `change` whenever anything is changed, undone or done again. */
export class Draft extends EventTarget {
  /** @param {Start} start */
  constructor(start) {
    super();
    this.game = start.game;
    this.origin = start.origin;
    /** @type {Record<string, string>} */
    this.texts = Object.fromEntries(TEXTS.map((key) => [key, start[key]]));
    /** @type {Map<string, Value>} */
    this.entries = new Map(Object.entries(start.entries));
    /** @type {Map<string, string>} */
    this.sources = new Map([...this.entries.keys()].map((place) => [place, sourceOf(place, start.sources)]));
    this.source = UNKNOWN; // of what is entered from now on
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
  }

  /** @param {string} place */
  get(place) {
    return this.entries.get(place);
  }

  /**
   * The entries of a group: the rest of each place, and its value.
   * @param {string} group
   * @returns {[string, Value][]}
   */
  group(group) {
    const beginning = `${group}.`;
    return [...this.entries].flatMap(([place, value]) =>
      place.startsWith(beginning) ? [/** @type {[string, Value]} */ ([place.slice(beginning.length), value])] : []);
  }

  /**
   * One step: values by their places, `undefined` to take one away.
   * @param {Iterable<[string, Value | undefined]>} values
   * @param {string} joins  steps with the same words here, one after the other, are undone together
   * @param {string} source  where the values are from; by default what was chosen for all that is entered
   */
  change(values, joins = "", source = this.source) {
    /** @type {Step} */
    const step = { entries: [], sources: [], joins };
    for (const [place, value] of values) {
      const before = this.entries.get(place);
      const [was, now] = [this.sources.get(place), value === undefined ? undefined : source];
      if (!isSame(before, value)) step.entries.push([place, before, value]);
      if (was !== now) step.sources.push([place, was, now]); // the same value may be sure now
    }
    this.#take(step);
  }

  /**
   * One step: where values are from.
   * @param {Iterable<string>} places
   * @param {string} source
   */
  mark(places, source, joins = "") {
    /** @type {Step} */
    const step = { entries: [], sources: [], joins };
    for (const place of places) {
      const before = this.sources.get(place);
      if (this.entries.has(place) && before !== source) step.sources.push([place, before, source]);
    }
    this.#take(step);
  }

  undo() {
    const step = this.done.pop();
    if (!step) return;
    this.undone.push(step);
    this.#apply([...step.entries].reverse().map(([place, before]) => [place, before]),
      [...step.sources].reverse().map(([place, before]) => [place, before]));
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return;
    this.done.push(step);
    this.#apply(step.entries.map(([place, , after]) => [place, after]), step.sources.map(([place, , after]) => [place, after]));
  }

  /** @param {Step} step */
  #take(step) {
    if (!step.entries.length && !step.sources.length) return;
    const last = this.done.at(-1);
    if (step.joins && last?.joins === step.joins) {
      last.entries.push(...step.entries);
      last.sources.push(...step.sources);
    } else this.done.push(step);
    this.undone = [];
    this.#apply(step.entries.map(([place, , after]) => [place, after]), step.sources.map(([place, , after]) => [place, after]));
  }

  /**
   * @param {[string, Value | undefined][]} entries
   * @param {[string, string | undefined][]} sources
   */
  #apply(entries, sources) {
    for (const [place, value] of entries) {
      if (value === undefined) this.entries.delete(place);
      else this.entries.set(place, value);
    }
    for (const [place, source] of sources) {
      if (source === undefined) this.sources.delete(place);
      else this.sources.set(place, source);
    }
    this.dispatchEvent(new Event("change"));
  }

  /** How many values are from where. */
  sureness() {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const place of this.entries.keys()) {
      const source = this.sources.get(place) ?? UNKNOWN;
      counts[source] = (counts[source] ?? 0) + 1;
    }
    return counts;
  }

  /** Everything, as the server takes it: what is alike in a whole group is said once. */
  asStart() {
    /** @type {Map<string, Set<string>>} */
    const kinds = new Map();
    for (const [place, source] of this.sources) {
      const group = groupOf(place);
      kinds.set(group, (kinds.get(group) ?? new Set()).add(source));
    }
    /** @type {Record<string, string>} */
    const sources = {};
    for (const [place, source] of this.sources) {
      const group = groupOf(place);
      sources[kinds.get(group)?.size === 1 ? group : place] = source;
    }
    return { game: this.game, entries: Object.fromEntries(this.entries), sources, ...this.texts, origin: this.origin };
  }

  /**
   * Another layout takes the place of this one.
   * @param {Start} start
   */
  replace(start) {
    const other = new Draft(start);
    /** @type {[string, Value | undefined][]} */
    const gone = [...this.entries.keys()].filter((place) => !other.entries.has(place)).map((place) => [place, undefined]);
    const joins = `replace ${this.done.length}`;
    this.texts = other.texts;
    this.origin = other.origin;
    this.change([...gone, ...other.entries], joins);
    for (const source of new Set(other.sources.values())) {
      this.mark([...other.sources].filter(([, its]) => its === source).map(([place]) => place), source, joins);
    }
    this.dispatchEvent(new Event("change"));
  }
}
