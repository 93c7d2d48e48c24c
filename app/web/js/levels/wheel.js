/** The wheel: letters swiped by mouse or finger, pressed one by one, or typed. */

import { fill, h } from "../lib/dom.js";

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
    { class: "wheel", role: "group", "aria-label": "Letters of the wheel", onpointerdown: begin, onpointermove: go, onpointerup: end, onpointercancel: drop, onkeydown: pressed },
    lines,
    seats,
  );
  /** @type {HTMLButtonElement[]} */
  let letters = [];
  /** Seats in the order they were taken. @type {number[]} */
  let taken = [];
  let swiping = false;
  let moved = false;

  function show(text) {
    letters = [...text].map((letter, seat) => {
      const [x, y] = centre(seat, [...text].length);
      return h("button", { type: "button", dataset: { seat }, style: { left: `${x}%`, top: `${y}%` } }, letter.toUpperCase());
    });
    fill(seats, letters);
    element.style.setProperty("--letters", String(letters.length));
    drop();
  }

  const seatAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".wheel button")?.dataset.seat;

  function begin(event) {
    const seat = event.target.closest("button")?.dataset.seat;
    if (seat === undefined || event.button > 0) return;
    // What was pressed one by one before goes on; a swipe begins anew once it moves.
    swiping = true;
    moved = false;
    take(Number(seat));
    event.target.releasePointerCapture?.(event.pointerId);
    event.preventDefault();
  }

  function go(event) {
    if (!swiping) return;
    const seat = seatAt(event);
    if (seat === undefined) return;
    const at = Number(seat);
    if (at === taken.at(-1)) return;
    if (!moved) taken = taken.slice(-1);
    moved = true;
    if (at === taken.at(-2)) taken = taken.slice(0, -1); // back over the last letter
    else if (!taken.includes(at)) taken.push(at);
    draw();
  }

  function end() {
    if (!swiping) return;
    swiping = false;
    if (moved) submit();
  }

  /** Press a letter: takes it, or gives it back when it is the last one. */
  function take(seat) {
    if (taken.at(-1) === seat) taken.pop();
    else if (!taken.includes(seat)) taken.push(seat);
    draw();
  }

  function pressed(event) {
    const seat = event.target.closest("button")?.dataset.seat;
    if (event.key === " " && seat !== undefined) {
      take(Number(seat));
      event.preventDefault();
    }
  }

  /** A letter was typed: the first free seat that has it. */
  function type(letter) {
    const seat = letters.findIndex((button, at) => button.textContent === letter.toUpperCase() && !taken.includes(at));
    if (seat >= 0) {
      taken.push(seat);
      draw();
    }
  }

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
    swiping = false;
    taken = [];
    draw();
  }

  const text = () => taken.map((seat) => letters[seat].textContent).join("").toLowerCase();

  function draw() {
    letters.forEach((button, seat) => button.setAttribute("aria-pressed", String(taken.includes(seat))));
    line.setAttribute("points", taken.map((seat) => centre(seat, letters.length).join(",")).join(" "));
    onchange(text());
  }

  return { element, show, type, erase, submit, drop };
}

/** Where a seat lies, in percent; the first one at the top, then clockwise. */
function centre(seat, count) {
  const turn = (2 * Math.PI * seat) / count - Math.PI / 2;
  return [50 + RADIUS * Math.cos(turn), 50 + RADIUS * Math.sin(turn)];
}
