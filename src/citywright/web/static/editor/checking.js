// Asks the server what is wrong with the layout, a moment after every change, and shows it at its place.

import { maybe } from "../dom.js";
import { draw, make } from "./svg.js";
import { keyOf } from "./triangles.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./boards.js").Words} Words */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {{ place: string, words: string, rule: string }} Problem */
/** @typedef {{ text: string, hash: string, names: Record<string, string>, problems: Problem[] }} Answer */

const PAUSE = 350; // milliseconds after the last change
const AGAIN = 3000; // milliseconds until the next try without an answer
const JOINED = ["fields", "lines"]; // groups whose places name several points, in any order

/** Tells `answer` with every answer. */
export class Checking extends EventTarget {
  /**
   * @param {Draft} draft
   * @param {Words} words
   */
  constructor(draft, words) {
    super();
    this.draft = draft;
    this.words = words;
    /** @type {Answer | null} */
    this.answer = null;
    /** @type {Record<string, string>} ids by the names of points */
    this.ids = {};
    this.isCurrent = false;
    this.trouble = "";
    this.timer = 0;
    this.asked = 0;
    draft.addEventListener("change", () => this.soon());
  }

  soon(pause = PAUSE) {
    this.isCurrent = false;
    this.asked += 1; // an answer that is still under way is about what was before
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
    this.dispatchEvent(new Event("answer"));
  }

  async ask() {
    this.asked += 1;
    const number = this.asked;
    const sent = JSON.stringify(this.draft.asStart());
    try {
      const answer = await fetch("/layouts/check", { method: "POST", body: sent, headers: { "Content-Type": "application/json" } });
      if (number !== this.asked) return; // another change was faster
      if (!answer.ok) throw new Error(answer.status === 429 ? this.words.slow : this.words.refused);
      this.answer = await answer.json();
      this.trouble = "";
      this.isCurrent = true;
      this.ids = Object.fromEntries(Object.entries(this.answer?.names ?? {}).map(([id, name]) => [name, id]));
    } catch (error) {
      if (number !== this.asked) return;
      this.trouble = error instanceof TypeError ? this.words.offline : String(/** @type {Error} */ (error).message);
      this.timer = setTimeout(() => this.ask(), AGAIN);
    }
    this.dispatchEvent(new Event("answer"));
  }

  /**
   * Waits for the answer to the last change, if that takes no longer than the next try: is all well?
   * @returns {Promise<boolean>}
   */
  async settled() {
    while (!this.isCurrent && !this.trouble) {
      await new Promise((resolve) => this.addEventListener("answer", resolve, { once: true }));
    }
    return this.isSound;
  }

  get problems() {
    return this.answer?.problems ?? [];
  }

  get isSound() {
    return this.isCurrent && this.problems.length === 0;
  }

  /**
   * The place of a problem as the draft has it: points by their ids.
   * @param {string} place
   */
  ownPlace(place) {
    const dot = place.indexOf(".");
    if (dot < 0) return place;
    const group = place.slice(0, dot);
    const ids = place.slice(dot + 1).split(" ").map((name) => this.ids[name] ?? name);
    return `${group}.${JOINED.includes(group) ? keyOf(ids) : ids.join(" ")}`;
  }
}

/**
 * Marks everything that is wrong on the board and in the forms.
 * @param {Checking} checking
 * @param {Board} board
 * @param {SVGElement} layer  for the marks on the board
 */
export function showAtPlaces(checking, board, layer) {
  for (const old of document.querySelectorAll("[data-wrong]")) /** @type {HTMLElement} */ (old).hidden = true;
  for (const old of document.querySelectorAll(".is-wrong")) old.classList.remove("is-wrong");
  layer.replaceChildren();
  for (const problem of checking.problems) {
    const place = checking.ownPlace(problem.place);
    maybe(`#board [data-place="${CSS.escape(place)}"]`)?.classList.add("is-wrong");
    const spot = board.whereIs(place);
    if (spot) {
      layer.append(draw("g", { class: "badge", "data-problem": problem.place, "data-words": problem.words, transform: `translate(${spot.x} ${spot.y})` },
        draw("title", {}, problem.words), draw("circle", { r: 0.2 }), draw("text", { y: 0.11 }, "!")));
    }
    const line = maybe(`[data-wrong="${CSS.escape(place)}"]`);
    if (line) {
      line.hidden = false;
      line.textContent = problem.words;
      maybe(`.panel [data-place="${CSS.escape(place)}"]`)?.classList.add("is-wrong");
    }
  }
}

/**
 * A problem as a line of the list.
 * @param {Problem} problem
 * @param {string} game
 * @param {(problem: Problem) => void} go
 */
export function problemLine(problem, game, go) {
  const button = make("button", { type: "button", class: "problem-line" }, problem.words);
  button.addEventListener("click", () => go(problem));
  const rule = problem.rule ? [make("a", { href: `/rules/${game}#${problem.rule}`, target: "_blank" }, problem.rule)] : [];
  return make("li", {}, button, ...rule);
}
