/** What to guess next and why, and the words that are left. */

import { copy, counted, escaped, fill, h } from "../lib/dom.js";
import { listbox } from "../lib/listbox.js";

/**
 * @param {{onword: (word: string) => void}} options  told which word was chosen as the next guess
 */
export function adviceView({ onword }) {
  const best = h("div", { class: "card best" });
  const table = h("div", { class: "card", hidden: true });
  const left = h("div", { class: "stack" });
  const why = h("p", { class: "why muted" });
  const element = h("div", { class: "stack", hidden: true }, best, table, left);

  function show(found) {
    element.hidden = !found;
    if (!found) return;
    const [first] = found.suggestions;
    fill(best, first ? bestOf(first, `Best guess, number ${found.guess} of ${found.max_guesses}`) : h("h2", {}, outcome(found)));
    table.hidden = found.suggestions.length < 2;
    fill(table, h("h2", {}, "Best guesses"), tableOf(found.suggestions), why);
    fill(why, "Point at a guess to see why.");
    fill(left, found.boards.filter((board) => !board.solved).map((board) => leftCard(board, titleOf(found, board))));
  }

  function bestOf(suggestion, turn) {
    return [
      h("p", { class: "muted" }, turn),
      h("div", { class: "row spread" }, h("b", { class: "word" }, suggestion.word), h("button", { type: "button", onclick: () => onword(suggestion.word) }, "Type it")),
      h("p", {}, suggestion.why),
      chances(suggestion),
      eachBoard(suggestion.boards),
    ];
  }

  function tableOf(suggestions) {
    const columns = COLUMNS.filter(([, text]) => suggestions.some((one) => text(one) !== NONE));
    const heads = columns.map(([text, , shown]) => h("th", { scope: "col", class: `number ${shown}` }, text));
    const made = h("table", { class: "guesses" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Guess"), heads)), h("tbody", {}, suggestions.map((one) => rowOf(one, columns))));
    return h("div", { class: "scroll" }, made);
  }

  function rowOf(suggestion, columns) {
    const cells = columns.map(([, text, shown]) => h("td", { class: `number ${shown}` }, text(suggestion)));
    const word = h("button", { type: "button", class: "word-button", title: suggestion.why, onclick: () => onword(suggestion.word) }, suggestion.word);
    const point = () => fill(why, h("b", {}, suggestion.word.toUpperCase()), ` ${suggestion.why}`);
    return h("tr", { onmouseenter: point, onfocusin: point }, h("th", { scope: "row" }, word, !suggestion.possible && h("small", {}, " not an answer")), cells);
  }

  function leftCard(board, title) {
    const list = listbox({ label: `${title}; Enter types one`, onchoose: (index) => onword(board.left[index].word) });
    list.show([{ items: board.left.map(({ word, share }, index) => ({ index, html: escaped(word), attributes: `title="${percent(share)} likely"` })) }]);
    list.element.classList.add("left");
    const hidden = board.left_count - board.left.length;
    return h(
      "div",
      { class: "card" },
      h("div", { class: "row spread" }, h("h2", {}, title), h("button", { type: "button", onclick: () => copy(board.left.map(({ word }) => word).join("\n"), "Words") }, "Copy")),
      h("p", { class: "muted" }, likelyText(board), hidden > 0 && ` The likeliest ${board.left.length} are listed.`),
      list.element,
    );
  }

  return { element, show };
}

const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
const NONE = "–";
const decimal = (number, digits = 2) => (number == null ? NONE : number.toFixed(digits));

/** Title, text of a suggestion, and a class that leaves the column out on narrow screens. */
const COLUMNS = [
  ["Left on average", (one) => decimal(one.expected_left, 1), ""],
  ["At worst", (one) => one.worst.toLocaleString("en"), "wide"],
  ["Groups", (one) => one.groups.toLocaleString("en"), "wide"],
  ["Bits", (one) => decimal(one.bits), "wide"],
  ["Wins now", (one) => percent(one.win_now), ""],
  ["Guesses to go", (one) => decimal(one.expected_guesses), ""],
];

/** `12 words`, or of each board that is not solved `board 2: 12 words`. */
export function leftTold(boards) {
  if (boards.length === 1) return counted(boards[0].left_count, "word");
  return boards.flatMap(({ solved, left_count: count }, at) => (solved ? [] : [`board ${at + 1}: ${counted(count, "word")}`])).join(", ");
}

/** How a game ended. */
export function outcome({ won, guess, max_guesses: most }) {
  return won ? `Solved in ${counted(guess - 1, "guess", "guesses")}` : `Not solved: all ${counted(most, "guess", "guesses")} are used up`;
}

function chances({ win_by: chances, expected_guesses: guesses, proven, drawn }) {
  const parts = Object.entries(chances).map(([guess, share]) => h("span", {}, `by guess ${guess} `, h("b", {}, percent(share))));
  const expected = guesses != null && h("span", {}, "guesses to go ", h("b", {}, decimal(guesses)), proven && h("small", {}, " proven best"));
  return (parts.length > 0 || expected) && h("div", { class: "figures small" }, parts.length > 0 && h("span", { class: "muted" }, drawn ? "Won, about" : "Won"), parts, expected, drawn && h("small", {}, `by ${drawn.toLocaleString("en")} games drawn`));
}

/** What a guess does for each of several boards. */
function eachBoard(boards = []) {
  const lines = boards.map((board, at) => board && h("li", {}, h("b", {}, `Board ${at + 1}`), ` now ${percent(board.win_now)}`, Object.entries(board.win_by).slice(-1).map(([guess, share]) => `, by guess ${guess} ${percent(share)}`)));
  return lines.some(Boolean) && h("ul", { class: "plain each-board muted" }, lines);
}

function titleOf({ boards, won }, board) {
  const words = counted(board.left_count, "word");
  const title = won === false ? `${words} it could have been` : `${words} left`;
  return boards.length > 1 ? `Board ${boards.indexOf(board) + 1}: ${title}` : title;
}

function likelyText({ left_count: count, likely_count: likely }) {
  return likely < count ? `${counted(likely, "of them", "of them")} hold 99% of the chance.` : "";
}
