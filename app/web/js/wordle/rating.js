/** How well the game on the page was played. */

import { announce, fill, h } from "../lib/dom.js";

/**
 * @param {{onrate: () => void}} options
 */
export function ratingView({ onrate }) {
  const button = h("button", { type: "button", class: "strong", onclick: onrate }, "Rate my game");
  const told = h("div", { class: "stack" });
  const element = h("div", { class: "card" }, h("div", { class: "row spread" }, h("h2", {}, "How well was it played?"), button), told);

  /** Offer to rate, when there is something to be rated. */
  function offer(isThere) {
    element.hidden = !isThere;
    fill(told);
  }

  function show({ skill, luck, guesses }) {
    announce(`Skill ${whole(skill)} of 100, luck ${whole(luck)} of 100`);
    fill(
      told,
      h("div", { class: "figures" }, figure("Skill", skill, "100 is the best guess each time"), figure("Luck", luck, "50 is what everybody has")),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Guess"), ["Skill", "Luck", "Left"].map((text) => h("th", { scope: "col", class: "number" }, text)), h("th", { scope: "col" }, "Best was"))),
        h("tbody", {}, guesses.map(rowOf)),
      ),
    );
  }

  return { element, offer, show };
}

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
