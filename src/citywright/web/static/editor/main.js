// The editor of layouts: puts its parts together. Knows no game: places, marks and numbers come from the page.

import { all, around, maybe, one } from "../dom.js";
import { Cells } from "./cells.js";
import { Checking, problemLine, showAtPlaces } from "./checking.js";
import { Draft, TEXTS } from "./draft.js";
import { download, fileName, forget, keep, open, unfinished } from "./files.js";
import { Forms } from "./forms.js";
import { Hand, LOOK, SOURCE } from "./hand.js";
import { Photo } from "./photo.js";
import { PointMap } from "./point_map.js";
import { Stage } from "./stage.js";
import { make } from "./svg.js";

/** @typedef {import("./boards.js").Tool} Tool */
/** @typedef {import("./checking.js").Problem} Problem */

const MARGIN = 1.1; // around what is on the board, in steps of it

/** @param {string} id */
const data = (id) => JSON.parse(one(`#${id}`).textContent ?? "");
const [sheet, words, start] = [data("sheet"), data("words"), data("start")];
/** @type {string[]} */
const sources = data("sources");

const draft = new Draft(start);
const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (one("#board")));
/** @param {string} id */
const layerOf = (id) => /** @type {SVGElement} */ (/** @type {unknown} */ (one(`#${id}`)));
const board = sheet.points
  ? new PointMap(layerOf("drawing"), draft, { width: 12, height: 8, ...sheet.points }, words)
  : new Cells(layerOf("drawing"), draft, sheet.layers);
const stage = new Stage(svg, wholeOf());
const tools = [Object.assign(LOOK, { title: words.look }), ...board.tools, ...sources.map((source) =>
  ({ id: SOURCE + source, title: words[source], group: "", key: "", style: `from-${source}` }))];
const hand = new Hand(stage, board, draft, layerOf("cursor"), tools);
const forms = new Forms(one("#forms"), draft, sheet.forms ?? []);
const checking = new Checking(draft, words);
const photo = new Photo(stage, /** @type {HTMLCanvasElement} */ (one("#photo")), [...all(".corner")]);

function wholeOf() {
  const whole = { x: -0.2, y: -0.2, width: sheet.width + 0.4, height: sheet.height + 0.4 };
  const spots = board.spots();
  if (!spots.length) return whole;
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [west, north] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x: west, y: north, width: Math.max(...xs) + MARGIN - west, height: Math.max(...ys) + MARGIN - north };
}

// --- tools ---------------------------------------------------------------------------------

/** @param {Tool} tool */
function toolButton(tool) {
  const face = make("span", { class: `face ${tool.style}`, "aria-hidden": "true" }, tool.text ?? "");
  const key = tool.key ? [make("kbd", {}, tool.key)] : [];
  const cls = tool.text ? "tool short" : "tool"; // what its face shows need not be written
  const button = make("button", { type: "button", class: cls, title: tool.title, "data-tool": tool.id, "aria-pressed": "false" }, face, make("span", {}, tool.title), ...key);
  button.addEventListener("click", () => hand.take(tool));
  return button;
}

one("#tools").append(...tools.filter(({ id }) => !id.startsWith(SOURCE)).map(toolButton));
one("#tools").after(...[...new Set(board.sums().map(({ group }) => group))].map((group) =>
  make("p", { class: "wrong", "data-wrong": group, hidden: true })));
one("#source-tools").append(...tools.filter(({ id }) => id.startsWith(SOURCE)).map(toolButton));

hand.addEventListener("tool", () => {
  for (const button of all("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === hand.tool.id));
  svg.dataset.hand = hand.tool.id;
  const fill = maybe("[data-do=fill]");
  if (fill) fill.hidden = !hand.tool.id.startsWith("region");
});
hand.take(matchMedia("(max-width: 899px)").matches ? LOOK : board.tools[0]);

const layerWithNumbers = (sheet.layers ?? []).find((/** @type {{ most?: number }} */ { most }) => most);
const ownNumber = /** @type {HTMLInputElement | null} */ (maybe("#own-number"));
if (layerWithNumbers && ownNumber) {
  one(".own-number").hidden = false;
  ownNumber.max = String(layerWithNumbers.most);
  ownNumber.addEventListener("change", () => {
    const value = String(Math.round(ownNumber.valueAsNumber));
    if (ownNumber.validity.valid && ownNumber.value) {
      hand.take({ id: `${layerWithNumbers.group} ${value}`, title: value, group: layerWithNumbers.group, key: "", style: "", value, text: value });
    }
  });
}

// --- what the buttons do -------------------------------------------------------------------

const stopHere = () => hand.stop ?? board.stops(board.tools[0])[0];
/** @type {Record<string, () => unknown>} */
const actions = {
  undo: () => draft.undo(),
  redo: () => draft.redo(),
  "mirror-x": () => board.mirror("x") || say(words.noMirror),
  "mirror-y": () => board.mirror("y") || say(words.noMirror),
  "copy-row": () => (stopHere() && board.copyRow(stopHere())) || say(words.noCopy),
  fill: () => board instanceof PointMap && board.fill(hand.tool),
  empty: () => board.clear(),
  "zoom-in": () => stage.zoomIn(),
  "zoom-out": () => stage.zoomOut(),
  "zoom-all": () => stage.showAll(),
  "mark-all": () => draft.mark(draft.entries.keys(), draft.source),
  "photo-away": () => showPhoto(null),
  start: () => {
    forget(draft.game);
    draft.replace(start);
    showTexts();
  },
  download: () => checking.answer && download(checking.answer.text, fileName(draft.texts.name, draft.game)),
};

document.addEventListener("click", (event) => {
  const button = around(event, "[data-do]");
  if (button) actions[button.dataset.do ?? ""]?.();
  const badge = around(event, ".badge");
  if (badge) say(badge.dataset.words ?? "");
});

document.addEventListener("keydown", (event) => {
  const isTyping = around(event, "input[type=text], input[type=number], textarea");
  if (!(event.ctrlKey || event.metaKey) || isTyping) return;
  const isUndo = event.key.toLowerCase() === "z";
  if (!isUndo && event.key.toLowerCase() !== "y") return;
  event.preventDefault();
  if (isUndo && !event.shiftKey) draft.undo();
  else draft.redo();
});

// --- files ---------------------------------------------------------------------------------

one("#save").addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (checking.isSound) return forget(draft.game);
  event.preventDefault(); // the last change is still being checked
  if (await checking.settled()) form.requestSubmit();
  else say(words.unsound);
});

one("#open-file").addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  const opened = await open(draft.game, file);
  if (typeof opened === "string") return say(opened || words.offline);
  draft.replace(opened);
  showTexts();
  stage.whole = wholeOf();
  stage.showAll();
  say(file.name);
});

// --- the photo -----------------------------------------------------------------------------

/** @param {Blob | null} file */
async function showPhoto(file) {
  if (file) {
    try {
      await photo.show(file);
    } catch {
      return say(words.noPhoto);
    }
    chooseSource("printed"); // who lays a photo underneath reads from the box
  } else photo.takeAway();
  document.body.classList.toggle("has-photo", photo.isShown);
  one("#photo-options").hidden = !photo.isShown;
}

one("#photo-file").addEventListener("change", (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) showPhoto(file);
});
one("#fade").addEventListener("input", (event) => photo.fade(/** @type {HTMLInputElement} */ (event.target).valueAsNumber));
one("#show-corners").addEventListener("change", (event) => photo.showHandles(/** @type {HTMLInputElement} */ (event.target).checked));
photo.fade(60);

// --- where values are from -----------------------------------------------------------------

/** @param {string} source */
function chooseSource(source) {
  draft.source = source;
  const radio = /** @type {HTMLInputElement} */ (one(`input[name=source][value=${source}]`));
  radio.checked = true;
}

for (const radio of all("input[name=source]")) {
  radio.addEventListener("change", () => chooseSource(/** @type {HTMLInputElement} */ (radio).value));
}

// --- names and notes -----------------------------------------------------------------------

function showTexts() {
  for (const key of TEXTS) /** @type {HTMLInputElement} */ (one(`#about-${key}`)).value = draft.texts[key];
}

for (const key of TEXTS) {
  one(`#about-${key}`).addEventListener("change", (event) => {
    draft.texts[key] = /** @type {HTMLInputElement} */ (event.target).value.trim();
    draft.dispatchEvent(new Event("change"));
  });
}

// --- what is shown after every change ------------------------------------------------------

/** @param {string} sentence */
function say(sentence) {
  one("#said").textContent = sentence;
}

function showSums() {
  one("#sums").replaceChildren(...board.sums().map(({ title, n, wanted, most, group }) => {
    const aim = wanted || most ? ` / ${wanted || most}` : "";
    return make("li", { class: wanted && n !== wanted ? "off" : "", "data-sum": group }, make("span", {}, title), make("b", {}, `${n}${aim}`));
  }));
}

function showSureness() {
  const counts = draft.sureness();
  const total = Math.max(1, draft.entries.size);
  for (const source of sources) {
    const part = one(`#sureness [data-source=${source}]`);
    part.style.flexGrow = String(counts[source] ?? 0);
    one(`#sure-words [data-source=${source}]`).textContent = `${Math.round((100 * (counts[source] ?? 0)) / total)} %`;
  }
}

/** @param {Problem} problem */
function goToProblem({ place, words: sentence }) {
  const own = checking.ownPlace(place);
  const spot = board.whereIs(own);
  if (spot) {
    hand.goTo({ ...spot, place: own, name: own });
    svg.focus();
  } else forms.goTo(own);
  say(sentence);
}

function showProblems() {
  const { problems, answer } = checking;
  if (answer && board instanceof PointMap && JSON.stringify(answer.names) !== JSON.stringify(board.names)) {
    board.names = answer.names;
    board.draw();
  }
  showAtPlaces(checking, board, layerOf("badges"));
  one("#problems").replaceChildren(...problems.map((problem) => problemLine(problem, draft.game, goToProblem)));
  const state = checking.trouble || (!checking.isCurrent ? words.checking : problems.length ? words.unsound : words.sound);
  one("#state").textContent = state;
  one("#state").className = checking.trouble ? "off" : !checking.isCurrent ? "" : problems.length ? "off" : "good";
  one("#hash").textContent = checking.isSound ? answer?.hash ?? "" : "";
  for (const button of all("[data-needs=sound]")) /** @type {HTMLButtonElement} */ (button).disabled = problems.length > 0;
  for (const field of all("[data-fill=text]")) /** @type {HTMLInputElement} */ (field).value = answer?.text ?? "";
}

function showAll() {
  board.draw();
  forms.refresh();
  showSums();
  showSureness();
  /** @type {HTMLButtonElement} */ (one("[data-do=undo]")).disabled = !draft.done.length;
  /** @type {HTMLButtonElement} */ (one("[data-do=redo]")).disabled = !draft.undone.length;
}

draft.addEventListener("change", () => {
  showAll();
  keep(/** @type {import("./draft.js").Start} */ (draft.asStart()));
});
checking.addEventListener("answer", showProblems);
hand.addEventListener("move", () => {
  const { stop } = hand;
  if (!stop) return;
  const value = stop.place ? draft.get(stop.place) : undefined;
  const source = stop.place && draft.sources.get(stop.place);
  const name = stop.name || `${stop.x} / ${stop.y}`;
  const shown = Array.isArray(value) ? value.join(" / ") : typeof value === "boolean" || value === undefined ? "" : String(value);
  say([name, shown, source ? words[source] : words.nothing].filter(Boolean).join(" · "));
});

const left = unfinished(start);
if (left && JSON.stringify(left.entries) !== JSON.stringify(start.entries)) {
  draft.replace(left);
  one("#resumed").hidden = false;
}
showTexts();
showAll();
checking.soon(0);
one("main").dataset.ready = "yes";
