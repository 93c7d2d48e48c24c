/** The grid as a drawing, by itself or over the picture that it was read from, with lassos around words. */

import { cropOf } from "../lib/crop.js";
import { fill, h } from "../lib/dom.js";

/** Of a cell: how wide a lasso is. */
const WIDTH = 0.78;
/** Degrees from one hue to the next: the golden angle, so that neighbours differ. */
const TURN = 137.508;
/** Share of the grid that is shown around it in the picture. */
const MARGIN = 0.04;

/** The colour of the word with this number. */
export const colourOf = (index) => `hsl(${Math.round(TURN * index) % 360} 72% 45%)`;

/** Milliseconds that a line without a word stays. */
const REFUSED = 2_500;

/** @typedef {{cells: number[], index: number}} Lasso  `index`: of the word, for its colour */

/**
 * @param {{online: (from: number, to: number) => void}} options  told between which cells a line was drawn
 */
export function pageView({ online }) {
  const picture = h("svg:image", { class: "picture" });
  const letters = h("svg:g", { class: "letters" });
  const doubts = h("svg:g", { class: "doubts" });
  const lassos = h("svg:g", { class: "lassos" });
  const line = h("svg:line", { class: "hand", visibility: "hidden" });
  const element = h("svg:svg", { class: "page", role: "img", "aria-label": "The grid", onpointerdown: begun, onpointermove: moved, onpointerup: ended, onpointercancel: dropped }, picture, letters, doubts, lassos, line);
  /** @type {(cell: number) => number[]} */
  let centre = () => [0, 0];
  let pitch = 1;
  let cols = 1;
  let count = 0;
  /** The cell where a line is begun that a person draws. @type {number | undefined} */
  let from;
  let refusal = 0;

  /**
   * @param {string[][]} cells
   * @param {{picture?: {url: string, width: number, height: number, seen: any[]}, doubtful?: number[]}} [over]
   */
  function show(cells, { picture: over, doubtful = [] } = {}) {
    cols = cells[0]?.length ?? 1;
    count = cols * cells.length;
    element.classList.toggle("seen", Boolean(over));
    element.setAttribute("aria-label", `The grid, ${cells.length} rows of ${cols}`);
    dropped();
    if (over) layOver(over);
    else layOut(cells);
    fill(doubts, doubtful.map((cell) => box(cell)));
    fill(lassos);
  }

  function layOut(cells) {
    pitch = 1;
    centre = (cell) => [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5];
    picture.removeAttribute("href");
    element.setAttribute("viewBox", `0 0 ${cols} ${cells.length || 1}`);
    fill(letters, cells.map(lineOf));
  }

  function layOver({ url, width, height, seen }) {
    centre = (cell) => seen[cell].centre;
    pitch = middle(seen.map(({ box: [, , across, down] }) => Math.max(across, down)));
    const crop = cropOf(seen, MARGIN, { width, height });
    element.setAttribute("viewBox", `${crop.x} ${crop.y} ${crop.width} ${crop.height}`);
    for (const [name, value] of Object.entries({ href: url, width, height })) picture.setAttribute(name, value);
    fill(letters);
  }

  function box(cell) {
    const [x, y] = centre(cell);
    return h("svg:rect", { x: x - pitch / 2, y: y - pitch / 2, width: pitch, height: pitch, rx: pitch / 5, "stroke-width": pitch * 0.08 });
  }

  /** @param {Lasso[]} places */
  function draw(places) {
    fill(lassos, places.map(lassoOf));
  }

  function lassoOf({ cells, index }) {
    const group = h("svg:g", { dataset: { word: index } }, runs(cells, cols).map((run) => loop(run.map(centre), pitch * WIDTH)));
    group.style.color = colourOf(index);
    return group;
  }

  /** Have the lassos of one word stand out; undefined: none. */
  function point(index) {
    element.classList.toggle("pointing", index !== undefined);
    for (const group of lassos.children) group.classList.toggle("on", Number(group.dataset.word) === index);
  }

  /** Mark one cell for looking at it; undefined: none. */
  function look(cell) {
    element.querySelector(".looked")?.remove();
    if (cell !== undefined) element.append(h("svg:g", { class: "looked" }, box(cell)));
  }

  // Drawing by hand

  function cellAt(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    let best = 0;
    let nearest = Infinity;
    for (let cell = 0; cell < count; cell += 1) {
      const [across, down] = centre(cell);
      const off = Math.hypot(across - x, down - y);
      if (off < nearest) [best, nearest] = [cell, off];
    }
    return best;
  }

  function begun(event) {
    if (!event.isPrimary || count === 0) return;
    dropped();
    element.setPointerCapture(event.pointerId);
    from = cellAt(event);
    stretch(from, from);
  }

  function moved(event) {
    if (from !== undefined) stretch(from, cellAt(event));
  }

  function ended(event) {
    const begin = from;
    dropped();
    if (begin !== undefined) online(begin, cellAt(event));
  }

  function dropped() {
    clearTimeout(refusal);
    from = undefined;
    line.setAttribute("visibility", "hidden");
    line.classList.remove("wrong");
  }

  /** Show for a moment that no word lies on this line. */
  function refuse(begin, end) {
    stretch(begin, end);
    line.classList.add("wrong");
    refusal = setTimeout(dropped, REFUSED);
  }

  function stretch(begin, end) {
    const [[x1, y1], [x2, y2]] = [centre(begin), centre(end)];
    for (const [name, value] of Object.entries({ x1, y1, x2, y2, visibility: "visible", "stroke-width": pitch * WIDTH })) line.setAttribute(name, value);
  }

  return { element, show, draw, point, look, refuse };
}

/** A row of letters in one element; of several letters in a cell each such cell is smaller. */
function lineOf(row, y) {
  const single = row.map((cell, x) => [cell, x]).filter(([cell]) => [...cell].length === 1);
  const several = row.map((cell, x) => [cell, x]).filter(([cell]) => [...cell].length > 1);
  return h(
    "svg:g",
    {},
    h("svg:text", { x: single.map(([, x]) => x + 0.5).join(" "), y: y + 0.5 }, single.map(([cell]) => cell).join("")),
    several.map(([cell, x]) => h("svg:text", { x: x + 0.5, y: y + 0.5, class: "several" }, cell)),
  );
}

/** Parts of a path that lie together; lines that go on at the opposite edge have several. */
function runs(cells, cols) {
  const parts = [[]];
  for (const cell of cells) {
    const last = parts.at(-1).at(-1);
    const isNext = last === undefined || (Math.abs((cell % cols) - (last % cols)) < 2 && Math.abs(Math.floor(cell / cols) - Math.floor(last / cols)) < 2);
    if (isNext) parts.at(-1).push(cell);
    else parts.push([cell]);
  }
  return parts;
}

/** A lasso around points on a line, or a broad stroke through points that turn. */
function loop(points, width) {
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)];
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  if (points.some((point) => distance(point, [ax, ay], [bx, by]) > width / 2)) {
    return h("svg:polyline", { class: "bent", points: points.map((point) => point.join(",")).join(" "), "stroke-width": width });
  }
  const length = Math.hypot(bx - ax, by - ay);
  return h("svg:rect", { x: -width / 2, y: -width / 2, width: length + width, height: width, rx: width / 2, "stroke-width": width * 0.11, transform: `translate(${ax} ${ay}) rotate(${turn})` });
}

/** Of a point from the line through two others. */
function distance([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

function middle(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 1;
}
