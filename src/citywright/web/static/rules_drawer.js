// The rules in a drawer over the table, loaded when first opened, at the rule that was asked for. Back, Escape and a tap
// beside it close it; the focus stays in it until then and returns to where it was.

import { around, maybe, one } from "./dom.js";
import { say } from "./notice.js";
import { RulesReader } from "./rules_reader.js";

const table = one("main.table");
const drawer = /** @type {HTMLDialogElement} */ (one("#rules"));
const link = /** @type {HTMLAnchorElement} */ (one("a[data-do=rules]"));
const PHONE = matchMedia("(max-width: 599px)");
/** @type {Promise<RulesReader> | null} once the rules were opened */
let loading = null;

async function load() {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`the rules could not be loaded: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const book = maybe(".rulebook", page) ?? one("main.rules", page);
  one(".drawer-text", drawer).replaceChildren(document.adoptNode(book));
  const reader = new RulesReader(book);
  if (PHONE.matches) reader.showChapter("short"); // who looks something up has little room
  return reader;
}

/** @param {boolean} shown */
function show(shown) {
  if (shown && !drawer.open) drawer.showModal();
  if (!shown && drawer.open) drawer.close();
  link.setAttribute("aria-expanded", String(shown));
}

export async function openRules(rule = "") {
  if (!drawer.open) history.pushState({ ...history.state, rules: true }, "");
  show(true);
  loading ??= load();
  try {
    (await loading).goTo(rule);
  } catch {
    loading = null; // a link to the rules is shown instead; the next opening tries again
    say(table.dataset.wordsFailed);
  }
}

export function closeRules() {
  if (!drawer.open) return;
  if (history.state?.rules) history.back();
  else show(false);
}

export function toggleRules() {
  if (drawer.open) closeRules();
  else openRules();
}

drawer.addEventListener("cancel", (event) => {
  event.preventDefault();
  closeRules();
});
drawer.addEventListener("close", () => {
  if (history.state?.rules) history.back(); // the browser closed it by itself
  if (document.activeElement?.matches("svg *, a, button") && document.activeElement.getClientRects().length) return;
  const button = link.getClientRects().length ? link : one("[popovertarget=menu]"); // what opened it is gone
  button.focus();
});
drawer.addEventListener("click", async (event) => {
  if (event.target === drawer) closeRules(); // beside it: what stands in it fills it
  if (around(event, "[data-do]")) return;
  event.stopPropagation(); // pictures in the rules answer nothing
  if (!around(event, 'a[href^="#"]')) return;
  event.preventDefault();
  (await loading)?.follow(event);
});
drawer.addEventListener("keydown", (event) => event.stopPropagation()); // arrows scroll, letters are for the search

window.addEventListener("popstate", () => show(Boolean(history.state?.rules)));
if (history.state?.rules) history.replaceState(null, ""); // the page was loaded anew
