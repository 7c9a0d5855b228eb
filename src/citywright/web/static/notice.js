// Sentences of the page itself, shown below its head for some seconds, or until the next one or the next action.

import { one } from "./dom.js";

const notice = one("#notice");
const SHOWN = 4000; // milliseconds
let timer = 0;

/**
 * @param {string | undefined} words  nothing: what is shown is taken away
 * @param {boolean} lasting  does it stay until it is taken away?
 */
export function say(words = "", lasting = false) {
  clearTimeout(timer);
  notice.textContent = words;
  notice.hidden = !words;
  notice.dataset.lasting = lasting && words ? "yes" : "";
  if (words && !lasting) timer = setTimeout(say, SHOWN);
}

// Takes away what need not stay.
export function hush() {
  if (!notice.dataset.lasting) say();
}

// Takes away what was to stay.
export function sayNoMore() {
  if (notice.dataset.lasting) say();
}
