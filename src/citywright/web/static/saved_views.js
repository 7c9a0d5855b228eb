// Which part of the board a reader chose to see, remembered in the browser for each table.

/** @typedef {{ zoom: number, x: number, y: number }} View */

const KEY = "citywright-near";
const KEPT = 30; // tables whose view is remembered

/** @returns {Record<string, View>} */
function savedViews() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} table
 * @returns {View | undefined}
 */
export function savedView(table) {
  return savedViews()[table];
}

/**
 * Remembers the view of a table, or forgets it.
 * @param {string} table
 * @param {View | null} view
 */
export function saveView(table, view) {
  const { [table]: before, ...others } = savedViews();
  if (!before && !view) return;
  if (view) others[table] = view;
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(others).slice(-KEPT))));
}
