// Every page: the switch between light and dark without a reload (without script the form does it), and fields
// whose whole text is selected when they get the focus.

import { all, around } from "./dom.js";

/** @type {Record<string, string>} */
const ORDER = { auto: "dark", dark: "light", light: "auto" };
const root = document.documentElement;

/** @param {string} theme */
function showTheme(theme) {
  root.dataset.theme = theme;
  for (const element of all("link[data-for]")) {
    const link = /** @type {HTMLLinkElement} */ (element);
    const own = link.dataset.for;
    if (theme === "auto") link.media = `(prefers-color-scheme: ${own})`;
    else link.media = theme === own ? "all" : "not all";
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (around(event, "[data-do=theme]"));
  if (!button) return;
  event.preventDefault();
  const theme = button.value;
  showTheme(theme);
  button.value = ORDER[theme];
  if (button.firstElementChild) button.firstElementChild.className = `theme-${theme}`;
  const body = new URLSearchParams({ theme });
  fetch("/preferences", { method: "POST", body, redirect: "manual", keepalive: true }); // whoever leaves keeps it
});

document.addEventListener("focusin", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches?.("[data-select]")) input.select();
});
