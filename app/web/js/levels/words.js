/** The words of a wheel, typed or from a picture; with a picture also the crossword above it. */

import { Problem, run } from "../lib/api.js";
import { announce, counted, field, fill, h, select } from "../lib/dom.js";
import { feedback } from "../lib/feedback.js";
import { pictureForm, pictureInput } from "../lib/picture.js";
import { kept } from "../lib/store.js";
import { wheel } from "./wheel.js";

const LISTS = [
  ["en", "English"],
  ["es", "Spanish"],
  ["pt", "Portuguese"],
];

const state = kept("levels.words", { letters: "", crossword: [], dictionary: "en", min_length: 3 });

export function wheelWords() {
  /** @type {AbortController | undefined} */
  let asking;
  const work = feedback();
  const drawn = wheel({ onword: () => {} });
  drawn.element.inert = true; // a picture of what was typed
  const input = h("input", { value: state.letters, maxlength: 24, autocomplete: "off", spellcheck: "false", autocapitalize: "characters", oninput: () => typed() });
  const least = select([2, 3, 4, 5].map((length) => [String(length), String(length)]), String(state.min_length), (value) => changed({ min_length: Number(value) }));
  const list = select(LISTS, state.dictionary, (value) => changed({ dictionary: value }));
  const crossword = h("div", {});
  const words = h("div", { class: "card", hidden: true });
  const element = h(
    "div",
    { class: "split" },
    h(
      "div",
      { class: "stack" },
      pictureInput({ text: "A screenshot of the wheel, with its crossword if there is one", onpicture: read }),
      work.element,
      h("div", { class: "card" }, field("Letters of the wheel", input), h("div", { class: "fields" }, field("Words of", list), field("Letters at least", least)), drawn.element),
    ),
    h("div", { class: "stack" }, crossword, words),
  );

  function typed() {
    state.save({ letters: input.value.trim(), crossword: [] });
    solve();
  }

  function changed(changes) {
    state.save(changes);
    solve();
  }

  async function read(picture) {
    await ask(async () => {
      const { result } = await post("/read", pictureForm(picture, { kind: "wheel" }));
      state.save({ letters: result.letters.join(""), crossword: result.crossword ?? [] });
      input.value = state.letters;
      const doubtful = result.cells.filter((cell) => cell.doubtful).length;
      if (doubtful) announce(`${counted(doubtful, "letter")} may be read wrong`);
      return answers();
    }, () => read(picture));
  }

  function solve() {
    drawn.show(state.letters.replace(/[\s,]/g, ""));
    if (state.letters.length < 2) return present(undefined, undefined);
    ask(answers, solve);
  }

  async function answers() {
    drawn.show(state.letters.replace(/[\s,]/g, ""));
    const { letters, dictionary, min_length } = state;
    const found = post("/levels/words", { letters, dictionary, min_length });
    const filled = state.crossword.length ? post("/levels/solve", { letters, dictionary, crossword: state.crossword }) : undefined;
    return [(await found).result, (await filled)?.result];
  }

  const post = (path, asked) => run(path, asked, { signal: asking?.signal, onprogress: work.progress });

  async function ask(question, retry) {
    asking?.abort();
    const mine = (asking = new AbortController());
    const patience = setTimeout(() => work.busy(() => mine.abort()), 300);
    try {
      const [found, filled] = await question();
      if (mine !== asking) return;
      work.clear();
      present(found, filled);
    } catch (error) {
      if (mine !== asking) return;
      if (error instanceof Problem && error.code === "canceled") return work.clear();
      present(undefined, undefined);
      work.problem(error, retry);
    } finally {
      clearTimeout(patience);
    }
  }

  function present(found, filled) {
    words.hidden = !found;
    fill(crossword, filled && solved(filled));
    if (!found) return;
    const fit = found.words.filter((word) => word.fit).length;
    announce(`${counted(found.word_count, "word")}, ${fit} of them common`);
    fill(
      words,
      h("h2", {}, `${counted(found.word_count, "word")}, ${fit} common`),
      [...groups(found.words)].map(([length, group]) => h("div", {}, h("h3", {}, `${length} letters`), h("ul", { class: "plain chips" }, group.map(chip)))),
    );
  }

  return { element, show: () => state.letters && solve() };
}

const chip = (word) => h("li", { class: word.fit ? "" : "rare", title: word.fit ? "" : "not a word that a level would ask for" }, word.display);

function groups(words) {
  const byLength = new Map();
  for (const word of words) {
    const length = [...word.word].length;
    byLength.set(length, [...(byLength.get(length) ?? []), word]);
  }
  return byLength;
}

/** The crossword with its words; letters that were there are marked, places that no word fits are left open. */
function solved(filled) {
  const rows = filled.grid;
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => ({ letter, x, y, given: filled.crossword[y]?.[x] !== "#" })).filter(({ letter }) => letter !== "."));
  const grid = h(
    "div",
    { class: "crossword", role: "img", "aria-label": `The filled crossword: ${filled.slots.map((slot) => slot.word ?? "unknown").join(", ")}` },
    cells.map(({ letter, x, y, given }) => h("span", { class: given ? "open given" : "open", style: { gridRow: String(y + 1), gridColumn: String(x + 1) } }, letter === "#" ? "" : letter)),
  );
  grid.style.setProperty("--rows", String(rows.length));
  grid.style.setProperty("--cols", String(Math.max(...rows.map((row) => row.length))));
  const several = filled.solutions > 1 ? ` ${filled.solutions.toLocaleString("en")} ways fit; this one has the commonest words.` : "";
  const blank = filled.blank ? ` ${counted(filled.blank, "place")} no word of the list fits.` : "";
  return h("div", { class: "card" }, h("h2", {}, "The crossword"), grid, (several || blank) && h("p", { class: "muted" }, several + blank));
}
