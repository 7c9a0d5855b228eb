// Making elements of a drawing.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and what stands in it.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} content
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...content) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...content);
  return element;
}

/**
 * The same for the page around it.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} attributes
 * @param {(Node | string)[]} content
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...content);
  return element;
}

/**
 * The corners of a shape as an attribute.
 * @param {Iterable<{ x: number, y: number } | number[]>} spots
 */
export function corners(spots) {
  return [...spots].map((spot) => (Array.isArray(spot) ? spot.join(",") : `${spot.x},${spot.y}`)).join(" ");
}
