/** What a person sees while work is done, and when it failed. */

import { announce, fill, h } from "./dom.js";

const STAGES = {
  vision: "Reading the picture",
  prepare: "Getting ready",
  solve: "Solving",
  llm: "Asking the language model",
  "levels.part": "Laying out the crosswords",
  "levels.join": "Putting the levels together",
};

/**
 * A place that shows progress, problems, or nothing.
 *
 * @returns {{element: HTMLElement, busy(onstop?: () => void): void, progress(job: object): void,
 *            problem(problem: object, retry?: () => void): void, clear(): void}}
 */
export function feedback() {
  const element = h("div", { class: "feedback" });
  let bar, words;

  const busy = (onstop) => {
    words = h("span", {}, "Working …");
    bar = h("progress", { "aria-label": "Progress" });
    const stop = onstop && h("button", { type: "button", onclick: onstop }, "Stop");
    fill(element, h("div", { class: "card work" }, h("div", { class: "row" }, words, stop), bar));
  };

  const progress = (job) => {
    if (!bar?.isConnected) return;
    const waiting = job.position > 0 ? `Waiting: ${job.position} before this one` : "";
    words.textContent = waiting || STAGES[job.stage] || (job.stage ? sentence(job.stage) : "Working …");
    if (job.progress > 0) bar.value = job.progress;
  };

  const problem = (error, retry) => {
    const again = retry && h("button", { type: "button", onclick: retry }, "Try again");
    fill(element, problemCard(error, again));
    announce(`${error.title}. ${error.detail} ${error.hint}`);
  };

  return { element, busy, progress, problem, clear: () => fill(element) };
}

/** A problem in plain words, with what to do next. */
export function problemCard(error, ...actions) {
  return h(
    "div",
    { class: "card problem", dataset: { code: error.code ?? "fault" } },
    h("h2", {}, error.title ?? "Something went wrong in this page"),
    h("p", {}, error.detail ?? error.message ?? String(error)),
    error.hint && h("p", {}, error.hint),
    actions.some(Boolean) && h("div", { class: "row" }, actions),
  );
}

function sentence(stage) {
  const text = stage.replaceAll("_", " ");
  return text[0].toUpperCase() + text.slice(1);
}
