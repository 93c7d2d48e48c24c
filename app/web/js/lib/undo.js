/** A button that clears, and the bar by which what was there comes back, until something else is changed. */

import { announce, h } from "./dom.js";

/**
 * @param {{text: string, told: string, clear: () => (() => void) | undefined}} options  `clear` gives what brings
 *   everything back; nothing when nothing was there
 * @returns {{elements: HTMLElement[], forget(): void}}  the bar comes right after the button, where Tab leads to it
 */
export function clearing({ text, told, clear }) {
  /** @type {(() => void) | undefined} */
  let restore;
  const button = h("button", { type: "button", onclick: cleared }, text);
  const bar = h("div", { class: "undo no-print", role: "group", "aria-label": told, hidden: true }, h("span", {}, `${told}.`), h("button", { type: "button", onclick: undone }, "Undo"));

  function cleared() {
    const back = clear();
    if (!back) return;
    restore = back;
    bar.hidden = false;
    announce(`${told}. The next button undoes it.`);
  }

  function undone() {
    const back = restore;
    forget();
    back();
    announce("All is back.");
  }

  /** Something was changed: there is no way back. */
  function forget() {
    if (bar.contains(document.activeElement)) button.focus();
    restore = undefined;
    bar.hidden = true;
  }

  return { elements: [button, bar], forget };
}
