// Between the pages and the network. Pages always come from the network, or not at all: then a page of our own says so.
// Files whose addresses change with their content are kept. Push messages become notifications that lead to a table.
// The server puts what belongs to this version before the first line, as `self.citywright`.

/** @type {any} a service worker is no window, which is all that the checker knows */
const worker = self;
/** @type {{ version: string, kept: string[], offline: Record<string, string>, icon: string, badge: string }} */
const own = worker.citywright;
const FILES = `files ${own.version}`;
const LANGUAGE = "language"; // the cache where pages note in which language they are read

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(FILES).then(async (files) => {
      // Without cookies: what is kept is nobody's.
      const offline = Object.values(own.offline).map((page) => new Request(page, { cache: "reload", credentials: "omit" }));
      await files.addAll([...own.kept, ...offline]);
      await worker.skipWaiting(); // nothing that is shown comes from the older version
    }),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== FILES && name !== LANGUAGE) await caches.delete(name);
      await worker.registration.navigationPreload?.enable();
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
});

/** @param {any} event */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const offline = own.offline[await language()] ?? Object.values(own.offline)[0];
    return (await caches.match(offline)) ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(`/${own.version}/`)) {
    const files = await caches.open(FILES);
    files.put(request, answer.clone()).catch(() => {}); // no room is no fault
  }
  return answer;
}

async function language() {
  const noted = await caches.match("/language");
  return noted ? noted.text() : navigator.language.slice(0, 2);
}

// --- push messages -------------------------------------------------------------------------

/**
 * @typedef {object} Message
 * @property {string} title
 * @property {string} body
 * @property {string} address  where it leads, on this server
 * @property {string} about  of several about the same only the last is shown
 * @property {number} waiting  how many games wait
 * @property {string} lang
 */

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {Message} */
  const message = event.data?.json() ?? { title: "Citywright", body: "", address: "/mine", about: "", waiting: 0, lang: "" };
  event.waitUntil(show(message));
});

/** @param {Message} message */
async function show(message) {
  badge(message.waiting);
  if ((await pages(message.address)).some((one) => one.visibilityState === "visible")) return; // it is being looked at
  const { body, lang, about } = message;
  const data = { address: message.address };
  const look = { icon: own.icon, badge: own.badge };
  await worker.registration.showNotification(message.title, { body, lang, data, tag: about, renotify: !!about, ...look });
}

/** @param {number} waiting */
function badge(waiting) {
  /** @type {any} */
  const app = navigator;
  const done = waiting ? app.setAppBadge?.(waiting) : app.clearAppBadge?.();
  done?.catch(() => {}); // an app that is not installed has no icon
}

/**
 * The open pages at an address, whatever is asked there.
 * @param {string} address
 * @returns {Promise<any[]>}
 */
async function pages(address) {
  const there = new URL(address, location.origin).pathname;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter((/** @type {any} */ one) => new URL(one.url).pathname === there);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.address ?? "/mine"));
});

/** @param {string} address */
async function lead(address) {
  const [page] = await pages(address);
  if (page) return page.focus();
  return worker.clients.openWindow(address);
}

// The browser takes messages elsewhere from now on: the server is told, as the guest who is logged in.
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const old = event.oldSubscription;
      const fresh = event.newSubscription ?? (old && (await worker.registration.pushManager.subscribe(old.options)));
      if (!fresh) return;
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ ...fresh.toJSON(), replaces: old?.endpoint ?? "" });
      await fetch("/notices/devices", { method: "POST", headers, body });
    })(),
  );
});
