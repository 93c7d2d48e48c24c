/** The boards of GamePigeon Word Hunt; true is a tile. */

export const rectangle = (rows, cols) => Array.from({ length: rows }, () => Array(cols).fill(true));
const FULL = (side) => rectangle(side, side);

function without(side, holes) {
  const shape = FULL(side);
  for (const [row, col] of holes) shape[row][col] = false;
  return shape;
}

const CORNERS = [[0, 0], [0, 4], [4, 0], [4, 4], [2, 2]];
const EDGES = [[0, 2], [2, 0], [2, 4], [4, 2]];

/** @type {Record<string, {text: string, tiles: boolean[][]}>} */
export const SHAPES = {
  "4x4": { text: "4 × 4", tiles: FULL(4) },
  "5x5": { text: "5 × 5", tiles: FULL(5) },
  donut: { text: "Donut", tiles: without(5, CORNERS) },
  cross: { text: "Cross", tiles: without(5, EDGES) },
};

/** The name of the shape that cells (holes are "") have, or "free". */
export function shapeOf(cells) {
  const found = Object.entries(SHAPES).find(([, { tiles }]) => fits(cells, tiles));
  return found ? found[0] : "free";
}

function fits(cells, tiles) {
  const sameSize = cells.length === tiles.length && cells.every((row) => row.length === tiles.length);
  return sameSize && cells.every((row, y) => row.every((cell, x) => (cell !== "") === tiles[y][x]));
}

/** Letters of cells that also lie in another shape stay; its other tiles are empty. @param {boolean[][]} tiles */
export function fitted(cells, tiles) {
  return tiles.map((row, y) => row.map((isTile, x) => (isTile ? cells[y]?.[x] || " " : "")));
}

/** How large the letters of a tile are; one alone has 1. */
export const sizeOf = (letters) => Math.min(1, 1.8 / ([...letters].length || 1));
