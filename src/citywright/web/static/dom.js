// Finding elements by selector, with their types. Nothing here changes the page.

/**
 * The first match; the page is known to have one.
 * @param {string} selector
 * @param {ParentNode} scope
 * @returns {HTMLElement}
 */
export function one(selector, scope = document) {
  return /** @type {HTMLElement} */ (scope.querySelector(selector));
}

/**
 * The first match, if there is any.
 * @param {string} selector
 * @param {ParentNode} scope
 * @returns {HTMLElement | null}
 */
export function maybe(selector, scope = document) {
  return scope.querySelector(selector);
}

/**
 * All matches.
 * @param {string} selector
 * @param {ParentNode} scope
 * @returns {NodeListOf<HTMLElement>}
 */
export function all(selector, scope = document) {
  return scope.querySelectorAll(selector);
}

/**
 * The nearest match among the target of an event and what it stands in.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return targetOf(event).closest(selector);
}

/**
 * The element an event happened at.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export function targetOf(event) {
  return /** @type {HTMLElement} */ (event.target);
}
