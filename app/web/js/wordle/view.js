/** Wordle: guesses typed or read from a screenshot in; the best next guesses and the words left out. */

import { announce, copy, counted, debounced, h, toast } from "../lib/dom.js";
import { asker } from "../lib/asking.js";
import { pictureInput } from "../lib/picture.js";
import { among, between, kept } from "../lib/store.js";
import { clearing } from "../lib/undo.js";
import { adviceView, leftTold, outcome } from "./advice.js";
import { boardsView } from "./boards.js";
import { MOST_BOARDS, NAMES, fromClues, isGame, isSolved, lettersOf, marked, most, onBoards, squares, withGuess, without } from "./game.js";
import { keyboard } from "./keyboard.js";
import { advised, eachBoard, rated, seen } from "./questions.js";
import { ratingView } from "./rating.js";
import { LENGTHS, MODES, STRATEGIES, rulesView } from "./rules.js";

/** Milliseconds after the last colour until it is asked what to guess. */
const CLICKING = 350;
/** Keys that go to the guess beside letters; a dead one is an accent that waits for its letter. */
const BEGINNINGS = ["Backspace", "Dead"];
/** A circumflex whose letter did not come counts as a letter, too: a modifying one. */
const LETTER = /(?!\p{Lm})\p{L}/u;

const state = kept(
  "wordle",
  { guesses: [], boards: 1, length: 5, dictionary: "", mode: "easy", strategy: "optimal", exclude: "" },
  { guesses: isGame, boards: between(1, MOST_BOARDS), length: among(LENGTHS), mode: among(MODES.map(([name]) => name)), strategy: among(STRATEGIES.map(([name]) => name)) },
);

/** The row being typed; an earlier one while its word is changed. */
let at = state.guesses.length;
let root;
let isFresh = true;

const judged = asker({ present: (found) => found && rating.show(found) });
const advice = adviceView({ onword: typeWord });
const asked = asker({ present, onproblem: contradicted, results: advice.element });
const rules = rulesView(state, ruled);
const rating = ratingView({ onrate: rate });
const boards = boardsView({ onmark: mark, onchange: change, onleave: () => field.focus() });
const keys = keyboard({ onletter: (letter) => type(field.value + letter), onenter: enter, onback: () => type(field.value.slice(0, -1)) });
const field = h("input", {
  autocomplete: "off",
  autocapitalize: "none",
  spellcheck: "false",
  inputmode: matchMedia("(pointer: coarse)").matches ? "none" : "text", // the keyboard on the page is there
  "aria-label": "Guess",
  placeholder: "Type a guess",
  oninput: (event) => event.isComposing || type(field.value),
  oncompositionend: () => type(field.value), // an accent has found its letter
  onkeydown: fieldKey,
});
const doubts = h("p", { class: "card note", hidden: true, role: "status" });
const remove = h("button", { type: "button", hidden: true, onclick: () => [took(without(state.guesses, at)), field.focus()] }, "Remove");
const letters = h("p", { class: "muted" });
const anew = clearing({ text: "New game", told: "New game begun", clear: beginAnew });

export default { id: "wordle", title: "Wordle", mount, show };

function mount(section) {
  root = section;
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Wordle"), h("p", { class: "muted" }, "What to guess next, why, and which words are left.")),
    h("div", { class: "split" }, entry(), h("div", { class: "stack answers" }, advice.element, rating.element, judged.element, asked.element), further()),
  );
  document.addEventListener("keydown", typedAnywhere);
}

function entry() {
  const add = h("button", { type: "button", class: "strong", onclick: enter }, "Enter");
  return h(
    "div",
    { class: "card entry" },
    doubts,
    boards.element,
    h("div", { class: "row guess-line" }, field, add, remove),
    h("p", { class: "muted" }, "Click a tile to change its colour; by keys ", h("kbd", {}, "↑"), " goes to the tiles, ", h("kbd", {}, "0"), " grey, ", h("kbd", {}, "1"), " yellow, ", h("kbd", {}, "2"), " green."),
    keys.element,
    letters,
    actions(),
  );
}

function actions() {
  const deed = (text, onclick) => h("button", { type: "button", onclick }, text);
  const share = deed("Share", () => copy(shareLink(), "Link"));
  return h("div", { class: "row" }, deed("Take back", takeBack), anew.elements, share, deed("Copy squares", () => copy(squares(state.guesses), "Squares")));
}

const further = () => h("div", { class: "stack" }, pictureInput({ game: "wordle", text: "Or a screenshot of the game", onpicture: read }), rules.element);

/** The address says a game when it is a shared link; otherwise the last one comes back. */
function show(parameters) {
  if (parameters.has("clues")) {
    const clues = parameters.get("clues").split(";").slice(0, MOST_BOARDS);
    const guesses = fromClues(clues.map((board) => board.split(",")));
    const length = guesses.length ? [...guesses[0].word].length : Number(parameters.get("length"));
    state.save({ boards: clues.length, length, dictionary: parameters.get("dictionary") ?? "", mode: parameters.get("mode") ?? "easy", strategy: parameters.get("strategy") ?? "optimal" });
    took(guesses);
    rules.show();
    history.replaceState(null, "", "#wordle"); // taken; a reload brings back what became of it
  } else if (isFresh) took(state.guesses);
  isFresh = false;
}

function shareLink() {
  const query = new URLSearchParams({ clues: eachBoard(state).map((clues) => clues.join(",")).join(";"), length: String(state.length), dictionary: state.dictionary, mode: state.mode, strategy: state.strategy });
  return `${location.origin}/#wordle?${query}`;
}

// Typing

/** Letters typed anywhere in the game go to the guess. */
function typedAnywhere(event) {
  if (root.hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea, [role=listbox]")) return;
  if (/^\p{L}$/u.test(event.key) || BEGINNINGS.includes(event.key)) field.focus();
}

function fieldKey(event) {
  if (event.isComposing) return;
  if (event.key === "Enter") enter();
  else if (event.key === "ArrowUp") boards.focusLast();
  else if (event.key === "Escape") took(state.guesses);
  else if (event.key === "Backspace" && field.value === "") takeBack();
  else return;
  event.preventDefault();
}

function type(text) {
  anew.forget();
  const word = [...text.normalize("NFC").toLowerCase()].filter((sign) => LETTER.test(sign)).slice(0, state.length).join("");
  if (field.value !== word) field.value = word; // otherwise the caret would go to the end
  draw();
}

function typeWord(word) {
  if (at < state.guesses.length) at = state.guesses.length;
  type(word);
  field.focus();
  announce(`${word} is typed; Enter guesses it.`);
}

function enter() {
  const word = field.value;
  if (word === "") return;
  if ([...word].length < state.length) return toast(`${counted(state.length - [...word].length, "letter")} missing`);
  const over = at >= state.guesses.length && whyOver();
  if (over) return toast(`${over} Change a colour, or begin a new game.`);
  took(withGuess(state.guesses, word, state.boards, at));
  announce(`${word}: set its colours`);
}

/** Why no further guess is taken; "" while the game goes on. */
function whyOver() {
  if (isSolved(state.guesses, state.boards)) return "The game is solved.";
  return state.guesses.length >= most(state.boards) ? `All ${counted(most(state.boards), "guess", "guesses")} are used up.` : "";
}

/** The last guess goes back to where it is typed. */
function takeBack() {
  const last = state.guesses.at(-1);
  if (!last) return;
  took(state.guesses.slice(0, -1));
  type(last.word);
  field.focus();
}

/** An earlier word is typed again; its marks stay where the letters do. */
function change(guess) {
  at = guess;
  type(state.guesses[guess].word);
  field.select();
  field.focus();
}

// The game

function took(given) {
  const guesses = onBoards(given, state.boards).filter(({ word }) => [...word].length === state.length);
  state.save({ guesses });
  at = guesses.length;
  doubts.hidden = true;
  field.value = "";
  changed();
}

/** Gives what brings back the game that was there. */
function beginAnew() {
  const [guesses, row, typed, note] = [state.guesses, at, field.value, doubts.hidden ? "" : doubts.textContent];
  if (guesses.length === 0 && typed === "") return undefined;
  took([]);
  return () => {
    took(guesses);
    at = row;
    type(typed);
    [doubts.textContent, doubts.hidden] = [note, note === ""];
  };
}

function mark(place, colour) {
  const guesses = marked(state.guesses, place, colour);
  state.save({ guesses });
  const { word, marks } = guesses[place.guess];
  announce(`${word[place.place]} ${NAMES[marks[place.board][place.place]]}`);
  changed();
}

function ruled(changes) {
  const isOther = "length" in changes && changes.length !== state.length;
  state.save(changes);
  if ("boards" in changes) state.save({ guesses: onBoards(state.guesses, changes.boards) });
  rules.show();
  if (isOther) return took([]);
  changed();
}

function changed() {
  redraw();
  solveSoon();
}

/** Another game is there: what was told of the one before holds no more. */
function redraw() {
  anew.forget();
  boards.clash([]);
  draw();
  judged.stop();
  rating.offer(state.guesses.length > 0, state.boards);
}

function draw() {
  const { guesses, boards: count, length } = state;
  boards.show(guesses, { boards: count, length, typed: field.value, at });
  keys.show(guesses, count, rules.language());
  remove.hidden = at >= guesses.length;
  letters.textContent = count === 1 ? known(lettersOf(guesses, 0)) : "";
}

function known(marks) {
  const of = (...wanted) => [...marks].filter(([, mark]) => wanted.includes(mark)).map(([letter]) => letter.toUpperCase()).join(" ");
  const [present, absent] = [of("g", "y"), of("b")];
  return [present && `In the word: ${present}`, absent && `not in it: ${absent}`].filter(Boolean).join(" · ");
}

// Asking and showing

const solveSoon = debounced(CLICKING, solve);

function solve() {
  asked.ask((post) => advised(post, state), solve);
}

function read(picture) {
  solveSoon.cancel();
  return asked.ask((post) => readAndAdvise(post, picture), () => read(picture));
}

async function readAndAdvise(post, picture) {
  const { boards, doubtful, found } = await seen(post, state, picture);
  arrived(boards, doubtful);
  return found ?? advised(post, state);
}

/** The game that a screenshot shows takes the place of the one on the page. */
function arrived(clues, doubtful) {
  const guesses = fromClues(clues);
  state.save({ guesses, boards: clues.length, length: guesses[0]?.word.length ?? state.length });
  at = guesses.length;
  field.value = "";
  rules.show();
  redraw();
  doubts.hidden = doubtful <= 0;
  doubts.textContent = doubtful > 0 ? `${counted(doubtful, "letter")} may be read wrong. Look them over; ✎ changes a word.` : "";
  announce(`${counted(guesses.length, "guess", "guesses")} read`);
}

/** @param {any} found  undefined: there is no answer */
function present(found) {
  advice.show(found);
  draw(); // by now it is known which letters the language has
  if (!found) return;
  const [best] = found.suggestions;
  if (best) announce(`${leftTold(found.boards)} left. Best guess: ${best.word}`);
  else announce(outcome(found));
}

/** Which guesses contradict each other is shown on the board. */
function contradicted({ code, details }) {
  if (code === "no_word_fits") boards.clash(details.clash_numbers.map((guess) => `${details.board}.${guess}`));
}

function rate() {
  judged.ask((post) => rated(post, state), rate);
}
