/** The board once more, small, where its words are and the board itself may lie outside of the window. */

import { fill, h } from "../lib/dom.js";
import { pathOf } from "./path.js";
import { sizeOf } from "./shapes.js";

export function lens() {
  const tiles = h("svg:g", {});
  const path = h("svg:g", { class: "path" });
  const element = h("svg:svg", { class: "lens", "aria-hidden": "true" }, tiles, path);
  let cols = 1;
  /** @type {Element[]} */
  let groups = [];

  /** @param {string[][]} cells */
  function show(cells) {
    cols = cells[0]?.length ?? 1;
    element.setAttribute("viewBox", `0 0 ${cols} ${cells.length}`);
    groups = cells.flatMap((row, y) => row.map((letters, x) => (letters === "" ? h("svg:g", {}) : tile(letters, x, y))));
    fill(tiles, groups);
    fill(path);
  }

  /** @param {number[]} route  cells; none takes the path away */
  function draw(route) {
    groups.forEach((group, cell) => group.classList.toggle("on", route.includes(cell)));
    fill(path, route.length > 0 ? pathOf(route.map((cell) => [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5]), 1) : []);
  }

  return { element, show, draw };
}

function tile(letters, x, y) {
  return h("svg:g", {}, h("svg:rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.12 }), h("svg:text", { x: x + 0.5, y: y + 0.52, "font-size": 0.52 * sizeOf(letters) }, letters.trim()));
}
