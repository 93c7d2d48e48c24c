/** Which words are looked for, and where they may run. */

import { field, h, select } from "../lib/dom.js";
import { listChoice } from "../lib/lists.js";
import { among, between } from "../lib/store.js";

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
/** Which of them may be kept. */
export const RULES = {
  directions: (names) => names.every((name) => ALL.includes(name)),
  language: among(LANGUAGES.map(([code]) => code)),
  min_length: between(1, 50),
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

/** The options as they are sent, out of all that is kept. @param {typeof USUAL} kept */
export function sent(kept) {
  const options = Object.fromEntries(Object.keys(USUAL).map((name) => [name, kept[name]]));
  const { directions, fuzzy, language, first_only: first, ...others } = options;
  return { ...others, fuzzy: Number(fuzzy), directions: directionsOf(directions), ...(language && { language }), ...(first && { first_only: true }) };
}

/** The options of a link: those that are not as usual. @param {typeof USUAL} kept */
export function carried(kept) {
  const names = Object.keys(USUAL).filter((name) => String(kept[name]) !== String(USUAL[name]));
  return Object.fromEntries(names.map((name) => [name, String(kept[name])]));
}

/** The options that a link brings; all others are as usual. @param {URLSearchParams} parameters */
export function brought(parameters) {
  return Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, parameters.has(name) ? valueOf(parameters.get(name), usual) : usual]));
}

/** What a text means where the usual value is this one. */
function valueOf(text, usual) {
  if (Array.isArray(usual)) return text.split(",").filter(Boolean);
  if (typeof usual === "boolean") return text === "true";
  return typeof usual === "number" ? Number(text) : text;
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
  return { element, paint };
}

/**
 * @param {any} state
 * @param {(changes: object) => void} onchange
 */
export function optionsView(state, onchange) {
  const ways = compass(state, onchange);
  const list = listChoice({ value: state.dictionary, onchange: (dictionary) => onchange({ dictionary }) });
  const language = select(LANGUAGES, state.language, (value) => onchange({ language: value }));
  const least = h("input", { type: "number", min: "1", max: "50", onchange: () => [onchange({ min_length: Number(least.value) }), (least.value = String(state.min_length))] });
  /** @type {Record<string, HTMLInputElement>} */
  const boxes = Object.fromEntries(CHECKS.map(([name]) => [name, h("input", { type: "checkbox", onchange: () => checked(name) })]));
  const element = h(
    "details",
    { class: "card no-print" },
    h("summary", {}, "Which words"),
    ways.element,
    h("div", {}, CHECKS.map(([name, text]) => h("label", { class: "check" }, boxes[name], text))),
    h("div", { class: "fields" }, field("Letters kept apart", language), field("Without a list, words of", list.element), field("with letters at least", least)),
  );
  fillIn();

  /** A shared link brings its own. */
  function show() {
    ways.paint();
    list.show(state.dictionary);
    fillIn();
  }

  function fillIn() {
    [language.value, least.value] = [state.language, String(state.min_length)];
    for (const [name, box] of Object.entries(boxes)) box.checked = state[name];
  }

  /** Words that turn do not wrap. */
  function checked(name) {
    const other = { bent: "wrap", wrap: "bent" }[name];
    onchange({ [name]: boxes[name].checked, ...(other && boxes[name].checked && { [other]: false }) });
    fillIn();
  }

  return { element, show };
}
