// Times that count down to a deadline, and forms that appear once they may be used.

import { all } from "./dom.js";

/** @param {number} seconds */
function spell(seconds) {
  if (seconds >= 172800) return `${Math.floor(seconds / 86400)} d`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function tick() {
  for (const clock of all("[data-until]")) {
    const left = Math.max(0, (Number(clock.dataset.until) - Date.now()) / 1000);
    const words = (clock.dataset.left ?? "").replace("%", spell(left));
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("soon", left < 30);
  }
  for (const form of all("[data-from]")) {
    form.hidden = Date.now() < Number(form.dataset.from);
  }
}

setInterval(tick, 1000);
tick();
