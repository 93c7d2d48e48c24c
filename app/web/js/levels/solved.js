/** A crossword above a wheel with the words that fill it. */

import { counted, h } from "../lib/dom.js";

/** @param {any} filled  what the service says of it */
export function solved(filled) {
  return [h("h2", {}, "The crossword"), grid(filled), remarks(filled), h("ol", { class: "offscreen" }, filled.slots.map((slot) => h("li", {}, told(slot))))];
}

/** Letters that were there are marked, places that no word fits are left open. */
function grid({ grid: rows, crossword }) {
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => ({ letter, x, y, given: crossword[y][x] !== "#" }))).filter(({ letter }) => letter !== ".");
  const element = h("div", { class: "crossword", role: "img", "aria-label": "The filled crossword" }, cells.map(cell));
  element.style.setProperty("--rows", String(rows.length));
  element.style.setProperty("--cols", String(Math.max(...rows.map((row) => row.length))));
  return element;
}

function cell({ letter, x, y, given }) {
  const kind = letter === "#" ? "" : given ? "open given" : "open";
  return h("span", { class: kind, style: { gridRow: String(y + 1), gridColumn: String(x + 1) } }, letter === "#" ? "" : letter);
}

function remarks({ solutions, complete, blank, crossword }) {
  const several = solutions > 1 && `${complete ? "" : "At least "}${solutions.toLocaleString("en")} ways fit; this one has the commonest words.`;
  const unknown = blank > 0 && `${counted(blank, "place")} no word of the list fits: look whether the boxes and letters are right.`;
  const given = crossword.some((row) => /[^.#]/u.test(row)) && "White: what was there.";
  return h("p", { class: "muted" }, [several, unknown, given].filter(Boolean).join(" "));
}

function told({ word, given, certain, row, col, across, word_count: count }) {
  const place = `${across ? "across" : "down"} from row ${row + 1}, column ${col + 1}`;
  if (!word) return `${place}: no word fits ${given}`;
  return `${place}: ${word}${certain ? "" : `, one of ${counted(count, "word")}`}`;
}
