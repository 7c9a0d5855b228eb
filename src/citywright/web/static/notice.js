// Sentences of the page itself, shown in the place of the prompt for some seconds, or until the next one or the next action.

import { maybe, one } from "./dom.js";

const notice = one("#notice");
const SHOWN = 2500; // milliseconds
let timer = 0;

/**
 * @param {string | undefined} words  nothing: what is shown is taken away
 * @param {boolean} lasting  does it stay until it is taken away?
 */
export function say(words = "", lasting = false) {
  clearTimeout(timer);
  notice.textContent = words;
  notice.hidden = !words;
  if (words) placeNotice();
  notice.dataset.lasting = lasting && words ? "yes" : "";
  if (words && !lasting) timer = setTimeout(say, SHOWN);
}

// Over the prompt, so that no board and nothing that can be pressed is covered for it.
function placeNotice() {
  const prompt = maybe(".say .asked");
  if (!prompt?.checkVisibility()) return notice.removeAttribute("style");
  const { left, top, right, height } = prompt.getBoundingClientRect();
  notice.style.cssText = `left: ${left}px; right: ${innerWidth - right}px`;
  notice.style.top = `${top + (height - notice.offsetHeight) / 2}px`; // beside it are undo and zoom
}

/** Why something was refused, from the page that says so. @param {Response} answer */
export async function reasonIn(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("main p")?.firstChild?.textContent?.trim() ?? "";
}

// Takes away what need not stay.
export function hush() {
  if (!notice.dataset.lasting) say();
}

// Takes away what was to stay.
export function sayNoMore() {
  if (notice.dataset.lasting) say();
}
