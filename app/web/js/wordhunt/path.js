/** The way of a word over a board, drawn so that its letters can still be read. */

import { h } from "../lib/dom.js";

const DOWN = { "-1": "up", 0: "", 1: "down" };
const RIGHT = { "-1": "left", 0: "", 1: "right" };

/**
 * The way for those who listen: `row 1, column 2, then down right, down`.
 *
 * @param {number[]} path  cells
 * @param {number} cols  of the board
 */
export function pathTold(path, cols) {
  const places = path.map((cell) => [Math.floor(cell / cols), cell % cols]);
  const ways = places.slice(1).map(([row, col], at) => `${DOWN[row - places[at][0]]} ${RIGHT[col - places[at][1]]}`.trim());
  const [row, col] = places[0];
  return `row ${row + 1}, column ${col + 1}${ways.length ? `, then ${ways.join(", ")}` : ""}`;
}

/** Of the distance between two tiles. */
const LINE = 0.11;
const RING = 0.36;
const TIP = 0.17;

/**
 * @param {[number, number][]} points  centres of the tiles, in the order of the word
 * @param {number} pitch  distance between two tiles
 * @returns {SVGElement[]} a ring around the first tile, a line, its tip before the last letter
 */
export function pathOf(points, pitch) {
  const ring = h("svg:circle", { cx: points[0][0], cy: points[0][1], r: pitch * RING, "stroke-width": pitch * LINE * 0.8 });
  if (points.length < 2) return [ring];
  const line = [towards(points[0], points[1], RING * pitch), ...points.slice(1, -1), towards(points.at(-1), points.at(-2), RING * pitch)];
  return [h("svg:polyline", { points: line.map((point) => point.join(",")).join(" "), "stroke-width": pitch * LINE }), ring, tip(points.at(-2), points.at(-1), pitch)];
}

/** The point that lies so far from one towards another. */
function towards([x, y], [toX, toY], far) {
  const share = far / Math.hypot(toX - x, toY - y);
  return [x + (toX - x) * share, y + (toY - y) * share];
}

function tip(before, last, pitch) {
  const [x, y] = towards(last, before, RING * pitch);
  const turn = (Math.atan2(last[1] - before[1], last[0] - before[0]) * 180) / Math.PI;
  const size = pitch * TIP;
  return h("svg:path", { class: "tip", d: `M ${-size * 0.6} ${-size} L ${size * 0.9} 0 L ${-size * 0.6} ${size} Z`, transform: `translate(${x} ${y}) rotate(${turn})` });
}
