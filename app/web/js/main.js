/** The page: which game is shown, the key, the colours. */

import { NEW_KEY, whenKeyIsWanted } from "./lib/api.js";
import { announce, h, markCurrent, toast } from "./lib/dom.js";
import { problemCard } from "./lib/feedback.js";
import { deliver } from "./lib/picture.js";
import { among, key, kept } from "./lib/store.js";

/** Games are loaded when they are first shown. */
const GAMES = {
  wordhunt: () => import("./wordhunt/view.js"),
  wordsearch: () => import("./wordsearch/view.js"),
  wordle: () => import("./wordle/view.js"),
  levels: () => import("./levels/view.js"),
};
const main = document.getElementById("main");
/** @type {Map<string, Promise<{root: HTMLElement, game: any}>>} */
const mounted = new Map();
const THEMES = { auto: "auto, as the system", light: "light", dark: "dark" };
const settings = kept("page", { game: "wordhunt", theme: "auto" }, { game: among(Object.keys(GAMES)), theme: among(Object.keys(THEMES)) }, () => paint());
/** What is shown. @type {{root: HTMLElement, game: any} | undefined} */
let shown;
/** How far down each game was left. @type {Map<HTMLElement, number>} */
const left = new Map();

/** `#wordhunt?grid=ABCD` -> the game and what the address says of it. */
function place() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  const isNamed = Object.hasOwn(GAMES, name);
  return { name: isNamed ? name : settings.game, isNamed, parameters: new URLSearchParams(query) };
}

async function show() {
  const { name, isNamed, parameters } = place();
  // A place without a name would be another game after a while, and Back would not lead there.
  if (!isNamed) history.replaceState(null, "", `#${name}`);
  settings.save({ game: name });
  markCurrent(document.querySelectorAll("header nav a"), (link) => link.hash === `#${name}`);
  if (!mounted.has(name)) mounted.set(name, mount(name));
  const view = await mounted.get(name).catch(() => unavailable(name));
  if (place().name !== name) return; // another game was chosen while this one was loaded
  if (shown !== view) changeTo(view);
  await view.game.show?.(parameters);
  deliver(name);
}

function changeTo(view) {
  if (shown) left.set(shown.root, scrollY);
  for (const root of main.children) root.hidden = root !== view.root;
  document.title = `${view.game.title} · Tilewise`;
  if (shown) {
    scrollTo(0, left.get(view.root) ?? 0);
    const { activeElement } = document;
    if (activeElement === document.body || main.contains(activeElement)) main.focus({ preventScroll: true });
    announce(view.game.title);
  }
  shown = view;
}

async function mount(name) {
  const game = (await GAMES[name]()).default;
  const root = document.createElement("section");
  root.setAttribute("aria-label", game.title);
  root.className = `game ${name}`;
  root.hidden = true;
  game.mount(root);
  main.append(root);
  return { root, game };
}

/** In place of a game whose files did not come; the next time they are asked for again. */
function unavailable(name) {
  mounted.delete(name);
  main.querySelector(".unavailable")?.remove();
  const told = { code: "unavailable", title: "This game could not be loaded", detail: "The server does not answer.", hint: "Look whether it is running, then load the page again." };
  const root = h("section", { class: "unavailable" }, h("h1", { class: "offscreen" }, "Not loaded"), problemCard(told, h("button", { type: "button", onclick: () => location.reload() }, "Load again")));
  main.append(root);
  announce(`${told.title}. ${told.detail} ${told.hint}`);
  return { root, game: { title: "Not loaded" } };
}

/** The address stays: it tells the game. */
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

// Colours

const themeButton = document.getElementById("theme-button");

function paint() {
  document.documentElement.dataset.theme = settings.theme;
  themeButton.textContent = settings.theme[0].toUpperCase() + settings.theme.slice(1);
  themeButton.setAttribute("aria-label", `Colours: ${THEMES[settings.theme]}`);
}

themeButton.addEventListener("click", () => {
  const names = Object.keys(THEMES);
  settings.save({ theme: names[(names.indexOf(settings.theme) + 1) % names.length] });
  paint();
});

// The key

const keyButton = document.getElementById("key-button");
const keyDialog = document.getElementById("key-dialog");
const keyField = document.getElementById("key-field");

const REASON = "This server answers to those with a key. It is kept for this tab only.";
/** Whether the person would rather not: asked with every question, nobody could type. */
let isDeclined = false;

/** The server wants a key; whether there is a new one. */
async function wanted(refused) {
  if (isDeclined) return false;
  const isGiven = await askForKey(key.get() ? refused.detail : REASON);
  isDeclined = !isGiven;
  return isGiven;
}

/** A person goes for the key by herself. */
async function offered() {
  const isGiven = await askForKey(key.get() ? `${REASON} An empty field forgets it.` : REASON);
  if (!isGiven) return;
  isDeclined = false;
  dispatchEvent(new Event(NEW_KEY));
}

/** Ask for a key, once at a time; whether one was given. */
let asking;
function askForKey(reason) {
  asking ??= new Promise((resolve) => {
    document.getElementById("key-reason").textContent = reason;
    keyButton.hidden = false;
    keyField.value = key.get();
    keyDialog.returnValue = "cancel";
    keyDialog.showModal();
    const settle = () => {
      const isUsed = keyDialog.returnValue === "use";
      const typed = keyField.value.trim();
      if (isUsed && !typed && key.get()) toast("The key is forgotten");
      if (isUsed) key.set(typed);
      asking = undefined;
      resolve(isUsed && typed !== "");
    };
    keyDialog.addEventListener("close", settle, { once: true });
  });
  return asking;
}

whenKeyIsWanted(wanted);
keyButton.hidden = !key.get();
keyButton.addEventListener("click", offered);

paint();
addEventListener("hashchange", show);
show();
