// Every page: light or dark as preferred, the panel with all preferences, numbers for the dice of new tables, and fields
// whose whole text is selected when they get the focus.

import { all } from "./dom.js";
import "./dice_numbers.js";
import { changed } from "./preferences.js";
import "./preferences_panel.js";
import "./searching.js";

changed("theme", (theme) => {
  for (const element of all("link[data-for]")) {
    const link = /** @type {HTMLLinkElement} */ (element);
    const own = link.dataset.for;
    if (theme === "auto") link.media = `(prefers-color-scheme: ${own})`;
    else link.media = theme === own ? "all" : "not all";
  }
});

document.addEventListener("focusin", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches?.("[data-select]")) input.select();
});
