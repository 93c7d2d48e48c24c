/** Word Hunt: a screenshot or a typed board in, every word with its path out. */

import { dictionaries } from "../lib/api.js";
import { asker } from "../lib/asking.js";
import { copy, counted, debounced, download, field, fill, h, select } from "../lib/dom.js";
import { hasLetters, parsed, shaped, written } from "../lib/grid.js";
import { pictureForm, pictureInput } from "../lib/picture.js";
import { kept, lastPicture } from "../lib/store.js";
import { boardEditor } from "./board.js";
import { rehearsal } from "./rehearsal.js";
import { SHAPES, shapeOf } from "./shapes.js";
import { wordList } from "./words.js";

const MOST_WORDS = 5_000;
/** Milliseconds after the last key until the board is solved again. */
const TYPING = 150;

const state = kept("wordhunt", {
  grid: "",
  seen: null,
  dictionary: "en",
  min_length: 3,
  order: "points",
  points: "wordhunt",
});

let pictureUrl = "";
/** @type {any} */
let result;

const board = boardEditor({ onchange: edited });
const words = wordList({ onpoint: (word) => board.draw(word?.path ?? []) });
const swipes = rehearsal({ draw: board.draw });
const doubts = h("p", { class: "card note", hidden: true, role: "status" });
const summary = h("div", { class: "figures", role: "status" });
const results = h("div", { class: "stack", hidden: true });
const asked = asker({ present, results });
const asText = h("input", { spellcheck: "false", autocomplete: "off", autocapitalize: "characters" });
const shape = select([...Object.entries(SHAPES).map(([name, { text }]) => [name, text]), ["free", "Free"]], "4x4", reshape);
const listNames = select([["en", "English"]], state.dictionary, (value) => changed({ dictionary: value }));

export default { id: "wordhunt", title: "Word Hunt", mount, show };

function mount(root) {
  asText.addEventListener("input", () => take(parsed(asText.value), { keepText: true }));
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Word Hunt"), h("p", { class: "muted" }, "Every word on a board of Word Hunt or Boggle, with its points and the path to swipe.")),
    h("div", { class: "split" }, entry(), results),
  );
  results.append(
    h("div", { class: "card" }, h("div", { class: "row spread" }, summary, actions()), words.element),
    swipes.element,
  );
  fillLists();
}

function entry() {
  return h(
    "div",
    { class: "stack" },
    pictureInput({ text: "A screenshot or photo of the board", onpicture: read }),
    asked.element,
    h("div", { class: "card" }, doubts, board.element, h("div", { class: "fields" }, field("Board", shape), field("As text", asText, { hint: ". hole, ? any letter, [Qu] one tile" }))),
    h("details", { class: "card" }, h("summary", {}, "Which words"), options()),
  );
}

function options() {
  const least = h("input", { type: "number", min: "1", max: "16", value: String(state.min_length), onchange: (event) => changed({ min_length: Math.max(1, Number(event.target.value) || 3) }) });
  return h(
    "div",
    { class: "fields" },
    field("Word list", listNames),
    field("Letters at least", least),
    field("Order", select([["points", "Most points first"], ["easy", "Short ones first"], ["word", "A to Z"]], state.order, (value) => changed({ order: value }))),
    field("Points", select([["wordhunt", "Word Hunt"], ["boggle", "Boggle"]], state.points, (value) => changed({ points: value }))),
  );
}

function actions() {
  const csv = () => download("words.csv", table(result.words), "text/csv");
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", onclick: () => copy(result.words.map(({ word }) => word).join("\n"), "Words") }, "Copy"),
    h("button", { type: "button", onclick: csv }, "CSV"),
    h("button", { type: "button", onclick: () => copy(shareLink(), "Link") }, "Share"),
  );
}

async function fillLists() {
  try {
    const { dictionaries: all } = await dictionaries();
    fill(listNames, all.map(({ name, words: count }) => h("option", { value: name }, `${name} (${counted(count, "word")})`)));
    listNames.value = state.dictionary;
  } catch {
    // The list of lists is a convenience; solving says what is wrong.
  }
}

/** The address says a grid when it is a shared link; otherwise the last one comes back. */
async function show(parameters) {
  if (parameters.has("grid")) {
    const { dictionary = state.dictionary, min, order = state.order } = Object.fromEntries(parameters);
    state.save({ dictionary, order, min_length: Number(min) || state.min_length, seen: null });
    take(parsed(parameters.get("grid")));
    history.replaceState(null, "", "#wordhunt"); // taken; a reload brings back what became of it
  } else if (!result) {
    const picture = state.seen && (await lastPicture.get("wordhunt"));
    if (picture) pictureUrl = URL.createObjectURL(picture);
    else state.save({ seen: null });
    take(state.grid ? parsed(state.grid) : shaped(outline("4x4")), { seen: state.seen });
  }
}

function shareLink() {
  const query = new URLSearchParams({ grid: state.grid, dictionary: state.dictionary, min: String(state.min_length), order: state.order });
  return `${location.origin}/#wordhunt?${query}`;
}

const outline = (name) => SHAPES[name].tiles.map((row) => row.map((tile) => (tile ? "#" : ".")).join(""));

function reshape(name) {
  if (name === "free") return asText.focus();
  take(shaped(outline(name)));
  board.focusFirst();
}

function changed(changes) {
  state.save(changes);
  solve();
}

// A board: typed, shared, or read from a picture

function take(cells, { seen = null, keepText = false } = {}) {
  state.save({ grid: hasLetters(cells) ? written(cells) : "", seen });
  const picture = seen && pictureUrl ? { url: pictureUrl, seen } : undefined;
  board.show(cells, { picture, doubts: (seen ?? []).map((cell) => (cell.doubtful ? (cell.why ?? "not read for sure") : "")) });
  tellDoubts();
  shape.value = shapeOf(cells);
  if (!keepText) asText.value = state.grid;
  solve();
}

const solveSoon = debounced(TYPING, () => solve());

/** A letter was typed into a tile: it is sure now. */
function edited(cells) {
  const grid = hasLetters(cells) ? written(cells) : "";
  const flat = cells.flat();
  const seen = state.seen?.map((cell, at) => (sameLetters(cell.letters, flat[at]) ? cell : { ...cell, letters: flat[at], doubtful: false }));
  state.save({ grid, seen: seen ?? null });
  asText.value = grid;
  tellDoubts();
  solveSoon();
}

const sameLetters = (a, b) => a.toUpperCase() === b.toUpperCase();

function tellDoubts() {
  const doubtful = (state.seen ?? []).filter((cell) => cell.doubtful);
  doubts.hidden = doubtful.length === 0;
  doubts.textContent = doubtful.length ? `${counted(doubtful.length, "letter")} may be read wrong: the marked ones. Type over what is wrong.` : "";
}

async function read(picture) {
  solveSoon.cancel();
  await lastPicture.set("wordhunt", picture);
  URL.revokeObjectURL(pictureUrl);
  pictureUrl = URL.createObjectURL(picture);
  await asked.ask(() => readAndSolve(picture), () => read(picture));
}

/** The words at once; where letters are missing, the board alone, so that they can be typed. */
async function readAndSolve(picture) {
  try {
    return seenBoard(await asked.post("/wordhunt/solve", pictureForm(picture, wanted())));
  } catch (error) {
    if (error.code !== "cells_unreadable") throw error;
    return seenBoard(await asked.post("/read", pictureForm(picture, { kind: "wordhunt" })));
  }
}

function seenBoard({ result: found }) {
  const cells = parsed(found.letters.join("/"));
  state.save({ grid: written(cells), seen: found.cells });
  board.show(cells, { picture: { url: pictureUrl, seen: found.cells }, doubts: found.cells.map((cell) => (cell.doubtful ? (cell.why ?? "not read for sure") : "")) });
  tellDoubts();
  shape.value = shapeOf(cells);
  asText.value = state.grid;
  return found.words ? found : undefined;
}

async function solve() {
  solveSoon.cancel();
  if (!state.grid || /^[./ ]*$/.test(state.grid)) {
    asked.stop();
    return present(undefined);
  }
  await asked.ask(async () => (await asked.post("/wordhunt/solve", { ...wanted(), grid: state.grid.replaceAll(" ", ".") })).result, solve);
}

const wanted = () => ({ dictionary: state.dictionary, min_length: state.min_length, order: state.order, points: state.points, limit: MOST_WORDS });

// Showing

function present(found) {
  result = found;
  results.hidden = !found;
  swipes.show(found?.words ?? []);
  board.draw([]);
  if (!found) return words.show([]);
  words.show(found.words);
  words.tell(found.word_count, found.total_points);
  const more = found.word_count > found.words.length ? ` (the first ${found.words.length.toLocaleString("en")} are listed)` : "";
  fill(
    summary,
    h("span", {}, h("b", {}, found.word_count.toLocaleString("en")), ` words${more}`),
    h("span", {}, h("b", {}, found.total_points.toLocaleString("en")), " points"),
  );
}

function table(list) {
  return ["word,points,path", ...list.map(({ word, points, path }) => `${word},${points},${path.join(" ")}`)].join("\r\n");
}
