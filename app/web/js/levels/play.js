/** Playing a level: the wheel, the crossword that fills, bonus words, hints. */

import { announce, counted, fill, h } from "../lib/dom.js";
import { kept } from "../lib/store.js";
import { crossword, lettersOf, placesOf } from "./crossword.js";
import { wheel } from "./wheel.js";

/** What was found in each level of each pack. */
const progress = kept("levels.play", { found: {}, shown: {} });

/**
 * @param {{onnumber: (number: number) => void}} options  another level is wanted
 */
export function player({ onnumber }) {
  /** @type {any} */
  let level;
  let pack = "";
  let last = 0;
  let order = "";

  const title = h("h2", {});
  const grid = crossword();
  const said = h("p", { class: "said", role: "status" });
  const typed = h("p", { class: "typed", "aria-hidden": "true" });
  const bonus = h("p", { class: "muted" });
  const letters = wheel({ onword: tried, onchange: (word) => (typed.textContent = word.toUpperCase() || "\u00a0") });
  const next = h("button", { type: "button", class: "strong", onclick: () => onnumber(level.number + 1) }, "Next level");
  const element = h(
    "div",
    { class: "card play", tabindex: -1, onkeydown: pressed },
    h("div", { class: "row spread" }, title, next),
    h("div", { class: "table" }, grid.element, h("div", { class: "stack" }, typed, letters.element, buttons())),
    said,
    bonus,
    h("p", { class: "muted" }, "Swipe the letters, or type and press ", h("kbd", {}, "Enter"), ". ", h("kbd", {}, "Backspace"), " takes one back, ", h("kbd", {}, "Esc"), " all."),
  );

  function buttons() {
    return h(
      "div",
      { class: "row centred" },
      h("button", { type: "button", onclick: () => letters.submit() }, "Enter"),
      h("button", { type: "button", onclick: shuffle }, "Shuffle"),
      h("button", { type: "button", onclick: hint }, "Hint"),
      h("button", { type: "button", onclick: again }, "Start over"),
    );
  }

  function show(packId, newLevel, count) {
    [pack, level, last] = [packId, newLevel, count];
    order = level.letters;
    title.textContent = `Level ${level.number} of ${last.toLocaleString("en")} · ${level.tier}`;
    letters.show(order);
    say("");
    draw();
  }

  const id = () => `${pack}/${level.number}`;
  const found = () => new Set(progress.found[id()] ?? []);

  function shown() {
    const words = level.words.filter(({ word }) => found().has(word));
    return new Set([...(progress.shown[id()] ?? []), ...words.flatMap(placesOf)]);
  }

  function draw(fresh) {
    const open = shown();
    grid.show(level, open, fresh);
    const extra = level.bonus.filter((word) => found().has(word)).length;
    bonus.textContent = level.bonus.length ? `${extra} of ${counted(level.bonus.length, "bonus word")} found` : "This level has no bonus words";
    next.hidden = level.number >= last;
    next.classList.toggle("strong", isDone(open));
  }

  const isDone = (open) => [...lettersOf(level).keys()].every((place) => open.has(place));

  function tried(word) {
    const place = level.words.find((one) => one.word === word);
    if (found().has(word)) return say(`You have ${word} already.`);
    if (!place && !level.bonus.includes(word)) return say(`${word.toUpperCase()} is not among the words.`, "wrong");
    keep("found", word);
    if (!place) {
      draw();
      return say(`${word.toUpperCase()}: a bonus word!`, "good");
    }
    draw(new Set(placesOf(place)));
    say(isDone(shown()) ? `${place.display.toUpperCase()}. Level done!` : `${place.display.toUpperCase()} is right.`, "good");
  }

  function keep(kind, value) {
    progress.save({ [kind]: { ...progress[kind], [id()]: [...(progress[kind][id()] ?? []), value] } });
  }

  /** Open the first letter that is still closed, of the longest word that has one. */
  function hint() {
    const open = shown();
    const word = [...level.words].sort((a, b) => b.word.length - a.word.length).find((one) => placesOf(one).some((place) => !open.has(place)));
    if (!word) return say("Everything is open already.");
    const place = placesOf(word).find((one) => !open.has(one));
    keep("shown", place);
    settle();
    draw(new Set([place]));
    say(isDone(shown()) ? "Level done, with hints." : `The letter ${lettersOf(level).get(place).toUpperCase()} is open now.`);
  }

  /** Words whose letters are all open count as found. */
  function settle() {
    const open = shown();
    for (const one of level.words) {
      if (!found().has(one.word) && placesOf(one).every((place) => open.has(place))) keep("found", one.word);
    }
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
    progress.save({ found: { ...progress.found, [id()]: [] }, shown: { ...progress.shown, [id()]: [] } });
    draw();
    say("Everything is closed again.");
  }

  function say(sentence, kind = "") {
    said.className = `said ${kind}`;
    fill(said, sentence || "\u00a0");
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target.closest("button") && !event.target.closest(".wheel");
    if (event.key === "Enter" && !isButton) letters.submit();
    else if (event.key === "Backspace") letters.erase();
    else if (event.key === "Escape") letters.drop();
    else if (/^\p{L}$/u.test(event.key)) letters.type(event.key);
    else return;
    event.preventDefault();
  }

  return { element, show };
}
