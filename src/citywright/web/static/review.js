// The review of a game: keys, links and the plot lead to a ply without loading the page anew.

import { around, maybe, one } from "./dom.js";
import { morph } from "./morph.js";
import { Zoom } from "./zoom.js";

const zoom = new Zoom(one(".board"), one("main").dataset.name ?? "");
let loading = false;
let nextAddress = ""; // where to go after the page that is being loaded

/** @param {string} address */
async function go(address) {
  nextAddress = address;
  if (loading) return;
  loading = true;
  try {
    while (nextAddress) {
      const next = nextAddress;
      nextAddress = "";
      await show(next);
    }
  } finally {
    loading = false;
  }
}

/** @param {string} address */
async function show(address) {
  one("main").setAttribute("aria-busy", "true"); // until the new one takes its place
  const answer = await fetch(address);
  if (!answer.ok) return window.location.assign(address); // the page that says why
  const text = await answer.text();
  const next = one("main", new DOMParser().parseFromString(text, "text/html"));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  morph(one("main"), document.adoptNode(next), () => {});
  history.replaceState(null, "", address);
  if (focused) maybe(`[data-key="${focused}"]`)?.focus();
  zoom.refresh();
  showEnd();
}

function showEnd() {
  const log = one("#log");
  log.scrollTop = log.scrollHeight;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, textarea, select")) return;
  if (zoom.key(event.key)) return event.preventDefault();
  const link = /** @type {HTMLAnchorElement | null} */ (maybe(`.deciding [data-key="${CSS.escape(event.key)}"]`));
  if (!link) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("click", (event) => {
  if (zoom.handlesTap(event)) return event.preventDefault();
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, ".steps a, .viewpoints a, .advice a"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});

/**
 * The plot: to the ply that is pointed at; dragging runs through the game.
 * @param {HTMLElement} strip
 * @param {number} clientX
 */
function point(strip, clientX) {
  const { left, width } = strip.getBoundingClientRect();
  const turns = (strip.dataset.turns ?? "").split(" ").map(Number);
  const place = Math.max(0, Math.min(1, (clientX - left) / width)) * (turns.length - 1);
  const turn = Math.min(Math.floor(place), turns.length - 2);
  const ply = Math.round(turns[turn] + (place - turn) * (turns[turn + 1] - turns[turn]));
  const address = new URL(location.href);
  address.searchParams.set("ply", String(ply));
  go(address.href);
}

document.addEventListener("pointerdown", (event) => {
  const strip = event.button === 0 && around(event, ".strip");
  if (!strip) return;
  strip.setPointerCapture(event.pointerId);
  point(strip, event.clientX);
});

document.addEventListener("pointermove", (event) => {
  const strip = around(event, ".strip");
  if (strip?.hasPointerCapture(event.pointerId)) point(strip, event.clientX);
});

showEnd();
