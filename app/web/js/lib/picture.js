/** Pictures as input: dropped, pasted, chosen, or taken with the camera. */

import { h } from "./dom.js";

/**
 * A place for pictures. While the game that it lies in is shown, a picture pasted anywhere is taken, too.
 *
 * @param {{text: string, onpicture: (picture: Blob) => void}} options
 */
export function pictureInput({ text, onpicture }) {
  const file = chooser({ onpicture });
  const camera = chooser({ onpicture, capture: "environment" });
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
    h("small", {}, "or drop it here, or paste it with ", h("kbd", {}, "Ctrl V")),
    file,
    camera,
  );

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
    const picture = [...files].find((one) => one.type.startsWith("image/") || one.type === "");
    if (picture) onpicture(picture);
  }
  addEventListener("paste", (event) => {
    if (area.offsetParent !== null && event.clipboardData?.files.length) {
      event.preventDefault();
      take(event.clipboardData.files);
    }
  });
  return area;
}

function chooser({ onpicture, capture }) {
  return h("input", {
    type: "file",
    accept: "image/*,.heic,.heif,.avif",
    capture,
    hidden: true,
    tabindex: -1,
    "aria-label": "A picture",
    onchange: (event) => {
      if (event.target.files[0]) onpicture(event.target.files[0]);
      event.target.value = ""; // so that the same file can be chosen again
    },
  });
}

/** A form with the picture and the options that have values. */
export function pictureForm(picture, options) {
  const form = new FormData();
  form.append("image", picture, picture.name ?? "picture");
  for (const [name, value] of Object.entries(options)) if (value != null && value !== "") form.append(name, value);
  return form;
}
