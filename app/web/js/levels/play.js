/** Playing a level: the wheel, the crossword that fills, bonus words, hints. */

import { announce, counted, disable, fill, h } from "../lib/dom.js";
import { crossword, lettersOf, placesOf } from "./crossword.js";
import { progressOf } from "./progress.js";
import { wheel } from "./wheel.js";

const SPACE = "\u00a0";
const hasKeys = !matchMedia("(pointer: coarse)").matches;

/**
 * @param {{onnumber: (number: number) => void}} options  another level is wanted
 */
export function player({ onnumber }) {
  /** @type {any} */
  let level;
  /** @type {ReturnType<typeof progressOf>} */
  let progress;
  let last = 0;
  let order = "";

  const tier = h("span", { class: "muted tier" });
  const chooser = h("input", { type: "number", min: 1, onchange: chosen });
  const of = h("span", {});
  const previous = h("button", { type: "button", "aria-label": "Previous level", onclick: () => onnumber(level.number - 1) }, "‹");
  const next = h("button", { type: "button", "aria-label": "Next level", onclick: () => onnumber(level.number + 1) }, "Next ›");
  const grid = crossword();
  const said = h("p", { class: "said", role: "status" }, SPACE);
  const typed = h("p", { class: "typed", "aria-hidden": "true" }, SPACE);
  const bonus = h("div", { class: "bonus" });
  const letters = wheel({ onword: tried, onchange: spell });
  const element = h(
    "div",
    { class: "card play" },
    h("div", { class: "row spread" }, h("h2", { class: "row" }, h("label", { class: "row" }, "Level ", chooser), of), tier, h("div", { class: "row" }, previous, next)),
    h("div", { class: "table" }, h("div", { class: "stack" }, grid.element, bonus), h("div", { class: "hand" }, said, typed, letters.element, buttons())),
    h("p", { class: "muted keys" }, "Swipe the letters, press them one by one, or type; ", h("kbd", {}, "Enter"), " tries the word, ", h("kbd", {}, "Backspace"), " takes a letter back, ", h("kbd", {}, "Esc"), " all of them."),
  );
  document.addEventListener("keydown", pressed);

  function buttons() {
    const deeds = { Enter: letters.submit, Shuffle: shuffle, Hint: hint, "Start over": again };
    return h("div", { class: "row centred" }, Object.entries(deeds).map(([text, onclick]) => h("button", { type: "button", onclick }, text)));
  }

  function chosen() {
    const number = Math.max(1, Math.min(last, Math.round(Number(chooser.value)) || level.number));
    chooser.value = String(number);
    onnumber(number);
  }

  function show(pack, newLevel, count) {
    [level, last, progress] = [newLevel, count, progressOf(pack, newLevel)];
    order = level.letters;
    chooser.max = String(last);
    chooser.value = String(level.number);
    of.textContent = `of ${last.toLocaleString("en")}`;
    tier.textContent = `${level.tier}, difficulty ${Math.round(level.difficulty)}`;
    disable([previous, level.number <= 1], [next, level.number >= last]);
    letters.show(order);
    say("");
    draw();
    announce(`Level ${level.number}, ${level.tier}: ${counted(level.words.length, "word")} of ${[...order].join(" ")}`);
  }

  function spell(word) {
    typed.textContent = word.toUpperCase() || SPACE;
    typed.classList.toggle("begun", word !== "");
  }

  function draw(fresh) {
    const found = progress.found();
    const extra = level.bonus.filter((word) => found.has(word));
    grid.show(level, progress.shown(), fresh);
    const sum = level.bonus.length ? `${extra.length} of ${counted(level.bonus.length, "bonus word")} found` : "This level has no bonus words.";
    fill(bonus, h("p", { class: "muted" }, sum), extra.length > 0 && h("ul", { class: "plain chips" }, extra.map((word) => h("li", {}, word))));
    next.classList.toggle("strong", progress.isDone());
  }

  function tried(word) {
    const place = level.words.find((one) => one.word === word);
    const text = (place?.display ?? word).toUpperCase();
    if (progress.found().has(word)) return say(`You have ${text} already.`);
    if (!place && !level.bonus.includes(word)) return say(`${text} is not among the words.`, "wrong");
    progress.add(word);
    draw(place && new Set(placesOf(place)));
    if (!place) return say(`${text}: a bonus word!`, "good");
    say(progress.isDone() ? `${text}. ${done()}` : `${text} is right.`, "good");
    if (progress.isDone()) next.focus({ preventScroll: true }); // where Enter goes on, whatever had the focus
  }

  function done() {
    if (level.number === last) return "Level done, and it was the last one!";
    return hasKeys ? "Level done! Enter goes to the next one." : "Level done!";
  }

  /** Open the first letter that is still closed, of the longest word that has one. */
  function hint() {
    const open = progress.shown();
    const closed = (word) => placesOf(word).find((place) => !open.has(place));
    const word = level.words.filter(closed).sort((a, b) => b.word.length - a.word.length)[0];
    if (!word) return say("Everything is open already.");
    const place = closed(word);
    progress.open(place);
    draw(new Set([place]));
    if (progress.isDone()) next.focus({ preventScroll: true });
    say(progress.isDone() ? done() : `The letter ${lettersOf(level).get(place).toUpperCase()} is open now.`);
  }

  function shuffle() {
    const mixed = [...order];
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1));
      [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    order = mixed.join("");
    letters.show(order);
    announce("Letters shuffled");
  }

  function again() {
    progress.forget();
    letters.drop();
    draw();
    say("Everything is closed again.");
  }

  function say(sentence, kind = "") {
    said.className = `said ${kind}`;
    fill(said, sentence || SPACE);
  }

  /** Keys pressed anywhere while a level is shown, but for those that a field or a button needs. */
  function pressed(event) {
    if (!element.offsetParent || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (answered(event)) event.preventDefault();
  }

  function answered({ key, target }) {
    if (key === "Enter") return entered(target);
    if (key === "Backspace") letters.erase();
    else if (key === "Escape") letters.drop();
    else if (/^\p{L}$/u.test(key)) typedLetter(key);
    else return false;
    return true;
  }

  /** A begun word comes before whatever button or link has the focus. */
  function entered(target) {
    if (letters.text()) letters.submit();
    else if (target.closest("a, button") && !target.closest(".wheel")) return false;
    else if (progress.isDone() && level.number < last) onnumber(level.number + 1);
    return true;
  }

  function typedLetter(letter) {
    if (letters.type(letter)) announce([...letters.text().toUpperCase()].join(" "));
    else say(`There is no ${letters.text() ? "further " : ""}${letter.toUpperCase()} on the wheel.`);
  }

  return { element, show };
}
