/** Building elements, and telling those who listen rather than look. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners and children.
 *
 * `class`, `for` and all others are attributes; `onclick` and its kin are listeners; `dataset` and `style` are
 * objects. False, null and undefined leave an attribute or a child out.
 *
 * @param {string} tag  `svg:path` and its like make SVG elements
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | number | null | undefined | false | Array)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = tag.startsWith("svg:")
    ? document.createElementNS(SVG, tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}

function set(element, name, value) {
  if (value == null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") Object.assign(element.style, value);
  else if (name === "value" || name === "checked") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** Put these children into an element, in place of those that it has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(2).filter((child) => child != null && child !== false));
}

/** Text that is safe between tags and in quoted attributes. */
export function escaped(text) {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

let ids = 0;
/** An id that no other element has. */
export function freshId(stem) {
  ids += 1;
  return `${stem}-${ids}`;
}

/** A labelled field: `<label>` with its text, the control below. */
export function field(label, control, { hint = "" } = {}) {
  control.id ||= freshId("field");
  const note = hint && h("small", { id: `${control.id}-hint` }, hint);
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
}

/** A `<select>` of `[value, text]` pairs. */
export function select(choices, value, onchange) {
  const options = choices.map(([key, text]) => h("option", { value: key }, text));
  const element = h("select", { onchange: (event) => onchange(event.target.value) }, options);
  element.value = value;
  return element;
}

/** Tell which of several links leads to what is shown. @param {(link: HTMLAnchorElement) => boolean} isCurrent */
export function markCurrent(links, isCurrent) {
  for (const link of links) {
    if (isCurrent(link)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Disable one of two buttons, or both, or none; whoever is at one that is disabled goes on at the other. */
export function disable([one, isOneOff], [other, isOtherOff]) {
  const at = document.activeElement;
  [one.disabled, other.disabled] = [isOneOff, isOtherOff];
  if (at === one && isOneOff) other.focus();
  if (at === other && isOtherOff) one.focus();
}

/** Milliseconds for which a sentence stays where screen readers find it, whatever is said next. */
const HEARD = 500;
let spoken = 0;
let waiting = 0;
/** Have a screen reader say a sentence when it is done with the present one. */
export function announce(sentence) {
  clearTimeout(waiting);
  const region = document.getElementById("announcer");
  if (performance.now() - spoken > HEARD) region.replaceChildren();
  spoken = performance.now();
  region.append(h("p", {}, sentence));
}

/** Milliseconds without a key until somebody who types is told what came of it. */
const PAUSE = 900;
/** The same of what follows every key: it is said in the next pause, unless there is something else to say. */
export function announceSoon(sentence) {
  clearTimeout(waiting);
  waiting = setTimeout(() => announce(sentence), PAUSE);
}

/** Wait until nothing has called for so many milliseconds, then do it once. */
export function debounced(milliseconds, action) {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** `1 word`, `2 words`. */
export function counted(count, noun, plural = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** A short message at the bottom that goes away by itself; who listens is told it once. */
export function toast(text) {
  const note = h("div", { class: "toast", "aria-hidden": "true" }, text);
  document.body.append(note);
  announce(text);
  setTimeout(() => note.remove(), 2500);
}

/** Save a text, or what was fetched, as a file. @param {string | Blob} content */
export function download(name, content, type = content.type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Copy a text; says whether it could. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    // Without TLS, or when the person said no, the clipboard is closed to pages.
    const at = document.activeElement;
    const area = h("textarea", { class: "offscreen", "aria-label": what }, text);
    document.body.append(area);
    area.select();
    toast(document.execCommand("copy") ? `${what} copied` : "This browser does not let pages copy.");
    area.remove();
    at?.focus({ preventScroll: true });
  }
}
