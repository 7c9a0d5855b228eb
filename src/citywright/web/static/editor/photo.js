// A photo of the own board under the drawing, straightened by its four corners. It never leaves the browser.

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./triangles.js").Spot} Spot */

const MOST_PIXELS = 2400; // more is not seen, and slow
const INSET = 0.6; // of a new photo from the edge of what is seen, so that its corners can be taken
const NUDGE = 0.02; // of the board, by an arrow key
const NUDGES = /** @type {Record<string, number[]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/**
 * The transformation that brings the corners of a picture to four places.
 * @param {number} width
 * @param {number} height
 * @param {Spot[]} to  clockwise from the top left
 */
export function straightening(width, height, to) {
  const [p, q, r, s] = to;
  const [ax, ay, bx, by] = [q.x - r.x, q.y - r.y, s.x - r.x, s.y - r.y];
  const [cx, cy] = [p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y];
  const size = ax * by - bx * ay;
  const [g, h] = [(cx * by - bx * cy) / size, (ax * cy - cx * ay) / size];
  const across = [q.x - p.x + g * q.x, q.y - p.y + g * q.y, 0, g].map((number) => number / width);
  const down = [s.x - p.x + h * s.x, s.y - p.y + h * s.y, 0, h].map((number) => number / height);
  return `matrix3d(${[...across, ...down, 0, 0, 1, 0, p.x, p.y, 0, 1].join(", ")})`;
}

export class Photo {
  /**
   * @param {Stage} stage
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement[]} handles  of its corners, clockwise from the top left
   */
  constructor(stage, canvas, handles) {
    this.stage = stage;
    this.canvas = canvas;
    this.handles = handles;
    /** @type {Spot[]} the corners, as places of the board */
    this.corners = [];
    stage.addEventListener("view", () => this.place());
    for (const [n, handle] of handles.entries()) this.#letDrag(handle, n);
  }

  get isShown() {
    return this.corners.length > 0;
  }

  /**
   * Lays a picture under what is seen of the board.
   * @param {Blob} file
   */
  async show(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
    this.canvas.width = Math.round(picture.width * scale);
    this.canvas.height = Math.round(picture.height * scale);
    this.canvas.getContext("2d")?.drawImage(picture, 0, 0, this.canvas.width, this.canvas.height);
    const { x, y, width, height } = this.stage.view;
    const [west, north, east, south] = [x + INSET, y + INSET, x + width - INSET, y + height - INSET];
    this.corners = [{ x: west, y: north }, { x: east, y: north }, { x: east, y: south }, { x: west, y: south }];
    this.canvas.hidden = false;
    this.showHandles(true);
    this.place();
  }

  takeAway() {
    this.corners = [];
    this.canvas.hidden = true;
    this.showHandles(false);
  }

  /** @param {boolean} are */
  showHandles(are) {
    for (const handle of this.handles) handle.hidden = !are;
  }

  /** @param {number} percent */
  fade(percent) {
    this.canvas.style.opacity = String(percent / 100);
  }

  place() {
    if (!this.isShown) return;
    const at = this.corners.map((corner) => this.stage.pixelsOf(corner));
    this.canvas.style.transform = straightening(this.canvas.width, this.canvas.height, at);
    for (const [n, { x, y }] of at.entries()) {
      this.handles[n].style.left = `${x}px`;
      this.handles[n].style.top = `${y}px`;
    }
  }

  /**
   * @param {HTMLElement} handle
   * @param {number} n
   */
  #letDrag(handle, n) {
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      this.corners[n] = this.stage.spotAt(event);
      this.place();
    });
    handle.addEventListener("keydown", (event) => {
      const nudge = NUDGES[event.key];
      if (!nudge) return;
      event.preventDefault();
      event.stopPropagation();
      const far = NUDGE * (event.shiftKey ? 10 : 1);
      this.corners[n] = { x: this.corners[n].x + nudge[0] * far, y: this.corners[n].y + nudge[1] * far };
      this.place();
    });
  }
}
