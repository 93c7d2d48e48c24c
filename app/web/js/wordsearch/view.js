/** Word search: solve one, or make one. */

import { h } from "../lib/dom.js";
import { partsOf } from "../lib/parts.js";
import { maker } from "./make.js";
import { solver } from "./solve.js";

const parts = { solve: { text: "Solve", ...solver() }, make: { text: "Make a puzzle", ...maker() } };
const shown = partsOf({ game: "wordsearch", title: "Word search", parts });

export default { id: "wordsearch", title: "Word search", mount, show: (parameters) => parts[shown.show(parameters)].show(parameters) };

function mount(root) {
  root.append(
    h("div", { class: "intro no-print" }, h("h1", {}, "Word search"), h("p", { class: "muted" }, "Where every word lies, and what the letters left over say; or a puzzle of your own words.")),
    shown.tabs,
    ...Object.values(parts).map(({ element }) => element),
  );
}
