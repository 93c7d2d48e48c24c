/** How well the game on the page was played. */

import { announce, fill, h } from "../lib/dom.js";
import { plain } from "../lib/plain.js";

const ALONE = "Each board is rated as if it were the only one: a guess that was meant for another board may look weak here.";

/**
 * @param {{onrate: () => void}} options
 */
export function ratingView({ onrate }) {
  const button = h("button", { type: "button", class: "strong", onclick: onrate }, "Rate my game");
  const alone = h("p", { class: "muted" }, ALONE);
  const told = h("div", { class: "stack" });
  const element = h("div", { class: "card" }, h("div", { class: "row spread" }, h("h2", {}, "How well was it played?"), button), alone, told);

  /** Offer to rate, when there is something to be rated. */
  function offer(isThere, boards) {
    element.hidden = !isThere;
    alone.hidden = boards === 1;
    fill(told);
  }

  /** @param {any[]} ratings  of each board, or why it has none */
  function show(ratings) {
    const nameOf = (board) => (ratings.length > 1 ? `Board ${board + 1}` : "");
    announce(ratings.map((rating, board) => [nameOf(board), inWords(rating)].filter(Boolean).join(": ")).join(". "));
    fill(told, ratings.map((rating, board) => h("div", { class: "stack" }, nameOf(board) && h("h3", {}, nameOf(board)), rating.error ? h("p", {}, inWords(rating)) : tableOf(rating))));
  }

  return { element, offer, show };
}

function inWords({ skill, luck, error }) {
  if (!error) return `Skill ${whole(skill)} of 100, luck ${whole(luck)} of 100`;
  const { title, detail } = plain(error);
  return detail ? `${title}. ${detail}` : title;
}

function tableOf({ skill, luck, guesses }) {
  return [
    h("div", { class: "figures" }, figure("Skill", skill, "100 is the best guess each time"), figure("Luck", luck, "50 is what everybody has")),
    // Nothing in it takes the focus: whoever has keys alone moves it sideways by these.
    h("div", { class: "scroll", role: "group", "aria-label": "Each guess", tabindex: 0 }, h("table", {}, headings(), h("tbody", {}, guesses.map(rowOf)))),
  ];
}

const heading = (text, name) => h("th", { scope: "col", class: name }, text);
const headings = () => h("thead", {}, h("tr", {}, heading("Guess"), ["Skill", "Luck", "Left"].map((text) => heading(text, "number")), heading("Best was")));
const whole = (number) => (number == null ? "–" : String(Math.round(number)));
const figure = (name, number, meaning) => h("span", {}, h("b", {}, whole(number)), ` ${name} `, h("small", {}, meaning));

function rowOf({ clue, skill, luck, best, left_before: before, left_after: after, kept_rules: kept }) {
  const [word] = clue.split("=");
  return h(
    "tr",
    {},
    h("th", { scope: "row", class: "guess" }, word, !kept && h("small", {}, " against the rules of hard mode")),
    h("td", { class: "number" }, whole(skill)),
    h("td", { class: "number" }, whole(luck)),
    h("td", { class: "number" }, `${before.toLocaleString("en")} → ${after.toLocaleString("en")}`),
    h("td", { class: "guess" }, best === word ? "this one" : best),
  );
}
