/** The picture that a wheel was read from, with a ring around each letter. */

import { fill, h } from "../lib/dom.js";

/**
 * @param {{onunshown: () => void}} options  told that the browser cannot show the picture, so that nothing is seen
 */
export function seenWheel({ onunshown }) {
  const element = h("div", { class: "seen-wheel", hidden: true });
  let url = "";
  /** What is shown. @type {Blob | null | undefined} */
  let shown;

  /**
   * @param {Blob | null} [picture]
   * @param {any[] | null} [cells]  letters with their boxes, in pixels of the picture
   */
  function show(picture, cells) {
    shown = picture;
    URL.revokeObjectURL(url);
    element.hidden = !picture;
    if (!picture) return fill(element);
    url = URL.createObjectURL(picture);
    const rings = h("svg:svg", { "aria-hidden": "true" }, (cells ?? []).map(ring));
    const image = h("img", { src: url, alt: `The picture, with the letters ${cells.map(({ letters }) => letters).join(" ")}`, onload: () => rings.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`), onerror: () => failed(image) });
    fill(element, image, rings);
  }

  function failed(image) {
    if (!element.contains(image)) return; // another picture is there by now
    show();
    onunshown();
  }

  return { element, show, isShown: () => !element.hidden, picture: () => shown };
}

function ring({ box: [left, top, width, height], doubtful }) {
  return h("svg:ellipse", { class: doubtful ? "doubtful" : "", cx: left + width / 2, cy: top + height / 2, rx: width / 2, ry: height / 2 });
}
