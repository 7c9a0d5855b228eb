// The rules in a drawer over the page, loaded when first opened, at the rule that was asked for. Back closes it.

import { one } from "./dom.js";
import { say } from "./notice.js";

const table = one("main.table");
const rules = one("#rules");
const link = /** @type {HTMLAnchorElement} */ (one("a[data-do=rules]"));
/** @type {Promise<void> | null} once the rules were opened */
let loading = null;

async function load() {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`the rules could not be loaded: ${answer.status}`);
  const text = one("main.rules", new DOMParser().parseFromString(await answer.text(), "text/html"));
  rules.lang = text.lang;
  one(".rules-text", rules).replaceChildren(...text.childNodes);
}

/** @param {boolean} shown */
function show(shown) {
  rules.hidden = !shown;
  link.setAttribute("aria-expanded", String(shown));
}

export async function openRules(rule = "") {
  if (rules.hidden) history.pushState({ ...history.state, rules: true }, "");
  show(true);
  loading ??= load();
  try {
    await loading;
  } catch {
    loading = null; // a link to the rules is shown instead; the next opening tries again
    say(table.dataset.wordsFailed);
  }
  const place = rule && document.getElementById(rule);
  if (place) {
    place.scrollIntoView({ block: "center" });
    place.focus({ preventScroll: true });
  }
}

export function closeRules() {
  if (rules.hidden) return;
  if (history.state?.rules) history.back();
  else show(false);
}

export function toggleRules() {
  if (rules.hidden) openRules();
  else closeRules();
}

window.addEventListener("popstate", () => show(Boolean(history.state?.rules)));
if (history.state?.rules) history.replaceState(null, ""); // the page was loaded anew
