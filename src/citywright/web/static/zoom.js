// Zooms the board like a map: by pinching, double tap, buttons and keys. A tap on targets smaller or nearer to each other
// than a finger needs zooms in first and plays nothing. The board zooms in by itself if all targets then stay in sight.

import { all, around, targetOf } from "./dom.js";
import { clamp, gap } from "./geometry.js";
import { pinchable } from "./pinch.js";
import { isStill } from "./preferences.js";
import { savedView, saveView } from "./saved_views.js";

/** @typedef {{ x: number, y: number }} Point  of the picture, in its own measures */
/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {Point & { thing: HTMLElement, wide: number, tall: number }} Target */

const TAP_TARGET = 44; // pixels: the least width and height
const TAP_DISTANCE = 40; // pixels between the middles of two targets
const LEAST_ZOOM = 1.25; // less helps nobody
const LARGEST_ZOOM = 4;
const ZOOM_STEP = 1.6;
const GLIDE_TIME = 280; // milliseconds
const DOUBLE_TAP_TIME = 350; // milliseconds between two taps
const TARGETS = "[data-action], [data-toggle]";
const WHOLE = { zoom: 1, x: 0, y: 0 };
const NOTHING = { width: 0, height: 0 };

const coarsePointer = window.matchMedia("(pointer: coarse)");

/** @param {Target[]} targets */
function middleOf(targets) {
  const left = Math.min(...targets.map(({ x }) => x));
  const right = Math.max(...targets.map(({ x, wide }) => x + wide));
  const top = Math.min(...targets.map(({ y }) => y));
  const bottom = Math.max(...targets.map(({ y, tall }) => y + tall));
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

export class Zoom {
  /**
   * @param {HTMLElement} frame  holds the picture
   * @param {string} name  the table whose view is remembered
   */
  constructor(frame, name) {
    this.frame = frame;
    this.name = name;
    this.zoom = 1;
    /** @type {Point} */
    this.centre = { x: 0, y: 0 };
    this.wide = 0; // of the frame
    this.tall = 0;
    this.scale = 1; // of the picture when it is seen whole
    this.timer = 0;
    /** @type {DOMRect | undefined} the measures of the picture, if there is one */
    this.box = undefined;
    this.chosen = false; // the reader chose this view: it stays
    this.isNeeded = !coarsePointer.matches; // have there been targets too small for a finger? Always true for a mouse
    this.touched = false; // the last pointer was a finger
    this.isPinched = false; // two fingers are moving it
    this.tappedAt = ""; // the position at which a tap brought the board nearer: there it stays so
    /** @type {Place & { timeStamp: number } | null} the last tap beside all targets */
    this.tap = null;
    this.gliding = 0;
    this.cameNearer = false; // did the last tap only bring the board nearer?
    this.measure();
    this.recall();
    pinchable(this);
    frame.addEventListener("scroll", () => this.scrolled(), { passive: true });
    document.addEventListener("pointerdown", (event) => { this.touched = event.pointerType === "touch"; }, true);
    document.addEventListener("click", (event) => this.pressed(around(event, "[data-zoom]")));
    window.addEventListener("resize", () => this.refresh());
  }

  // --- the camera: a zoom and the point of the picture that is in the middle ---------------

  /** @returns {SVGSVGElement | null} */
  get picture() {
    return this.frame.querySelector("svg.panel");
  }

  // The size of the frame and of the picture when it is seen whole.
  measure() {
    const { frame } = this;
    const near = frame.classList.contains("near");
    frame.classList.remove("near");
    const { width, height } = frame.getBoundingClientRect(); // in parts of pixels, so that nothing moves by one
    this.wide = width;
    this.tall = height;
    frame.classList.toggle("near", near);
    this.box = this.picture?.viewBox.baseVal;
    this.showButtons();
    this.scale = this.box ? Math.min(this.wide / this.box.width, this.tall / this.box.height) : 1;
  }

  // Once they are there they stay, so that nothing beside them moves.
  showButtons() {
    for (const buttons of all(".zoom")) buttons.hidden = !this.box || (!this.isNeeded && this.zoom === 1);
  }

  /**
   * How large the drawing and its ground are at a zoom, and where the drawing begins.
   * @param {number} zoom
   */
  size(zoom) {
    const scale = this.scale * zoom;
    const { width, height } = this.box ?? NOTHING;
    const wide = Math.max(this.wide, width * scale);
    const tall = Math.max(this.tall, height * scale);
    return { scale, wide, tall, left: (wide - width * scale) / 2, top: (tall - height * scale) / 2 };
  }

  // The point of the picture at a place of the frame (its middle if none is named).
  pointAt(across = this.wide / 2, down = this.tall / 2) {
    const { scale, left, top } = this.size(this.zoom);
    return { x: (across + this.frame.scrollLeft - left) / scale, y: (down + this.frame.scrollTop - top) / scale };
  }

  /**
   * Shows the picture at a zoom, with a point of it at a place of the frame.
   * @param {number} zoom
   * @param {Point} point
   */
  show(zoom, point, across = this.wide / 2, down = this.tall / 2) {
    this.zoom = clamp(zoom, 1, LARGEST_ZOOM);
    const { scale, wide, tall, left, top } = this.size(this.zoom);
    const near = this.zoom > 1;
    const { frame } = this;
    frame.style.setProperty("--wide", `${wide}px`);
    frame.style.setProperty("--tall", `${tall}px`);
    frame.style.setProperty("--frame-wide", `${this.wide}px`);
    frame.style.setProperty("--frame-tall", `${this.tall}px`);
    frame.classList.toggle("near", near);
    if (near) frame.setAttribute("tabindex", "0"); // arrow keys move the board
    else frame.removeAttribute("tabindex");
    frame.scrollTo({ left: point.x * scale + left - across, top: point.y * scale + top - down, behavior: "instant" });
    this.centre = this.pointAt();
    for (const element of all("[data-zoom]")) {
      const button = /** @type {HTMLButtonElement} */ (element);
      button.disabled = button.dataset.zoom === "in" ? this.zoom >= LARGEST_ZOOM : !near;
    }
  }

  scrolled() {
    if (!this.frame.classList.contains("near")) return;
    this.centre = this.pointAt();
    this.remember();
  }

  stopGliding() {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  /**
   * Moves there smoothly; the next movement takes over from wherever this one is.
   * @param {number} zoom
   * @param {Point} to
   * @param {number} [across]
   * @param {number} [down]
   */
  glide(zoom, to, across, down) {
    this.stopGliding();
    const goal = clamp(zoom, 1, LARGEST_ZOOM);
    if (isStill()) {
      this.show(goal, to, across, down);
      return;
    }
    const from = this.zoom;
    const start = this.pointAt(across, down);
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = clamp((now - began) / GLIDE_TIME, 0, 1);
      const eased = 1 - (1 - part) ** 3;
      const point = { x: start.x + (to.x - start.x) * eased, y: start.y + (to.y - start.y) * eased };
      this.show(part < 1 ? from * (goal / from) ** eased : goal, point, across, down);
      this.gliding = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.gliding = requestAnimationFrame(step);
  }

  /**
   * Is a point of the picture in sight?
   * @param {number} x
   * @param {number} y
   */
  isInSight(x, y) {
    const { scale, left, top } = this.size(this.zoom);
    const across = x * scale + left - this.frame.scrollLeft;
    const down = y * scale + top - this.frame.scrollTop;
    return across >= -1 && across <= this.wide + 1 && down >= -1 && down <= this.tall + 1;
  }

  /** @param {Target[]} targets */
  showsAll(targets) {
    return this.zoom > 1 && targets.every(({ x, y, wide, tall }) => this.isInSight(x, y) && this.isInSight(x + wide, y + tall));
  }

  showWhole() {
    const { width, height } = this.box ?? NOTHING;
    if (this.zoom > 1 || this.gliding) this.glide(1, { x: width / 2, y: height / 2 });
  }

  // --- targets --------------------------------------------------------------------------

  // Everything on the board that may be tapped, in the measures of the picture.
  targets() {
    const { left, top } = this.frame.getBoundingClientRect();
    const { scale } = this.size(this.zoom);
    /** @type {Target[]} */
    const targets = [];
    for (const thing of all(TARGETS, this.frame)) {
      const box = thing.getBoundingClientRect();
      if (!box.width) continue;
      const { x, y } = this.pointAt(box.left - left, box.top - top);
      targets.push({ thing, x, y, wide: box.width / scale, tall: box.height / scale });
    }
    return targets;
  }

  /**
   * The zoom at which targets are large enough, and far enough from each other.
   * @param {Target[]} targets
   */
  zoomFor(targets) {
    let smallest = Infinity;
    for (const [k, { x, y, wide, tall }] of targets.entries()) {
      smallest = Math.min(smallest, wide, tall);
      for (const it of targets.slice(k + 1)) {
        const apart = Math.hypot(it.x + it.wide / 2 - x - wide / 2, it.y + it.tall / 2 - y - tall / 2);
        smallest = Math.min(smallest, (apart * TAP_TARGET) / TAP_DISTANCE);
      }
    }
    smallest *= this.scale;
    const zoom = Math.min(LARGEST_ZOOM, (TAP_TARGET + 0.5) / smallest);
    return zoom < LEAST_ZOOM ? 1 : zoom;
  }

  /**
   * After every change: zoomed in on the targets if all of them can be seen, else the whole board.
   * @param {string} at  the position shown; of the same one a tap may be about to choose something
   */
  arrange(at = "") {
    if (!this.box || this.chosen || this.isPinched || (at && at === this.tappedAt)) return;
    this.tappedAt = "";
    const targets = coarsePointer.matches ? this.targets() : [];
    const zoom = targets.length ? this.zoomFor(targets) : 1;
    this.isNeeded ||= zoom > 1;
    this.showButtons();
    if (zoom === 1 && !(targets.length && this.showsAll(targets))) return this.showWhole();
    if (zoom === 1) return; // what comes next in the same turn is in sight already
    const left = Math.min(...targets.map(({ x }) => x));
    const right = Math.max(...targets.map(({ x, wide }) => x + wide));
    const top = Math.min(...targets.map(({ y }) => y));
    const bottom = Math.max(...targets.map(({ y, tall }) => y + tall));
    const { scale } = this.size(zoom);
    if ((right - left) * scale > this.wide || (bottom - top) * scale > this.tall) return this.showWhole();
    if (this.zoom >= zoom * 0.99 && this.isInSight(left, top) && this.isInSight(right, bottom)) return;
    this.glide(zoom, { x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  /**
   * Returns whether a tap was used to zoom; then it must do nothing else.
   * @param {MouseEvent} event
   * @param {string} at  the position shown
   */
  handlesTap(event, at = "") {
    if (!this.touched || !this.box || !this.frame.contains(targetOf(event))) return false;
    this.cameNearer = false;
    if (this.gliding) return true; // what lies under the finger is moving
    const { left, top } = this.frame.getBoundingClientRect();
    const across = event.clientX - left;
    const down = event.clientY - top;
    const targets = this.targets();
    const point = this.pointAt(across, down);
    const meant = this.around(point, targets);
    if (meant.length && this.zoomFor(meant) >= this.zoom * LEAST_ZOOM) {
      this.glide(this.zoomFor(targets), point, across, down);
      this.cameNearer = true;
      this.tappedAt = at;
      return true;
    }
    return !around(event, TARGETS) && this.isSecondTap(event, across, down);
  }

  /**
   * The targets that a finger at a point may mean: those within half a tap target of it.
   * @param {Point} point
   * @param {Target[]} targets
   */
  around({ x, y }, targets) {
    const reach = TAP_TARGET / 2 / this.size(this.zoom).scale;
    return targets.filter((it) => {
      const aside = Math.max(it.x - x, x - it.x - it.wide, 0);
      const above = Math.max(it.y - y, y - it.y - it.tall, 0);
      return Math.hypot(aside, above) < reach;
    });
  }

  /**
   * @param {MouseEvent} event
   * @param {number} across
   * @param {number} down
   */
  isSecondTap({ clientX, clientY, timeStamp }, across, down) {
    const before = this.tap;
    this.tap = { clientX, clientY, timeStamp };
    if (!before || timeStamp - before.timeStamp > DOUBLE_TAP_TIME || gap([before, this.tap]) > TAP_TARGET) return false;
    this.tap = null;
    if (this.zoom > 1) this.reset();
    else this.choose(2, this.pointAt(across, down), across, down);
    return true;
  }

  // --- what the reader chooses ---------------------------------------------------------------

  /**
   * @param {number} zoom
   * @param {Point} point
   * @param {number} [across]
   * @param {number} [down]
   */
  choose(zoom, point, across, down) {
    this.chosen = zoom > 1;
    this.glide(zoom, point, across, down);
    this.remember();
  }

  // This view is the reader's choice.
  keep() {
    this.chosen = true;
    this.remember();
  }

  // Shows the whole board; from the next change on it zooms by itself again.
  reset() {
    this.chosen = false;
    this.tappedAt = "";
    this.showWhole();
    this.remember();
  }

  // The first step goes to what may be done, if there is anything.
  in() {
    const targets = this.zoom > 1 ? [] : this.targets();
    const point = targets.length ? middleOf(targets) : this.pointAt();
    this.choose(Math.min(LARGEST_ZOOM, this.zoom * ZOOM_STEP), point);
  }

  out() {
    const zoom = this.zoom / ZOOM_STEP;
    if (zoom < 1.1) this.reset();
    else this.choose(zoom, this.pointAt());
  }

  /** @param {HTMLElement | null} button */
  pressed(button) {
    if (!button || !this.box) return;
    if (button.dataset.zoom === "in") this.in();
    else this.out();
  }

  /**
   * Returns whether the key was one of zooming.
   * @param {string} key
   */
  key(key) {
    if (!this.box) return false;
    if (key === "+" || key === "=") this.in();
    else if (key === "-") this.out();
    else if (key === "0") this.reset();
    else return false;
    return true;
  }

  // --- saved views --------------------------------------------------------------------------------

  // Saves the view once the board has stopped moving.
  remember() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      saveView(this.name, this.chosen ? { zoom: this.zoom, ...this.centre } : null);
    }, GLIDE_TIME + 50);
  }

  recall() {
    const { zoom, x, y } = savedView(this.name) ?? WHOLE;
    this.chosen = zoom > 1;
    if (this.box && this.chosen) this.show(zoom, { x, y });
  }

  // The frame changed its size, or the picture was set anew: the same view of it.
  refresh() {
    if (!this.box) return;
    const { centre } = this;
    this.measure();
    this.show(this.zoom, centre);
    if (this.zoom === 1) this.arrange();
  }
}
