/** The grid syntax: rows parted by `/`, `;` or a new line, `.` a hole, `?` any letter, `[Qu]` several letters. */

/** @typedef {string[][]} Cells  capitals; "" is a hole */

const TOKEN = /\[([^\]/;\n]*)\]|\S/gu;
const WRITTEN = /\[([^\]/;\n]*)\]|./gu;
/** Parts the cells of tables; no letter of a puzzle. */
const BETWEEN = /[,|"]/g;
const MOST_LETTERS = 6;

/**
 * @param {string} text  with or without what tables put between their cells
 * @returns {Cells} rows of equal length; short ones are filled with holes
 */
export function parsed(text) {
  return squared(rowsOf(text.replace(BETWEEN, " "), TOKEN).filter((row) => row.length));
}

/** What `written` made of cells: a space is a tile without a letter. @returns {Cells} */
export function restored(text) {
  return squared(rowsOf(text, WRITTEN));
}

function rowsOf(text, token) {
  const lines = text.normalize("NFC").split(/[/;\n]/);
  return lines.map((line) => [...line.matchAll(token)].map(([sign, several]) => (sign === " " ? sign : cellOf(several ?? sign))));
}

function squared(rows) {
  const cols = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array(cols - row.length).fill("")]);
}

/** What a cell holds when this is typed into it. */
export function cellOf(text) {
  const sign = text.normalize("NFC").trim().toUpperCase();
  return sign === "." ? "" : sign.slice(0, MOST_LETTERS);
}

/** What stands for something in the syntax cannot be a letter. */
export const lettersIn = (text) => text.replace(/[[\]/;]/g, "");

/**
 * A whole board out of a text that was pasted: also one with a row a word, as `STAR ENIL GROP DUET`, and one with all
 * letters of a square in a row; undefined when it is none.
 *
 * @param {string} text
 * @returns {Cells | undefined}
 */
export function pasted(text) {
  const plain = text.trim().replace(BETWEEN, " ");
  const words = plain.split(/\s+/);
  const areRows = words.length > 1 && words[0].length > 1 && words.every((word) => word.length === words[0].length);
  const cells = parsed(areRows ? words.join("/") : plain);
  if (cells.length !== 1) return cells.length > 1 ? cells : undefined;
  const side = Math.sqrt(cells[0].length);
  return side > 2 && Number.isInteger(side) ? Array.from({ length: side }, (_, row) => cells[0].slice(row * side, (row + 1) * side)) : undefined;
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
