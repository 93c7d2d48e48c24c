/** Which game it is: boards, words, length, mode. */

import { dictionaries } from "../lib/api.js";
import { counted, debounced, field, fill, h, select } from "../lib/dom.js";
import { MOST_BOARDS } from "./game.js";

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const USUAL = 5;
const LANGUAGES = { en: "English", es: "Spanish", pt: "Portuguese" };
const MODES = [
  ["easy", "Any word"],
  ["hard", "Hard: hints must be used"],
  ["strict", "Strict: possible answers only"],
];
const STRATEGIES = [
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
  const list = select([["", "Wordle's own words"]], "", (dictionary) => onchange({ dictionary }));
  const length = select(LENGTHS.map((count) => [String(count), counted(count, "letter")]), String(state.length), (value) => onchange({ length: Number(value) }));
  const boards = select(Array.from({ length: MOST_BOARDS }, (_, at) => [String(at + 1), counted(at + 1, "board")]), String(state.boards), (value) => onchange({ boards: Number(value) }));
  const mode = select(MODES, state.mode, (value) => onchange({ mode: value }));
  const strategy = select(STRATEGIES, state.strategy, (value) => onchange({ strategy: value }));
  const excludeSoon = debounced(600, () => onchange({ exclude: exclude.value.trim() }));
  const exclude = h("textarea", { rows: 2, value: state.exclude, spellcheck: "false", oninput: excludeSoon });
  /** @type {{name: string, language: string | null}[]} */
  let lists = [];
  const element = h(
    "details",
    { class: "card" },
    h("summary", {}, "Which game"),
    h("div", { class: "fields" }, field("Words", list), field("Length", length), field("Boards", boards), field("May be guessed", mode), field("Best is", strategy)),
    field("Past answers to leave out", exclude),
  );

  async function fillLists() {
    ({ dictionaries: lists } = await dictionaries());
    show();
  }

  function show() {
    const own = state.length === USUAL ? "Wordle's own words" : "English";
    fill(list, h("option", { value: "" }, own), lists.map(({ name, words }) => h("option", { value: name }, `${LANGUAGES[name] ?? name} (${counted(words, "word")})`)));
    list.value = state.dictionary;
    length.value = String(state.length);
    boards.value = String(state.boards);
    mode.value = state.mode;
  }

  show();
  fillLists().catch(() => {}); // solving says what is wrong
  return { element, show, language: () => lists.find(({ name }) => name === state.dictionary)?.language ?? "en" };
}
