// The chat: it stays open beside the game, messages are sent without leaving the page, and a number shows how many came
// while it was closed.

import { maybe, one, targetOf } from "./dom.js";
import { reasonIn } from "./notice.js";
import { play } from "./sounds.js";

const chat = maybe("#chat");
const log = document.getElementById("chat-log");
if (chat && log) {
  const refused = one("#chat-refused");
  const unread = one(".chat-button .unread");
  const scrolled = /** @type {HTMLElement} */ (log.parentElement);
  const isOpen = () => chat.matches(":popover-open");
  let read = log.childElementCount;
  const showUnread = () => {
    if (isOpen()) read = log.childElementCount;
    const count = Math.max(0, log.childElementCount - read);
    unread.hidden = !count;
    unread.textContent = String(count);
    scrolled.scrollTop = scrolled.scrollHeight;
  };
  new MutationObserver((changes) => {
    if (!isOpen() && changes.some((change) => change.addedNodes.length)) play("chat");
    showUnread();
  }).observe(log, { childList: true });
  chat.addEventListener("toggle", showUnread);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) chat.hidePopover();
  });
  chat.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    const data = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter))); // it holds no files
    const answer = await fetch(form.action, { method: "POST", body: data });
    const input = /** @type {HTMLInputElement | null} */ (maybe("input[name=text]", form));
    if (answer.ok) refused.hidden = true;
    if (answer.ok && input) input.value = "";
    else if (!answer.ok) {
      refused.textContent = await reasonIn(answer);
      refused.hidden = !refused.textContent;
      input?.focus();
    }
  });
}
