/** A word search with its words: all shown, or found one by one on the grid, printed, downloaded. */

import { announce, counted, disable, fill, h, toast } from "../lib/dom.js";
import { filesView } from "./files.js";
import { pageView } from "./page.js";
import { entriesOf, placeOf, wordsView } from "./words.js";

const NARROW = matchMedia("(max-width: 62rem)");

/**
 * @param {{onproblem: (error: any, retry: () => void) => void, actions?: Node[]}} options
 */
export function resultView({ onproblem, actions = [] }) {
  const page = pageView({ online: drawn });
  const words = wordsView({ onpoint: point, onchoose: reveal });
  const files = filesView({ onproblem });
  const summary = h("div", { class: "figures" });
  const all = h("button", { type: "button", onclick: () => asked(true) }, "Show all");
  const none = h("button", { type: "button", onclick: () => asked(false) }, "Hide all");
  /** What the letters left over say; it would tell the solution. */
  const leftover = h("p", { class: "leftover" });
  const told = h("div", { class: "told" });
  const element = h(
    "div",
    { class: "card search-result", hidden: true },
    h("div", { class: "row spread no-print" }, summary, h("div", { class: "row" }, all, none, h("button", { type: "button", onclick: () => print() }, "Print"), actions)),
    h("div", { class: "search-body" }, h("div", { class: "stack" }, page.element, h("p", { class: "muted no-print look" }, "Look for the words yourself: draw from the first letter to the last. Enter on a word shows it."), leftover, told), words.element),
    files.element,
  );
  /** @type {import("./words.js").Entry[]} */
  let entries = [];
  /** @type {Set<number>} */
  let found = new Set();

  /**
   * @param {any} job  a finished record
   * @param {{cells: string[][], picture?: any, doubtful?: number[], isShown: boolean}} how
   */
  function show(job, { cells, isShown, ...over }) {
    element.hidden = false;
    entries = entriesOf(job.result);
    page.show(cells, over);
    words.show(entries, job.result);
    files.show(job);
    tell(job.result);
    revealAll(isShown);
  }

  function tell({ message, difficulty, word_total: total, unused }) {
    fill(leftover, message?.letters ? messageOf(message, unused) : []);
    fill(told, difficulty && h("p", { class: "muted" }, difficultyOf(difficulty)), total > entries.length && h("p", { class: "muted" }, `${counted(total, "word")} in all; the likeliest ${entries.length} are listed.`));
  }

  function revealAll(isShown) {
    found = new Set(isShown ? entries.map(({ index }) => index) : []);
    update();
  }

  /** By a button: nothing else tells it. */
  function asked(isShown) {
    revealAll(isShown);
    announce(summary.textContent);
  }

  /** One more is found. */
  function reveal(index) {
    if (found.has(index)) return;
    found.add(index);
    update();
    announce(`${entries[index].word}: ${placeOf(entries[index])}. ${found.size} of ${entries.length}`);
  }

  /** A line was drawn: perhaps a word lies there. A tap is no line, and whoever sees all words looks for none. */
  function drawn(from, to) {
    const here = entries.filter(({ places }) => places.some(({ cells }) => liesBetween(cells, from, to)));
    const fresh = here.find(({ index }) => !found.has(index));
    if (fresh) return reveal(fresh.index);
    if (from === to || found.size === entries.length) return;
    if (here.length > 0) return toast(`${here[0].word} is found already`);
    page.refuse(from, to);
    toast("None of the listed words lies there");
  }

  function update() {
    page.draw(entries.filter(({ index }) => found.has(index)).flatMap(({ places, index }) => places.map(({ cells }) => ({ cells, index }))));
    words.strike(found);
    const isSolved = found.size === entries.length;
    element.classList.toggle("hunting", !isSolved);
    leftover.hidden = !isSolved;
    disable([all, isSolved], [none, found.size === 0]);
    fill(summary, h("span", {}, h("b", {}, found.size.toLocaleString("en")), ` of ${counted(entries.length, "word")} found`));
  }

  function point(index) {
    page.point(index !== undefined && found.has(index) ? index : undefined);
  }

  const hide = () => (element.hidden = true);

  /** Where all is below each other, the result may lie below the window. */
  function bringUp() {
    if (NARROW.matches) element.scrollIntoView({ block: "start" });
  }

  return { element, show, hide, bringUp, look: page.look };
}

function liesBetween(cells, from, to) {
  const [first, last] = [cells[0], cells.at(-1)];
  return (first === from && last === to) || (first === to && last === from);
}

function messageOf({ letters, text, reads }, unused) {
  const heading = reads ? "The letters left over say" : `${counted(unused.length, "letter")} left over`;
  return [h("span", { class: "muted" }, `${heading}: `), h(reads ? "b" : "span", {}, reads ? text : letters)];
}

function difficultyOf({ level, directions, backwards, diagonal, crossings }) {
  const parts = [counted(directions, "direction"), backwards && `${Math.round(100 * backwards)}% backwards`, diagonal && `${Math.round(100 * diagonal)}% diagonal`, crossings && counted(crossings, "crossing")];
  return `${level[0].toUpperCase()}${level.slice(1)} puzzle: ${parts.filter(Boolean).join(", ")}.`;
}
