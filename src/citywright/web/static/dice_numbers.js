// Forms that make a table: the browser asks for the fingerprint of the secret first, then adds a number of its own to the
// dice, and remembers both, so that it can notice later if the server used others (dice_check.js).

const KEPT = "dice"; // in localStorage: for each table what was shown and sent
const MOST = 300; // tables that are remembered
const PATIENCE = 4000; // milliseconds for the promise; then the table is made without a number

/** @typedef {{commitment: string, number: string, time: number}} Sent */

/** @returns {Record<string, Sent>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * What this browser was shown and sent before a game.
 * @param {string} table
 * @returns {Sent | undefined}
 */
export const remembered = (table) => kept()[table];

/**
 * Keep what was shown and sent; the oldest are forgotten.
 * @param {string} table
 * @param {string} commitment
 * @param {string} number
 */
export function remember(table, commitment, number) {
  const all = Object.entries({ ...kept(), [table]: { commitment, number, time: Date.now() } });
  all.sort(([, one], [, other]) => other.time - one.time);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all.slice(0, MOST))));
  } catch {
    // nothing can be kept here: the dice are as fair, but this browser cannot tell later
  }
}

/**
 * Nothing was sent after all.
 * @param {string} table
 */
export function forget(table) {
  const { [table]: _, ...others } = kept();
  try {
    localStorage.setItem(KEPT, JSON.stringify(others));
  } catch {
    // nothing is kept here
  }
}

/** A number nobody can guess: 16 bytes in hexadecimal. */
export function newNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function put(form, name, value) {
  const input = form.querySelector(`input[name="${name}"]`) ?? document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  form.append(input);
}

/** @param {HTMLFormElement} form */
async function addNumber(form) {
  for (const name of ["promise", "number"]) form.querySelector(`input[name="${name}"]`)?.remove();
  try {
    const answer = await fetch("/dice/promise", { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const { promise, table, commitment } = await answer.json();
    const number = newNumber();
    remember(table, commitment, number);
    put(form, "promise", promise);
    put(form, "number", number);
  } catch {
    // the server does not answer: the form is sent without, and the page after it says what is wrong
  }
}

/** @type {WeakSet<HTMLFormElement>} */
const ready = new WeakSet();
/** @type {WeakSet<HTMLFormElement>} */
const waiting = new WeakSet();

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.dice === undefined || event.defaultPrevented || ready.delete(form)) return;
  event.preventDefault();
  if (waiting.has(form)) return;
  waiting.add(form);
  await addNumber(form);
  waiting.delete(form);
  ready.add(form);
  form.requestSubmit(event.submitter);
});
