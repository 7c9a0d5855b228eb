// The page where people choose how they are told: push messages on this device, and the time zone of the browser.

import { isInstalled, keep, tellServer } from "./app.js";
import { all, maybe, one } from "./dom.js";

const PATIENCE = 8000; // milliseconds for the service worker

const place = maybe("#this-device");
const zone = /** @type {HTMLInputElement | null} */ (maybe("[data-zone]"));

if (zone) {
  if (!zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = one("#zones");
  for (const name of Intl.supportedValuesOf?.("timeZone") ?? []) {
    const option = document.createElement("option");
    option.value = name;
    known.append(option);
  }
}

/** @param {string} name  of the state that is shown */
function show(name) {
  for (const state of all("[data-state]", place ?? document)) state.hidden = state.dataset.state !== name;
}

/** @param {string} key */
function bytes(key) {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/**
 * Was this subscription made for another key, of another server?
 * @param {PushSubscription} subscription
 * @param {Uint8Array} key
 */
function isForeign(subscription, key) {
  const made = subscription.options?.applicationServerKey;
  return !!made && new Uint8Array(made).toString() !== key.toString();
}

/** @param {HTMLElement} here */
async function begin(here) {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent);
    return show(isApple && !isInstalled() ? "install-first" : "impossible");
  }
  const never = new Promise((/** @type {(nothing: undefined) => void} */ done) => setTimeout(done, PATIENCE, undefined));
  const registration = await Promise.race([navigator.serviceWorker.ready, never]);
  if (!registration) return show("impossible"); // some private windows have none
  const key = bytes(here.dataset.key ?? "");
  const now = await registration.pushManager.getSubscription();
  if (Notification.permission === "denied") show("denied");
  else if (!now || isForeign(now, key)) show("off");
  else await turnedOn(here, now);

  here.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
    const wish = /** @type {HTMLElement | null} */ (button)?.dataset.do;
    if (wish === "turn-on") await turnOn(here, registration, key);
    if (wish === "turn-off") await turnOff(registration);
  });
}

/**
 * @param {HTMLElement} here
 * @param {ServiceWorkerRegistration} registration
 * @param {Uint8Array} key
 */
async function turnOn(here, registration, key) {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  try {
    const old = await registration.pushManager.getSubscription();
    if (old && isForeign(old, key)) await old.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: /** @type {any} */ (key) };
    await turnedOn(here, await registration.pushManager.subscribe(options), true);
  } catch {
    show("failed"); // the push service of the browser cannot be reached
  }
}

/**
 * @param {HTMLElement} here
 * @param {PushSubscription} subscription
 * @param {boolean} isNew
 */
async function turnedOn(here, subscription, isNew = false) {
  const device = await tellServer(subscription);
  if (!device) return show("failed");
  show("on");
  const isListed = here.dataset.devices?.split(" ").includes(device);
  if (isNew || !isListed) location.replace("/notices?done=device#devices"); // its channel can be chosen now
}

/** @param {ServiceWorkerRegistration} registration */
async function turnOff(registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return show("off");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ endpoint: subscription.endpoint });
  await fetch("/notices/devices/away", { method: "POST", headers, body });
  await subscription.unsubscribe();
  keep("push", "");
  location.replace("/notices?done=removed#devices");
}

if (place) begin(place).catch(() => show("failed"));
