/** The wheel: letters swiped by mouse or finger, pressed one by one, or typed. */

import { fill, h } from "../lib/dom.js";

/** Of the circle that the letters stand on, in percent of the wheel. */
const RADIUS = 36;

/**
 * @param {{onword: (word: string) => void, onchange?: (word: string) => void}} options  a finished word; the word so far
 */
export function wheel({ onword, onchange = () => {} }) {
  const line = h("svg:polyline", {});
  const lines = h("svg:svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, line);
  const seats = h("div", { class: "seats" });
  const element = h(
    "div",
    { class: "wheel", role: "group", "aria-label": "Letters of the wheel", onpointerdown: begin, onpointermove: go, onpointerup: end, onpointercancel: lost, onclick: clicked },
    lines,
    seats,
  );
  /** @type {HTMLButtonElement[]} */
  let letters = [];
  /** Seats in the order they were taken. @type {number[]} */
  let taken = [];
  /** The pointer that swipes; others, such as a palm, mean nothing meanwhile. @type {number | undefined} */
  let finger;
  let moved = false;
  let byPointer = false;

  function show(text) {
    letters = [...text].map((letter, seat) => {
      const [x, y] = centre(seat, [...text].length);
      return h("button", { type: "button", dataset: { seat }, style: { left: `${x}%`, top: `${y}%` } }, letter.toUpperCase());
    });
    fill(seats, letters);
    element.style.setProperty("--letters", String(letters.length));
    drop();
  }

  const seatOf = (target) => {
    const seat = target?.closest(".wheel button")?.dataset.seat;
    return seat === undefined ? undefined : Number(seat);
  };

  function begin(event) {
    const seat = seatOf(event.target);
    if (seat === undefined || event.button > 0 || finger !== undefined) return;
    // What was pressed one by one before goes on; a swipe begins anew once it moves.
    [finger, moved, byPointer] = [event.pointerId, false, true];
    take(seat);
    // Where the pointer goes is told here, wherever it leaves the wheel.
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  function go(event) {
    if (event.pointerId !== finger) return;
    const seat = seatOf(document.elementFromPoint(event.clientX, event.clientY));
    if (seat !== undefined && seat !== taken.at(-1)) reach(seat);
    if (moved) drawLine(placeOf(event));
  }

  /** The swipe has come to a letter. */
  function reach(seat) {
    if (!moved) taken = taken.slice(-1);
    moved = true;
    if (seat === taken.at(-2)) taken.pop(); // back over the last letter
    else if (!taken.includes(seat)) taken.push(seat);
    draw();
  }

  function end(event) {
    if (event.pointerId !== finger) return;
    finger = undefined;
    if (moved) submit();
  }

  function lost(event) {
    if (event.pointerId === finger) drop();
  }

  /** Space, and screen readers, click without a pointer. */
  function clicked(event) {
    const seat = seatOf(event.target);
    // Not every swipe ends with a click, but those of keys are told apart.
    if ((!byPointer || event.detail === 0) && seat !== undefined) take(seat);
    byPointer = false;
  }

  /** Press a letter: takes it, or gives it back when it is the last one. */
  function take(seat) {
    if (taken.at(-1) === seat) taken.pop();
    else if (!taken.includes(seat)) taken.push(seat);
    draw();
  }

  /** A letter was typed: the first free seat that has it, or has it without its accent; whether there is one. */
  function type(letter) {
    const seat = [letter, plain(letter)].map(freeSeat).find((at) => at >= 0);
    if (seat === undefined) return false;
    taken.push(seat);
    draw();
    return true;
  }

  const freeSeat = (letter) => letters.findIndex((button, at) => button.textContent === letter.toUpperCase() && !taken.includes(at));

  function erase() {
    taken.pop();
    draw();
  }

  function submit() {
    const word = text();
    drop();
    if (word) onword(word);
  }

  function drop() {
    finger = undefined;
    taken = [];
    draw();
  }

  const text = () => taken.map((seat) => letters[seat].textContent).join("").toLowerCase();

  function draw() {
    letters.forEach((button, seat) => button.setAttribute("aria-pressed", String(taken.includes(seat))));
    drawLine();
    onchange(text());
  }

  /** @param {number[]} [tip]  where the finger is */
  function drawLine(tip) {
    const points = taken.map((seat) => centre(seat, letters.length));
    line.setAttribute("points", [...points, ...(tip ? [tip] : [])].map((point) => point.join(",")).join(" "));
  }

  function placeOf(event) {
    const box = element.getBoundingClientRect();
    return [(100 * (event.clientX - box.left)) / box.width, (100 * (event.clientY - box.top)) / box.height];
  }

  return { element, show, type, erase, submit, drop, text };
}

const plain = (letter) => letter.normalize("NFD").replace(/\p{M}/gu, "");

/** Where a seat lies, in percent; the first one at the top, then clockwise. */
function centre(seat, count) {
  const turn = (2 * Math.PI * seat) / count - Math.PI / 2;
  return [50 + RADIUS * Math.cos(turn), 50 + RADIUS * Math.sin(turn)];
}
