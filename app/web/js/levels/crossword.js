/** A level's crossword: which letters are shown, told to those who look and to those who listen. */

import { fill, h } from "../lib/dom.js";

/**
 * The letters of a level by place.
 *
 * @param {{words: {word: string, row: number, col: number, across: boolean}[]}} level
 * @returns {Map<string, string>} `row,col` -> letter
 */
export function lettersOf(level) {
  return new Map(level.words.flatMap((word) => placesOf(word).map((place, step) => [place, [...word.word][step]])));
}

/** The places of a word's letters. */
export function placesOf({ word, row, col, across }) {
  return [...word].map((_, step) => `${row + (across ? 0 : step)},${col + (across ? step : 0)}`);
}

/** The crossword's element, with `show(level, shown, fresh)`: places that are open, and those that just became so. */
export function crossword() {
  const grid = h("div", { class: "crossword", role: "img" });
  const list = h("ol", { class: "offscreen" });
  const element = h("div", {}, grid, list);

  function show(level, shown, fresh = new Set()) {
    const letters = lettersOf(level);
    grid.style.setProperty("--rows", String(level.rows));
    grid.style.setProperty("--cols", String(level.cols));
    fill(grid, [...letters].map(([place, letter]) => cell(place, shown.has(place) ? letter : "", fresh.has(place))));
    const open = level.words.filter((word) => placesOf(word).every((place) => shown.has(place)));
    grid.setAttribute("aria-label", `Crossword: ${open.length} of ${level.words.length} words found`);
    fill(list, level.words.map((word) => h("li", {}, described(word, shown))));
  }

  return { element, show };
}

function cell(place, letter, isFresh) {
  const [row, col] = place.split(",").map(Number);
  const style = { gridRow: String(row + 1), gridColumn: String(col + 1) };
  return h("span", { class: `${letter ? "open" : ""} ${isFresh ? "fresh" : ""}`, style }, letter);
}

function described(word, shown) {
  const letters = placesOf(word).map((place, step) => (shown.has(place) ? [...word.word][step] : "blank"));
  const way = word.across ? "across" : "down";
  return `${way} from row ${word.row + 1}, column ${word.col + 1}, ${letters.length} letters: ${letters.join(" ")}`;
}
