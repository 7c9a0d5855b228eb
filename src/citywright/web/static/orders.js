// Standing orders at the table: the drawer with one's own, what one of them is about to play, and what they have played. The
// drawer shows the page of orders; its forms and links stay in it. No rule of any game is here.

import { all, around, maybe, one, targetOf } from "./dom.js";
import { say } from "./notice.js";

const table = one("main.table");
const drawer = one("#orders");
const place = one(".orders-place", drawer);
const link = /** @type {HTMLAnchorElement} */ (one("a[data-do=orders]"));
const coming = one("#coming");
const news = one("#order-news");
const log = one("#log");
const address = link.pathname;
const seat = table.dataset.seat ?? "";
const SETTLED = 250; // milliseconds after a change before the orders are asked for
let asking = 0;
let ticking = 0;
let isStopped = ""; // the position at which an order was stopped from here

const isOpen = () => drawer.matches(":popover-open");

// --- the drawer --------------------------------------------------------------------------

/**
 * Asks for the page of orders and shows what is on it.
 * @param {string | URL} from
 * @param {RequestInit} [options]
 */
async function load(from, options = {}) {
  const answer = await fetch(from, options).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  const orders = maybe(".orders", page);
  if (!answer?.ok || !orders) {
    say(maybe("main p", page)?.textContent ?? table.dataset.wordsFailed);
    return null;
  }
  note(orders);
  return orders;
}

/**
 * @param {string | URL} from
 * @param {RequestInit} [options]
 */
async function show(from, options = {}) {
  const focused = /** @type {HTMLSelectElement | null} */ (document.activeElement)?.name ?? "";
  const orders = await load(from, options);
  if (!orders) return;
  place.replaceChildren(document.adoptNode(orders));
  if (!isOpen()) drawer.showPopover();
  const next = focused && maybe(`[name="${CSS.escape(focused)}"]:not([type=hidden])`, place);
  (next || maybe(".order-form h2", place) || one(".close", drawer)).focus({ preventScroll: Boolean(next) });
}

/**
 * Keeps what a page of orders tells beside its words.
 * @param {HTMLElement} orders
 */
function note({ dataset: { standing = "0", untold = "0", plies = "" } }) {
  if (Number(untold) > Number(drawer.dataset.untold) && !isOpen()) tell(drawer.dataset.wordsVoid);
  Object.assign(drawer.dataset, { standing, untold: isOpen() ? "0" : untold, plies });
  const unread = one(".unread", link);
  unread.hidden = isOpen() || untold === "0";
  unread.textContent = untold;
  markLog();
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
function send(form, button = null) {
  const values = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  const method = button?.getAttribute("formmethod") ?? form.method;
  if (method === "post") return show(address, { method: "POST", body: values });
  return show(`${address}?${values}`);
}

drawer.addEventListener("change", (event) => {
  const form = /** @type {HTMLSelectElement} */ (targetOf(event)).form;
  if (form?.matches(".order-form")) send(form);
});
drawer.addEventListener("submit", async (event) => {
  event.preventDefault();
  await send(/** @type {HTMLFormElement} */ (targetOf(event)), /** @type {HTMLElement | null} */ (event.submitter));
  askWhatComes();
});
drawer.addEventListener("click", (event) => {
  const within = /** @type {HTMLAnchorElement | null} */ (around(event, "a[href]"));
  if (!within || within.dataset.leaves !== undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(within.href);
});
drawer.addEventListener("keydown", (event) => event.stopPropagation()); // the table behind has keys of its own
drawer.addEventListener("toggle", () => {
  link.setAttribute("aria-expanded", String(isOpen()));
  if (!isOpen()) {
    place.replaceChildren();
    if (document.activeElement === document.body) link.focus();
  }
});

document.addEventListener("click", (event) => {
  const what = around(event, "[data-do]")?.dataset.do;
  if (what === "stop-order") stop();
  else if (what === "close-news") news.hidden = true;
  else if (what === "orders" && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    news.hidden = true;
    if (isOpen()) drawer.hidePopover();
    else show(link.href);
  }
});

// --- what is about to be played ------------------------------------------------------------

async function askWhatComes() {
  clearInterval(ticking);
  coming.hidden = true;
  const at = table.dataset.at ?? "";
  if (!table.classList.contains("yours") || drawer.dataset.standing === "0" || isStopped === at) return;
  const answer = await fetch(`${address}/coming?seat=${seat}&lang=${table.dataset.lang}`).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (!found?.words || found.at.join(".") !== table.dataset.at || isStopped === at) return;
  one(".coming-words", coming).textContent = (coming.dataset.words ?? "").replace("%", found.words);
  coming.hidden = false;
  let left = Math.ceil(found.seconds);
  const tick = () => {
    one(".coming-left", coming).textContent = left > 0 ? String(left) : "";
    left -= 1;
    if (left < -5) askWhatComes(); // it may have been put off
  };
  tick();
  ticking = setInterval(tick, 1000);
}

// The owner decides: by the button, or by touching what can be played.
async function stop() {
  if (coming.hidden) return;
  clearInterval(ticking);
  coming.hidden = true;
  isStopped = table.dataset.at ?? "";
  const body = new URLSearchParams({ do: "stop", seat });
  const answer = await fetch(address, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) say(table.dataset.wordsFailed);
}
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, (event) => {
    const isKey = kind === "keydown" && !["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key);
    if (!isKey && around(event, ".board svg .can, .deciding :is(.can, .toggle, [data-action])")) stop();
  });
}

// --- what was played -----------------------------------------------------------------------

/** @returns {number[]} */
const plies = () => (drawer.dataset.plies ?? "").split(" ").filter(Boolean).map(Number);

// Says in the log which of one's moves an order has made.
function markLog() {
  const played = new Set(plies());
  for (const mark of all(".by-order", log)) {
    if (!played.has(Number(mark.closest("[id^=log-]")?.id.slice("log-".length)))) mark.remove();
  }
  for (const ply of played) {
    const line = maybe(`#log-${ply} p:not([hidden])`, log);
    if (!line || maybe(".by-order", line)) continue;
    const mark = document.createElement("em");
    mark.className = "by-order";
    mark.textContent = drawer.dataset.wordsBy ?? "";
    line.append(" ", mark);
  }
}

/** @param {string | undefined} words */
function tell(words) {
  if (!words) return;
  one(".coming-words", news).textContent = words;
  news.hidden = false;
}

// What orders have done since this browser last showed the table.
function tellSince() {
  let last = Number.NaN;
  try {
    last = JSON.parse(localStorage.getItem("citywright-seen") ?? "{}")[table.dataset.table ?? ""];
  } catch {
    return;
  }
  const missed = plies().filter((ply) => ply >= last).length;
  const { wordsOne = "", wordsSeveral = "", wordsVoid = "", untold = "0" } = drawer.dataset;
  const told = missed === 1 ? wordsOne : missed ? wordsSeveral.replace("%", String(missed)) : "";
  tell([told, untold === "0" ? "" : wordsVoid].filter(Boolean).join(" "));
}

// --- the table has changed --------------------------------------------------------------------

async function changed() {
  news.hidden = news.hidden || !table.classList.contains("yours");
  if (drawer.dataset.standing === "0" && !isOpen()) return;
  askWhatComes();
  if (maybe(".order-form", place)) return; // somebody is writing one
  const orders = await load(`${address}?seat=${seat}&lang=${table.dataset.lang}${isOpen() ? "" : "&quiet=yes"}`);
  if (orders && isOpen() && !maybe(".order-form", place)) place.replaceChildren(document.adoptNode(orders));
}

new MutationObserver(() => {
  clearTimeout(asking);
  clearInterval(ticking);
  coming.hidden = true;
  asking = setTimeout(changed, SETTLED);
}).observe(table, { attributeFilter: ["data-at"] });
new MutationObserver(markLog).observe(log, { childList: true, subtree: true });
tellSince();
markLog();
askWhatComes();
if (location.hash === "#orders") {
  history.replaceState(history.state, "", location.pathname + location.search);
  show(link.href);
}
