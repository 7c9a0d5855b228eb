// Times that count down to a deadline, and forms that appear once they may be used. The time is the server's: the clock of
// this device may be wrong.

import { all, maybe } from "./dom.js";

const SOON = 30; // seconds: less is a warning

// By how many milliseconds the server's clock is ahead: it told its time when it began to answer.
const ahead = (() => {
  const told = Number(maybe("meta[name=server-time]")?.getAttribute("content"));
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const since = arrival ? performance.now() - arrival.responseStart : 0;
  return told ? told - (Date.now() - since) : 0;
})();
let warnedOf = "";

/** @param {number} seconds */
function spell(seconds) {
  if (seconds >= 172800) return `${Math.floor(seconds / 86400)} d`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

// Says once for each deadline that the own time is nearly over, for those who do not look.
/**
 * @param {HTMLElement} clock
 * @param {string} words
 */
function warn(clock, words) {
  const place = maybe("#clock-warning");
  if (!place || warnedOf === clock.dataset.until) return;
  warnedOf = clock.dataset.until ?? "";
  place.textContent = (place.dataset.words ?? "").replace("%", words);
}

function tick() {
  const now = Date.now() + ahead;
  for (const clock of all("[data-until]")) {
    const left = Math.max(0, (Number(clock.dataset.until) - now) / 1000);
    const words = (clock.dataset.left ?? "").replace("%", spell(left));
    if (clock.textContent !== words) clock.textContent = words;
    const isSoon = left < Number(clock.dataset.soon ?? SOON);
    clock.classList.toggle("soon", isSoon);
    if (isSoon && clock.hasAttribute("data-warns")) warn(clock, words);
  }
  for (const form of all("[data-from]")) {
    form.hidden = now < Number(form.dataset.from);
  }
}

setInterval(tick, 1000);
tick();
