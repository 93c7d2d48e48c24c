/** The words of a board, grouped by length; pointing at one, or going through them by arrows, shows its path. */

import { announceSoon, counted, escaped, h } from "../lib/dom.js";
import { listbox } from "../lib/listbox.js";
import { pathTold } from "./path.js";

/**
 * @param {{onpoint: (word: {word: string, points: number, path: number[]} | undefined) => void}} options
 */
export function wordList({ onpoint }) {
  const list = listbox({ label: "Words; arrows go through them and show their paths", onpoint: (index) => onpoint(words[index]), told: (index) => told(words[index], cols) });
  const legend = h("p", { class: "muted", hidden: true }, h("s", {}, "Struck"), ": the game probably refuses the word.");
  /** @type {any[]} */
  let words = [];
  let cols = 1;

  /** @param {any[]} newWords @param {string[][]} cells  of their board */
  function show(newWords, cells) {
    [words, cols] = [newWords, cells[0]?.length ?? 1];
    legend.hidden = !words.some(isUnlikely);
    list.show(groupsOf(words).map(groupOf));
  }

  return {
    element: list.element,
    legend,
    show,
    /** Say how many there are. */
    tell: (count, points) => announceSoon(`${counted(count, "word")}, ${counted(points, "point")}`),
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
  const title = `${counted(length, "letter")} · ${counted(words.length, "word")} · ${words[0].points.toLocaleString("en")} each`;
  return { title, items: words.map(itemOf) };
}

/** By what the game took and refused before. */
const isUnlikely = ({ chance }) => chance < 0.5;

/** Struck for those who look; said to those who listen. */
function itemOf(word) {
  const html = escaped(word.word);
  return { index: word.index, html, attributes: isUnlikely(word) ? `class="unlikely" aria-label="${html}${REFUSED}"` : "" };
}

const REFUSED = ", probably refused";

const told = (word, cols) => `${word.word}${isUnlikely(word) ? REFUSED : ""}: ${pathTold(word.path, cols)}`;
