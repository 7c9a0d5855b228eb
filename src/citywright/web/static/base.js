// Every page: light or dark as preferred, the panel with all preferences, numbers for the dice of new tables, news of people
// who are looked for, fields whose whole text is selected when they get the focus, and, last, what makes the site an app.

import { all } from "./dom.js";
import "./dice_numbers.js";
import { changed } from "./preferences.js";
import "./preferences_panel.js";
import "./searching.js";

changed("theme", (theme) => {
  for (const element of all("[data-for]")) {
    const link = /** @type {HTMLLinkElement} */ (element); // or the colour of the bar around the page
    const own = link.dataset.for;
    if (theme === "auto") link.media = `(prefers-color-scheme: ${own})`;
    else link.media = theme === own ? "all" : "not all";
  }
});

document.addEventListener("focusin", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches?.("[data-select]")) input.select();
});

// The site as an app is for later: first the page. The browser may offer to install it before.
/** @type {Promise<Event>} */
const offered = new Promise((resolve) => {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // a line on the page says it, not a bar over it
    resolve(event);
  });
});
window.addEventListener("load", async () => {
  const app = await import("./app.js");
  app.offerToInstall(await offered);
});
