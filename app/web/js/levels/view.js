/** Levels: the words of a wheel, packs, and playing them. */

import { h } from "../lib/dom.js";
import { kept } from "../lib/store.js";
import { packMaker } from "./pack.js";
import { player } from "./play.js";
import { nameOf } from "./progress.js";
import { wheelWords } from "./words.js";

const PARTS = { words: "Words of a wheel", pack: "Make levels", play: "Play" };

/** @type {any} */
let made;
let section;
const state = kept("levels", { level: 1 }, { level: (number) => Number.isInteger(number) && number > 0 });
const words = wheelWords();
const packs = packMaker({ onpack: arrived });
const game = player({ onnumber: (number) => (location.hash = `#levels?part=play&level=${number}`) });
const none = h("p", { class: "card" }, h("span", {}, "There is no pack yet. ", h("a", { href: "#levels?part=pack" }, "Make one"), " first: it takes a moment."));
const playing = h("div", { class: "stack" }, none, game.element);
const parts = { words: words.element, pack: packs.element, play: playing };
const tabs = h("nav", { class: "tabs", "aria-label": "Levels" }, Object.entries(PARTS).map(([name, text]) => h("a", { href: `#levels?part=${name}`, dataset: { part: name } }, text)));

export default { id: "levels", title: "Levels", mount, show };

function mount(root) {
  section = root;
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Levels"), h("p", { class: "muted" }, "Letter wheels and their crosswords: solve one, make thousands, play.")),
    tabs,
    ...Object.values(parts),
  );
  none.hidden = game.element.hidden = true; // until it is known whether there is a pack
}

async function show(parameters) {
  const asked = parameters.get("part") ?? "words";
  const part = asked in PARTS ? asked : "words";
  section.dataset.part = part;
  for (const [name, element] of Object.entries(parts)) element.hidden = name !== part;
  for (const link of tabs.children) {
    if (link.dataset.part === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
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
