/** The words one after the other with the round's time running, for people who swipe by themselves. */

import { announce, counted, fill, h } from "../lib/dom.js";
import { lens } from "./lens.js";
import { pathTold } from "./path.js";

const ROUND = 80;

/**
 * @param {{draw: (path: number[]) => void}} options
 */
export function rehearsal({ draw }) {
  /** @type {any[]} */
  let words = [];
  let cols = 1;
  let at = 0;
  let points = 0;
  let end = 0;
  let ticking = 0;
  let taken = [];

  const seconds = h("input", { type: "number", value: String(ROUND), min: "10", max: "600", step: "5", "aria-label": "Seconds of the round" });
  const start = h("button", { type: "button", class: "strong", onclick: begin }, "Start");
  const clock = h("span", { class: "clock", role: "timer" }, time(ROUND)); // not said each second
  const word = h("p", { class: "word", hidden: true });
  const sum = h("p", { class: "muted", hidden: true });
  const board = lens();
  const controls = h(
    "div",
    { class: "row", hidden: true },
    h("button", { type: "button", class: "strong", onclick: () => next(true) }, "Got it"),
    h("button", { type: "button", onclick: () => next(false) }, "Skip"),
    h("button", { type: "button", onclick: back }, "Back"),
    h("button", { type: "button", onclick: stop }, "Stop"),
  );
  const element = h(
    "div",
    { class: "card rehearsal", hidden: true, onkeydown: pressed },
    h("h2", {}, "Swipe along"),
    h("p", { class: "muted" }, "One word after the other, in the order of the list. ", h("kbd", {}, "Space"), " or ", h("kbd", {}, "→"), " goes on, ", h("kbd", {}, "←"), " goes back."),
    h("div", { class: "row" }, clock, seconds, start),
    word,
    board.element,
    controls,
    sum,
  );
  seconds.addEventListener("change", () => {
    if (!seconds.validity.valid || !seconds.value) seconds.value = String(ROUND);
    clock.textContent = time(Number(seconds.value));
  });

  /** @param {any[]} newWords @param {string[][]} cells */
  function show(newWords, cells) {
    [words, cols] = [newWords, cells[0]?.length ?? 1];
    board.show(cells);
    element.hidden = words.length === 0;
    halt();
  }

  function begin() {
    [at, points, taken] = [0, 0, []];
    end = Date.now() + 1000 * Number(seconds.value);
    ticking = setInterval(tick, 200);
    controls.hidden = word.hidden = sum.hidden = false;
    board.element.classList.add("running");
    start.hidden = seconds.hidden = true;
    controls.firstChild.focus();
    present();
  }

  function present() {
    if (at >= words.length) return finish("All words done");
    const { word: text, points: worth, path } = words[at];
    fill(word, h("b", {}, text.toUpperCase()), ` ${worth}`);
    announce(`${text}, ${counted(worth, "point")}: ${pathTold(path, cols)}`);
    sum.textContent = `${at + 1} of ${words.length} · ${points.toLocaleString("en")} points`;
    draw(path);
    board.draw(path);
    tick();
  }

  function next(got) {
    if (!ticking) return;
    taken.push(got);
    if (got) points += words[at].points;
    at += 1;
    present();
  }

  function back() {
    if (!ticking || at === 0) return;
    at -= 1;
    if (taken.pop()) points -= words[at].points;
    present();
  }

  function tick() {
    const left = Math.max(0, (end - Date.now()) / 1000);
    clock.textContent = time(left);
    if (left === 0) finish("Time is up");
  }

  function finish(why) {
    halt();
    word.hidden = sum.hidden = false;
    fill(word, h("b", {}, why));
    sum.textContent = `${counted(taken.filter(Boolean).length, "word")}, ${counted(points, "point")}`;
    announce(`${why}: ${sum.textContent}`);
    start.focus();
  }

  function stop() {
    finish("Stopped");
  }

  function halt() {
    clearInterval(ticking);
    ticking = 0;
    controls.hidden = true;
    start.hidden = seconds.hidden = false;
    clock.textContent = time(Number(seconds.value));
    word.hidden = sum.hidden = true;
    board.element.classList.remove("running");
    draw([]);
  }

  function pressed(event) {
    if (!ticking) return;
    if (event.key === "ArrowRight") next(true); // Space presses the button in focus, at first "Got it"
    else if (event.key === "ArrowLeft") back();
    else if (event.key === "Escape") stop();
    else return;
    event.preventDefault();
  }

  return { element, show };
}

function time(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
