// Picking several things, such as dice: each button names the picks it is for, and only that one is shown.

import { all } from "./dom.js";

/** @param {HTMLElement} thing */
export function toggle(thing) {
  thing.setAttribute("aria-checked", String(thing.getAttribute("aria-checked") !== "true"));
  const svg = thing.closest("svg");
  if (svg) showVariant(svg);
}

/** @param {Element} scope */
export function showVariant(scope) {
  const picked = [...all("[data-toggle][aria-checked=true]", scope)].map((it) => it.dataset.toggle);
  for (const variant of all("[data-when]", scope)) {
    variant.classList.toggle("on", variant.dataset.when === picked.join(" "));
  }
}
