/** Levels: the words of a wheel, packs, and playing them. */

import { h } from "../lib/dom.js";
import { packMaker } from "./pack.js";
import { player } from "./play.js";
import { wheelWords } from "./words.js";

const PARTS = { words: "Words of a wheel", pack: "Make levels", play: "Play" };

/** @type {{id: string, pack: any} | undefined} */
let made;
const words = wheelWords();
const packs = packMaker({ onpack: arrived });
const game = player({ onnumber: (number) => (location.hash = `#levels?part=play&level=${number}`) });
const chooser = h("input", { type: "number", min: 1, "aria-label": "Level", onchange: (event) => (location.hash = `#levels?part=play&level=${event.target.value}`) });
const none = h("p", { class: "card" }, "There is no pack yet. ", h("a", { href: "#levels?part=pack" }, "Make one"), " first: it takes a moment.");
const browse = h("div", { class: "row browse", hidden: true }, h("span", {}, "Level"), chooser);
const playing = h("div", { class: "stack" }, none, browse, game.element);
const parts = { words: words.element, pack: packs.element, play: playing };
const tabs = h("nav", { class: "tabs", "aria-label": "Levels" }, Object.entries(PARTS).map(([name, text]) => h("a", { href: `#levels?part=${name}`, dataset: { part: name } }, text)));

export default { id: "levels", title: "Levels", mount, show };

function mount(root) {
  root.append(
    h("div", { class: "intro" }, h("h1", {}, "Levels"), h("p", { class: "muted" }, "Letter wheels and their crosswords: solve one, make thousands, play.")),
    tabs,
    ...Object.values(parts),
  );
}

function show(parameters) {
  const asked = parameters.get("part") ?? "words";
  const part = asked in PARTS ? asked : "words";
  for (const [name, element] of Object.entries(parts)) element.hidden = name !== part;
  for (const link of tabs.children) {
    if (link.dataset.part === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (part === "words") words.show();
  if (part !== "words" && !made) packs.resume();
  if (part === "play") present(Number(parameters.get("level")) || 1);
}

function arrived(id, pack) {
  made = { id, pack };
  if (!playing.hidden) present(Number(new URLSearchParams(location.hash.split("?")[1]).get("level")) || 1);
}

function present(number) {
  none.hidden = Boolean(made);
  game.element.hidden = browse.hidden = !made;
  if (!made) return;
  const count = made.pack.levels.length;
  const at = Math.max(1, Math.min(count, number));
  chooser.max = String(count);
  chooser.value = String(at);
  game.show(made.id, made.pack.levels[at - 1], count);
}
