/** The choice of a word list: those of the server, shipped or brought, by what people call them. */

import { NEW_KEY, dictionaries } from "./api.js";
import { counted, fill, h, select, toast } from "./dom.js";

/** Comes with every server. */
const FIRST = "en";
const LANGUAGES = { en: "English", es: "Spanish", pt: "Portuguese" };

/**
 * @param {{value: string, onchange: (name: string) => void, usual?: [string, string][]}} options
 *   `usual` are choices that come before the lists, and that are there when those cannot be had; `onchange` is also
 *   told when the list that was chosen is not there any more
 * @returns {{element: HTMLSelectElement, show(name: string, usual?: [string, string][]): void,
 *            languageOf(name: string): string | undefined}}
 */
export function listChoice({ value, onchange, usual = [] }) {
  /** @type {{name: string, language: string | null, words: number}[]} */
  let lists = [];
  let chosen = value;
  const element = select([], value, (name) => onchange((chosen = name)));

  function show(name, choices = usual) {
    [chosen, usual] = [name, choices];
    const all = [...usual, ...lists.map((list) => [list.name, titleOf(list)])];
    const isThere = all.some(([each]) => each === chosen);
    const first = usual[0]?.[0] ?? FIRST;
    if (!isThere && lists.length > 0 && chosen !== first) return gone(first);
    if (!isThere) all.push([chosen, titleOf({ name: chosen })]);
    fill(element, all.map(([each, text]) => h("option", { value: each }, text)));
    element.value = chosen;
  }

  function gone(first) {
    toast(`There is no word list ${chosen} any more`);
    show(first);
    onchange(chosen);
  }

  function arrived({ dictionaries: found }) {
    lists = found;
    show(chosen);
  }

  const fetched = () => dictionaries().then(arrived, () => {}); // a convenience; solving says what is wrong
  const languageOf = (name) => lists.find((list) => list.name === name)?.language ?? (Object.hasOwn(LANGUAGES, name) ? name : undefined);

  show(value);
  fetched();
  addEventListener(NEW_KEY, fetched);
  return { element, show, languageOf };
}

/** `English (254,319 words)`, or `animals, English (12 words)` of a list with a name of its own. */
function titleOf({ name, language, words }) {
  const tongue = LANGUAGES[language ?? name] ?? language;
  const title = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : [name, tongue].filter(Boolean).join(", ");
  return words === undefined ? title : `${title} (${counted(words, "word")})`;
}
