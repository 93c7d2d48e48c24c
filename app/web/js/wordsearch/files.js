/** A puzzle and its solution as files, fetched with the key where the server wants one, and on paper. */

import { call } from "../lib/api.js";
import { download, h } from "../lib/dom.js";

const KINDS = { svg: "SVG", png: "PNG", html: "page", txt: "text" };

/**
 * @param {{onproblem: (error: any, retry: () => void) => void}} options
 */
export function filesView({ onproblem }) {
  /** @type {{id: string, links: Record<string, string>} | undefined} */
  let job;
  const overlay = h("button", { type: "button", onclick: () => save("overlay", "png") }, "Picture with its words");
  const element = h(
    "details",
    { class: "files no-print" },
    h("summary", {}, "Download"),
    h("div", { class: "row" }, line("puzzle", "Puzzle"), line("solution", "Solution"), overlay),
  );

  function line(name, title) {
    return h("div", { class: "row" }, h("span", {}, title), Object.entries(KINDS).map(([kind, text]) => h("button", { type: "button", "aria-label": `${title} as ${text}`, onclick: () => save(name, kind) }, text)));
  }

  async function save(name, kind) {
    try {
      const answer = await call("GET", `/jobs/${job.id}/${name}.${kind}`);
      download(`${name}.${kind}`, await answer.blob());
    } catch (error) {
      onproblem(error, () => save(name, kind));
    }
  }

  /** @param {any} finished  the job's record */
  function show(finished) {
    job = finished;
    overlay.hidden = !finished.result.cells.length;
  }

  return { element, show };
}
