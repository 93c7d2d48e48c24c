/** Games of several parts, one of them shown: the address says which one, or it is the one that was left. */

import { h, markCurrent } from "./dom.js";
import { among, kept } from "./store.js";

/**
 * @param {{game: string, title: string, parts: Record<string, {text: string, element: HTMLElement}>}} options
 * @returns {{tabs: HTMLElement, show(parameters: URLSearchParams): string}}  `show` gives the name of the part
 */
export function partsOf({ game, title, parts }) {
  const names = Object.keys(parts);
  const state = kept(`${game}.part`, { part: names[0] }, { part: among(names) });
  const links = names.map((name) => h("a", { href: `#${game}?part=${name}`, dataset: { part: name } }, parts[name].text));
  const tabs = h("nav", { class: "tabs no-print", "aria-label": title }, links);

  function show(parameters) {
    const part = partOf(parameters);
    if (!parameters.size) history.replaceState(null, "", `#${game}?part=${part}`); // so that Back leads here again
    state.save({ part });
    for (const name of names) parts[name].element.hidden = name !== part;
    markCurrent(links, (link) => link.dataset.part === part);
    return part;
  }

  /** What a link carries is for the first part, unless it says otherwise. */
  function partOf(parameters) {
    if (names.includes(parameters.get("part"))) return parameters.get("part");
    return parameters.size ? names[0] : state.part;
  }

  return { tabs, show };
}
