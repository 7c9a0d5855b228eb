// Pointer and keys on the board: the tool in hand, the place the keys are at, and what stands there.

import { nearest, stopTowards } from "./boards.js";
import { draw } from "./svg.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./boards.js").Tool} Tool */
/** @typedef {import("./boards.js").Stop} Stop */
/** @typedef {import("./boards.js").Words} Words */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./stage.js").Stage} Stage */

export const LOOK = /** @type {Tool} */ ({ id: "look", title: "", group: "", key: "l", style: "look" });
export const SOURCE = "source ";

const STRIDE = 0.2; // of a stroke, in steps of the board

/** Tells `tool` when another one is taken, `move` when the keys are at another place. */
export class Hand extends EventTarget {
  /**
   * @param {Stage} stage
   * @param {Board} board
   * @param {Draft} draft
   * @param {SVGElement} cursor  the drawing of where the keys are
   * @param {Tool[]} tools
   */
  constructor(stage, board, draft, cursor, tools) {
    super();
    this.stage = stage;
    this.board = board;
    this.draft = draft;
    this.cursor = cursor;
    this.tools = tools;
    this.tool = LOOK;
    /** @type {Stop | null} */
    this.stop = null;
    this.isPressed = false;
    this.stroke = 0;
    /** @type {import("./triangles.js").Spot | null} where a move of the view began */
    this.grip = null;
    /** @type {import("./triangles.js").Spot | null} the last place of a stroke */
    this.last = null;
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => this.#release());
    svg.addEventListener("keydown", (event) => this.#key(event));
    draft.addEventListener("change", () => this.#stay());
  }

  /** @param {Tool} tool */
  take(tool) {
    this.tool = tool;
    this.stop = this.stop && nearest(this.#stops(), this.stop);
    this.#showCursor();
    this.dispatchEvent(new Event("tool"));
  }

  /** @param {Stop} stop */
  goTo(stop) {
    this.stop = stop;
    this.stage.reveal(stop);
    this.#showCursor();
    this.dispatchEvent(new Event("move"));
  }

  get source() {
    return this.tool.id.startsWith(SOURCE) ? this.tool.id.slice(SOURCE.length) : "";
  }

  #stops() {
    return this.board.stops(this.source || this.tool === LOOK ? this.board.tools[0] : this.tool);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button > 1) return;
    const spot = this.stage.spotAt(event);
    this.stage.svg.setPointerCapture(event.pointerId);
    this.isPressed = true;
    this.stroke += 1;
    this.last = spot;
    this.stop = nearest(this.#stops(), spot, 0.6);
    if (this.tool === LOOK || event.button === 1) this.grip = spot;
    else if (this.source) this.#mark(spot);
    else this.board.press(this.tool, spot, event);
    this.#showCursor();
    this.dispatchEvent(new Event("move"));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.isPressed) return;
    const spot = this.stage.spotAt(event);
    if (this.grip) this.stage.move(this.grip.x - spot.x, this.grip.y - spot.y);
    else for (const between of this.#wayTo(spot)) {
      if (this.source) this.#mark(between);
      else this.board.drag(this.tool, between, event);
    }
  }

  /**
   * The places between the last one and this: a quick stroke leaves nothing out.
   * @param {import("./triangles.js").Spot} spot
   */
  #wayTo(spot) {
    const from = this.last ?? spot;
    const steps = Math.max(1, Math.ceil(Math.hypot(spot.x - from.x, spot.y - from.y) / STRIDE));
    this.last = spot;
    return Array.from({ length: steps }, (_, n) => {
      const part = (n + 1) / steps;
      return { x: from.x + (spot.x - from.x) * part, y: from.y + (spot.y - from.y) * part };
    });
  }

  #release() {
    this.isPressed = false;
    this.grip = null;
    this.board.release();
  }

  /** @param {import("./triangles.js").Spot} spot */
  #mark(spot) {
    const place = this.board.placeAt(spot);
    if (place) this.draft.mark([place], this.source, `mark ${this.stroke}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = this.#stops();
    const here = this.stop ?? stops[0];
    if (!here) return;
    const next = stopTowards(stops, here, event.key);
    if (next) this.goTo(this.stop ? next : here);
    else if (event.key === "Enter" || event.key === " ") this.#use(here);
    else if (event.key === "Delete" || event.key === "Backspace") this.board.erase(here);
    else {
      const tool = this.tools.find(({ key }) => key === event.key);
      if (!tool) return;
      this.take(tool);
    }
    event.preventDefault();
  }

  /** @param {Stop} stop */
  #use(stop) {
    if (this.source && stop.place) this.draft.mark([stop.place], this.source);
    else if (this.tool !== LOOK && !this.source) this.board.use(this.tool, stop);
  }

  /** Where the keys are after a change: at what stands at that place now. */
  #stay() {
    if (this.stop) this.stop = nearest(this.#stops(), this.stop, 0.6);
    this.#showCursor();
    this.dispatchEvent(new Event("move"));
  }

  #showCursor() {
    this.cursor.replaceChildren(...(this.stop ? [draw("circle", { class: "cursor", cx: this.stop.x, cy: this.stop.y, r: 0.36 })] : []));
  }
}
