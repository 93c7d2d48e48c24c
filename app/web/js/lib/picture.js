/** Pictures as input: dropped, pasted, chosen, taken with the camera, or handed over by another game. */

import { Problem } from "./api.js";
import { h } from "./dom.js";

/** Beyond either the service refuses pictures; photos of phones are larger. Bytes and pixels. */
const MOST_BYTES = 15e6;
const MOST_PIXELS = 36e6;
/** Pixels that a reduced picture has at most: more does not help reading it. */
const ENOUGH_PIXELS = 12e6;
/** Bytes up to which a picture goes as it is: of a game, none so small has too many pixels. */
const SURELY_SMALL = 4e5;

/** Who takes pictures, by game. @type {Map<string, (picture: Blob) => void>} */
const takers = new Map();
/** The picture that was taken last, for a game that can do more with it. @type {Blob | undefined} */
let latest;
/** @type {{game: string, picture: Blob} | undefined} */
let handed;

/**
 * A place for pictures. While the game that it lies in is shown, a picture pasted anywhere is taken, too.
 *
 * @param {{game: string, text: string, onpicture: (picture: Blob) => void}} options
 */
export function pictureInput({ game, text, onpicture }) {
  const file = chooser(take);
  const camera = chooser(take, "environment");
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const area = h(
    "div",
    { class: "drop", ondragover: hover, ondragleave: leave, ondrop: drop },
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "strong", onclick: () => file.click() }, "Choose a picture"),
      isPhone && h("button", { type: "button", onclick: () => camera.click() }, "Take a photo"),
    ),
    !isPhone && h("small", {}, "or drop it here, or paste it with ", h("kbd", {}, "Ctrl V")),
    file,
    camera,
  );
  takers.set(game, taken);

  function hover(event) {
    event.preventDefault();
    area.classList.add("over");
  }
  function leave() {
    area.classList.remove("over");
  }
  function drop(event) {
    event.preventDefault();
    leave();
    take(event.dataTransfer.files);
  }
  function take(files) {
    const picture = [...files].find((one) => one.type.startsWith("image/") || one.type === "") ?? files[0];
    if (picture) taken(picture);
  }
  function taken(picture) {
    latest = picture;
    onpicture(picture);
  }
  addEventListener("paste", (event) => {
    if (event.defaultPrevented || area.offsetParent === null || isText(event)) return;
    if (event.clipboardData?.files.length) {
      event.preventDefault();
      take(event.clipboardData.files);
    }
  });
  return area;
}

/** Whether text goes into a field: what spreadsheets copy has a picture of its cells besides. */
function isText({ target, clipboardData }) {
  return Boolean(target.closest?.("input, textarea")) && Boolean(clipboardData?.types.includes("text/plain"));
}

function chooser(take, capture) {
  return h("input", {
    type: "file",
    accept: "image/*,.heic,.heif,.avif",
    capture,
    hidden: true,
    tabindex: -1,
    "aria-label": "A picture",
    onchange: (event) => {
      take([...event.target.files]);
      event.target.value = ""; // so that the same file can be chosen again
    },
  });
}

// Outside of a game, a dropped picture would take the place of the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());

/** The picture itself, or a smaller one where the service would refuse it. */
export async function reduced(picture) {
  if (picture.size <= SURELY_SMALL) return picture;
  const full = await shown(picture);
  const pixels = full ? full.naturalWidth * full.naturalHeight : 0; // what cannot be shown here goes as it is
  if (pixels === 0 || (picture.size <= MOST_BYTES && pixels <= MOST_PIXELS)) return picture;
  const scale = Math.min(1, Math.sqrt(ENOUGH_PIXELS / pixels));
  const canvas = h("canvas", { width: Math.round(full.naturalWidth * scale), height: Math.round(full.naturalHeight * scale) });
  canvas.getContext("2d").drawImage(full, 0, 0, canvas.width, canvas.height);
  return (await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92))) ?? picture;
}

/** Width and height of the upright picture; nothing when the browser cannot show it. */
export async function sizeOf(picture) {
  const image = await shown(picture);
  return image ? { width: image.naturalWidth, height: image.naturalHeight } : {};
}

/** The picture as the browser shows it, upright. @returns {Promise<HTMLImageElement | undefined>} */
async function shown(picture) {
  const image = new Image();
  image.src = URL.createObjectURL(picture);
  const isThere = await image.decode().then(() => true, () => false);
  URL.revokeObjectURL(image.src);
  return isThere ? image : undefined;
}

/** Whether the picture that was taken last can be shown to another game. */
export const canHandOver = () => latest !== undefined;

/** Go to another game with the picture that was taken last. @param {string} place  `wordle`, `levels?part=words` */
export function handOver(place) {
  handed = latest && { game: place.split("?")[0], picture: latest };
  location.hash = `#${place}`;
}

/** Give a game that is shown now what was handed to it. */
export function deliver(game) {
  if (handed?.game !== game) return;
  takers.get(game)?.(handed.picture);
  handed = undefined;
}

/** A form with the picture and the options that have values. */
export function pictureForm(picture, options) {
  if (picture.size === 0) throw new Problem({ code: "not_an_image", title: "", detail: "" });
  const form = new FormData();
  form.append("image", picture, picture.name ?? "picture");
  for (const [name, value] of Object.entries(options)) if (value != null && value !== "") form.append(name, value);
  return form;
}
