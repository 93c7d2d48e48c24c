/** The levels of a pack, a page of them at a time, below the curve of their difficulty. */

import { announce, counted, disable, download, fill, h } from "../lib/dom.js";
import { curve } from "./curve.js";
import { nameOf, progressOf } from "./progress.js";

const PAGE = 60;

export function browser() {
  /** @type {any} */
  let pack;
  let page = 0;
  const drawn = curve({ onlevel: (number) => go(Math.floor((number - 1) / PAGE)) });
  const title = h("h2", {});
  const tiers = h("div", { class: "row", role: "group", "aria-label": "Tiers" });
  const range = h("span");
  const earlier = h("button", { type: "button", "aria-label": "Earlier levels", onclick: () => go(page - 1) }, "‹");
  const later = h("button", { type: "button", "aria-label": "Later levels", onclick: () => go(page + 1) }, "›");
  const pages = h("div", { class: "row" }, earlier, range, later);
  const list = h("ol", { class: "plain levels-list" });
  const save = h("button", { type: "button", onclick: () => download(`levels-${pack.language}-${pack.levels.length}.json`, JSON.stringify(pack), "application/json") }, "Download");
  const element = h("div", { class: "card", hidden: true }, h("div", { class: "row spread" }, title, save), h("h3", {}, "Difficulty"), drawn.element, tiers, pages, list);

  function show(newPack) {
    pack = newPack;
    element.hidden = false;
    pages.hidden = pack.levels.length <= PAGE;
    title.textContent = counted(pack.levels.length, "level");
    fill(tiers, pack.tiers.filter(({ levels }) => levels).map(tierButton));
    turn(0);
  }

  function tierButton({ name, levels }) {
    const first = pack.levels.findIndex((level) => level.tier === name);
    return h("button", { type: "button", onclick: () => go(Math.floor(first / PAGE)) }, `${name} `, h("b", {}, levels.toLocaleString("en")));
  }

  /** Where a person goes is told; what else is shown has been told of. */
  function go(to) {
    turn(to);
    announce(range.textContent);
  }

  function turn(to) {
    page = to;
    const part = pack.levels.slice(page * PAGE, (page + 1) * PAGE);
    const [from, until] = [part[0].number, part.at(-1).number];
    range.textContent = `Levels ${from.toLocaleString("en")} to ${until.toLocaleString("en")}`;
    disable([earlier, page === 0], [later, until >= pack.levels.length]);
    drawn.show(pack, [from, until]);
    fill(list, part.map(entry));
  }

  function entry(level) {
    const progress = progressOf(nameOf(pack), level);
    const [found, all] = [level.words.filter(({ word }) => progress.found().has(word)).length, level.words.length];
    const state = found === all ? "✓ done" : found ? `${found} of ${all} words` : counted(all, "word");
    return h("li", {}, h("a", { href: `#levels?part=play&level=${level.number}`, class: found === all ? "done" : "" }, h("b", {}, level.number), ` ${level.letters.toUpperCase()} `, h("small", {}, state)));
  }

  /** Games were played meanwhile. */
  const refresh = () => pack && turn(page);

  return { element, show, refresh };
}
