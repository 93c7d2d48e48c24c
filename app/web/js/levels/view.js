/** Levels: the words of a wheel, packs, and playing them. */

import { h } from "../lib/dom.js";
import { partsOf } from "../lib/parts.js";
import { kept } from "../lib/store.js";
import { packMaker } from "./pack.js";
import { player } from "./play.js";
import { nameOf } from "./progress.js";
import { wheelWords } from "./words.js";

/** @type {any} */
let made;
let section;
const state = kept("levels", { level: 1 }, { level: (number) => Number.isInteger(number) && number > 0 });
const words = wheelWords();
const packs = packMaker({ onpack: arrived });
const game = player({ onnumber: (number) => (location.hash = `#levels?part=play&level=${number}`) });
const none = h("p", { class: "card" }, h("span", {}, "There is no pack yet. ", h("a", { href: "#levels?part=pack" }, "Make one"), " first: it takes a moment."));
const playing = h("div", { class: "stack" }, none, game.element);
const parts = { words: { text: "Words of a wheel", element: words.element }, pack: { text: "Make levels", element: packs.element }, play: { text: "Play", element: playing } };
const shown = partsOf({ game: "levels", title: "Levels", parts });

export default { id: "levels", title: "Levels", mount, show };

function mount(root) {
  section = root;
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Levels"), h("p", { class: "muted" }, "Letter wheels and their crosswords: solve one, make thousands, play.")),
    shown.tabs,
    ...Object.values(parts).map(({ element }) => element),
  );
  none.hidden = game.element.hidden = true; // until it is known whether there is a pack
}

async function show(parameters) {
  const part = shown.show(parameters);
  section.dataset.part = part;
  if (part === "words") return words.show(parameters);
  if (parameters.has("level")) state.save({ level: Math.max(1, Math.round(Number(parameters.get("level"))) || 1) });
  if (part === "pack") packs.refresh();
  else if (made) present();
  await packs.resume();
  none.hidden = Boolean(made);
}

function arrived(pack) {
  if (made && nameOf(made) !== nameOf(pack)) state.save({ level: 1 });
  made = pack;
  if (playing.offsetParent) present(); // neither another part nor another game is shown
}

function present() {
  const count = made.levels.length;
  const at = Math.max(1, Math.min(count, state.level));
  state.save({ level: at });
  history.replaceState(null, "", `#levels?part=play&level=${at}`); // so that Back leads here again
  none.hidden = true;
  game.element.hidden = false;
  game.show(nameOf(made), made.levels[at - 1], count);
}
