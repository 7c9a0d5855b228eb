// What is worth telling of what the log says: for the line of a turn, and for the one sentence under the board. Great
// moments and points count most, then what can be seen on the boards, then other decisions, chance least.

import { all, maybe } from "./dom.js";

const CHANCE = 0; // rolls, refills, draws
const DECISION = 1;
const SEEN = 2; // a decision the boards show
const GREAT = 3; // it brought points, or was a great moment

/**
 * All that is said in an entry, or in all entries of a turn, but whose turn begins.
 * @param {HTMLElement} scope
 */
export function linesOf(scope) {
  return [...all("p[class]:not([data-opens], .opening)", scope)];
}

/** @param {HTMLElement} line */
export function pointsOf(line) {
  return Number(line.dataset.points ?? 0);
}

/** @param {HTMLElement} line */
function weightOf(line) {
  if (line.dataset.moment || line.dataset.points) return GREAT;
  const { actor = "-1", traces } = /** @type {HTMLElement} */ (line.closest("[data-actor]")).dataset;
  if (actor === "-1") return CHANCE;
  return traces ? SEEN : DECISION;
}

/**
 * Is it more than an outcome of chance?
 * @param {HTMLElement} line
 */
export function isDeed(line) {
  return weightOf(line) > CHANCE;
}

/**
 * At most two lines, in their order: of those that count most.
 * @param {HTMLElement[]} lines
 */
export function worthTelling(lines) {
  const most = Math.max(...lines.map(weightOf));
  const told = lines.filter((line) => weightOf(line) === most);
  if (most === CHANCE) return told.slice(-1);
  if (told.length <= 2) return told;
  if (most < GREAT) return beginningAndEnd(told);
  const two = told.toSorted((a, b) => greatness(b) - greatness(a)).slice(0, 2);
  return told.filter((line) => two.includes(line));
}

/** @param {HTMLElement} line */
function greatness(line) {
  return line.dataset.moment ? Infinity : Math.abs(pointsOf(line));
}

/**
 * What was begun with, and the last of another kind; if that came of something else, this instead of the beginning.
 * Things of one kind go by the same rule.
 * @param {HTMLElement[]} lines
 */
function beginningAndEnd(lines) {
  const kindOf = (/** @type {HTMLElement} */ line) => maybe("[data-rule]", line)?.dataset.rule;
  const [first] = lines;
  const last = lines.findLast((line) => kindOf(line) !== kindOf(first)) ?? lines[lines.length - 1];
  const cause = lines.find((line) => line.parentElement === last.parentElement);
  return [!cause || cause === last ? first : cause, last];
}

/**
 * Lines as one; who has just been named is not named again.
 * @param {HTMLElement[]} lines
 * @param {string} named  the class of the seat that has been named before
 */
export function told(lines, named = "") {
  const before = [named, ...lines.map((line) => line.className)];
  const sentences = lines.map((line, number) => {
    const sentence = sentenceOf(line);
    return line.className === before[number] ? withoutName(sentence, nameOf(line.className)) : sentence;
  });
  return sentences.join(" · ");
}

/** @param {string} seat  its class */
export function nameOf(seat) {
  const name = maybe(`.seat.${seat} .name .whole`) ?? maybe(`.seat.${seat} .name`);
  return name?.textContent?.trim() ?? "";
}

/**
 * @param {string} sentence
 * @param {string} name
 */
function withoutName(sentence, name) {
  const rest = name && sentence.startsWith(name) ? /^:? (.+)/.exec(sentence.slice(name.length)) : null;
  return rest?.[1] ?? sentence;
}

/**
 * The words of a line without the link to its rule.
 * @param {HTMLElement} line
 */
function sentenceOf(line) {
  return line.firstChild?.textContent?.trim() ?? "";
}
