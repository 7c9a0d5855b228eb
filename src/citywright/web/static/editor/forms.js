// Numbers, texts and choices of a layout beside its board, each with what is wrong with it.

import { make } from "./svg.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {[string, string][][]} Options */
/**
 * @typedef {{ place: string, label: string, least?: number, most?: number, longest?: number, is_optional?: boolean,
 *   options?: Options }} Item
 */
/** @typedef {{ group: string, title: string, items: Item[], rule?: string, wanted?: number, options?: Options }} Form */

/**
 * A value that is written in parts, taken apart.
 * @param {string} value
 * @param {Options} options
 */
function partsOf(value, options) {
  let rest = value;
  return options.map((part) => {
    const fitting = part.map(([written]) => written).filter((written) => rest.startsWith(written));
    const longest = fitting.sort((one, other) => other.length - one.length)[0] ?? "";
    rest = rest.slice(longest.length);
    return longest;
  });
}

export class Forms {
  /**
   * @param {HTMLElement} element
   * @param {Draft} draft
   * @param {Form[]} forms
   */
  constructor(element, draft, forms) {
    this.draft = draft;
    this.forms = forms;
    /** @type {Map<string, (HTMLInputElement | HTMLSelectElement)[]>} */
    this.fields = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.sums = new Map();
    element.append(...forms.map((form) => this.#form(form)));
    this.refresh();
  }

  /** @param {Form} form */
  #form(form) {
    const sum = make("output", { class: "sum" });
    this.sums.set(form.group, sum);
    const summary = make("summary", { "data-place": form.group }, make("span", {}, form.title), sum);
    const list = make("div", { class: `items ${form.options ? "in-parts" : ""}` },
      ...form.items.map((item) => this.#item(item, item.options ?? form.options)));
    return make("details", { class: "form" }, summary, make("p", { class: "wrong", "data-wrong": form.group, hidden: true }), list);
  }

  /**
   * @param {Item} item
   * @param {Options | undefined} options
   */
  #item(item, options) {
    const fields = options ? options.map((part, n) => this.#select(item, options, part, n)) : [this.#input(item)];
    this.fields.set(item.place, fields);
    const label = make("label", { class: "item", "data-place": item.place }, make("span", {}, item.label), ...fields);
    return make("div", {}, label, make("p", { class: "wrong", "data-wrong": item.place, hidden: true }));
  }

  /** @param {Item} item */
  #input(item) {
    const isText = Boolean(item.longest);
    /** @type {Record<string, number>} */
    const bounds = isText ? { maxlength: item.longest ?? 0 } : { min: item.least ?? 0, max: item.most ?? 0, step: 1 };
    const input = /** @type {HTMLInputElement} */ (make("input", { type: isText ? "text" : "number", ...bounds }));
    input.addEventListener("change", () => {
      const isEmpty = input.value.trim() === "";
      if (isEmpty && item.is_optional) this.draft.change([[item.place, undefined]]);
      else if (isText) this.draft.change([[item.place, input.value.trim()]]);
      else if (!isEmpty && Number.isFinite(input.valueAsNumber)) this.draft.change([[item.place, input.valueAsNumber]]);
      this.refresh();
    });
    return input;
  }

  /**
   * @param {Item} item
   * @param {Options} options
   * @param {[string, string][]} part
   * @param {number} n
   */
  #select(item, options, part, n) {
    const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": `${item.label}, ${n + 1}` },
      make("option", { value: "" }, "–"), ...part.map(([written, label]) => make("option", { value: written }, label))));
    select.addEventListener("change", () => {
      const parts = partsOf(String(this.draft.get(item.place) ?? ""), options);
      const chosen = (this.fields.get(item.place) ?? []).map((field, k) => field.value || parts[k]);
      const value = chosen.join("");
      this.draft.change([[item.place, value || undefined]]);
    });
    return select;
  }

  /** Shows what the draft has. */
  refresh() {
    for (const { group, items, wanted, options } of this.forms) {
      for (const item of items) this.#show(item, item.options ?? options);
      const sum = this.sums.get(group);
      if (!sum || !wanted) continue;
      const total = items.reduce((all, { place }) => all + (Number(this.draft.get(place)) || 0), 0);
      sum.textContent = `${total} / ${wanted}`;
      sum.classList.toggle("off", total !== wanted);
    }
  }

  /**
   * @param {Item} item
   * @param {Options | undefined} options
   */
  #show(item, options) {
    const value = this.draft.get(item.place);
    const fields = this.fields.get(item.place) ?? [];
    const parts = options ? partsOf(String(value ?? ""), options) : [value === undefined ? "" : String(value)];
    for (const [n, field] of fields.entries()) {
      if (field.value !== parts[n]) field.value = parts[n];
      field.closest(".item")?.setAttribute("data-from", this.draft.sources.get(item.place) ?? "");
    }
  }

  /**
   * Opens the form of a place and goes there.
   * @param {string} place
   */
  goTo(place) {
    const form = this.forms.find(({ group, items }) => group === place || place.startsWith(`${group}.`) || items.some((item) => item.place === place));
    if (!form) return false;
    const item = form.items.find((one) => one.place === place) ?? form.items[0];
    const field = (this.fields.get(item.place) ?? [])[0];
    const details = /** @type {HTMLDetailsElement | null} */ (field?.closest("details") ?? null);
    if (details) details.open = true;
    field?.focus();
    return true;
  }
}
