// The page of a layout while bots play on it: looks again now and then until it is known what the layout plays like.

import { all } from "./dom.js";

const FIRST = 2500; // milliseconds
const MOST = 40; // looks

let looked = 0;

async function look() {
  const [here] = all("#plays-like");
  if (!here || here.dataset.state === "done" || ++looked > MOST) return;
  if (!document.hidden) {
    const answer = await fetch(location.pathname).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const there = page?.querySelector("#plays-like");
    if (there instanceof HTMLElement && there.textContent !== here.textContent) {
      here.replaceChildren(...there.childNodes);
      here.dataset.state = there.dataset.state;
    }
  }
  setTimeout(look, FIRST + 300 * looked);
}

setTimeout(look, FIRST);
