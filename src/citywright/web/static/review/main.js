// The review of a game: keys, links, the log and the charts lead to a ply at once, since it was fetched before.

import { all, around, maybe, one } from "../dom.js";
import { morph } from "../morph.js";
import { Zoom } from "../zoom.js";
import { addressOf, markLine, moveCursor, nameAddress, plyAt } from "./along.js";
import { watchAnalysis } from "./analysis.js";
import { pressChoice, showChoices } from "./choices.js";
import { draw, forgetDrawn } from "./drawing.js";
import { Positions } from "./positions.js";
import { courseOf, stopFor } from "./stops.js";

const main = one("main.review");
const path = main.dataset.name ?? "";
const zoom = new Zoom(one(".board"), path);
let course = courseOf(main);
let ply = Number(main.dataset.ply); // that is wanted
let shownPly = ply; // that is shown
let direction = 1; // of the last step
const positions = new Positions(path, course.actors.length - 1);
const seat = () => main.dataset.seat ?? "";
const isAdvised = () => "advised" in main.dataset;
positions.lookFrom(seat(), isAdvised());

// --- showing ------------------------------------------------------------------------------

const RESTED = 160; // milliseconds after the last step
let resting = 0;
let painting = 0;

/** @param {number} next */
function go(next) {
  if (next === ply) return;
  direction = next < ply ? -1 : 1;
  ply = next;
  if (!painting) painting = requestAnimationFrame(paint);
}

// Shows the wanted position, at most one for each picture of the screen; one that has not come yet is waited for.
async function paint() {
  painting = 0;
  const wanted = ply;
  if (!positions.at(wanted)) {
    main.setAttribute("aria-busy", "true");
    try {
      await positions.fetch(wanted);
    } catch {
      if (wanted === ply) location.assign(addressOf(path, ply, seat(), isAdvised())); // the page that says why
      return;
    }
    if (wanted !== ply) return;
  }
  const position = positions.at(wanted);
  if (!position) return;
  main.removeAttribute("aria-busy");
  show(position);
}

/** @param {import("./positions.js").Position} position */
function show(position) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  shownPly = position.ply;
  main.dataset.ply = String(shownPly);
  draw(position);
  if (focused) maybe(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  markLine(shownPly);
  moveCursor(shownPly);
  zoom.refresh();
  showChoices();
  clearTimeout(resting);
  resting = setTimeout(rest, RESTED);
  positions.prefetch(shownPly, direction);
}

// The reader has stopped at a position: its address is kept, and what a master would do is asked for.
async function rest() {
  const here = shownPly;
  history.replaceState(null, "", addressOf(path, here, seat(), isAdvised()));
  nameAddress(path, here, seat(), isAdvised());
  if (!isAdvised() || !maybe("#advice .awaiting")) return;
  const [position] = await positions.ask(here, 1).catch(() => []);
  if (!position || here !== ply || !isAdvised()) return;
  draw(position);
  showChoices();
}

/**
 * Loads the page of an address and takes it over: another seat, hints, an analysis that has come.
 * @param {string} address
 */
async function load(address) {
  main.setAttribute("aria-busy", "true");
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return location.assign(address); // the page that says why
  const next = one("main", new DOMParser().parseFromString(await answer.text(), "text/html"));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  forgetDrawn();
  for (const number of all(".advice-mark")) number.remove();
  morph(main, document.adoptNode(next));
  if (focused) maybe(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  course = courseOf(main);
  ply = shownPly = Number(main.dataset.ply);
  positions.lookFrom(seat(), isAdvised());
  history.replaceState(null, "", address);
  arrive();
}

// What the page needs that has just come from the server.
function arrive() {
  for (const place of all("[data-share]")) place.hidden = false;
  for (const button of all("[data-share] [data-do=share]")) button.hidden = !("share" in navigator);
  markLine(shownPly);
  zoom.refresh();
  showChoices();
  nameAddress(path, shownPly, seat(), isAdvised());
  positions.fetch(shownPly).then(() => positions.prefetch(shownPly, -1)).catch(() => {});
  watchAnalysis(path, () => {
    positions.forget();
    load(addressOf(path, ply, seat(), isAdvised()));
  });
}

// --- by keys --------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || around(event, "input, textarea, select")) return;
  if (zoom.key(event.key)) return event.preventDefault();
  const next = stopFor(event.key, ply, seat(), course);
  if (next !== undefined) {
    event.preventDefault();
    return go(next);
  }
  if ((event.key === "Enter" || event.key === " ") && around(event, "svg.panel") && pressChoice(event)) {
    return event.preventDefault();
  }
  const thing = maybe(`[data-key="${CSS.escape(event.key)}"]`);
  if (!thing) return;
  event.preventDefault();
  if (thing instanceof HTMLAnchorElement) load(withPly(thing));
  else thing.click();
});

/**
 * The address of a link at the ply that is wanted: more steps may have been taken than are shown.
 * @param {HTMLAnchorElement} link
 */
function withPly(link) {
  const address = new URL(link.href);
  address.searchParams.set("ply", String(ply));
  return address.pathname + address.search;
}

// --- by links, the log and the charts ---------------------------------------------------------

document.addEventListener("click", (event) => {
  if (zoom.handlesTap(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (pressChoice(event)) return event.preventDefault();
  const step = around(event, ".steps [data-key]");
  const place = around(event, "#log li, [data-ply]:is(a)");
  const other = /** @type {HTMLAnchorElement | null} */ (around(event, ".viewpoints a, .advice a, #seats .who"));
  if (step) {
    event.preventDefault();
    go(stopFor(step.dataset.key ?? "", ply, seat(), course) ?? ply);
  } else if (place && !around(event, ".rule")) {
    event.preventDefault();
    go(Number(place.dataset.ply));
  } else if (other) {
    event.preventDefault();
    load(withPly(other));
  }
});

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest("#analysis")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return location.assign(path);
  positions.forget();
  load(addressOf(path, ply, seat(), isAdvised()));
});

document.addEventListener("pointerdown", (event) => {
  const strip = event.button === 0 && around(event, ".strip");
  if (!strip) return;
  strip.setPointerCapture(event.pointerId);
  go(plyAt(strip, event.clientX));
});

document.addEventListener("pointermove", (event) => {
  const strip = around(event, ".strip");
  if (strip?.hasPointerCapture(event.pointerId)) go(plyAt(strip, event.clientX));
});

window.addEventListener("resize", showChoices);
arrive();
