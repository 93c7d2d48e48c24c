/** One question at a time: a later one ends an earlier one, and the person sees how it goes. */

import { Problem, run } from "./api.js";
import { feedback } from "./feedback.js";

/** Milliseconds until it is shown that something is being worked on. */
const PATIENCE = 300;

/**
 * @template T
 * @param {{present: (found: T | undefined) => void, onproblem?: (error: any) => void}} options
 *   `present` is told what came of it; undefined when it failed
 */
export function asker({ present, onproblem = () => {} }) {
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
    const patience = setTimeout(() => work.busy(() => mine.abort()), PATIENCE);
    try {
      const found = await question();
      if (mine === asking) settle(found);
    } catch (error) {
      if (mine === asking) failed(error, retry);
    } finally {
      clearTimeout(patience);
    }
  }

  function settle(found) {
    work.clear();
    present(found);
  }

  function failed(error, retry) {
    if (error instanceof Problem && error.code === "canceled") return work.clear();
    present(undefined);
    work.problem(error, retry);
    onproblem(error);
  }

  /** Forget what is being asked, without a word. */
  function stop() {
    asking?.abort();
    asking = undefined;
    work.clear();
  }

  return { element: work.element, ask, post, stop, problem: work.problem };
}
