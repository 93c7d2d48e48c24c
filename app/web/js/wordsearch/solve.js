/** Solving: a grid and words, typed, pasted or from a picture. */

import { GONE } from "../lib/api.js";
import { asker } from "../lib/asking.js";
import { announce, announceSoon, copy, counted, debounced, field, fill, h } from "../lib/dom.js";
import { cellOf, hasLetters, lettersIn, parsed, written } from "../lib/grid.js";
import { pictureForm, pictureInput, reduced, sizeOf } from "../lib/picture.js";
import { kept, lastPicture } from "../lib/store.js";
import { clearing } from "../lib/undo.js";
import { RULES, USUAL, brought, carried, optionsView, sent } from "./options.js";
import { resultView } from "./result.js";

/** Milliseconds after the last key until the puzzle is solved again. */
const TYPING = 400;
/** Of a dictionary's words. */
const MOST_WORDS = 1_000;
const MOST_DOUBTS = 24;
const EXAMPLE = { grid: "TIGERS\nWNICEA\nOTTERL\nLBEARM\nFLYNXO\nHIPPON", words: "tiger\notter\nbear\nwolf\nlynx\nhippo\nsalmon" };

const state = kept("wordsearch", { grid: "", words: "", seen: null, picture: "", ...USUAL }, RULES);

export function solver() {
  let pictureUrl = "";
  /** Whether the result was asked for at one stroke, so that it is to be seen at once. */
  let isAwaited = false;
  let isFresh = true;
  const share = h("button", { type: "button", onclick: () => copy(shareLink(), "Link") }, "Share");
  const result = resultView({ onproblem: (error, retry) => asked.problem(error, GONE.includes(error.code) ? solve : retry), actions: [share] });
  const asked = asker({ present, results: result.element });
  const grid = area(10, "The grid, a row a line");
  const words = area(6, "");
  const doubtsTold = h("p", { role: "status" });
  const doubtFields = h("div", { class: "row" });
  const doubts = h("div", { class: "card note", hidden: true }, doubtsTold, doubtFields);
  const options = optionsView(state, changed);
  const clearer = clearing({ text: "Clear", told: "Cleared", clear });
  /** The state that the result is of. */
  let answered = "";
  const element = h("div", { class: "split" }, entry(), h("div", { class: "stack answers" }, result.element, asked.element), options.element);

  function area(rows, placeholder) {
    return h("textarea", { rows, placeholder, spellcheck: "false", autocomplete: "off", autocapitalize: "characters", oninput: typed });
  }

  function entry() {
    return h(
      "div",
      { class: "stack no-print" },
      pictureInput({ game: "wordsearch", text: "A picture of the page", onpicture: read }),
      doubts,
      h(
        "div",
        { class: "card" },
        field("Grid", grid, { hint: ". hole, ? any letter, [Qu] one cell" }),
        field("Words", words, { hint: "One a line, or parted by commas. None: every word of a dictionary is looked for." }),
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => [(isAwaited = true), take(EXAMPLE)] }, "Example"), clearer.elements),
      ),
    );
  }

  /** The address says a puzzle when it is a shared link; otherwise the last one comes back. */
  async function show(parameters) {
    if (parameters.has("grid")) {
      state.save({ grid: parameters.get("grid").replaceAll("/", "\n"), words: (parameters.get("words") ?? "").replaceAll(";", "\n"), seen: null, ...brought(parameters) });
      options.show();
      history.replaceState(null, "", "#wordsearch?part=solve"); // taken; a reload brings back what became of it
    } else if (!isFresh) return; // what is being asked goes on
    isFresh = false;
    clearer.forget();
    const picture = state.seen && (await lastPicture.get("wordsearch", state.picture));
    if (picture) pictureUrl = URL.createObjectURL(picture);
    put(picture ? {} : { seen: null });
    solve();
  }

  function shareLink() {
    const query = new URLSearchParams({ grid: written(parsed(state.grid)), words: listed(state.words).join(";"), ...carried(state) });
    return `${location.origin}/#wordsearch?${query}`;
  }

  // Input

  const solveSoon = debounced(TYPING, solve);

  function typed() {
    clearer.forget();
    const isSameShape = state.seen && shapeOf(parsed(grid.value)) === state.seen.shape;
    state.save({ grid: grid.value, words: words.value, seen: isSameShape ? state.seen : null });
    tellDoubts();
    solveSoon();
  }

  function take(puzzle) {
    [grid.value, words.value] = [puzzle.grid, puzzle.words];
    typed();
  }

  /** Gives what brings everything back, with the result as it was left. */
  function clear() {
    const was = { grid: state.grid, words: state.words, seen: state.seen };
    if (!was.grid && !was.words) return undefined;
    const isAnswered = answered === JSON.stringify(state) && !result.element.hidden;
    put({ grid: "", words: "", seen: null });
    solve();
    return () => {
      put(was);
      if (!isAnswered) return solve();
      asked.stop();
      result.element.hidden = false;
    };
  }

  function put(puzzle) {
    state.save(puzzle);
    [grid.value, words.value] = [state.grid, state.words];
    tellDoubts();
  }

  function changed(changes) {
    clearer.forget();
    state.save(changes);
    solveSoon();
  }

  function read(picture) {
    solveSoon.cancel();
    return asked.ask((post) => readAndSolve(post, picture), () => read(picture));
  }

  async function readAndSolve(post, chosen) {
    const picture = await reduced(chosen);
    const { directions, ...options } = wanted();
    // Words that stand beside a grid are those of that grid, not of the picture.
    const words = state.grid.trim() ? "" : listed(state.words).join(";");
    const size = await sizeOf(picture);
    const job = await post("/wordsearch", pictureForm(picture, { ...options, directions: String(directions), words }));
    URL.revokeObjectURL(pictureUrl);
    pictureUrl = URL.createObjectURL(picture);
    state.save({ picture: lastPicture.set("wordsearch", picture) });
    seen(job.result, size);
    isAwaited = true;
    return job;
  }

  /** What was read is shown as text, where it can be mended. */
  function seen({ letters, cells, words: list, inferred }, size) {
    const rows = parsed(letters.join("/"));
    const cols = rows[0].length;
    for (const { cell, letters: sure } of inferred) rows[Math.floor(cell / cols)][cell % cols] = sure;
    const settled = new Set(inferred.map(({ cell }) => cell));
    const doubtful = cells.flatMap((cell, at) => (cell.doubtful && !settled.has(at) ? [at] : []));
    clearer.forget();
    put({ grid: written(rows).replaceAll("/", "\n"), words: list.join("\n"), seen: { ...size, shape: shapeOf(rows), doubtful, cells: cells.map(({ box, centre }) => ({ box, centre })) } });
    announce(`A grid of ${rows.length} rows of ${cols} read`);
  }

  // Letters in doubt

  function tellDoubts() {
    fill(doubtFields);
    listDoubts();
  }

  /** Fields that are there stay: somebody may be on the way to one of them. */
  function listDoubts() {
    const cells = state.seen?.doubtful ?? [];
    doubts.hidden = cells.length === 0;
    doubtsTold.textContent = cells.length ? `${counted(cells.length, "letter")} may be read wrong: the marked ones. Type over what is wrong.` : "";
    doubtFields.append(...cells.slice(doubtFields.childElementCount, MOST_DOUBTS).map(doubtField));
  }

  function doubtField(cell) {
    const rows = parsed(state.grid);
    const [row, col] = [Math.floor(cell / rows[0].length), cell % rows[0].length];
    return h("input", {
      class: "doubt",
      value: rows[row][col],
      maxlength: 6,
      "aria-label": `Row ${row + 1}, column ${col + 1}`,
      onfocus: (event) => [event.target.select(), result.look(cell)],
      onblur: () => result.look(undefined),
      onchange: (event) => mended(event.target, row, col),
    });
  }

  function mended(input, row, col) {
    const rows = parsed(state.grid);
    rows[row][col] = cellOf(lettersIn(input.value));
    const cell = row * rows[0].length + col;
    state.save({ grid: written(rows).replaceAll("/", "\n"), seen: { ...state.seen, doubtful: state.seen.doubtful.filter((other) => other !== cell) } });
    grid.value = state.grid;
    const further = input.nextElementSibling ?? input.previousElementSibling ?? grid;
    if (document.activeElement === input) further.focus();
    input.remove();
    listDoubts();
    solve();
  }

  // Asking and showing

  function wanted() {
    return { ...sent(state), limit: MOST_WORDS };
  }

  function solve() {
    solveSoon.cancel();
    const rows = parsed(state.grid);
    if (!hasLetters(rows)) {
      asked.stop();
      return result.hide();
    }
    const list = listed(state.words);
    asked.ask((post) => post("/wordsearch", { ...wanted(), grid: written(rows), ...(list.length && { words: list }) }), solve);
  }

  function present(job) {
    answered = job ? JSON.stringify(state) : "";
    if (!job) return result.hide();
    const cells = parsed(state.grid);
    const picture = state.seen?.width ? { url: pictureUrl, width: state.seen.width, height: state.seen.height, seen: state.seen.cells } : undefined;
    result.show(job, { cells, picture, doubtful: state.seen?.doubtful, isShown: true });
    if (isAwaited) result.bringUp();
    isAwaited = false;
    const { hits, missing } = job.result;
    announceSoon(`${counted(new Set(hits.map(({ word }) => word)).size, "word")} found${missing.length ? `, ${missing.length} not there` : ""}`);
  }

  return { element, show };
}

const shapeOf = (rows) => `${rows.length}x${rows[0]?.length ?? 0}`;

/** The words of a text, parted by lines, tabs, commas or semicolons. */
export function listed(text) {
  return text.split(/[\n\t;,]/).map((word) => word.trim()).filter(Boolean);
}
