// Reading the rules, on their own page and in the drawer of a table: chapters as tabs, links within the text, and a
// search that leaves the rules with all the words typed. Without it the page shows one chapter after the other.

import { all, around, maybe, one } from "./dom.js";

export class RulesReader {
  /** @param {HTMLElement} root  what holds the chapters */
  constructor(root) {
    this.root = root;
    this.chapters = [...all(".chapter", root)];
    this.tabs = [...all(".chapters a", root)];
    this.rules = [...all("li[id]", root)];
    this.found = one(".found", root);
    this.input = /** @type {HTMLInputElement} */ (one("input[type=search]", root));
    one(".rules-search", root).hidden = false;
    this.input.addEventListener("input", () => this.search(this.input.value));
    this.makeTabs();
  }

  makeTabs() {
    maybe(".chapters", this.root)?.setAttribute("role", "tablist");
    for (const [place, tab] of this.tabs.entries()) {
      const chapter = this.chapters[place];
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", chapter.id);
      tab.id = `${chapter.id}-tab`;
      chapter.setAttribute("role", "tabpanel");
      chapter.setAttribute("aria-labelledby", tab.id);
      chapter.removeAttribute("aria-label");
      tab.addEventListener("keydown", (event) => this.walk(event, place));
    }
    this.show(this.chapters[0]);
  }

  /**
   * Arrow keys lead from tab to tab.
   * @param {KeyboardEvent} event
   * @param {number} place
   */
  walk(event, place) {
    const last = this.tabs.length - 1;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: place ? place - 1 : last, ArrowRight: place < last ? place + 1 : 0, Home: 0, End: last };
    const next = this.tabs[ways[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  }

  /**
   * Shows one chapter, from its beginning.
   * @param {HTMLElement} shown
   */
  show(shown) {
    this.clearSearch();
    for (const [place, chapter] of this.chapters.entries()) {
      const isShown = chapter === shown;
      chapter.hidden = !isShown;
      this.tabs[place]?.setAttribute("aria-selected", String(isShown));
      this.tabs[place]?.setAttribute("tabindex", isShown ? "0" : "-1");
    }
  }

  /**
   * Shows the chapter of a name, if the game has it.
   * @param {string} name
   */
  showChapter(name) {
    const chapter = this.chapters.find((it) => it.id === `rules-${name}`);
    if (chapter) this.show(chapter);
  }

  /**
   * Brings a rule, section or chapter into sight and gives it the focus. Returns whether there is one of that id.
   * @param {string} id
   * @param {boolean} takesFocus
   */
  goTo(id, takesFocus = true) {
    const place = id && maybe(`#${CSS.escape(id)}`, this.root);
    const chapter = place && this.chapters.find((it) => it.contains(place));
    if (!place || !chapter) return false;
    if (chapter.hidden || place.hidden) this.show(chapter);
    this.clearSearch();
    const isChapter = place === chapter;
    (isChapter ? this.root : place).scrollIntoView({ block: isChapter || place.matches("h3") ? "start" : "center" });
    if (!isChapter && takesFocus) place.focus({ preventScroll: true });
    return true;
  }

  /**
   * Follows a click on a link within the rules. Returns where it led to, or nothing if it was none.
   * @param {Event} event
   */
  follow(event) {
    const id = around(event, 'a[href^="#"]')?.getAttribute("href")?.slice(1) ?? "";
    return this.goTo(id) ? id : "";
  }

  clearSearch() {
    if (!this.input.value) return;
    this.input.value = "";
    this.search("");
  }

  /**
   * Leaves only the rules in which every word occurs.
   * @param {string} typed
   */
  search(typed) {
    const words = plain(typed).split(/\s+/).filter(Boolean);
    const book = one("#rules-all", this.root);
    if (words.length && book.hidden) {
      const kept = this.input.value;
      this.input.value = ""; // showing a chapter ends a search
      this.show(book);
      this.input.value = kept;
    }
    book.classList.toggle("searched", words.length > 0);
    let number = 0;
    for (const rule of this.rules) {
      const text = plain(rule.textContent ?? "");
      rule.hidden = !words.every((word) => text.includes(word));
      number += Number(!rule.hidden);
    }
    for (const list of all(".rules-text > ul", book)) {
      const isEmpty = !maybe("li[id]:not([hidden])", list);
      list.hidden = isEmpty;
      const title = list.previousElementSibling;
      if (title?.matches("h3")) /** @type {HTMLElement} */ (title).hidden = isEmpty;
    }
    this.found.textContent = words.length ? (this.found.dataset.words ?? "%").replace("%", String(number)) : "";
  }
}

/**
 * Letters as they are compared: small, and without their marks.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
