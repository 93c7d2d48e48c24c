/** Packs: made by the service with progress and cancel, kept, downloaded, browsed. */

import { GONE, Problem, call, follow, goesOn, run } from "../lib/api.js";
import { announce, counted, field, h, toast } from "../lib/dom.js";
import { feedback } from "../lib/feedback.js";
import { listChoice } from "../lib/lists.js";
import { between, kept, lastPack } from "../lib/store.js";
import { browser } from "./browse.js";

/** Why a job from before a reload may be no more; nobody needs to be told. */
const OVER = ["canceled", ...GONE];

/** Least and most of each number. @type {Record<string, [number, number]>} */
const RANGES = { count: [1, 20_000], seed: [0, Number.MAX_SAFE_INTEGER], min_letters: [3, 12], max_letters: [3, 12], max_words: [3, 40] };
const RULES = Object.fromEntries(Object.entries(RANGES).map(([name, range]) => [name, between(...range)]));

const state = kept("levels.pack", { dictionary: "en", count: 50, seed: 1, min_letters: 4, max_letters: 7, max_words: 12, job: null }, RULES);

/**
 * @param {{onpack: (pack: any) => void}} options  a pack is there to browse and play
 */
export function packMaker({ onpack }) {
  /** @type {AbortController | undefined} */
  let making;
  let isFresh = true;
  const work = feedback();
  const levels = browser();
  /** @type {Record<string, HTMLInputElement>} */
  const inputs = {};
  const form = h(
    "form",
    { class: "card", onsubmit: begin },
    h("h2", {}, "A pack of levels"),
    h(
      "div",
      { class: "fields" },
      field("Words", listChoice({ value: state.dictionary, onchange: (dictionary) => state.save({ dictionary }) }).element),
      number("Levels", "count"),
      number("Letters at least", "min_letters"),
      number("Letters at most", "max_letters"),
      number("Words at most", "max_words"),
      number("Seed", "seed", "The same number gives the same pack."),
    ),
    h("div", { class: "row" }, h("button", { type: "submit", class: "strong" }, "Make the pack")),
  );
  const element = h("div", { class: "stack" }, form, work.element, levels.element);
  inputs.max_letters.min = String(state.min_letters);

  function number(label, name, hint) {
    const [min, max] = RANGES[name];
    const input = h("input", { type: "number", min, max, required: true, value: String(state[name]), oninput: () => input.validity.valid && chosen(name, Number(input.value)) });
    inputs[name] = input;
    return field(label, input, { hint });
  }

  function chosen(name, value) {
    state.save({ [name]: value });
    inputs.max_letters.min = String(state.min_letters);
  }

  async function begin(event) {
    event?.preventDefault();
    if (making) return toast("A pack is being made: stop it first.");
    state.save({ job: null });
    const { job: _, ...asked } = state;
    announce(`Making ${counted(state.count, "level")}`);
    await carryOut((options) => run("/levels", asked, { ...options, wait: 0 }));
  }

  /** What goes on is gone on with, although the page lost sight of it; otherwise it is begun anew. */
  function again() {
    return state.job ? carryOut((options) => follow({ id: state.job }, options)) : begin();
  }

  /** After a reload: the pack that was there, and the one that is being made. */
  async function resume() {
    if (!isFresh) return;
    isFresh = false;
    const stored = await storedPack();
    if (stored) arrived(stored);
    if (state.job && !making) again();
  }

  async function carryOut(question) {
    const mine = (making = new AbortController());
    work.busy(() => mine.abort());
    try {
      const job = await question({ signal: mine.signal, onprogress });
      const file = await (await call("GET", job.links.pack, { signal: mine.signal })).blob();
      work.clear();
      arrived(JSON.parse(await file.text()));
      announce(`${counted(job.result.options.count, "level")} made`);
      await lastPack.set(file);
      state.save({ job: null });
    } catch (error) {
      failed(error);
    } finally {
      making = undefined;
    }
  }

  function onprogress(job) {
    if (job.id) state.save({ job: job.id });
    work.progress(job);
  }

  function failed(error) {
    if (!goesOn(error)) state.save({ job: null }); // else trying again, or a reload, finds it
    if (error instanceof Problem && OVER.includes(error.code)) stopped();
    else work.problem(error, again);
  }

  function stopped() {
    const hadFocus = work.element.contains(document.activeElement);
    work.clear();
    announce("Stopped");
    if (hadFocus) form.querySelector("[type=submit]").focus();
  }

  function arrived(pack) {
    levels.show(pack);
    onpack(pack);
  }

  return { element, resume, refresh: levels.refresh };
}

/** The pack that was kept; nothing when it is none, or one of another version of the page. */
async function storedPack() {
  const file = await lastPack.get();
  try {
    const pack = JSON.parse(await file.text());
    return [pack.levels, pack.tiers, pack.curve].every((list) => list.length > 0) ? pack : undefined;
  } catch {
    return undefined;
  }
}
