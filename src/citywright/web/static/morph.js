// Makes an element on the page like another one, keeping every node it can: so transitions run and focus stays.

const SVG = "http://www.w3.org/2000/svg";

// Parses one element in the namespace of the element it is for.
export function parse(html, like) {
  const holder = like.namespaceURI === SVG && like.localName !== "svg"
    ? document.createElementNS(SVG, "svg")
    : document.createElement("template");
  holder.innerHTML = html;
  return (holder.content ?? holder).firstElementChild;
}

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");
}

function copyAttributes(old, now) {
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// `old` stays in the page and becomes like `now`, whose children may be moved away.
export function morph(old, now, changed = () => {}) {
  if (!same(old, now)) {
    old.replaceWith(now);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== now.data) {
      const before = old.data;
      old.data = now.data;
      changed(old, before);
    }
    return;
  }
  copyAttributes(old, now);
  const keyed = new Map();
  for (const child of old.children) if (child.id) keyed.set(child.id, child);
  let next = old.firstChild;
  for (const wanted of [...now.childNodes]) {
    const kept = wanted.id ? keyed.get(wanted.id) : undefined;
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
