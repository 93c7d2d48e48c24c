/** What a person sees while work is done, and when it failed. */

import { NEW_KEY } from "./api.js";
import { announce, fill, h } from "./dom.js";
import { canHandOver, handOver } from "./picture.js";
import { plain } from "./plain.js";

/** What the service calls the stages of its jobs. */
const STAGES = {
  compile: "Getting this game ready: once on this machine, about a minute",
  read: "Reading the picture",
  llm: "Asking the language model",
  "llm.ask": "Asking the language model",
  solve: "Solving",
  rate: "Going through your guesses",
  make: "Placing the words",
  draw: "Drawing",
  plan: "Choosing wheels and words",
  lay: "Laying out the crosswords",
  "levels.part": "Laying out the crosswords",
  join: "Putting the levels together",
  "levels.join": "Putting the levels together",
};
const UNKNOWN = "Working …";
/** Where pictures of a kind belong. */
const GAMES = { wordhunt: ["wordhunt", "Word Hunt"], wordsearch: ["wordsearch?part=solve", "Word search"], wordle: ["wordle", "Wordle"], wheel: ["levels?part=words", "Levels"] };

/**
 * A place that shows progress, problems, or nothing.
 *
 * @param {HTMLElement} [results]  where what came of the work stands
 * @returns {{element: HTMLElement, busy(onstop?: () => void): void, progress(job: object): void,
 *            problem(problem: object, retry?: () => void): void, clear(): void}}
 */
export function feedback(results) {
  results?.setAttribute("tabindex", "-1");
  const element = h("div", { class: "feedback" });
  let bar, words, share;
  /** Does again what was refused for want of a key. @type {(() => void) | undefined} */
  let refused;
  addEventListener(NEW_KEY, () => refused?.());
  /** What is known of the work that goes on. */
  let known = {};

  const busy = (onstop) => {
    const hadFocus = element.contains(document.activeElement);
    refused = undefined;
    known = {};
    words = h("span", {}, UNKNOWN);
    share = h("span", { class: "share muted", "aria-hidden": "true" });
    bar = h("progress", { "aria-label": "Progress" });
    const stop = onstop && h("button", { type: "button", onclick: onstop }, "Stop");
    fill(element, h("div", { class: "card work" }, h("div", { class: "row" }, words, share, stop), bar));
    if (hadFocus) stop?.focus();
    draw();
  };

  const progress = (job) => {
    known = { ...known, ...job };
    if (bar?.isConnected) draw();
  };

  function draw() {
    const sentence = sentenceOf(known);
    if (sentence !== words.textContent) announce((words.textContent = sentence));
    if (!(known.progress > 0)) return bar.removeAttribute("value"); // a stage that does not know how far it is
    bar.value = known.progress;
    share.textContent = `${Math.floor(100 * known.progress)}%`;
  }

  /** Who was at a button here goes on at the one that is there now. */
  const problem = (error, retry) => {
    const hadFocus = element.contains(document.activeElement);
    refused = error.code === "unauthorized" ? retry : undefined;
    const again = refused ? h("button", { type: "button", onclick: () => document.getElementById("key-button").click() }, "Give a key") : retry && h("button", { type: "button", onclick: retry }, "Try again");
    fill(element, problemCard(error, elsewhere(error), again));
    if (hadFocus) again?.focus();
    element.scrollIntoView({ block: "nearest" });
    const { title, detail, hint } = plain(error);
    announce([title, detail, hint].filter(Boolean).map(ended).join(" "));
  };

  /** Who was at a button here goes on at what came of it. */
  function clear() {
    if (element.contains(document.activeElement)) (results?.offsetParent ? results : document.getElementById("main")).focus({ preventScroll: true });
    refused = undefined;
    fill(element);
  }

  return { element, busy, progress, problem, clear };
}

function sentenceOf({ position, stage }) {
  if (position > 0) return `Waiting: ${position} before this one`;
  return STAGES[stage] ?? (stage ? `${stage[0].toUpperCase()}${stage.slice(1).replaceAll(/[._]/g, " ")}` : UNKNOWN);
}

const ended = (sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** A problem in plain words, with what to do next. */
export function problemCard(error, ...actions) {
  const { code, title, detail, hint } = plain(error);
  return h(
    "div",
    { class: code === "canceled" ? "card note" : "card problem", dataset: { code } },
    h("h2", {}, title),
    detail && h("p", {}, detail),
    hint && h("p", {}, hint),
    actions.some(Boolean) && h("div", { class: "row" }, actions),
  );
}

/** A picture that shows another game is not lost. */
function elsewhere({ details }) {
  const [place, title] = GAMES[details?.seen] ?? [];
  return place && canHandOver() && h("button", { type: "button", class: "strong", onclick: () => handOver(place) }, `Open it in ${title}`);
}
