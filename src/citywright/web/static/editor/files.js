// Layout files in the browser: kept while one edits, saved, opened.

/** @typedef {import("./draft.js").Start} Start */

const KEPT = "layout draft ";

/**
 * What was left unfinished here, made from the same layout.
 * @param {Start} start
 * @returns {Start | null}
 */
export function unfinished({ game, origin }) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT + game) ?? "null");
    return kept && JSON.stringify(kept.origin) === JSON.stringify(origin) ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Start} draft */
export function keep(draft) {
  try {
    localStorage.setItem(KEPT + draft.game, JSON.stringify(draft));
  } catch {
    // no room, or none allowed: then it is not kept
  }
}

/** @param {string} game */
export function forget(game) {
  try {
    localStorage.removeItem(KEPT + game);
  } catch {
    // then there is nothing
  }
}

/**
 * Saves a text as a file.
 * @param {string} text
 * @param {string} name
 */
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * A name for a file, from that of a layout.
 * @param {string} name
 * @param {string} game
 */
export function fileName(name, game) {
  const plain = name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${game}-${plain || "board"}.toml`;
}

/**
 * A layout file for the editor, sound or not; or why it cannot be opened.
 * @param {string} game
 * @param {Blob} file
 * @returns {Promise<Start | string>}
 */
export async function open(game, file) {
  try {
    const answer = await fetch(`/layouts/open/${game}`, { method: "POST", body: await file.text(), headers: { "Content-Type": "text/plain" } });
    const { start, problem } = await answer.json();
    return start ?? problem ?? "";
  } catch {
    return "";
  }
}
