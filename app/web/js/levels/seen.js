/** The picture that a wheel was read from, with a ring around each letter. */

import { fill, h } from "../lib/dom.js";

export function seenWheel() {
  const element = h("div", { class: "seen-wheel", hidden: true });
  let url = "";

  /**
   * @param {Blob | null} [picture]
   * @param {any[] | null} [cells]  letters with their boxes, in pixels of the picture
   */
  function show(picture, cells) {
    URL.revokeObjectURL(url);
    element.hidden = !picture;
    if (!picture) return fill(element);
    url = URL.createObjectURL(picture);
    const rings = h("svg:svg", { "aria-hidden": "true" }, (cells ?? []).map(ring));
    const image = h("img", { src: url, alt: `The picture, with the letters ${cells.map(({ letters }) => letters).join(" ")}`, onload: () => rings.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`) });
    fill(element, image, rings);
  }

  return { element, show };
}

function ring({ box: [left, top, width, height], doubtful }) {
  return h("svg:ellipse", { class: doubtful ? "doubtful" : "", cx: left + width / 2, cy: top + height / 2, rx: width / 2, ry: height / 2 });
}
