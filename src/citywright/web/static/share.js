// Sharing a link: by what the device offers for it, or by copying.

import { all, around } from "./dom.js";

// Shows what works on this device; to be called again for what has come later.
export function reveal() {
  for (const place of all("[data-share]")) {
    place.hidden = false;
    for (const button of all("[data-do=share]", place)) button.hidden = !("share" in navigator);
  }
}

reveal();

document.addEventListener("click", async (event) => {
  const place = around(event, "[data-share]");
  const button = around(event, "[data-do]");
  if (!place || !button) return;
  const { share: url = "", title = "", copied = "" } = place.dataset;
  if (button.dataset.do === "share") {
    await navigator.share({ url, title }).catch(() => {}); // whoever changed their mind
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = copied;
  } catch {
    window.prompt(title, url);
  }
});
