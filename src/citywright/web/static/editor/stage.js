// The plane on which a board lies: what of it is seen, and which of its places a pointer is at.

/** @typedef {import("./triangles.js").Spot} Spot */

const STEP = 1.35;
const NEAREST = 2.5; // the least width that is shown, in steps of the board

/** Tells `view` whenever another part of the plane is shown. */
export class Stage extends EventTarget {
  /**
   * @param {SVGSVGElement} svg
   * @param {{ x: number, y: number, width: number, height: number }} whole
   */
  constructor(svg, whole) {
    super();
    this.svg = svg;
    this.whole = whole;
    this.view = { ...whole };
    new ResizeObserver(() => this.dispatchEvent(new Event("view"))).observe(svg);
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.spotAt(event));
    }, { passive: false });
    this.#show();
  }

  /**
   * The place of the board under a pointer.
   * @param {{ clientX: number, clientY: number }} at
   * @returns {Spot}
   */
  spotAt({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  /**
   * Where a place of the board is on the stage, in pixels.
   * @param {Spot} spot
   */
  pixelsOf({ x, y }) {
    const matrix = this.svg.getScreenCTM();
    const { left, top } = this.svg.getBoundingClientRect();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: at.x - left, y: at.y - top };
  }

  zoomIn() {
    this.zoom(STEP, this.#middle());
  }

  zoomOut() {
    this.zoom(1 / STEP, this.#middle());
  }

  /**
   * @param {number} times
   * @param {Spot} around  this place stays where it is
   */
  zoom(times, around) {
    const width = Math.max(NEAREST, Math.min(this.whole.width * 1.5, this.view.width / times));
    const scale = width / this.view.width;
    this.view = {
      x: around.x - (around.x - this.view.x) * scale,
      y: around.y - (around.y - this.view.y) * scale,
      width,
      height: this.view.height * scale,
    };
    this.#show();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.#show();
  }

  showAll() {
    this.view = { ...this.whole };
    this.#show();
  }

  /**
   * Shows a place if it is out of sight.
   * @param {Spot} spot
   */
  reveal({ x, y }) {
    const { view } = this;
    if (x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height) return;
    this.move(x - view.x - view.width / 2, y - view.y - view.height / 2);
  }

  #middle() {
    return { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 };
  }

  #show() {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.dispatchEvent(new Event("view"));
  }
}
