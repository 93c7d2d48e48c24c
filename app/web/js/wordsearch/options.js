/** Which words are looked for, and where they may run. */

import { dictionaries } from "../lib/api.js";
import { counted, field, fill, h, select } from "../lib/dom.js";

/** The compass as it lies on the page. */
const COMPASS = ["nw", "n", "ne", "w", "", "e", "sw", "s", "se"];
export const ARROWS = { nw: "↖", n: "↑", ne: "↗", w: "←", e: "→", sw: "↙", s: "↓", se: "↘" };
export const WAYS = {
  nw: "up to the left",
  n: "upwards",
  ne: "up to the right",
  w: "to the left",
  e: "to the right",
  sw: "down to the left",
  s: "downwards",
  se: "down to the right",
};
const ALL = Object.keys(ARROWS);
const SETS = { All: ALL, Forwards: ["e", "s", "se", "ne"], Straight: ["e", "s", "w", "n"], "Across and down": ["e", "s"] };
const LANGUAGES = [
  ["", "Any"],
  ["en", "English"],
  ["es", "Spanish (Ñ)"],
  ["pt", "Portuguese"],
];

/** What is kept of the options, as the service calls them. */
export const USUAL = {
  directions: ALL,
  wrap: false,
  bent: false,
  fuzzy: false,
  first_only: false,
  overlapping: true,
  keep_accents: false,
  contained: true,
  language: "",
  dictionary: "en",
  min_length: 4,
};
const CHECKS = [
  ["bent", "Words turn at any letter"],
  ["wrap", "Lines go on at the opposite edge"],
  ["fuzzy", "One letter may be wrong"],
  ["first_only", "Only a word's first place"],
  ["overlapping", "Words may begin where shorter ones do"],
  ["keep_accents", "Accents matter"],
  ["contained", "Without a list: words within longer ones"],
];

/** The options as they are sent. @param {typeof USUAL} kept */
export function sent(kept) {
  const { directions, fuzzy, language, first_only: first, ...others } = kept;
  return { ...others, fuzzy: Number(fuzzy), directions: directionsOf(directions), ...(language && { language }), ...(first && { first_only: true }) };
}

/** None chosen means any. */
export const directionsOf = (names) => (names.length === 0 || names.length === ALL.length ? "all" : names);

/**
 * @param {{directions: string[]}} state
 * @param {(changes: object) => void} onchange
 */
export function compass(state, onchange) {
  const buttons = COMPASS.map((name) =>
    name
      ? h("button", { type: "button", dataset: { way: name }, "aria-label": WAYS[name], onclick: () => turn(name) }, ARROWS[name])
      : h("span", { "aria-hidden": "true" }),
  );
  const sets = Object.entries(SETS).map(([text, names]) => h("button", { type: "button", onclick: () => choose(names) }, text));
  const element = h("fieldset", {}, h("legend", { class: "legend" }, "Directions"), h("div", { class: "row" }, h("div", { class: "compass" }, buttons), h("div", { class: "row sets" }, sets)));

  function turn(name) {
    const { directions } = state;
    choose(directions.includes(name) ? directions.filter((other) => other !== name) : [...directions, name]);
  }

  function choose(directions) {
    onchange({ directions });
    paint();
  }

  function paint() {
    for (const button of element.querySelectorAll("[data-way]")) button.setAttribute("aria-pressed", String(state.directions.includes(button.dataset.way)));
  }

  paint();
  return element;
}

/**
 * @param {any} state
 * @param {(changes: object) => void} onchange
 */
export function optionsView(state, onchange) {
  const list = select([["en", "English"]], state.dictionary, (dictionary) => onchange({ dictionary }));
  const language = select(LANGUAGES, state.language, (value) => onchange({ language: value }));
  const least = h("input", { type: "number", min: "1", max: "50", value: String(state.min_length), onchange: (event) => onchange({ min_length: Math.max(1, Number(event.target.value) || USUAL.min_length) }) });
  const checks = CHECKS.map(([name, text]) => {
    const box = h("input", { type: "checkbox", checked: state[name], onchange: (event) => onchange({ [name]: event.target.checked, ...excluded(name, event.target.checked) }), dataset: { name } });
    return h("label", { class: "check" }, box, text);
  });
  const element = h(
    "details",
    { class: "card no-print" },
    h("summary", {}, "Which words"),
    compass(state, onchange),
    h("div", {}, checks),
    h("div", { class: "fields" }, field("Letters kept apart", language), field("Without a list, words of", list), field("with letters at least", least)),
  );

  /** Words that turn do not wrap. */
  function excluded(name, isOn) {
    const other = { bent: "wrap", wrap: "bent" }[name];
    if (!other || !isOn) return {};
    element.querySelector(`[data-name="${other}"]`).checked = false;
    return { [other]: false };
  }

  async function fillLists() {
    const { dictionaries: all } = await dictionaries();
    fill(list, all.map(({ name, words }) => h("option", { value: name }, `${name} (${counted(words, "word")})`)));
    list.value = state.dictionary;
  }

  fillLists().catch(() => {}); // solving says what is wrong
  return element;
}
