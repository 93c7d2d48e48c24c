/** A list whose entries are pointed at, or gone through by arrows; entries stand in lines or below each other. */

import { freshId, h } from "./dom.js";

/** Entries that come with the first frame; they fill the list of a common window. More follow, so many a frame. */
const AT_ONCE = 150;

/** @typedef {{title?: string, items: {index: number, html: string, attributes?: string}[]}} Group */

/**
 * @param {{label: string, onpoint?: (index: number | undefined) => void, onchoose?: (index: number) => void, told?: (index: number) => string}} options
 *   `onpoint` is told which entry is looked at; `onchoose` which one was clicked, or confirmed by Enter; `told` says
 *   more of the one that is chosen to those who listen
 */
export function listbox({ label, onpoint = () => {}, onchoose = () => {}, told }) {
  const stem = freshId("entry");
  const element = h("div", {
    class: "words",
    role: "listbox",
    tabindex: 0,
    "aria-label": label,
    onmouseover: (event) => point(event.target.closest("[role=option]")),
    onmouseleave: () => onpoint(indexOf(current)),
    onclick: (event) => clicked(event.target.closest("[role=option]")),
    onkeydown: pressed,
    onfocus: () => current ?? choose(options()[0]),
  });
  /** @type {HTMLElement | undefined} */
  let current;
  /** Writes what is not there yet, some entries at a time. @type {Generator<void> | undefined} */
  let writing;
  let frame = 0;

  /** @param {Group[]} groups  the attributes and the HTML of entries are escaped, titles are not */
  function show(groups) {
    cancelAnimationFrame(frame);
    current = undefined;
    element.removeAttribute("aria-activedescendant");
    element.replaceChildren();
    element.scrollTop = 0;
    writing = written(groups);
    writing.next();
    frame = requestAnimationFrame(grow);
  }

  function grow() {
    if (writing?.next().done) writing = undefined;
    else frame = requestAnimationFrame(grow);
  }

  function complete() {
    if (!writing) return;
    cancelAnimationFrame(frame);
    while (!writing.next().done);
    writing = undefined;
  }

  function* written(groups) {
    let room = AT_ONCE;
    for (const { title, items } of groups) {
      const list = groupOf(title);
      for (let from = 0; from < items.length; ) {
        const part = items.slice(from, from + room);
        list.insertAdjacentHTML("beforeend", part.map(optionOf).join(""));
        from += part.length;
        room -= part.length;
        if (room > 0) continue;
        yield;
        room = AT_ONCE;
      }
    }
  }

  // Followed by a space, where a line may end.
  const optionOf = ({ index, html, attributes = "" }) => `<span role="option" id="${stem}-${index}" data-index="${index}" aria-selected="false" ${attributes}>${html}</span> `;

  /** A new group at the end; where its entries go. */
  function groupOf(title) {
    const list = h("div", { class: "list" });
    if (!title) element.append(list);
    else {
      const id = freshId("group");
      element.append(h("div", { role: "group", "aria-labelledby": id }, h("div", { role: "presentation", class: "title", id }, title), list));
    }
    return list;
  }

  /** All of them, written by now. @returns {HTMLElement[]} */
  function options() {
    complete();
    return [...element.querySelectorAll("[role=option]")];
  }

  const indexOf = (option) => (option ? Number(option.dataset.index) : undefined);

  function point(option) {
    if (option) onpoint(indexOf(option));
  }

  function clicked(option) {
    if (!option) return;
    choose(option);
    onchoose(indexOf(option));
  }

  function choose(option) {
    if (!option) return;
    current?.setAttribute("aria-selected", "false");
    current = option;
    if (told) option.setAttribute("aria-label", told(indexOf(option)));
    option.setAttribute("aria-selected", "true");
    element.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
    onpoint(indexOf(option));
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "Enter" || event.key === " ") && current) onchoose(indexOf(current));
    else if (!moved(event.key)) return;
    event.preventDefault();
  }

  function moved(key) {
    if (!KEYS.includes(key)) return false;
    const all = options();
    const at = all.indexOf(current);
    const to = { ArrowRight: () => at + 1, ArrowLeft: () => at - 1, ArrowDown: () => beside(all, at, 1), ArrowUp: () => beside(all, at, -1), Home: () => 0, End: () => all.length - 1 }[key]();
    choose(all[Math.max(0, Math.min(all.length - 1, to))]);
    return true;
  }

  return { element, show, options };
}

const KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"];

/** The option a line further down (1) or up (-1) that lies nearest. */
function beside(all, at, way) {
  if (at < 0) return 0;
  const from = all[at].getBoundingClientRect();
  let best = at;
  let distance = Infinity;
  for (let next = at + way; next in all; next += way) {
    const box = all[next].getBoundingClientRect();
    if (Math.abs(box.top - from.top) < 2) continue;
    if (best !== at && Math.abs(box.top - all[best].getBoundingClientRect().top) > 2) break;
    const off = Math.abs(box.left - from.left);
    if (off < distance) [best, distance] = [next, off];
  }
  return best;
}
