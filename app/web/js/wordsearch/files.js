/** A puzzle and its solution as files: links that open by themselves, saved by a click. */

import { call } from "../lib/api.js";
import { download, h } from "../lib/dom.js";

const TITLES = { puzzle: "Puzzle", solution: "Solution" };
/** What a file is called, by how it ends. */
const FORMS = { svg: "SVG", png: "PNG", html: "page", txt: "text" };

/**
 * @param {{onproblem: (error: any, retry: () => void) => void}} options
 */
export function filesView({ onproblem }) {
  /** Of the job, by name. @type {Record<string, string>} */
  let links = {};
  /** By the name of their link. @type {Map<string, HTMLAnchorElement>} */
  const anchors = new Map();
  const element = h(
    "details",
    { class: "files no-print" },
    h("summary", {}, "Download"),
    h("div", { class: "row" }, Object.entries(TITLES).map(([name, title]) => line(name, title)), anchor("overlay", "overlay.png", "Picture with its words")),
  );

  function line(name, title) {
    const files = Object.entries(FORMS).map(([form, text]) => anchor(form === "html" ? name : `${name}_${form}`, `${name}.${form}`, text, `${title} as ${text}`));
    return h("div", { class: "row" }, h("span", {}, title), files);
  }

  function anchor(name, file, text, label) {
    const made = h("a", { class: "button", download: file, "aria-label": label, onclick: (event) => clicked(event, name, file) }, text);
    anchors.set(name, made);
    return made;
  }

  /** A plain click sends the key along, so that no link is too old for it, and what goes wrong is told. */
  function clicked(event, name, file) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    save(name, file);
  }

  async function save(name, file) {
    try {
      download(file, await (await call("GET", links[name])).blob());
    } catch (error) {
      onproblem(error, () => save(name, file));
    }
  }

  /** @param {any} job  the finished record */
  function show(job) {
    links = job.links;
    for (const [name, made] of anchors) made.href = links[name];
    anchors.get("overlay").hidden = !job.result.cells.length;
  }

  return { element, show };
}
