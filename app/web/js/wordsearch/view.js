/** Word search: solve one, or make one. */

import { h } from "../lib/dom.js";
import { maker } from "./make.js";
import { solver } from "./solve.js";

const PARTS = { solve: "Solve", make: "Make a puzzle" };

const parts = { solve: solver(), make: maker() };
const tabs = h("nav", { class: "tabs no-print", "aria-label": "Word search" }, Object.entries(PARTS).map(([name, text]) => h("a", { href: `#wordsearch?part=${name}`, dataset: { part: name } }, text)));

export default { id: "wordsearch", title: "Word search", mount, show };

function mount(root) {
  root.append(
    h("div", { class: "intro no-print" }, h("h1", {}, "Word search"), h("p", { class: "muted" }, "Where every word lies, and what the letters left over say; or a puzzle of your own words.")),
    tabs,
    ...Object.values(parts).map(({ element }) => element),
  );
}

function show(parameters) {
  const asked = parameters.get("part") ?? "solve";
  const part = asked in PARTS ? asked : "solve";
  for (const [name, { element }] of Object.entries(parts)) element.hidden = name !== part;
  for (const link of tabs.children) {
    if (link.dataset.part === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  parts[part].show(parameters);
}
