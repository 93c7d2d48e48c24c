/** The words of a board, grouped by length; pointing at one, or going through them by arrows, shows its path. */

import { announce, counted, escaped, h } from "../lib/dom.js";

/**
 * @param {{onpoint: (word: {word: string, points: number, path: number[]} | undefined) => void}} options
 */
export function wordList({ onpoint }) {
  const element = h("div", {
    class: "words",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Words; arrows go through them and show their paths",
    onmouseover: (event) => point(event.target.closest("[role=option]"), false),
    onmouseleave: () => onpoint(current && wordOf(current)),
    onclick: (event) => point(event.target.closest("[role=option]"), true),
    onkeydown: pressed,
    onfocus: () => current ?? choose(options()[0]),
  });
  /** @type {any[]} */
  let words = [];
  /** @type {HTMLElement | undefined} */
  let current;

  function show(newWords) {
    words = newWords;
    current = undefined;
    element.removeAttribute("aria-activedescendant");
    element.innerHTML = groupsOf(words).map(written).join("");
  }

  const options = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[role=option]")]);
  const wordOf = (option) => words[Number(option.dataset.word)];

  function point(option, keep) {
    if (!option) return;
    if (keep) choose(option);
    else onpoint(wordOf(option));
  }

  function choose(option) {
    if (!option) return;
    current?.setAttribute("aria-selected", "false");
    current = option;
    option.setAttribute("aria-selected", "true");
    element.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
    onpoint(wordOf(option));
  }

  function pressed(event) {
    const all = options();
    const at = all.indexOf(current);
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: below(all, at, 1),
      ArrowUp: below(all, at, -1),
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(all[Math.max(0, Math.min(all.length - 1, to))]);
  }

  return {
    element,
    show,
    /** Say how many there are. */
    tell: (count, points) => announce(`${counted(count, "word")}, ${points.toLocaleString("en")} points`),
  };
}

/** The option a line further down or up that lies nearest. */
function below(all, at, way) {
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

function groupsOf(words) {
  const groups = new Map();
  words.forEach((word, index) => {
    const length = [...word.word].length;
    if (!groups.has(length)) groups.set(length, []);
    groups.get(length).push({ ...word, index });
  });
  return [...groups].sort(([a], [b]) => b - a);
}

function written([length, words]) {
  const title = `${length} letters · ${counted(words.length, "word")} · ${words[0].points.toLocaleString("en")} each`;
  const id = `words-of-${length}`;
  const items = words.map(
    ({ word, index, chance }) =>
      `<span role="option" id="word-${index}" data-word="${index}" aria-selected="false"` +
      `${chance !== undefined && chance < 0.5 ? ' class="unlikely"' : ""}>${escaped(word)}</span>`,
  );
  return `<div role="group" aria-labelledby="${id}"><h3 id="${id}">${escaped(title)}</h3><div class="list">${items.join("")}</div></div>`;
}
