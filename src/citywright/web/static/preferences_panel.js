// The panel with all preferences: every change is effective and kept at once. Back, Escape and a click beside it close it.

import { all, around, maybe, targetOf } from "./dom.js";
import { choose, keep, preference } from "./preferences.js";
import { listen, vibrate } from "./sounds.js";

const dialog = /** @type {HTMLDialogElement | null} */ (maybe("#preferences"));
const form = /** @type {HTMLFormElement | null} */ (maybe("#preferences-form"));
const unkept = maybe(".unkept");

if (form) {
  for (const button of all("[data-listen]", form)) button.hidden = false;
  form.addEventListener("change", (event) => change(/** @type {HTMLInputElement} */ (targetOf(event)), form));
  form.addEventListener("click", (event) => {
    const kind = around(event, "[data-listen]")?.dataset.listen;
    if (kind) listen(kind);
  });
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLFormElement} within
 */
async function change(input, within) {
  const { name } = input;
  if (name === "lang") {
    tell(await keep(name, input.value), true);
    return;
  }
  let value = input.value;
  if (name === "sounds") value = chosenSounds(within);
  else if (input.type === "checkbox" && !input.checked) value = input.dataset.off ?? "off";
  const kept = choose(name, value);
  if (name === "sound" && value === "on") listen("turn");
  if (name === "vibrate") vibrate();
  tell(await kept);
}

/** @param {HTMLFormElement} within */
function chosenSounds(within) {
  const checked = /** @type {NodeListOf<HTMLInputElement>} */ (all("[name=sounds]:checked", within));
  return [...checked].map((input) => input.value).join(" ");
}

/**
 * Says so where something could not be kept. What the server must draw anew is drawn anew.
 * @param {boolean} isKept
 */
function tell(isKept, isDrawnAnew = false) {
  if (unkept) unkept.textContent = isKept ? "" : unkept.dataset.words ?? "";
  if (!isKept || !isDrawnAnew) return;
  const address = new URL(location.href);
  address.searchParams.delete("lang"); // a link may have asked for another language
  history.replaceState(history.state, "", address);
  location.reload();
}

/** Shows what is preferred now, whoever has changed it. @param {HTMLFormElement} within */
function fill(within) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (all("[type=radio], [type=checkbox]", within));
  for (const input of inputs) {
    if (input.name !== "lang") input.checked = preference(input.name).split(" ").includes(input.value);
  }
}

// --- opening and closing -------------------------------------------------------------------
// An open panel is a step in the history of the browser, so that Back closes it and a reload leaves it open.

/** @param {HTMLDialogElement} panel @param {HTMLFormElement} within */
function makeDialog(panel, within) {
  const button = /** @type {HTMLButtonElement} */ (maybe("[data-do=preferences]"));
  const isOpenInHistory = () => Boolean(history.state?.preferences);
  const open = () => {
    if (panel.open) return;
    fill(within);
    panel.showModal();
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (!isOpenInHistory()) history.pushState({ ...history.state, preferences: true }, "");
    open();
  });
  panel.addEventListener("click", (event) => {
    const isBeside = event.target === panel && !isInside(event, panel.getBoundingClientRect());
    if (isBeside || around(event, "[data-do=close-preferences]")) panel.close();
  });
  panel.addEventListener("close", () => {
    if (isOpenInHistory()) history.back();
    button.focus();
  });
  panel.addEventListener("keydown", (event) => event.stopPropagation()); // the page behind has keys of its own
  window.addEventListener("popstate", () => {
    if (isOpenInHistory()) open();
    else panel.close();
  });
  if (isOpenInHistory()) open();
}

/** @param {MouseEvent} event @param {DOMRect} box */
function isInside({ clientX: x, clientY: y }, box) {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

if (dialog && form) makeDialog(dialog, form);
