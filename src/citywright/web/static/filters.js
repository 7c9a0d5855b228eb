// Filters: things in the tray that show only one kind of place on the board. A second press shows all again.

import { all, one } from "./dom.js";

const table = one("main.table");

/** @param {string} kind  nothing: all kinds */
function show(kind) {
  table.dataset.shown = kind;
  for (const filter of all("svg [data-filter]", table)) {
    filter.setAttribute("aria-pressed", String(filter.dataset.filter === kind && kind !== ""));
  }
  for (const place of all("[data-kind]", table)) place.classList.toggle("filtered", kind !== "" && place.dataset.kind !== kind);
}

/** @param {HTMLElement} filter */
export function pressFilter(filter) {
  const kind = filter.dataset.filter ?? "";
  show(table.dataset.shown === kind ? "" : kind);
}

// After a change: the filter stays as long as there is something to show.
export function keepFilter() {
  const kind = table.dataset.shown ?? "";
  const isUsed = kind && [...all("[data-kind]", table)].some((place) => place.dataset.kind === kind);
  show(isUsed ? kind : "");
}
