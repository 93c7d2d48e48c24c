/** The words of a board, grouped by length; pointing at one, or going through them by arrows, shows its path. */

import { announce, counted, escaped } from "../lib/dom.js";
import { listbox } from "../lib/listbox.js";

/**
 * @param {{onpoint: (word: {word: string, points: number, path: number[]} | undefined) => void}} options
 */
export function wordList({ onpoint }) {
  const list = listbox({ label: "Words; arrows go through them and show their paths", onpoint: (index) => onpoint(words[index]) });
  /** @type {any[]} */
  let words = [];

  function show(newWords) {
    words = newWords;
    list.show(groupsOf(words).map(groupOf));
  }

  return {
    element: list.element,
    show,
    /** Say how many there are. */
    tell: (count, points) => announce(`${counted(count, "word")}, ${points.toLocaleString("en")} points`),
  };
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

/** @returns {import("../lib/listbox.js").Group} */
function groupOf([length, words]) {
  const title = `${length} letters · ${counted(words.length, "word")} · ${words[0].points.toLocaleString("en")} each`;
  return { title, items: words.map(itemOf) };
}

/** Words that the game refused before are struck. */
function itemOf({ word, index, chance }) {
  return { index, html: escaped(word), attributes: chance < 0.5 ? 'class="unlikely"' : "" };
}
