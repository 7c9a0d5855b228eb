// The chat: messages are sent without leaving the page; a mark shows messages that came while it was closed.

import { maybe, one, targetOf } from "./dom.js";

const chat = /** @type {HTMLDetailsElement | null} */ (maybe(".chat"));
const log = document.getElementById("chat-log");
if (chat && log) {
  const unread = one(".unread", chat);
  const scrolled = /** @type {HTMLElement} */ (log.parentElement);
  const scrollDown = () => {
    scrolled.scrollTop = scrolled.scrollHeight;
  };
  new MutationObserver(() => {
    unread.hidden = chat.open;
    scrollDown();
  }).observe(log, { childList: true });
  chat.addEventListener("toggle", () => {
    if (chat.open) unread.hidden = true;
    scrollDown();
  });
  chat.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    const data = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter))); // it holds no files
    const answer = await fetch(form.action, { method: "POST", body: data });
    const input = /** @type {HTMLInputElement | null} */ (maybe("input[name=text]", form));
    if (answer.ok && input) input.value = "";
    else if (!answer.ok) input?.focus();
  });
}
