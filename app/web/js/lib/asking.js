/** One question at a time: a later one ends an earlier one, and the person sees how it goes. */

import { Problem, run } from "./api.js";
import { feedback } from "./feedback.js";

/** Milliseconds until it is shown that something is being worked on. */
const PATIENCE = 300;

/** @typedef {(path: string, asked: object | FormData) => Promise<import("./api.js").Job>} Post */

/**
 * @template T
 * @param {{present: (found: T | undefined) => void, onproblem?: (error: any) => void, results?: HTMLElement}} options
 *   `present` is told what came of it; undefined when it failed; `results` is where the last answer stands
 */
export function asker({ present, onproblem = () => {}, results }) {
  /** @type {AbortController | undefined} */
  let asking;
  const work = feedback(results);
  addEventListener("pagehide", () => asking?.abort()); // nobody waits for it any more

  /**
   * @param {(post: Post) => Promise<T>} question  has jobs done by `post`, which ends with the question
   * @param {() => void} retry
   */
  async function ask(question, retry) {
    asking?.abort();
    const mine = (asking = new AbortController());
    const patience = setTimeout(() => keepWaiting(mine), PATIENCE);
    const post = (path, asked) => run(path, asked, { signal: mine.signal, onprogress: (job) => mine === asking && work.progress(job) });
    try {
      const found = await question(post);
      if (mine === asking) settle(found);
    } catch (error) {
      if (mine === asking) failed(error, retry);
    } finally {
      clearTimeout(patience);
    }
  }

  /** The answer that stands there is one to an earlier question. */
  function keepWaiting(mine) {
    if (mine !== asking) return;
    work.busy(() => mine.abort());
    results?.setAttribute("aria-busy", "true");
  }

  function settle(found) {
    results?.removeAttribute("aria-busy");
    present(found);
    work.clear();
  }

  function failed(error, retry) {
    const isStopped = error instanceof Problem && error.code === "canceled";
    results?.removeAttribute("aria-busy");
    present(undefined); // the answer that stands there is one to another question
    work.problem(error, retry);
    if (!isStopped) onproblem(error);
  }

  /** Forget what is being asked, without a word. */
  function stop() {
    asking?.abort();
    asking = undefined;
    results?.removeAttribute("aria-busy");
    work.clear();
  }

  /** What went wrong with the answer that stands there, such as with its files. */
  function problem(error, retry) {
    work.problem(error, () => [work.clear(), retry()]);
  }

  return { element: work.element, ask, stop, problem };
}
