// What moves along with the position of a review: the marked line of the log, the cursor of the charts, addresses.

import { all, maybe, one } from "../dom.js";

/**
 * Marks the last line of the log before a ply, and brings it into sight.
 * @param {number} ply
 */
export function markLine(ply) {
  const log = one("#log");
  const lines = /** @type {HTMLElement[]} */ ([...log.children]);
  let from = 0;
  let to = lines.length; // those before `from` are before the ply, those from `to` on are not
  while (from < to) {
    const middle = (from + to) >> 1;
    if (Number(lines[middle].dataset.ply) <= ply) from = middle + 1;
    else to = middle;
  }
  const line = lines[from - 1];
  const marked = maybe("[aria-current]", log);
  if (marked !== line) {
    marked?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "step");
  }
  const top = line ? line.offsetTop - (log.clientHeight - line.clientHeight) / 2 : 0;
  log.scrollTo({ top, behavior: "instant" });
}

/**
 * Moves the cursor of all charts.
 * @param {number} ply
 */
export function moveCursor(ply) {
  for (const chart of all(".chart")) {
    const strip = one(".strip", chart);
    const x = `${(100 * ply) / Number(strip.dataset.plies)}%`;
    for (const line of all(".now, .halo", chart)) {
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }
}

/**
 * The ply that is pointed at in a chart.
 * @param {HTMLElement} strip
 * @param {number} clientX
 */
export function plyAt(strip, clientX) {
  const { left, width } = strip.getBoundingClientRect();
  return Math.round(Math.max(0, Math.min(1, (clientX - left) / width)) * Number(strip.dataset.plies));
}

/**
 * The address of a position.
 * @param {string} path
 * @param {number} ply
 * @param {string} seat
 * @param {boolean} advised
 */
export function addressOf(path, ply, seat, advised) {
  return `${path}?ply=${ply}&seat=${seat}${advised ? "&advice=yes" : ""}`;
}

/**
 * Lets links and the share button name the position that is shown.
 * @param {string} path
 * @param {number} ply
 * @param {string} seat
 * @param {boolean} advised
 */
export function nameAddress(path, ply, seat, advised) {
  const to = (/** @type {string} */ letter) => addressOf(path, ply, letter, advised);
  for (const link of all(".viewpoints a")) link.setAttribute("href", to(link.dataset.seat ?? ""));
  one("#share").dataset.share = new URL(addressOf(path, ply, seat, false), location.href).href;
  one("#picture").setAttribute("href", `${path}/picture.png?ply=${ply}&seat=${seat}`);
  for (const input of all("#analysis input[name=ply]")) /** @type {HTMLInputElement} */ (input).value = String(ply);
  for (const input of all("#analysis input[name=seat]")) /** @type {HTMLInputElement} */ (input).value = seat;
}
