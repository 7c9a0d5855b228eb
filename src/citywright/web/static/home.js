// The first page: how many bots, and how strong, as they were chosen last time in this browser.

import { all } from "./dom.js";

const KEPT = "bots.";

/** What was chosen for a game, if this browser keeps anything. @param {string} game @returns {Record<string, string>} */
function chosen(game) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + game) ?? "{}");
  } catch {
    return {};
  }
}

for (const element of all(".play-bots")) {
  const form = /** @type {HTMLFormElement} */ (element);
  const game = form.dataset.game ?? "";
  const selects = [...form.querySelectorAll("select")];
  const before = chosen(game);
  for (const select of selects) {
    const value = before[select.name];
    if ([...select.options].some((option) => option.value === value)) select.value = value;
  }
  form.addEventListener("submit", () => {
    try {
      localStorage.setItem(KEPT + game, JSON.stringify(Object.fromEntries(selects.map((one) => [one.name, one.value]))));
    } catch {
      // a browser that keeps nothing: the usual bots again next time
    }
  });
}
