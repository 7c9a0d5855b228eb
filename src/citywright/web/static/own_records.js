// All own records as one file, with progress: the file is read here while it comes, and saved when it is whole.
// Without this script the link downloads it as well, and the browser shows what it knows.

// How every file in the zip begins: a signature, and what the server writes after it.
const BEGIN = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x00, 0x08, 0x00];

/**
 * How many files begin in some bytes; `tail` are the last bytes before them.
 * @param {Uint8Array} bytes
 * @param {Uint8Array} tail
 */
function filesIn(bytes, tail) {
  const all = new Uint8Array(tail.length + bytes.length);
  all.set(tail);
  all.set(bytes, tail.length);
  let count = 0;
  for (let at = all.indexOf(BEGIN[0]); at >= 0; at = all.indexOf(BEGIN[0], at + 1)) {
    if (at + BEGIN.length <= all.length && BEGIN.every((byte, number) => all[at + number] === byte)) count += 1;
  }
  return { count, tail: all.slice(-(BEGIN.length - 1)) };
}

/**
 * Save a file the way a download does.
 * @param {Blob} file
 * @param {string} name
 */
function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Fetch the file and tell how far it is.
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} place
 */
async function fetchRecords(link, place) {
  const bar = /** @type {HTMLProgressElement} */ (place.querySelector("progress"));
  const words = /** @type {HTMLElement} */ (place.querySelector("span"));
  place.hidden = bar.hidden = false;
  bar.value = 0;
  words.textContent = "";
  const answer = await fetch(link.href);
  if (!answer.ok || !answer.body) throw new Error(String(answer.status));
  const total = Number(answer.headers.get("X-Games"));
  bar.max = Math.max(1, total);
  const reader = answer.body.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let done = 0;
  let tail = new Uint8Array();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    pieces.push(part.value);
    const found = filesIn(part.value, tail);
    done += found.count;
    tail = found.tail;
    bar.value = done;
    words.textContent = (place.dataset.words ?? "").replace("%1", String(done)).replace("%2", String(total));
  }
  save(new Blob(pieces, { type: "application/zip" }), link.download);
  bar.hidden = true;
  words.textContent = place.dataset.wordsDone ?? "";
}

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-do=records]"));
const place = /** @type {HTMLElement | null} */ (document.querySelector(".export-progress"));
let isBusy = false;

link?.addEventListener("click", async (event) => {
  if (!place) return;
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  try {
    await fetchRecords(link, place);
  } catch {
    const words = place.querySelector("span");
    if (words) words.textContent = place.dataset.wordsFailed ?? "";
  }
  isBusy = false;
});
