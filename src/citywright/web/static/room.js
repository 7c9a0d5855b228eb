// A room before the game begins: shows what changes, sends forms without leaving the page, draws the number that a ready
// player adds to the dice, and goes to the table when there is one.

import { forget, newNumber, remember, remembered } from "./dice_numbers.js";
import { all, maybe, one, targetOf } from "./dom.js";
import { Live } from "./live.js";
import { morph, parse } from "./morph.js";
import { reasonIn, say, sayNoMore } from "./notice.js";
import { reveal } from "./share.js";

const main = one("main");
const words = main.dataset;
const table = words.room ?? ""; // the room has the address of the table that follows

/**
 * Draws a number and remembers it with the fingerprint that this page shows; returns what undoes that.
 * @param {HTMLInputElement} input
 */
function addNumber(input) {
  const before = remembered(table);
  input.value = newNumber();
  remember(table, words.commitment ?? "", input.value);
  return () => (before ? remember(table, before.commitment, before.number) : forget(table));
}

/** @param {string} html */
function show(html) {
  const room = one("#room");
  const now = parse(html, room);
  for (const details of all("details[open]", room)) {
    maybe(`#${CSS.escape(details.id)}`, now)?.setAttribute("open", ""); // whoever opened it is not done
  }
  const scrolled = maybe(".chat-scroll", room);
  const isAtEnd = !scrolled || scrolled.scrollTop + scrolled.clientHeight > scrolled.scrollHeight - 8;
  morph(room, now);
  reveal();
  if (isAtEnd) scrollToEnd();
}

function scrollToEnd() {
  const scrolled = maybe(".chat-scroll");
  if (scrolled) scrolled.scrollTop = scrolled.scrollHeight;
}

const live = new Live(
  () => {
    const address = new URL(`/rooms/${table}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("lang", words.lang ?? "");
    return address;
  },
  {
    frame(frame) {
      if (frame.is === "room") show(frame.html ?? "");
      if (frame.is === "started") location.replace(`/t/${table}`);
      if (frame.is === "refused") say(frame.reason, frame.final);
    },
    state(isConnected) {
      if (isConnected) sayNoMore();
      else say(words.wordsLost, true);
    },
  },
);

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (targetOf(event));
  const number = /** @type {HTMLInputElement | null} */ (maybe("input[name=number]", form));
  const isWithout = event.submitter?.hasAttribute("data-without-number");
  if (number) number.value = "";
  const takeBack = number && !isWithout ? addNumber(number) : () => {};
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter))); // it holds no files
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual" });
    if (answer.type !== "opaqueredirect" && !answer.ok) {
      takeBack(); // the server goes on with the number it has, or with none
      say((await reasonIn(answer)) || words.wordsFailed);
    } else done(form);
  } catch {
    say(words.wordsFailed);
  }
});

/** @param {HTMLFormElement} form */
function done(form) {
  const text = /** @type {HTMLInputElement | null} */ (maybe("input[name=text]", form));
  if (text) text.value = "";
  else form.closest("details:not([data-kept-open])")?.removeAttribute("open");
  if (!live.isOpen) location.reload(); // nobody would tell this page what has changed
}

/** Whoever was found for a game, and looks at the page, came to play it. */
function beReadyIfFound() {
  const here = new URL(location.href);
  if (document.visibilityState !== "visible" || !here.searchParams.has("found")) return;
  here.searchParams.delete("found"); // once: not again when options change, or the page is loaded again
  history.replaceState(null, "", here);
  /** @type {HTMLFormElement | null} */ (maybe("#room-ready"))?.requestSubmit();
}

reveal();
scrollToEnd();
beReadyIfFound();
document.addEventListener("visibilitychange", beReadyIfFound);
