// Lights what a lesson or a tip means: a ring around each thing, in a drawing or beside it. Things are named by the id of
// their element, `#tray-die-1`, or by what they do, `place c4`; as in file names `*` stands for anything, `[ab]` for one of these.

import { all, maybe } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SPACE = 3; // pixels between a thing and its ring
const LEAST = 30; // pixels: smaller things have a ring of this size

/** @param {string} pattern */
function meaning(pattern) {
  const parts = pattern.split(/(\*|\?|\[[^\]]+\])/);
  const source = parts.map((part, k) => (k % 2 ? { "*": ".*", "?": "." }[part] ?? part : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${source.join("")}$`);
}

/**
 * What is to be pressed for an action: its place or button; or what must be picked, or picked no more, before that is shown.
 * @param {HTMLElement} thing
 * @returns {HTMLElement[]}
 */
function stepsTo(thing) {
  const variant = /** @type {HTMLElement | null} */ (thing.closest("[data-when]"));
  if (!variant || variant.classList.contains("on")) return [thing];
  const wanted = (variant.dataset.when ?? "").split(" ").filter(Boolean);
  const picks = [...all("[data-toggle]", thing.closest("svg") ?? document)];
  return picks.filter((pick) => wanted.includes(pick.dataset.toggle ?? "") !== (pick.getAttribute("aria-checked") === "true"));
}

/**
 * What is meant by one name.
 * @param {string} name
 * @param {Element} scope
 */
function thingsOf(name, scope) {
  const means = meaning(name.replace(/^#/, ""));
  if (name.startsWith("#")) {
    const named = [...all("[id]", scope)].filter((it) => means.test(it.id));
    return named.filter((it) => !named.some((other) => other !== it && other.contains(it)));
  }
  const actions = [...all("[data-action]", scope)].filter((it) => means.test(it.dataset.action ?? ""));
  return actions.flatMap(stepsTo);
}

/**
 * A thing that stands in a closed sheet is reached by the button that opens it.
 * @param {HTMLElement} thing
 */
function inSight(thing) {
  if (thing.getClientRects().length) return thing;
  const sheet = thing.closest("[popover]");
  return sheet && !sheet.matches(":popover-open") ? maybe(`[popovertarget="${sheet.id}"]`) : null;
}

/** @param {HTMLElement} thing */
function addRing(thing) {
  thing.classList.add("lit");
  const panel = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (thing.closest("svg.panel")));
  const toPicture = panel?.getScreenCTM()?.inverse();
  if (!panel || !toPicture || /** @type {unknown} */ (panel) === thing) return; // a whole board has an outline
  const box = thing.getBoundingClientRect();
  const width = Math.max(box.width + 2 * SPACE, LEAST);
  const height = Math.max(box.height + 2 * SPACE, LEAST);
  const { x, y } = new DOMPoint(box.left + (box.width - width) / 2, box.top + (box.height - height) / 2).matrixTransform(toPicture);
  for (const cls of ["lit-ring under", "lit-ring"]) {
    const ring = document.createElementNS(SVG, "rect");
    const values = { class: cls, x, y, width: width * toPicture.a, height: height * toPicture.d, rx: 9 * toPicture.a, "aria-hidden": "true" };
    for (const [name, value] of Object.entries(values)) ring.setAttribute(name, String(value));
    panel.append(ring);
  }
}

/**
 * Lights everything that is named, and nothing else. Returns what is lit.
 * @param {string[]} names
 * @param {Element} scope
 */
export function light(names, scope) {
  for (const ring of all(".lit-ring", scope)) ring.remove();
  for (const thing of all(".lit", scope)) thing.classList.remove("lit");
  const things = new Set(names.flatMap((name) => thingsOf(name, scope)).map(inSight));
  things.delete(null);
  const lit = /** @type {HTMLElement[]} */ ([...things]);
  for (const thing of lit) addRing(thing);
  return lit;
}
