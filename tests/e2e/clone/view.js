// What is drawn; nothing here knows the rules.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

// Fills the element with a board; answers the place from which tiles are counted, and the tiles' elements by cell.
export function drawBoard(element, board) {
  element.classList.add("board");
  const tiles = element.appendChild(document.createElement("div"));
  tiles.className = "tiles";
  tiles.style.width = `calc(var(--pitch) * ${board.cols})`;
  tiles.style.height = `calc(var(--pitch) * ${board.rows})`;
  const elements = new Map(board.tiles.map((tile) => [tile.cell, drawTile(tiles, tile)]));
  return { tiles, elements };
}

function drawTile(tiles, { x, y, letters }) {
  const element = tiles.appendChild(document.createElement("div"));
  element.className = letters.length > 1 ? "tile long" : "tile";
  element.textContent = letters.length > 1 ? letters[0] + letters.slice(1).toLowerCase() : letters;
  element.style.left = `calc(var(--pitch) * ${x + 0.5})`;
  element.style.top = `calc(var(--pitch) * ${y + 0.5})`;
  return element;
}

export function drawTrace(tiles, trace) {
  tiles.querySelector("svg")?.remove();
  if (trace.length < 2) return;
  const svg = tiles.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("class", "trace");
  const pitch = pitchOf(tiles);
  const line = svg.appendChild(document.createElementNS(SVG, "polyline"));
  line.setAttribute("points", trace.map(({ x, y }) => `${(x + 0.5) * pitch},${(y + 0.5) * pitch}`).join(" "));
}

export function markTiles(elements, cells, verdict) {
  for (const [cell, element] of elements) {
    const traced = cells.includes(cell);
    element.classList.toggle("traced", traced);
    element.classList.toggle("accepted", traced && verdict === "accepted");
    element.classList.toggle("repeated", traced && verdict === "repeated");
  }
}

export function showLabel(text, verdict) {
  const label = $("label");
  label.textContent = text || label.textContent;
  label.className = text ? `shown ${verdict}` : label.className.replace("shown", "");
}

export function showFigures(score, words) {
  write($("score"), String(score).padStart(4, "0"));
  write($("words"), String(words));
  write($("final"), String(score));
}

export function showTimeLeft(seconds) {
  const whole = Math.max(Math.ceil(seconds), 0);
  const two = (number) => String(number).padStart(2, "0");
  write($("left"), `${two(Math.floor(whole / 60))}:${two(whole % 60)}`);
}

// Text that is the same is not laid out again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function showState(state) {
  document.body.dataset.state = state;
}

export const pitchOf = (element) => parseFloat(getComputedStyle(element).getPropertyValue("--pitch"));
