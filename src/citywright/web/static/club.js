// Small things around the tables: clocks that count down, buttons that become possible, the hand-over at one screen.

import { all, maybe, one, targetOf } from "./dom.js";

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

// At one screen the page goes where the turn went, after a moment to see what was done.
const handover = document.getElementById("handover");
if (handover) {
  let going = 0;
  const look = () => {
    const to = maybe("#handover [data-go]")?.dataset.go;
    clearTimeout(going);
    if (to) going = setTimeout(() => location.assign(to), 900);
  };
  new MutationObserver(look).observe(handover, { attributes: true, childList: true, subtree: true });
  look();
}

document.addEventListener("focusin", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches?.("[data-select]")) input.select();
});

// Talk: sent without leaving the page; a mark shows that something was said while it was folded away.
const talking = /** @type {HTMLDetailsElement | null} */ (maybe(".talking"));
const talk = document.getElementById("talk");
if (talking && talk) {
  const unread = one(".unread", talking);
  const lines = /** @type {HTMLElement} */ (talk.parentElement);
  const scroll = () => {
    lines.scrollTop = lines.scrollHeight;
  };
  new MutationObserver(() => {
    unread.hidden = talking.open;
    scroll();
  }).observe(talk, { childList: true });
  talking.addEventListener("toggle", () => {
    if (talking.open) unread.hidden = true;
    scroll();
  });
  talking.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    const data = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter))); // it holds no files
    const answer = await fetch(form.action, { method: "POST", body: data });
    const input = /** @type {HTMLInputElement | null} */ (maybe("input[name=text]", form));
    if (answer.ok && input) input.value = "";
    else if (!answer.ok) input?.focus();
  });
}
