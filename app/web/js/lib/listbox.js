/** A list whose entries are pointed at, or gone through by arrows; entries stand in lines or below each other. */

import { h } from "./dom.js";

/**
 * @param {{label: string, onpoint?: (index: number | undefined) => void, onchoose?: (index: number) => void}} options
 *   `onpoint` is told which entry is looked at; `onchoose` which one was clicked, or confirmed by Enter
 */
export function listbox({ label, onpoint = () => {}, onchoose = () => {} }) {
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

  /** @param {string} html  escaped; options have the role, an id and `data-index` */
  function show(html) {
    current = undefined;
    element.removeAttribute("aria-activedescendant");
    element.innerHTML = html;
  }

  const options = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[role=option]")]);
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
    option.setAttribute("aria-selected", "true");
    element.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
    onpoint(indexOf(option));
  }

  function pressed(event) {
    if ((event.key === "Enter" || event.key === " ") && current) onchoose(indexOf(current));
    else if (!moved(event.key)) return;
    event.preventDefault();
  }

  function moved(key) {
    const all = options();
    const at = all.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: beside(all, at, 1), ArrowUp: beside(all, at, -1), Home: 0, End: all.length - 1 }[key];
    if (to === undefined) return false;
    choose(all[Math.max(0, Math.min(all.length - 1, to))]);
    return true;
  }

  return { element, show };
}

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
