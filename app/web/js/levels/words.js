/** The words of a wheel, typed or from a picture; with a crossword, what fills it. */

import { asker } from "../lib/asking.js";
import { announceSoon, copy, counted, debounced, field, fill, h, select } from "../lib/dom.js";
import { listChoice } from "../lib/lists.js";
import { plain } from "../lib/plain.js";
import { pictureForm, pictureInput, reduced } from "../lib/picture.js";
import { among, kept, lastPicture } from "../lib/store.js";
import { clearing } from "../lib/undo.js";
import { solved } from "./solved.js";
import { seenWheel } from "./seen.js";
import { wheel } from "./wheel.js";

/** Milliseconds after the last key, or the last option, until it is solved again. */
const TYPING = 150;
const FEWEST = 2;
const LEAST = [2, 3, 4, 5, 6];

const state = kept("levels.words", { letters: "", crossword: "", seen: null, picture: "", dictionary: "en", min_length: 3 }, { min_length: among(LEAST) });

export function wheelWords() {
  let isFresh = true;
  const drawn = wheel({ onword: () => {} });
  drawn.element.inert = true; // a drawing of what was typed
  const seen = seenWheel({ onunshown: draw });
  const doubts = h("p", { class: "card note", hidden: true, role: "status" });
  const letters = h("input", { maxlength: 60, autocomplete: "off", spellcheck: "false", autocapitalize: "characters", oninput: typed });
  const boxes = h("textarea", { rows: 5, autocomplete: "off", spellcheck: "false", autocapitalize: "characters", oninput: typed });
  const least = select(LEAST.map((length) => [String(length), String(length)]), String(state.min_length), (value) => changed({ min_length: Number(value) }));
  const list = listChoice({ value: state.dictionary, onchange: (dictionary) => changed({ dictionary }) });
  const crossword = h("div", { class: "card", hidden: true });
  const words = h("div", { class: "card", hidden: true });
  const results = h("div", { class: "stack" }, crossword, words);
  const asked = asker({ present, results });
  const solveSoon = debounced(TYPING, solve);
  const clearer = clearing({ text: "Clear", told: "Cleared", clear });
  const further = h("details", {}, h("summary", {}, "Its crossword"), field("Rows of the crossword", boxes, { hint: "# an empty box, . none, letters that are there; a line a row" }));
  const element = h(
    "div",
    { class: "split" },
    h(
      "div",
      { class: "stack" },
      pictureInput({ game: "levels", text: "A screenshot of the wheel, with its crossword if there is one", onpicture: read }),
      h(
        "div",
        { class: "card" },
        doubts,
        seen.element,
        drawn.element,
        field("Letters of the wheel", letters),
        h("div", { class: "fields" }, field("Word list", list.element), field("Letters at least", least)),
        further,
        h("div", { class: "row" }, clearer.elements, h("button", { type: "button", onclick: () => copy(shareLink(), "Link") }, "Share")),
      ),
      asked.element,
    ),
    results,
  );

  /** The address says a wheel when it is a shared link; otherwise the last one comes back. */
  async function show(parameters) {
    if (parameters.has("letters")) {
      const { letters: shared, crossword: rows = "", dictionary, min } = Object.fromEntries(parameters);
      state.save({ dictionary, min_length: Number(min) });
      least.value = String(state.min_length);
      list.show(state.dictionary);
      taken({ letters: shared, crossword: rows.replaceAll("/", "\n"), seen: null });
      history.replaceState(null, "", "#levels?part=words"); // taken; a reload brings back what became of it
    } else if (isFresh) {
      seen.show(state.seen && (await lastPicture.get("levels", state.picture)), state.seen);
      taken({});
    }
    isFresh = false;
  }

  function shareLink() {
    const query = new URLSearchParams({ letters: state.letters, dictionary: state.dictionary, min: String(state.min_length) });
    if (state.crossword) query.set("crossword", rowsOf(state.crossword).join("/"));
    return `${location.origin}/#levels?${query}`;
  }

  // What is asked

  function typed() {
    clearer.forget();
    state.save({ letters: letters.value, crossword: boxes.value });
    draw();
    solveSoon();
  }

  function changed(changes) {
    clearer.forget();
    state.save(changes);
    solveSoon();
  }

  /** Other letters, another crossword: show them, and what comes of them. */
  function taken(changes) {
    clearer.forget();
    state.save(changes);
    [letters.value, boxes.value] = [state.letters, state.crossword];
    if (state.crossword) further.open = true;
    if (!state.seen) seen.show();
    draw();
    solve();
  }

  function draw() {
    const sure = signs();
    drawn.element.hidden = sure.length < FEWEST || seen.isShown();
    drawn.show(sure);
    const doubtful = (state.seen ?? []).filter((cell, at) => cell.doubtful && cell.letters === [...sure.toUpperCase()][at]).length;
    doubts.hidden = !doubtful;
    doubts.textContent = `${counted(doubtful, "letter")} may be read wrong: look, and type what is right.`;
  }

  /** Gives what brings everything back. */
  function clear() {
    const was = { letters: state.letters, crossword: state.crossword, seen: state.seen };
    if (!was.letters && !was.crossword) return undefined;
    const picture = seen.picture();
    taken({ letters: "", crossword: "", seen: null });
    return () => {
      seen.show(picture, was.seen);
      taken(was);
    };
  }

  /** The letters without what parts them. */
  const signs = () => state.letters.replace(/[^\p{L}\p{M}]/gu, "");

  async function read(picture) {
    solveSoon.cancel();
    await asked.ask((post) => readAndSolve(post, picture), () => read(picture));
  }

  async function readAndSolve(post, chosen) {
    const picture = await reduced(chosen);
    const { result } = await post("/read", pictureForm(picture, { kind: "wheel" }));
    clearer.forget();
    state.save({ picture: lastPicture.set("levels", picture), letters: result.letters.join(""), crossword: (result.crossword ?? []).join("\n"), seen: result.cells });
    seen.show(picture, state.seen);
    [letters.value, boxes.value, further.open] = [state.letters, state.crossword, Boolean(state.crossword)];
    draw();
    return answers(post);
  }

  function solve() {
    solveSoon.cancel();
    if (signs().length >= FEWEST) return asked.ask(answers, solve);
    asked.stop();
    present(undefined);
  }

  async function answers(post) {
    const { dictionary, min_length } = state;
    const rows = rowsOf(state.crossword);
    const found = post("/levels/words", { letters: signs(), dictionary, min_length });
    const filled = rows.length ? post("/levels/solve", { letters: signs(), dictionary, crossword: rows }).then(({ result }) => ({ filled: result }), faultOf) : {};
    const [{ result }, solution] = await Promise.all([found, filled]);
    return { found: result, ...solution };
  }

  // What comes of it

  function present(answer) {
    words.hidden = !answer;
    crossword.hidden = !answer?.filled && !answer?.fault;
    if (!answer) return;
    fill(crossword, answer.filled ? solved(answer.filled) : answer.fault && amiss(answer.fault));
    fill(words, wordList(answer.found));
    announceSoon(`${title(answer.found)}${answer.filled ? `, crossword filled with ${answer.filled.slots.filter(({ word }) => word).length} words` : ""}`);
  }

  return { element, show };
}

/** Rows of equal length; spaces between boxes mean nothing. */
function rowsOf(text) {
  const rows = text.split(/[\n/;]/).map((row) => row.replaceAll(/\s/g, "")).filter(Boolean);
  const longest = Math.max(0, ...rows.map((row) => [...row].length));
  return rows.map((row) => row + ".".repeat(longest - [...row].length));
}

/** What is wrong with the crossword takes nothing from the words; what is wrong with both is told once. */
function faultOf(error) {
  if (error.code === "canceled") throw error;
  return { fault: error };
}

/** Quietly: it may be half typed. */
function amiss(error) {
  const { title, detail, hint } = plain(error);
  return [h("h2", {}, "The crossword"), h("p", { class: "muted" }, [title, detail, hint].filter(Boolean).map((text) => text.replace(/[^.!?]$/, "$&.")).join(" "))];
}

const title = ({ word_count, words }) => `${counted(word_count, "word")}, ${words.filter(({ fit }) => fit).length.toLocaleString("en")} common`;

function wordList(found) {
  const hasRare = found.words.some(({ fit }) => !fit);
  const all = () => copy(found.words.map(({ display }) => display).join("\n"), "Words");
  return [
    h("div", { class: "row spread" }, h("h2", {}, title(found)), found.word_count > 0 && h("button", { type: "button", onclick: all }, "Copy")),
    hasRare && h("p", { class: "muted" }, "Dashed: words that a level would not ask for, since few people know them, or they are names, or rude."),
    ...[...groups(found.words)].map(([length, group]) => h("div", {}, h("h3", {}, `${length} letters`), h("ul", { class: "plain chips" }, group.map(chip)))),
  ];
}

const chip = ({ fit, display }) => h("li", { class: fit ? "" : "rare" }, display, !fit && h("span", { class: "offscreen" }, " (rare)"));

function groups(words) {
  const byLength = new Map();
  for (const word of words) {
    const length = [...word.word].length;
    byLength.set(length, [...(byLength.get(length) ?? []), word]);
  }
  return byLength;
}
