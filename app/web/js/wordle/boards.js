/** The boards: rows of tiles whose colours are changed by a click, or by keys. */

import { fill, h } from "../lib/dom.js";
import { NAMES, most, solvedAt } from "./game.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Letters of words whose tiles are small on phones. */
const LONG = 7;
const KEYS = { 0: "b", 1: "y", 2: "g" };

/**
 * @param {{onmark: (place: {guess: number, board: number, place: number}, mark?: string) => void,
 *          onchange: (guess: number) => void, onleave: () => void}} options
 *   `onmark` is told of a colour, without one of the next; `onchange` that a word is to be another one;
 *   `onleave` that the keys went beyond the last tile
 */
export function boardsView({ onmark, onchange, onleave }) {
  const element = h("div", { class: "wordle-boards", onclick: clicked, onkeydown: pressed });
  /** How everything was laid out; only then are the elements made anew. */
  let plan = "";
  /** @type {Set<string>} */
  let clashes = new Set();

  /**
   * @param {import("./game.js").Guess[]} guesses
   * @param {{boards: number, length: number, typed: string, at: number}} how  `at`: the row being typed
   */
  function show(guesses, { boards, length, typed, at }) {
    const wanted = JSON.stringify([guesses.map(({ word }) => word), boards, length, at]);
    if (wanted !== plan) build(guesses, boards, length, at);
    plan = wanted;
    for (const tile of element.querySelectorAll("button.mark")) paint(tile, guesses);
    for (const tile of element.querySelectorAll(".typing")) tile.textContent = [...typed][tile.dataset.place] ?? "";
    clash([...clashes]);
  }

  function build(guesses, boards, length, at) {
    const rows = Math.max(most(boards), guesses.length);
    element.style.setProperty("--length", String(length));
    element.dataset.boards = String(boards);
    element.toggleAttribute("data-long", length > LONG);
    fill(
      element,
      Array.from({ length: boards }, (_, board) =>
        h("div", { class: "wordle-board", role: "group", "aria-label": boards > 1 ? `Board ${board + 1}` : "Board" }, Array.from({ length: rows }, (_, row) => rowOf(guesses, board, row, { length, at }))),
      ),
    );
  }

  function rowOf(guesses, board, row, { length, at }) {
    const guess = guesses[row];
    if (row === at || !guess || row > solvedAt(guesses, board)) return blank(length, row === at && solvedAt(guesses, board) >= Math.min(row, guesses.length));
    const tiles = [...guess.word].map((letter, place) =>
      h("button", { type: "button", class: "mark", tabindex: place === 0 ? 0 : -1, dataset: { guess: row, board, place } }, letter),
    );
    const word = guess.word.toUpperCase();
    const change = board === 0 && h("button", { type: "button", class: "change quiet", dataset: { change: row }, "aria-label": `Change ${word}`, title: `Change ${word}` }, "✎");
    return h("div", { class: "wordle-row", role: "group", "aria-label": `Guess ${row + 1}, ${word}`, dataset: { row: `${board}.${row}` } }, tiles, change);
  }

  function blank(length, isTyped) {
    const tiles = Array.from({ length }, (_, place) => h("span", { class: isTyped ? "mark typing" : "mark empty", dataset: { place } }));
    return h("div", { class: "wordle-row", "aria-hidden": "true" }, tiles);
  }

  function paint(tile, guesses) {
    const { guess, board, place } = placeOf(tile);
    const mark = guesses[guess].marks[board][place];
    tile.dataset.mark = mark;
    tile.setAttribute("aria-label", `${tile.textContent.toUpperCase()}, ${NAMES[mark]}`);
  }

  const placeOf = (tile) => ({ guess: Number(tile.dataset.guess), board: Number(tile.dataset.board), place: Number(tile.dataset.place) });

  function clicked(event) {
    const change = event.target.closest("[data-change]");
    if (change) return onchange(Number(change.dataset.change));
    const tile = event.target.closest("button.mark");
    if (tile) onmark(placeOf(tile));
  }

  function pressed(event) {
    const tile = event.target.closest("button.mark");
    if (event.key === "ArrowDown" && event.target.matches(".change")) return onleave();
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf(tile);
    if (event.key in KEYS) {
      onmark(place, KEYS[event.key]);
      const next = tile.nextElementSibling;
      if (next?.matches(".mark")) next.focus();
      else onleave(); // what comes next is a guess
    } else if (event.key in MOVES) move(place, MOVES[event.key]);
    else return;
    event.preventDefault();
  }

  function move({ guess, board, place }, [down, right]) {
    const next = element.querySelector(`[data-board="${board}"][data-guess="${guess + down}"][data-place="${place + right}"]`);
    if (next) next.focus();
    else if (down > 0) onleave();
  }

  /** Mark the rows that contradict each other: `[[board, guess], ...]` as texts. */
  function clash(rows) {
    clashes = new Set(rows);
    for (const row of element.querySelectorAll("[data-row]")) row.classList.toggle("clash", clashes.has(row.dataset.row));
  }

  /** To the colours of the newest guess, on the first board that has it. */
  function focusLast() {
    const first = [...element.querySelectorAll("button.mark[data-place='0']")];
    first.reduce((best, tile) => (best && placeOf(best).guess >= placeOf(tile).guess ? best : tile), undefined)?.focus();
  }

  return { element, show, clash, focusLast };
}
