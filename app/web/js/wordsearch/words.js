/** The words: found ones struck, each with its colour and place; pointing at one shows its lasso. */

import { counted, escaped, fill, h } from "../lib/dom.js";
import { listbox } from "../lib/listbox.js";
import { ARROWS, WAYS } from "./options.js";
import { colourOf } from "./page.js";

/** @typedef {{word: string, places: any[], index: number, likely: boolean | undefined}} Entry */

/**
 * The hits of a result by word, in their order.
 *
 * @returns {Entry[]}
 */
export function entriesOf({ hits }) {
  /** @type {Map<string, Entry>} */
  const byWord = new Map();
  for (const hit of hits) {
    const entry = byWord.get(hit.word) ?? { word: hit.word, places: [], index: byWord.size, likely: hit.likely ?? undefined };
    entry.places.push(hit);
    byWord.set(hit.word, entry);
  }
  return [...byWord.values()];
}

/**
 * @param {{onpoint: (index: number | undefined) => void, onchoose: (index: number) => void}} options
 */
export function wordsView({ onpoint, onchoose }) {
  const list = listbox({ label: "Words; arrows go through them, Enter shows where one is", onpoint, onchoose });
  const missing = h("div", { class: "stack" });
  const element = h("div", { class: "stack search-words" }, list.element, missing);
  /** @type {Entry[]} */
  let entries = [];

  /**
   * @param {Entry[]} newEntries
   * @param {{missing: string[], hidden: string[]}} result
   */
  function show(newEntries, { missing: nowhere, hidden }) {
    entries = newEntries;
    const groups = [
      ["Probably hidden on purpose", entries.filter(({ likely }) => likely)],
      ["Other words of the list", entries.filter(({ likely }) => likely === false)],
      ["", entries.filter(({ likely }) => likely === undefined)],
    ].filter(([, group]) => group.length > 0);
    list.show(groups.map(groupOf));
    list.element.hidden = entries.length === 0;
    fill(missing, further("Not there", nowhere), further("Left out, since a shorter word begins there", hidden));
  }

  /** Strike the words that are found. @param {Set<number>} found */
  function strike(found) {
    for (const option of list.options()) {
      const entry = entries[Number(option.dataset.index)];
      const isFound = found.has(entry.index);
      option.classList.toggle("found", isFound);
      option.firstChild.style.background = isFound ? colourOf(entry.index) : "";
      option.setAttribute("aria-label", isFound ? `${entry.word}, found: ${placeOf(entry)}` : `${entry.word}, not found yet`);
    }
  }

  return { element, show, strike };
}

function groupOf([title, entries]) {
  return { title: title && `${title} · ${counted(entries.length, "word")}`, items: entries.map(itemOf) };
}

function itemOf({ word, places, index }) {
  const [{ start, direction, mismatches, inferred }] = places;
  const more = places.length > 1 ? ` +${places.length - 1}` : "";
  const doubt = inferred || mismatches.length ? " ?" : "";
  const place = `${start[0] + 1}:${start[1] + 1} ${ARROWS[direction] ?? "⤳"}${more}${doubt}`;
  return { index, html: `<i class="swatch"></i><span class="word">${escaped(word)}</span><small>${place}</small>` };
}

/** For those who listen. */
export function placeOf({ places }) {
  const [{ start, direction, mismatches, inferred }] = places;
  const parts = [`row ${start[0] + 1}`, `column ${start[1] + 1}`, WAYS[direction] ?? "with turns"];
  if (inferred) parts.push("by a letter in doubt");
  else if (mismatches.length) parts.push("with another letter");
  if (places.length > 1) parts.push(`and ${counted(places.length - 1, "place")} more`);
  return parts.join(", ");
}

function further(title, words) {
  return words.length > 0 && h("div", { class: "missing" }, h("h2", { class: "title" }, `${title} · ${counted(words.length, "word")}`), h("ul", { class: "plain chips" }, words.map((word) => h("li", {}, word))));
}
