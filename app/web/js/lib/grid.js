/** The grid syntax: rows parted by `/`, `;` or a new line, `.` a hole, `?` any letter, `[Qu]` several letters. */

/** @typedef {string[][]} Cells  capitals; "" is a hole */

const TOKEN = /\[([^\]/;\n]*)\]|\S/gu;
const MOST_LETTERS = 6;

/**
 * @param {string} text
 * @returns {Cells} rows of equal length; short ones are filled with holes
 */
export function parsed(text) {
  const rows = text
    .split(/[/;\n]/)
    .map((line) => [...line.matchAll(TOKEN)].map(([sign, several]) => cellOf(several ?? sign)))
    .filter((row) => row.length);
  const cols = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array(cols - row.length).fill("")]);
}

/** What a cell holds when this is typed into it. */
export function cellOf(text) {
  const sign = text.trim().toUpperCase();
  return sign === "." ? "" : sign.slice(0, MOST_LETTERS);
}

/** @param {Cells} cells */
export function written(cells) {
  return cells.map((row) => row.map(signOf).join("")).join("/");
}

function signOf(cell) {
  if (cell === "") return ".";
  return [...cell].length > 1 ? `[${cell[0]}${cell.slice(1).toLowerCase()}]` : cell;
}

/** Whether there is at least one letter. */
export function hasLetters(cells) {
  return cells.some((row) => row.some((cell) => cell.trim() !== ""));
}

/** Empty cells of a shape; `#` is a tile, `.` a hole. */
export function shaped(rows) {
  return rows.map((row) => [...row].map((sign) => (sign === "." ? "" : " ")));
}
