// The analysis of the game that is looked at: asks how far it is while it is made, and tells when it is done.

import { all, maybe, one } from "../dom.js";

const PAUSE = 700; // milliseconds between two questions

/**
 * @param {string} path  the address of the game
 * @param {() => void} ended  called when it is done, or was stopped
 */
export async function watchAnalysis(path, ended) {
  for (;;) {
    const place = maybe("#analysis");
    if (place?.dataset.state !== "working") return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const answer = await fetch(`${path}/analysis?depth=${place.dataset.depth}`).catch(() => null);
    if (!answer?.ok) continue; // the server is restarted, or away: it is asked again
    const { state, percent, words } = await answer.json();
    if (state !== "working") return ended();
    for (const told of all(".working")) {
      one("span", told).textContent = words;
      /** @type {HTMLProgressElement} */ (one("progress", told)).value = percent;
    }
  }
}
