// The page about the dice of a game: compares what this browser was shown and sent, and draws everything again by itself.
// It trusts the server for what is drawn when (that needs the rules of the game), and for nothing else.

import { all, maybe, one } from "./dom.js";
import { remembered } from "./dice_numbers.js";

/** @typedef {{moment: string, total: number, left?: string, number: number}} Draw */
/** @typedef {{ply: number, line: number, words: string, honest: string, draws: Draw[]}} Outcome */
/** @typedef {{game: string, dealer: number, numbers: string[], commitment: string, secret: string, given: number, outcomes: Outcome[]}} Draws */

const page = one("main.dice-page");
const words = page.dataset;
const RANGE = 1n << 256n;
const encoder = new TextEncoder();

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {ArrayBuffer} buffer */
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {BufferSource} secret */
const hmacKey = (secret) => crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/**
 * @param {CryptoKey} key
 * @param {string} text
 */
const hmac = (key, text) => crypto.subtle.sign("HMAC", key, encoder.encode(text));

/**
 * The key all draws are made with: the secret itself, or what follows from it and the numbers of the seats.
 * @param {Draws} draws
 */
async function keyOf(draws) {
  const key = await hmacKey(bytesOf(draws.secret));
  if (draws.dealer === 1) return key;
  const lines = ["citywright dice 2", draws.game, draws.commitment, ...draws.numbers];
  return hmacKey(await hmac(key, lines.map((line) => `${line}\n`).join("")));
}

/**
 * The number of one draw.
 * @param {CryptoKey} key
 * @param {number} dealer
 * @param {Draw} draw
 */
async function drawn(key, dealer, draw) {
  const total = BigInt(draw.total);
  const left = draw.left === undefined ? -1n : BigInt(`0x${draw.left}`);
  for (let attempt = 0; ; attempt++) {
    const message = dealer === 1 && attempt === 0 ? draw.moment : `${draw.moment}.${attempt}`;
    const value = BigInt(`0x${hexOf(await hmac(key, message))}`);
    if (value < RANGE - (RANGE % total) && (left >> (value % total)) & 1n) return Number(value % total);
  }
}

/**
 * The headers of a record and its lines, by their number from 1.
 * @param {string} text
 */
function read(text) {
  const lines = text.split("\n");
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of lines) {
    const header = /^\[([a-z]+) (".*")\]$/.exec(line);
    if (header) headers[header[1]] = JSON.parse(header[2]);
  }
  return { headers, lines };
}

/**
 * One finding: a sentence, and whether all is well.
 * @param {boolean} isRight
 * @param {string} name
 * @param {number} count
 */
function tell(isRight, name, count = 0) {
  const key = isRight ? name : `not-${name}`;
  const [template] = all("#dice-words");
  const sentence = /** @type {HTMLTemplateElement} */ (template).content.querySelector(`[data-word="${key}"]`)?.textContent ?? key;
  finding(isRight, sentence.replace("%", String(count)));
}

/**
 * @param {boolean} isRight
 * @param {string} sentence
 */
function finding(isRight, sentence) {
  const item = document.createElement("li");
  item.className = isRight ? "is-right" : "is-wrong";
  item.textContent = sentence;
  one("#dice-findings").append(item);
}

/**
 * The words with which all moments begin.
 * @param {string[]} moments
 */
function sharedWords(moments) {
  const [first] = moments;
  let end = first.lastIndexOf(" ") + 1;
  while (end && !moments.every((moment) => moment.startsWith(first.slice(0, end)))) end = first.lastIndexOf(" ", end - 2) + 1;
  return first.slice(0, end);
}

/**
 * A line of the table for one outcome.
 * @param {Outcome} outcome
 * @param {number[]} numbers  as drawn here
 * @param {boolean} isRight
 */
function row(outcome, numbers, isRight) {
  const line = document.createElement("tr");
  line.className = isRight ? "is-right" : "is-wrong";
  const shared = outcome.draws.length > 1 ? sharedWords(outcome.draws.map((draw) => draw.moment)) : "";
  const draws = shared + outcome.draws.map((draw, index) => `${draw.moment.slice(shared.length)}: ${numbers[index]}`).join(", ");
  for (const text of [String(outcome.ply), outcome.words, draws, (isRight ? words.right : words.wrong) ?? ""]) {
    line.insertCell().textContent = text;
  }
  return line;
}

/**
 * Draws every outcome again; returns how many are wrong.
 * @param {Draws} draws
 * @param {string[]} lines  of the record
 */
async function drawAll(draws, lines) {
  const key = await keyOf(draws);
  const rows = [];
  let wrong = 0;
  for (const outcome of draws.outcomes) {
    const numbers = await Promise.all(outcome.draws.map((draw) => drawn(key, draws.dealer, draw)));
    const isSame = outcome.draws.length > 0 && outcome.draws.every((draw, index) => draw.number === numbers[index]);
    const isRight = isSame && outcome.words === outcome.honest && lines[outcome.line - 1] === `* ${outcome.words}`;
    wrong += isRight ? 0 : 1;
    rows.push(row(outcome, numbers, isRight));
  }
  one(".dice-draws tbody").replaceChildren(...rows);
  one(".dice-draws").hidden = false;
  return wrong;
}

/**
 * Is every outcome of the record among the draws, and no moment there twice?
 * @param {Draws} draws
 * @param {string[]} lines
 * @param {number} given  how many steps the record says were set up before
 */
function areComplete(draws, lines, given) {
  const actions = lines.map((line, index) => ({ line, number: index + 1 })).filter(({ line }) => /^[A-H*] /.test(line));
  const expected = actions.slice(given).filter(({ line }) => line[0] === "*");
  const moments = draws.outcomes.flatMap((outcome) => outcome.draws.map((draw) => draw.moment));
  return expected.length === draws.outcomes.length
    && expected.every(({ number }, index) => draws.outcomes[index].line === number)
    && new Set(moments).size === moments.length;
}

async function check() {
  one("#dice-findings").replaceChildren();
  one(".dice-draws").hidden = true;
  const at = page.dataset.at ?? "";
  const answers = await Promise.all([fetch(`${at}/record`), fetch(`${at}/draws`)]).catch(() => []);
  if (answers.length === 0 || answers.some((answer) => !answer.ok)) return finding(false, words.failed ?? "");
  const { headers, lines } = read(await answers[0].text());
  const draws = /** @type {Draws} */ (await answers[1].json());
  const digest = hexOf(await crypto.subtle.digest("SHA-256", bytesOf(headers.secret ?? "")));
  tell(digest === headers.commitment, "commitment");
  const isSame = headers.secret === draws.secret && headers.commitment === draws.commitment && headers.game === draws.game;
  tell(isSame && (headers.numbers ?? "") === draws.numbers.join(" ") && (headers.dealer ?? "1") === String(draws.dealer), "headers");
  compare(headers.commitment, (headers.numbers ?? "").split(" "), finding);
  tell(areComplete(draws, lines, Number(headers.given ?? "0")), "moments");
  const wrong = await drawAll({ ...draws, secret: headers.secret ?? "", commitment: digest }, lines);
  tell(wrong === 0, "draws", wrong || draws.outcomes.length);
}

/**
 * Compares what this browser was shown and sent before the game with what is told now.
 * @param {string} commitment
 * @param {string[]} numbers
 * @param {(isRight: boolean, sentence: string) => void} say
 */
function compare(commitment, numbers, say) {
  const own = remembered(page.dataset.table ?? "");
  if (!own) return;
  if (own.commitment !== commitment) say(false, (words.otherCommitment ?? "").replace("%", own.commitment));
  else if (!numbers.includes(own.number)) say(false, (words.otherNumber ?? "").replace("%", own.number));
  else say(true, words.own ?? "");
}

const own = maybe("#dice-own");
if (own && page.dataset.table) {
  own.hidden = false;
  own.textContent = words.notOwn ?? "";
  compare(own.dataset.commitment ?? "", (own.dataset.numbers ?? "").split(" "), (isRight, sentence) => {
    own.className = isRight ? "is-right" : "is-wrong";
    own.textContent = sentence;
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (all("[data-do=check]"))) {
  if (crypto.subtle) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      await check().catch(() => finding(false, words.unreadable ?? "")); // whatever came is no record with its draws
      button.disabled = false;
    });
  } else finding(false, words.insecure ?? "");
}
