// One round: a card with a START button, the board until the time is up, the end.

import { Board, Trace } from "./board.js";
import { clockTime, log } from "./log.js";
import { optionsOf } from "./options.js";
import { pointsOf, Round } from "./round.js";
import { Sampler } from "./sampler.js";
import * as view from "./view.js";

const CARDS = {
  "how-to": ["How to play:", "Drag over letters that touch each other. Find as many words as you can.", "MOST/AREN/PLAY/GIFT"],
  ready: ["Word Hunt", "One board for both of you. The higher score wins.", ""],
};
const LARGEST_PITCH = 76;
const SIDES = 44; // beside the tiles, both together
const LABEL_STAYS = 600;

const options = optionsOf(location.search);
const board = new Board(options.board);
const words = new Set((await (await fetch("words")).text()).toUpperCase().split("\n"));
const round = new Round(words, options.shortest);

let state = "ready";
let ends = Infinity; // like the times of events
let gesture = null; // { sampler, trace, tiles, pressed, moves }
let released = -Infinity;
let shown = null; // the drawn board
const waiting = []; // events that are not handled yet
let taking = 0;
let next = null; // what the next frame draws

function prepare() {
  const pitch = Math.min(LARGEST_PITCH, (innerWidth - SIDES) / board.cols);
  document.documentElement.style.setProperty("--pitch", `${pitch}px`);
  document.body.classList.toggle("animated", options.animation > 0);
  document.body.style.setProperty("--animation", `${options.animation}ms`);
  const [heading, text, demo] = CARDS[options.card];
  document.querySelector("#card h1").textContent = heading;
  document.querySelector("#card p").textContent = text;
  if (demo) view.drawBoard(document.getElementById("demo"), new Board(demo));
  shown = view.drawBoard(document.getElementById("board"), board);
  view.showState(state);
}

function start(event) {
  if (state !== "ready") return;
  state = "playing";
  ends = event.timeStamp + options.seconds * 1000;
  view.showState(state);
  log("started", { at: clockTime(event.timeStamp) });
  setTimeout(end, ends - performance.now()); // a hidden page draws no frames
  showTime();
}

function showTime() {
  if (state !== "playing") return;
  view.showTimeLeft((ends - performance.now()) / 1000);
  setTimeout(showTime, 200);
}

function end() {
  state = "over";
  gesture = null; // a word that is not let go in time does not count
  view.showState(state);
  log("over", { at: clockTime(ends), score: round.score, words: round.found.size });
}

// In pitches from the middle of the first tile; `tiles` is where all of them lie.
function placeOf({ clientX, clientY }, { left, top, width }) {
  const pitch = width / board.cols;
  return { x: (clientX - left) / pitch - 0.5, y: (clientY - top) / pitch - 0.5 };
}

// Events are taken in the order in which they happened, after all that wait: a browser that was busy joins moves
// to earlier ones, and brings them before the release and the press that lie between.
function take(event) {
  const moves = event.type === "pointerrawupdate" ? event.getCoalescedEvents() : [];
  for (const each of moves.length ? moves : [event]) waiting.push(each);
  taking ||= setTimeout(handle);
}

function handle() {
  taking = 0;
  const events = waiting.splice(0).sort((one, other) => one.timeStamp - other.timeStamp);
  for (const event of events) HANDLERS[event.type](event);
}

function press(event) {
  const at = event.timeStamp;
  const seen = { at: clockTime(at), x: event.clientX, y: event.clientY };
  if (event.target.id === "start") return;
  const onBoard = state === "playing" && at < ends && document.getElementById("board").contains(event.target);
  if (!onBoard) return log("stray", { ...seen, state: at < ends ? state : "over" });
  if (at - released < options.gap) return log("unseen", seen);
  const tiles = shown.tiles.getBoundingClientRect();
  gesture = { sampler: new Sampler(options.hz), trace: new Trace(), tiles, pressed: at, moves: 0 };
  meet(gesture.sampler.press(at, placeOf(event, tiles)));
}

function move(event) {
  if (!gesture) return;
  gesture.moves += 1;
  meet(gesture.sampler.move(event.timeStamp, placeOf(event, gesture.tiles)));
}

function release(event) {
  if (!gesture) return;
  const { sampler, trace, pressed, moves } = gesture;
  meet(sampler.release(event.timeStamp));
  gesture = null;
  released = event.timeStamp;
  if (released >= ends) return;
  const outcome = round.play(trace.word);
  log("gesture", {
    pressed: clockTime(pressed),
    released: clockTime(released),
    moves,
    cells: trace.tiles.map((tile) => tile.cell),
    ...outcome,
  });
  draw(() => showOutcome(outcome));
}

function meet(places) {
  const { trace } = gesture;
  const before = trace.tiles.length;
  for (const place of places) trace.meet(board.tileAt(place, options.radius));
  if (trace.tiles.length > before) {
    const tiles = [...trace.tiles];
    draw(() => showTrace(tiles));
  }
}

function showTrace(tiles) {
  const word = tiles.map((tile) => tile.letters).join("");
  const verdict = round.verdict(word);
  view.markTiles(shown.elements, tiles.map((tile) => tile.cell), verdict);
  view.drawTrace(shown.tiles, tiles);
  view.showLabel(verdict === "accepted" ? `${word} (+${pointsOf(word)})` : word, verdict === "refused" ? "" : verdict);
}

function showOutcome({ word, verdict, points }) {
  view.markTiles(shown.elements, [], "");
  view.drawTrace(shown.tiles, []);
  view.showLabel(points ? `${word} (+${points})` : word, verdict);
  clearTimeout(showOutcome.fading);
  showOutcome.fading = setTimeout(() => view.showLabel("", ""), LABEL_STAYS);
}

// With the next frame; of all that happens before it only the last is seen, but for the figures.
function draw(show) {
  const figures = [round.score, round.found.size];
  const paint = () => {
    show();
    view.showFigures(...figures);
  };
  if (options.lag) return setTimeout(paint, options.lag);
  if (!next) requestAnimationFrame(paintNext);
  next = paint;
}

function paintNext() {
  next();
  next = null;
}

const HANDLERS = {
  pointerdown: press,
  pointerrawupdate: move, // as it comes, where "pointermove" waits for the next frame
  pointerup: release,
  pointercancel: release,
};

prepare();
document.getElementById("start").addEventListener("click", start);
for (const type in HANDLERS) addEventListener(type, take);
addEventListener("contextmenu", (event) => event.preventDefault());
log("opened", { tiles: board.tiles.length, words: words.size });
