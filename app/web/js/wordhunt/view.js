/** Word Hunt: a screenshot or a typed board in, every word with its path out. */

import { asker } from "../lib/asking.js";
import { copy, counted, debounced, download, field, fill, h, select } from "../lib/dom.js";
import { hasLetters, parsed, pasted, restored, written } from "../lib/grid.js";
import { listChoice } from "../lib/lists.js";
import { pictureForm, pictureInput, reduced } from "../lib/picture.js";
import { among, between, kept, lastPicture } from "../lib/store.js";
import { boardEditor } from "./board.js";
import { lens } from "./lens.js";
import { rehearsal } from "./rehearsal.js";
import { SHAPES, fitted, rectangle, shapeOf } from "./shapes.js";
import { wordList } from "./words.js";

const MOST_WORDS = 5_000;
/** Milliseconds after the last key, or the last option, until the board is solved again. */
const TYPING = 150;
const ORDERS = { points: "Most points first", easy: "Short ones first", word: "A to Z" };
const POINTS = { wordhunt: "Word Hunt", boggle: "Boggle" };
const MOST_LETTERS = 16;
const MOST_ROWS = 12;
/** Letters of a board that a file is named by. */
const MOST_NAME = 40;
const NONE = "No word of the list lies on this board. Look at its letters, or ask for shorter words below “Which words”.";
/** All is below each other. */
const NARROW = matchMedia("(max-width: 52rem)");

const state = kept(
  "wordhunt",
  { grid: "", seen: null, picture: "", dictionary: "en", min_length: 3, order: "points", points: "wordhunt" },
  { min_length: between(1, MOST_LETTERS), order: among(Object.keys(ORDERS)), points: among(Object.keys(POINTS)) },
);

let pictureUrl = "";
/** Nothing was shown yet. */
let isFresh = true;
/** @type {any} */
let result;
/** A new picture's words were asked for, so that they are to be seen at once. */
let isAwaited = false;

const board = boardEditor({ onchange: edited, onboard: (cells) => take(cells) });
const small = lens();
const words = wordList({ onpoint: (word) => draw(word?.path ?? []) });
const swipes = rehearsal({ draw });
const doubts = h("p", { class: "card note", hidden: true, role: "status" });
const summary = h("div", { class: "figures" });
const results = h("div", { class: "stack", hidden: true });
const asked = asker({ present, results });
const asText = h("input", { spellcheck: "false", autocomplete: "off", autocapitalize: "characters", oninput: typedText, onpaste: pastedText });
const shape = select([...Object.entries(SHAPES).map(([name, { text }]) => [name, text]), ["free", "Free"]], "4x4", reshape);
const [rows, cols] = [1, 2].map(() => h("input", { type: "number", min: "1", max: String(MOST_ROWS), required: true, onchange: resize }));
const sizes = h("div", { class: "fields", hidden: true }, field("Rows", rows), field("Columns", cols));
const list = listChoice({ value: state.dictionary, onchange: (dictionary) => changed({ dictionary }) });
const least = h("input", { type: "number", min: "1", max: String(MOST_LETTERS), onchange: () => [changed({ min_length: Number(least.value) }), showOptions()] });
const points = select(Object.entries(POINTS), state.points, (value) => changed({ points: value }));
const order = select(Object.entries(ORDERS), state.order, (value) => changed({ order: value }));

export default { id: "wordhunt", title: "Word Hunt", mount, show };

function mount(root) {
  showOptions();
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Word Hunt"), h("p", { class: "muted" }, "Every word on a board of Word Hunt or Boggle, with its points and the path to swipe.")),
    h("div", { class: "split" }, entry(), results),
  );
  results.append(
    h("div", { class: "card" }, h("div", { class: "row spread" }, summary, actions()), words.legend, small.element, words.element),
    swipes.element,
  );
}

function entry() {
  return h(
    "div",
    { class: "stack" },
    pictureInput({ game: "wordhunt", text: "A screenshot or photo of the board", onpicture: read }),
    h("div", { class: "card" }, doubts, board.element, h("div", { class: "fields" }, field("Board", shape), field("As text", asText, { hint: ". hole, ? any letter, [Qu] one tile" })), sizes),
    asked.element,
    h("details", { class: "card" }, h("summary", {}, "Which words"), options()),
  );
}

function options() {
  return h(
    "div",
    { class: "fields" },
    field("Word list", list.element),
    field("Letters at least", least),
    field("Order", order),
    field("Points", points),
  );
}

function actions() {
  const csv = () => download(`wordhunt-${named(sent())}.csv`, table(result.words), "text/csv");
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", onclick: () => copy(result.words.map(({ word }) => word).join("\n"), "Words") }, "Copy"),
    h("button", { type: "button", onclick: csv }, "CSV"),
    h("button", { type: "button", onclick: () => copy(shareLink(), "Link") }, "Share"),
  );
}

/** The address says a grid when it is a shared link; otherwise the last one comes back. */
async function show(parameters) {
  if (parameters.has("grid")) {
    const { grid, min, dictionary, order, points } = Object.fromEntries(parameters);
    state.save({ dictionary, order, points, min_length: Number(min) });
    showOptions();
    take(parsed(grid));
    history.replaceState(null, "", "#wordhunt"); // taken; a reload brings back what became of it
  } else if (isFresh) {
    const picture = state.seen && (await lastPicture.get("wordhunt", state.picture));
    if (picture) pictureUrl = URL.createObjectURL(picture);
    else state.save({ seen: null });
    take(state.grid ? restored(state.grid) : fitted([], SHAPES["4x4"].tiles), { seen: state.seen });
  }
  isFresh = false;
}

function shareLink() {
  const query = new URLSearchParams({ grid: sent(), dictionary: state.dictionary, min: String(state.min_length), order: state.order, points: state.points });
  return `${location.origin}/#wordhunt?${query}`;
}

function reshape(name) {
  sizes.hidden = name !== "free";
  if (name === "free") return rows.focus();
  take(fitted(board.cells(), SHAPES[name].tiles));
  board.focusFirst();
}

function resize() {
  if (rows.reportValidity() && cols.reportValidity()) take(fitted(board.cells(), rectangle(Number(rows.value), Number(cols.value))));
}

function changed(changes) {
  state.save(changes);
  solveSoon();
}

/** A shared link brings its own. */
function showOptions() {
  list.show(state.dictionary);
  [least.value, order.value, points.value] = [String(state.min_length), state.order, state.points];
}

// A board: typed, shared, or read from a picture

function take(cells, { isTyped = false, ...how } = {}) {
  lay(cells, how);
  if (isTyped) solveSoon();
  else solve();
}

function typedText() {
  const cells = parsed(asText.value);
  take(cells.length > 0 ? cells : fitted([], board.cells().map((row) => row.map(Boolean))), { keepText: true, isTyped: true });
}

/** Lines of a board that is pasted would run into one in a field of one line. */
function pastedText(event) {
  const cells = pasted(event.clipboardData.getData("text"));
  if (!cells) return;
  event.preventDefault();
  take(cells);
}

function lay(cells, { seen = null, keepText = false } = {}) {
  if (seen?.length !== cells.flat().length) seen = null; // boxes of another board
  state.save({ grid: hasLetters(cells) ? written(cells) : "", seen });
  const picture = seen && pictureUrl ? { url: pictureUrl, seen } : undefined;
  board.show(cells, { picture, doubts: (seen ?? []).map((cell) => (cell.doubtful ? (cell.why ?? "not read for sure") : "")) });
  small.show(cells);
  tellDoubts();
  shape.value = shapeOf(cells);
  [rows.value, cols.value, sizes.hidden] = [String(cells.length), String(cells[0]?.length ?? 0), shape.value !== "free"];
  if (!keepText) asText.value = state.grid;
}

const solveSoon = debounced(TYPING, () => solve());

/** Letters were typed into tiles: they are sure now, also those that had been read right. */
function edited(cells, typed) {
  const grid = hasLetters(cells) ? written(cells) : "";
  const flat = cells.flat();
  const seen = state.seen?.map((cell, at) => (typed.includes(at) ? { ...cell, letters: flat[at], doubtful: false } : cell));
  state.save({ grid, seen: seen ?? null });
  asText.value = grid;
  small.show(cells);
  tellDoubts();
  solveSoon();
}

function tellDoubts() {
  const doubtful = (state.seen ?? []).filter((cell) => cell.doubtful);
  doubts.hidden = doubtful.length === 0;
  doubts.textContent = doubtful.length ? `${counted(doubtful.length, "letter")} may be read wrong: the marked ones. Type over what is wrong.` : "";
}

function read(picture) {
  solveSoon.cancel();
  return asked.ask((post) => readAndSolve(post, picture), () => read(picture));
}

/** The words at once; where letters are missing, the board alone, so that they can be typed. */
async function readAndSolve(post, chosen) {
  const picture = await reduced(chosen);
  try {
    return seenBoard(picture, await post("/wordhunt/solve", pictureForm(picture, wanted())));
  } catch (error) {
    if (error.code !== "cells_unreadable") throw error;
    return seenBoard(picture, await post("/read", pictureForm(picture, { kind: "wordhunt" })));
  }
}

/** A picture takes the place of the one before only when a board was read in it. */
function seenBoard(picture, { result: found }) {
  state.save({ picture: lastPicture.set("wordhunt", picture) });
  URL.revokeObjectURL(pictureUrl);
  pictureUrl = URL.createObjectURL(picture);
  isAwaited = !found.cells.some((cell) => cell.doubtful);
  lay(parsed(found.letters.join("/")), { seen: found.cells });
  return found.words ? found : undefined;
}

function solve() {
  solveSoon.cancel();
  if (!state.grid || /^[./ ]*$/.test(state.grid)) {
    asked.stop();
    return present(undefined);
  }
  return asked.ask(async (post) => (await post("/wordhunt/solve", { ...wanted(), grid: sent() })).result, solve);
}

/** To others, a tile without a letter is a hole. */
const sent = () => state.grid.replaceAll(" ", ".");
const wanted = () => ({ dictionary: state.dictionary, min_length: state.min_length, order: state.order, points: state.points, limit: MOST_WORDS });

// Showing

function draw(path) {
  board.draw(path);
  small.draw(path);
}

function present(found) {
  result = found;
  results.hidden = !found;
  swipes.show(found?.words ?? [], board.cells());
  draw([]);
  words.show(found?.words ?? [], board.cells());
  if (!found) return;
  words.tell(found.word_count, found.total_points);
  fill(summary, figure(found.word_count, "word", moreOf(found)), figure(found.total_points, "point"), found.word_count === 0 && h("p", {}, NONE));
  if (isAwaited && NARROW.matches) results.scrollIntoView({ block: "start" });
  isAwaited = false;
}

/** For those who look: large, and what it counts. */
function figure(count, noun, more = "") {
  const [number, ...text] = counted(count, noun).split(" ");
  return h("span", {}, h("b", {}, number), ` ${text.join(" ")}${more}`);
}

const moreOf = ({ word_count: count, words: listed }) => (count > listed.length ? ` (the first ${listed.length.toLocaleString("en")} are listed)` : "");

/** A board in the name of a file. */
const named = (grid) => grid.toLowerCase().replace(/[^\p{L}]+/gu, "-").slice(0, MOST_NAME);

function table(list) {
  return ["word,points,path", ...list.map(({ word, points, path }) => `${word},${points},${path.join(" ")}`)].join("\r\n");
}
