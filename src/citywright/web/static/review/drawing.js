// Draws a position of a review: of the boards only the parts that differ from what is shown are touched.

import { all, maybe, one } from "../dom.js";
import { morph, parse } from "../morph.js";

/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Panel} Panel */

/** @type {Map<string, Panel>} the panels as they are drawn, by id */
const drawn = new Map();
/** @type {Map<string, string>} the same of other elements */
const shown = new Map();

/** Whatever is on the page came otherwise. */
export function forgetDrawn() {
  drawn.clear();
  shown.clear();
}

/** @param {Position} position */
export function draw(position) {
  define(position.symbols);
  for (const place of all(".role")) drawRole(place, position.panels.filter(({ role }) => place.matches(`.${role}`)));
  for (const [id, html] of Object.entries(position.elements)) {
    if (shown.get(id) === html) continue;
    shown.set(id, html);
    const old = one(`#${id}`);
    morph(old, parse(html, old));
  }
}

/** @param {string[]} symbols */
function define(symbols) {
  const defined = one(".symbols defs");
  for (const symbol of symbols) {
    const id = /id="([^"]*)"/.exec(symbol)?.[1] ?? "";
    if (!document.getElementById(id)) defined.append(parse(symbol, defined));
  }
}

/** @param {Panel} panel */
function whole({ tag, parts }) {
  return `${tag}${parts.map(([, svg]) => svg).join("")}</svg>`;
}

/**
 * @param {HTMLElement} place
 * @param {Panel[]} panels
 */
function drawRole(place, panels) {
  const there = [...place.children].map(({ id }) => id);
  if (there.join() !== panels.map(({ id }) => id).join()) {
    place.replaceChildren(...panels.map((panel) => parse(whole(panel), place)));
  } else {
    for (const [k, panel] of panels.entries()) drawPanel(place.children[k], panel);
  }
  for (const panel of panels) drawn.set(panel.id, panel);
}

/**
 * @param {Element} svg
 * @param {Panel} panel
 */
function drawPanel(svg, panel) {
  const before = drawn.get(panel.id);
  if (before === panel) return;
  const isKeyed = [...panel.parts, ...(before?.parts ?? [])].every(([id]) => id);
  if (!before || before.tag !== panel.tag || !isKeyed) return morph(svg, parse(whole(panel), svg));
  const old = new Map(before.parts);
  const ids = new Set(panel.parts.map(([id]) => id));
  for (const id of old.keys()) if (!ids.has(id)) maybe(`#${CSS.escape(id)}`, svg)?.remove();
  let next = svg.firstElementChild;
  for (const [id, look] of panel.parts) {
    const was = old.get(id);
    if (was === undefined) {
      svg.insertBefore(parse(look, one("g", svg) ?? svg), next);
      continue;
    }
    const part = next?.id === id ? next : /** @type {Element} */ (document.getElementById(id));
    if (part !== next) svg.insertBefore(part, next);
    next = part.nextElementSibling;
    if (was !== look) morph(part, parse(look, part));
  }
}
