// The site as an app: the service worker, the offer to install it, the number on its icon, and notes for the page that is
// shown without a network; and forms that are kept as soon as they are changed. Loaded after everything else.

import { all, maybe, one } from "./dom.js";

const MOST_TITLES = 12;
const A_DAY = 24 * 3600 * 1000;

/**
 * Something small that this browser keeps; nothing where it keeps nothing.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {} // a browser may keep nothing
}

/** Does this page run as an app of its own, with an icon? */
export function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true;
}

// --- for the page without network ----------------------------------------------------------

function noteTitle() {
  /** @type {Record<string, string>} */
  let titles = {};
  try {
    titles = JSON.parse(kept("titles") || "{}");
  } catch {} // as if nothing had been kept
  delete titles[location.pathname];
  titles[location.pathname] = document.title.replace(/ – Citywright$/, "");
  keep("titles", JSON.stringify(Object.fromEntries(Object.entries(titles).slice(-MOST_TITLES))));
}

async function register() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/service_worker.js");
    const language = await caches.open("language");
    await language.put("/language", new Response(document.documentElement.lang));
  } catch {} // private windows may have none: all works without it
}

// --- the number on the icon ----------------------------------------------------------------

async function countWaiting() {
  /** @type {any} */
  const app = navigator;
  if (!app.setAppBadge || !(isInstalled() || kept("push"))) return;
  try {
    const answer = await fetch("/mine/waiting");
    const { waiting } = await answer.json();
    await (waiting ? app.setAppBadge(waiting) : app.clearAppBadge());
  } catch {} // the next page counts again
}

document.addEventListener("visibilitychange", () => document.hidden && countWaiting());

// --- push messages: a browser tells once a day where it takes them -------------------------

async function renewPush() {
  if (!kept("push") || Number(kept("push")) > Date.now() - A_DAY) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await tellServer(subscription);
  else keep("push", "");
}

/**
 * Tells the server where this browser takes push messages; resolves to the id of the device, or nothing.
 * @param {PushSubscription} subscription
 */
export async function tellServer(subscription) {
  const headers = { "Content-Type": "application/json" };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = JSON.stringify({ ...subscription.toJSON(), zone });
  const answer = await fetch("/notices/devices", { method: "POST", headers, body });
  if (!answer.ok) return "";
  keep("push", String(Date.now()));
  return /** @type {string} */ ((await answer.json()).device);
}

// --- installing ----------------------------------------------------------------------------

/**
 * The browser offers to install the site: a line says so, which can be put away for good.
 * @param {any} offer
 */
export function offerToInstall(offer) {
  const line = maybe("#install");
  if (!line || kept("not installing") || isInstalled()) return;
  line.hidden = false;
  one("[data-do=install]", line).addEventListener("click", () => {
    line.hidden = true;
    offer.prompt();
  });
  one("[data-do=not-installing]", line).addEventListener("click", () => {
    keep("not installing", "yes");
    line.hidden = true;
  });
}

// --- forms that are kept at once; without script they have a button ------------------------

for (const element of all("form[data-at-once]")) {
  const form = /** @type {HTMLFormElement} */ (element);
  one("button", form).hidden = true;
  const said = one("[role=status]", form);
  form.addEventListener("change", async () => {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form))); // it holds no files
    const isKept = await fetch(form.action, { method: "POST", body }).then(
      (answer) => answer.ok,
      () => false,
    );
    said.textContent = (isKept ? said.dataset.saved : said.dataset.failed) ?? "";
  });
}

if (!maybe("[data-offline]")) noteTitle();
register();
countWaiting();
renewPush().catch(() => {}); // tomorrow is another day
