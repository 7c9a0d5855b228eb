// The page that is shown without a network: says what was to be opened, and opens it once the server answers.

import { kept } from "./app.js";
import { all, maybe, one } from "./dom.js";

const EVERY = 5000; // milliseconds between two looks
/** @type {Record<string, string>} */
let titles = {};
try {
  titles = JSON.parse(kept("titles") || "{}");
} catch {} // then the page has no name

const title = titles[location.pathname];
const wanted = maybe("#wanted");
if (wanted && title) {
  one("strong", wanted).textContent = title;
  wanted.hidden = false;
}

function tellWhy() {
  for (const reason of all("[data-when]")) reason.hidden = (reason.dataset.when === "online") !== navigator.onLine;
}

async function look() {
  tellWhy();
  if (document.hidden || location.pathname === "/offline") return;
  try {
    const answer = await fetch("/alive", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {} // not yet
}

tellWhy();
window.addEventListener("online", look);
window.addEventListener("offline", tellWhy);
document.addEventListener("visibilitychange", look);
one("[data-do=try]").addEventListener("click", () => location.reload());
setInterval(look, EVERY);
