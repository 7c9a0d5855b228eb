// Two fingers on a board: they zoom and move it.

import { gap } from "./geometry.js";

/** @typedef {import("./zoom.js").Zoom} Zoom */

const LEAST = 1.08; // less is no zoom

/** @param {Zoom} zoom  of the board */
export function pinchable(zoom) {
  const { frame } = zoom;
  /** @type {{ gap: number, zoom: number, point: { x: number, y: number } } | null} how it began */
  let pinch = null;

  /**
   * The middle between two fingers, as a place of the frame.
   * @param {TouchList} touches
   * @returns {[number, number]}
   */
  function middle(touches) {
    const { left, top } = frame.getBoundingClientRect();
    const [a, b] = touches;
    return [(a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top];
  }

  frame.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2 || !zoom.box) return;
    event.preventDefault();
    zoom.stopGliding();
    zoom.isPinched = true;
    pinch = { gap: gap(event.touches), zoom: zoom.zoom, point: zoom.pointAt(...middle(event.touches)) };
  }, { passive: false });

  frame.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    zoom.show((pinch.zoom * gap(event.touches)) / pinch.gap, pinch.point, ...middle(event.touches));
  }, { passive: false });

  /** @param {TouchEvent} event */
  function end(event) {
    if (!pinch || event.touches.length >= 2) return;
    pinch = null;
    zoom.isPinched = false;
    if (zoom.zoom < LEAST) zoom.reset();
    else zoom.keep();
  }
  frame.addEventListener("touchend", end);
  frame.addEventListener("touchcancel", end);
}
