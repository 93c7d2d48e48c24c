/** Which game it is: boards, words, length, mode. */

import { counted, debounced, field, h, select } from "../lib/dom.js";
import { listChoice } from "../lib/lists.js";
import { MOST_BOARDS } from "./game.js";

export const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const USUAL = 5;
export const MODES = [
  ["easy", "Any word"],
  ["hard", "Hard: hints must be used"],
  ["strict", "Strict: possible answers only"],
];
export const STRATEGIES = [
  ["optimal", "Fewest guesses"],
  ["entropy", "Most information"],
  ["partitions", "Most groups"],
  ["expected-size", "Fewest words left"],
  ["minimax", "Fewest words at worst"],
  ["frequency", "Common letters"],
];

/**
 * @param {any} state  what is kept of the view
 * @param {(changes: object) => void} onchange
 */
export function rulesView(state, onchange) {
  const list = listChoice({ value: state.dictionary, onchange: (dictionary) => onchange({ dictionary }), usual: ownWords() });
  const length = select(LENGTHS.map((count) => [String(count), counted(count, "letter")]), String(state.length), (value) => onchange({ length: Number(value) }));
  const boards = select(Array.from({ length: MOST_BOARDS }, (_, at) => [String(at + 1), counted(at + 1, "board")]), String(state.boards), (value) => onchange({ boards: Number(value) }));
  const mode = select(MODES, state.mode, (value) => onchange({ mode: value }));
  const strategy = select(STRATEGIES, state.strategy, (value) => onchange({ strategy: value }));
  const excludeSoon = debounced(600, () => onchange({ exclude: exclude.value.trim() }));
  const exclude = h("textarea", { rows: 2, value: state.exclude, spellcheck: "false", oninput: excludeSoon });
  function ownWords() {
    return [["", state.length === USUAL ? "Wordle's own words" : "English"]];
  }

  const element = h(
    "details",
    { class: "card" },
    h("summary", {}, "Which game"),
    h("div", { class: "fields" }, field("Words", list.element), field("Length", length), field("Boards", boards), field("May be guessed", mode), field("Best is", strategy)),
    field("Past answers to leave out", exclude),
  );

  function show() {
    list.show(state.dictionary, ownWords());
    length.value = String(state.length);
    boards.value = String(state.boards);
    mode.value = state.mode;
  }

  return { element, show, language: () => list.languageOf(state.dictionary) ?? "en" };
}
