// Makes an element on the page like another one, keeping every node it can: so transitions run and focus stays.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Parses one element in the namespace of the element it is for. Titles that repeat the name of their element are sent
 * empty: they are filled here.
 * @param {string} html
 * @param {Element} like
 * @returns {Element}
 */
export function parse(html, like) {
  const holder = like.namespaceURI === SVG && like.localName !== "svg"
    ? document.createElementNS(SVG, "svg")
    : document.createElement("template");
  holder.innerHTML = html;
  const content = holder instanceof HTMLTemplateElement ? holder.content : holder;
  for (const title of content.querySelectorAll("title:empty")) {
    title.textContent = title.parentElement?.getAttribute("aria-label") ?? "";
  }
  return /** @type {Element} */ (content.firstElementChild);
}

/** @param {Node} node */
function idOf(node) {
  return node instanceof Element ? node.id : "";
}

/**
 * @param {Node} a
 * @param {Node} b
 */
function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && idOf(a) === idOf(b);
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function copyAttributes(old, now) {
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * `old` stays in the page and becomes like `now`, whose children may be moved away. Inside, an element that
 * has only an id and `data-stays` stands for the one with that id, which stays as it is.
 * @param {ChildNode} old
 * @param {ChildNode} now
 * @param {(node: Text, before: string) => void} changed  called for every text that changed
 */
export function morph(old, now, changed = () => {}) {
  if (!same(old, now)) {
    old.replaceWith(now);
    return;
  }
  if (now instanceof Element && now.hasAttribute("data-stays")) return;
  if (!(old instanceof Element && now instanceof Element)) {
    const text = /** @type {Text} */ (old);
    const { data } = /** @type {Text} */ (now);
    if (text.data !== data) {
      const before = text.data;
      text.data = data;
      changed(text, before);
    }
    return;
  }
  copyAttributes(old, now);
  const keyed = new Map();
  for (const child of old.children) if (child.id) keyed.set(child.id, child);
  let next = old.firstChild;
  for (const wanted of [...now.childNodes]) {
    const kept = keyed.get(idOf(wanted));
    if (kept && kept !== next && kept.parentNode === old) old.insertBefore(kept, next);
    const match = kept?.parentNode === old ? kept : next && same(next, wanted) ? next : null;
    if (match) {
      next = match.nextSibling;
      morph(match, wanted, changed);
    } else {
      old.insertBefore(wanted, next);
    }
  }
  while (next) {
    const gone = next;
    next = gone.nextSibling;
    gone.remove();
  }
}
