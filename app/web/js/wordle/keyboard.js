/** The keyboard on the page; its keys show what is known of the letters. */

import { fill, h } from "../lib/dom.js";
import { NAMES, lettersOf } from "./game.js";

const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const FURTHER = { es: "ñ", pt: "ç" };
const COLOURS = { b: "var(--mark-b)", y: "var(--mark-y)", g: "var(--mark-g)" };

/**
 * @param {{onletter: (letter: string) => void, onenter: () => void, onback: () => void}} options
 */
export function keyboard({ onletter, onenter, onback }) {
  const element = h("div", { class: "keyboard", role: "group", "aria-label": "Keyboard", onclick: clicked });
  let language = "";

  function clicked(event) {
    const { key } = event.target.closest("[data-key]")?.dataset ?? {};
    if (key === "enter") onenter();
    else if (key === "back") onback();
    else if (key) onletter(key);
  }

  /** @param {import("./game.js").Guess[]} guesses */
  function show(guesses, boards, newLanguage) {
    if (newLanguage !== language || !element.firstChild) build((language = newLanguage));
    const known = Array.from({ length: boards }, (_, board) => lettersOf(guesses, board));
    for (const key of element.querySelectorAll(".letter")) paint(key, known.map((letters) => letters.get(key.dataset.key)));
  }

  function build() {
    const [first, second, third] = ROWS;
    const further = FURTHER[language] ?? "";
    fill(element, line(first), line(second + further), h("div", {}, wide("enter", "Enter"), [...third].map(letterKey), wide("back", "⌫", "Delete a letter")));
  }

  /** One board colours the whole key, several a part each. */
  function paint(key, marks) {
    const [only] = marks;
    key.dataset.mark = marks.length === 1 ? (only ?? "") : "";
    const parts = marks.map((mark, board) => `${COLOURS[mark] ?? "transparent"} ${(100 * board) / marks.length}% ${(100 * (board + 1)) / marks.length}%`);
    key.style.setProperty("--parts", marks.length > 1 && marks.some(Boolean) ? `linear-gradient(90deg, ${parts.join(", ")})` : "none");
    const told = marks.map((mark, board) => (mark ? `${marks.length > 1 ? `board ${board + 1} ` : ""}${NAMES[mark]}` : "")).filter(Boolean);
    key.setAttribute("aria-label", [key.dataset.key.toUpperCase(), ...told].join(", "));
  }

  return { element, show };
}

const line = (letters) => h("div", {}, [...letters].map(letterKey));
const letterKey = (letter) => h("button", { type: "button", class: "key letter", tabindex: -1, dataset: { key: letter } }, letter);
const wide = (key, text, label) => h("button", { type: "button", class: "key wide", tabindex: -1, "aria-label": label, dataset: { key } }, text);
