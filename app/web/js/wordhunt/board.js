/** The board: tiles to type into, laid out by themselves or over the picture they were read from. */

import { cropOf } from "../lib/crop.js";
import { fill, h } from "../lib/dom.js";
import { cellOf, lettersIn, parsed, pasted } from "../lib/grid.js";
import { pathOf } from "./path.js";
import { sizeOf } from "./shapes.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Accents alone, as dead keys show them while they wait for their letter. */
const ACCENTS = /[\p{Sk}~'"\u02b0-\u02ff]/gu;
/** Share of the board that is shown around it in the picture. */
const MARGIN = 0.12;
/** Where a tile lies in the picture, and how large its letter is there. */
const PLACE = ["left", "top", "width", "height", "--letter"];

/**
 * @param {{onchange: (cells: string[][], typed: number[]) => void, onboard: (cells: string[][]) => void}} options
 *   `onchange` is told which cells were typed into, `onboard` when a whole board was pasted
 */
export function boardEditor({ onchange, onboard }) {
  const path = h("svg:svg", { class: "path", "aria-hidden": "true" });
  const tiles = h("div", { class: "tiles", role: "group", "aria-label": "Board, a letter a tile", onpaste: given });
  const image = h("img", { alt: "", hidden: true, onerror: () => layOut(undefined) });
  const element = h("div", { class: "board" }, image, tiles, path);
  /** @type {string[][]} */
  let cells = [];
  /** @type {HTMLInputElement[]} */
  let inputs = [];
  /** Holes of the board as it was laid: typing goes over them. @type {Set<number>} */
  let gaps = new Set();
  /** The picture's address and the boxes of its cells. @type {{url: string, seen: any[]} | undefined} */
  let over;

  function show(newCells, { picture, doubts = [] } = {}) {
    const same = newCells.length === cells.length && newCells[0]?.length === cells[0]?.length;
    cells = newCells.map((row) => [...row]);
    gaps = new Set(cells.flat().flatMap((letters, cell) => (letters === "" ? [cell] : [])));
    if (!same || inputs.length === 0) build();
    inputs.forEach((input, cell) => {
      const [row, col] = placeOf(cell);
      if (document.activeElement !== input || input.value !== shown(cells[row][col])) input.value = shown(cells[row][col]);
      look(input, cells[row][col]);
      doubt(input, doubts[cell]);
    });
    layOut(picture);
    draw([]);
  }

  function build() {
    inputs = cells.flatMap((row, y) =>
      row.map((_, x) =>
        h("input", {
          class: "tile",
          "aria-label": `Row ${y + 1}, column ${x + 1}`,
          autocomplete: "off",
          autocapitalize: "characters",
          spellcheck: "false",
          maxlength: 8,
          onkeydown: (event) => pressed(event, y * row.length + x),
          oninput: (event) => typed(event, y * row.length + x),
          oncompositionend: (event) => composed(event, y * row.length + x),
          onfocus: (event) => event.target.select(),
        }),
      ),
    );
    fill(tiles, inputs);
  }

  function doubt(input, why) {
    input.classList.toggle("doubtful", Boolean(why));
    input.title = why ? `Doubtful: ${why}` : "";
    if (why) input.setAttribute("aria-description", `doubtful: ${why}`);
    else input.removeAttribute("aria-description");
  }

  const placeOf = (cell) => [Math.floor(cell / cells[0].length), cell % cells[0].length];

  // Typing

  function pressed(event, cell) {
    if (event.isComposing) return;
    const [row, col] = placeOf(cell);
    if (event.key in MOVES) {
      const [down, right] = MOVES[event.key];
      focus(row + down, col + right);
    } else if (event.key === "Backspace" && event.target.value === "") step(cell, -1);
    else if (event.key === " " || event.key === ".") put(cell, "", 1);
    else return;
    event.preventDefault();
  }

  /** What was typed last counts: a tile holds one letter, unless its text says otherwise. */
  function typed({ data, target, isComposing }, cell) {
    if (data && !sure(data)) return isComposing || set(cell, cells.flat()[cell]);
    const letters = cellOf(data && target.value.length > 1 ? data : target.value);
    put(cell, letters, letters ? 1 : 0);
  }

  /** An accent has found its letter, or none; some browsers tell the letter only now, others have told it. */
  function composed({ data, target }, cell) {
    const letters = cellOf(sure(data));
    const present = cells.flat()[cell];
    if (letters && letters !== present) put(cell, letters, 1);
    else target.value = shown(present);
  }

  /** A board that is pasted into a tile is the whole board; a few letters go from tile to tile. */
  function given(event) {
    const text = event.clipboardData.getData("text");
    const first = inputs.indexOf(event.target);
    const board = pasted(text);
    if (!text || first < 0) return;
    event.preventDefault();
    if (board) {
      onboard(board);
      return step(-1, 1);
    }
    const given = [];
    let cell = first;
    for (const letters of parsed(text).flat()) {
      if (cell in inputs) [set(cell, letters), given.push(cell)];
      cell = beyond(cell, 1);
    }
    onchange(cells, given);
  }

  function put(cell, letters, forward) {
    set(cell, letters);
    if (forward) step(cell, forward);
    onchange(cells, [cell]);
  }

  function set(cell, letters) {
    const [row, col] = placeOf(cell);
    cells[row][col] = letters;
    inputs[cell].value = shown(letters);
    look(inputs[cell], letters);
    doubt(inputs[cell], undefined);
  }

  const step = (cell, by) => inputs[beyond(cell, by)]?.focus();

  /** The next cell, or the one before (-1), that is no hole. */
  function beyond(cell, by) {
    let next = cell + by;
    while (gaps.has(next)) next += by;
    return next;
  }

  function focus(row, col) {
    if (row in cells && col in cells[row]) inputs[row * cells[0].length + col].focus();
  }

  // Layout

  /** Over the picture when there is one and the browser can show it, else by rows and columns. */
  function layOut(picture) {
    over = picture;
    element.classList.toggle("seen", Boolean(picture));
    image.hidden = !picture;
    tiles.style.setProperty("--cols", String(cells[0]?.length ?? 1));
    for (const input of inputs) for (const name of PLACE) input.style.removeProperty(name);
    element.style.aspectRatio = "";
    if (!picture) return path.setAttribute("viewBox", `0 0 ${cells[0]?.length ?? 1} ${cells.length || 1}`);
    const crop = cropOf(picture.seen, MARGIN);
    if (image.src !== picture.url) image.src = picture.url;
    const place = () => {
      Object.assign(image.style, {
        width: percent(image.naturalWidth / crop.width),
        left: percent(-crop.x / crop.width),
        top: percent(-crop.y / crop.height),
      });
    };
    if (image.complete && image.naturalWidth) place();
    image.onload = place;
    element.style.aspectRatio = `${crop.width} / ${crop.height}`;
    path.setAttribute("viewBox", `${crop.x} ${crop.y} ${crop.width} ${crop.height}`);
    picture.seen.forEach(({ box: [x, y, width, height] }, cell) => {
      Object.assign(inputs[cell].style, {
        left: percent((x - crop.x) / crop.width),
        top: percent((y - crop.y) / crop.height),
        width: percent(width / crop.width),
        height: percent(height / crop.height),
      });
      inputs[cell].style.setProperty("--letter", `${(58 * Math.min(width, height)) / crop.width}cqw`);
    });
  }

  // The path of a word

  function centre(cell) {
    if (over) return over.seen[cell].centre;
    const [row, col] = placeOf(cell);
    return [col + 0.5, row + 0.5];
  }

  /** Draw the path through these cells; none takes it away. */
  function draw(route) {
    inputs.forEach((input, cell) => {
      const turn = route.indexOf(cell);
      input.classList.toggle("on", turn >= 0);
      input.classList.toggle("first", turn === 0);
    });
    if (route.length === 0) return fill(path);
    const points = route.map(centre);
    fill(path, pathOf(points, over ? over.seen[0].box[2] : 1));
  }

  return { element, show, draw, cells: () => cells, focusFirst: () => step(-1, 1) };
}

/** What can be of a tile, of a text that is typed. */
const sure = (text) => lettersIn(text.replace(ACCENTS, ""));

/** A hole is no tile, and letters that share one are small. */
function look(input, letters) {
  input.classList.toggle("hole", letters === "");
  input.style.setProperty("--size", String(sizeOf(letters)));
}

const shown = (letters) => (letters === " " ? "" : letters);
const percent = (share) => `${100 * share}%`;
