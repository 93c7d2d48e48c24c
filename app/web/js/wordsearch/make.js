/** Making a puzzle of one's own words. */

import { GONE } from "../lib/api.js";
import { asker } from "../lib/asking.js";
import { announce, counted, field, h, select } from "../lib/dom.js";
import { parsed, written } from "../lib/grid.js";
import { among, kept } from "../lib/store.js";
import { RULES, compass, directionsOf } from "./options.js";
import { resultView } from "./result.js";
import { listed } from "./solve.js";

const LANGUAGES = [
  ["", "As the words have them"],
  ["en", "English"],
  ["es", "Spanish"],
  ["pt", "Portuguese"],
];
const EXAMPLE = "apple\nbanana\ncherry\ngrape\nlemon\nmango\norange\npear\nplum";

/** `asked` is what the puzzle shown was made of, with its seed: it comes back after a reload. */
const state = kept("wordsearch.make", { words: "", rows: "", cols: "", directions: ["e", "s", "se", "ne"], language: "", letters: "", shape: "", keep_accents: false, asked: null }, { directions: RULES.directions, language: among(LANGUAGES.map(([code]) => code)) });

export function maker() {
  /** Whether the puzzle was asked for just now, so that it is to be seen at once. */
  let isAwaited = false;
  let isFresh = true;
  const result = resultView({ onproblem: (error, retry) => asked.problem(error, GONE.includes(error.code) ? again : retry), actions: [h("button", { type: "button", onclick: make }, "Another")] });
  const asked = asker({ present, results: result.element });
  const words = h("textarea", { rows: 9, placeholder: EXAMPLE, value: state.words, spellcheck: "false", oninput: keeps("words") });
  const element = h("div", { class: "split" }, entry(), h("div", { class: "stack answers" }, result.element, asked.element));

  /** Keeps what is typed into a control under this name. */
  function keeps(name) {
    return (event) => state.save({ [name]: event.target.value });
  }

  function entry() {
    const size = (name) => h("input", { type: "number", min: 1, max: 50, placeholder: "auto", value: state[name], oninput: keeps(name) });
    return h(
      "form",
      { class: "stack no-print", onsubmit: (event) => [event.preventDefault(), make()] },
      h(
        "div",
        { class: "card" },
        field("Words to hide", words, { hint: "One a line, up to 200" }),
        h("div", { class: "fields" }, field("Rows", size("rows")), field("Columns", size("cols"))),
        compass(state, (changes) => state.save(changes)).element,
        h("button", { class: "strong" }, "Make the puzzle"),
      ),
      further(),
    );
  }

  function further() {
    const shape = h("textarea", { rows: 4, value: state.shape, placeholder: "??..??\n??????\n.????.", spellcheck: "false", oninput: keeps("shape") });
    const letters = h("input", { value: state.letters, autocomplete: "off", oninput: keeps("letters") });
    const accents = h("input", { type: "checkbox", checked: state.keep_accents, onchange: (event) => state.save({ keep_accents: event.target.checked }) });
    return h(
      "details",
      { class: "card" },
      h("summary", {}, "Letters and shape"),
      h("div", { class: "fields" }, field("Alphabet", select(LANGUAGES, state.language, (language) => state.save({ language }))), field("Or these letters", letters)),
      h("label", { class: "check" }, accents, "Accents stay in the grid"),
      field("Shape", shape, { hint: "? a cell, . a hole; letters stay" }),
    );
  }

  /** What is asked for, without a seed: another puzzle each time. */
  function wanted() {
    const { rows, cols, directions, language, letters, shape, keep_accents } = state;
    const optional = { rows: Number(rows), cols: Number(cols), language, letters, shape: shape.trim() && written(parsed(shape)) };
    return { words: listed(words.value || EXAMPLE), directions: directionsOf(directions), keep_accents, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)) };
  }

  function make() {
    isAwaited = true;
    state.save({ asked: wanted() });
    again();
  }

  function again() {
    asked.ask((post) => post("/wordsearch/make", state.asked), again);
  }

  function present(job) {
    if (!job) return result.hide();
    const { letters, hits, missing, seed } = job.result;
    state.save({ asked: { ...state.asked, seed } });
    result.show(job, { cells: parsed(letters.join("/")), isShown: false });
    if (isAwaited) result.bringUp();
    isAwaited = false;
    announce(`A puzzle of ${counted(hits.length, "word")}${missing.length ? `; no room for ${missing.join(", ")}` : ""}`);
  }

  /** The last puzzle comes back. */
  function show() {
    if (state.asked && isFresh) again();
    isFresh = false;
  }

  return { element, show };
}
