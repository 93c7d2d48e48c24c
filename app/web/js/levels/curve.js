/** How hard the levels of a pack are, from the first to the last, as a drawing. */

import { fill, h } from "../lib/dom.js";

/**
 * @param {{onlevel: (number: number) => void}} options  a place of the drawing was clicked
 */
export function curve({ onlevel }) {
  let count = 1;
  const element = h("div", { class: "curve", role: "img", onclick: clicked });

  function show(pack, [from, to]) {
    count = pack.levels.length;
    element.setAttribute("aria-label", inWords(pack));
    const tiers = pack.tiers.filter(({ levels }) => levels);
    fill(
      element,
      h(
        "svg:svg",
        { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
        to - from + 1 < count && h("svg:rect", { x: across(from - 0.5), width: across(to + 0.5) - across(from - 0.5), y: 0, height: 100 }),
        tiers.map(({ difficulty }) => h("svg:line", { x1: 0, x2: 100, y1: 100 - difficulty, y2: 100 - difficulty })),
        h("svg:polyline", { points: pack.curve.map(([number, difficulty]) => `${across(number)},${100 - difficulty}`).join(" ") }),
      ),
      tiers.map(({ name, difficulty }) => h("span", { style: { bottom: `${difficulty}%` } }, name)),
    );
  }

  const across = (number) => Math.max(0, Math.min(100, (100 * (number - 1)) / Math.max(1, count - 1)));

  function clicked(event) {
    const box = element.getBoundingClientRect();
    onlevel(1 + Math.round(((event.clientX - box.left) / box.width) * (count - 1)));
  }

  return { element, show };
}

function inWords({ curve: points }) {
  const [first, last] = [points[0][1], points.at(-1)[1]];
  return `Difficulty by level: from ${first} at the first to ${last} at the last, of 100`;
}
