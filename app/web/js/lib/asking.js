/** One question at a time: a later one ends an earlier one, and the person sees how it goes. */

import { Problem, run } from "./api.js";
import { feedback } from "./feedback.js";

/** Milliseconds until it is shown that something is being worked on. */
const PATIENCE = 300;

/**
 * @template T
 * @param {{present: (found: T | undefined) => void, onproblem?: (error: any) => void, results?: HTMLElement}} options
 *   `present` is told what came of it; undefined when it failed; `results` is where the last answer stands
 */
export function asker({ present, onproblem = () => {}, results }) {
  /** @type {AbortController | undefined} */
  let asking;
  const work = feedback();

  /** Have a job done on behalf of the present question. */
  const post = (path, asked) => run(path, asked, { signal: asking?.signal, onprogress: work.progress });

  /**
   * @param {() => Promise<T>} question
   * @param {() => void} retry
   */
  async function ask(question, retry) {
    stop();
    const mine = (asking = new AbortController());
    const patience = setTimeout(() => keepWaiting(mine), PATIENCE);
    try {
      const found = await question();
      if (mine === asking) settle(found);
    } catch (error) {
      if (mine === asking) failed(error, retry);
    } finally {
      clearTimeout(patience);
    }
  }

  /** The answer that stands there is one to an earlier question. */
  function keepWaiting(mine) {
    work.busy(() => mine.abort());
    results?.setAttribute("aria-busy", "true");
  }

  function clear() {
    work.clear();
    results?.removeAttribute("aria-busy");
  }

  function settle(found) {
    clear();
    present(found);
  }

  function failed(error, retry) {
    clear();
    if (error instanceof Problem && error.code === "canceled") return;
    present(undefined);
    work.problem(error, retry);
    onproblem(error);
  }

  /** Forget what is being asked, without a word. */
  function stop() {
    asking?.abort();
    asking = undefined;
    clear();
  }

  return { element: work.element, ask, post, stop, problem: work.problem };
}
