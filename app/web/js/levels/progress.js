/** What was found in each level of each pack, kept; a pack made again is the same pack. */

import { kept } from "../lib/store.js";
import { lettersOf, placesOf } from "./crossword.js";

/** What is found in one tab counts in the others. */
const progress = kept("levels.play", { found: {}, shown: {} }, {}, () => {});

/** A name that the same options and the same word list give. */
export function nameOf({ language, dictionary, options }) {
  return [language, dictionary.sha256.slice(0, 12), ...Object.values(options)].join("-");
}

/**
 * @param {string} pack  its name
 * @param {any} level
 */
export function progressOf(pack, level) {
  const id = `${pack}/${level.number}`;
  const found = () => new Set(progress.found[id] ?? []);
  const keep = (kind, value) => progress.save({ [kind]: { ...progress[kind], [id]: [...(progress[kind][id] ?? []), value] } });

  /** Places whose letters are to be seen. */
  function shown() {
    const words = level.words.filter(({ word }) => found().has(word));
    return new Set([...(progress.shown[id] ?? []), ...words.flatMap(placesOf)]);
  }

  /** Open a letter; words whose letters are all open then count as found. */
  function open(place) {
    keep("shown", place);
    const all = shown();
    for (const one of level.words) {
      if (!found().has(one.word) && placesOf(one).every((each) => all.has(each))) keep("found", one.word);
    }
  }

  function isDone() {
    const all = shown();
    return [...lettersOf(level).keys()].every((place) => all.has(place));
  }

  function forget() {
    progress.save({ found: without(progress.found, id), shown: without(progress.shown, id) });
  }

  return { found, shown, open, isDone, forget, add: (word) => keep("found", word) };
}

function without(all, id) {
  const { [id]: _, ...rest } = all;
  return rest;
}
