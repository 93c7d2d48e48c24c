/** Packs: made by the service with progress and cancel, downloaded, browsed. */

import { Problem, call, follow, run } from "../lib/api.js";
import { counted, field, fill, h, select } from "../lib/dom.js";
import { feedback } from "../lib/feedback.js";
import { kept } from "../lib/store.js";

const LANGUAGES = [
  ["en", "English"],
  ["es", "Spanish"],
  ["pt", "Portuguese"],
];

const state = kept("levels.pack", {
  language: "en",
  count: 50,
  seed: 1,
  min_letters: 4,
  max_letters: 7,
  max_words: 12,
  job: null,
});

/**
 * @param {{onpack: (id: string, pack: any) => void}} options  a pack is there to browse and play
 */
export function packMaker({ onpack }) {
  /** @type {AbortController | undefined} */
  let making;
  const work = feedback();
  const result = h("div", { class: "card", hidden: true });
  const make = h("button", { type: "submit", class: "strong" }, "Make the pack");
  const form = h(
    "form",
    { class: "card", onsubmit: begin },
    h("h2", {}, "A pack of levels"),
    h(
      "div",
      { class: "fields" },
      field("Language", select(LANGUAGES, state.language, (value) => state.save({ language: value }))),
      number("Levels", "count", 1, 20_000),
      number("Letters at least", "min_letters", 3, 12),
      number("Letters at most", "max_letters", 3, 12),
      number("Words at most", "max_words", 2, 40),
      number("Seed", "seed", 0, 9_007_199_254_740_991, "The same number gives the same pack."),
    ),
    h("div", { class: "row" }, make),
  );
  const element = h("div", { class: "stack" }, form, work.element, result);

  function number(label, name, min, max, hint) {
    const input = h("input", { type: "number", min, max, required: true, value: String(state[name]), onchange: (event) => state.save({ [name]: Number(event.target.value) }) });
    return field(label, input, { hint });
  }

  async function begin(event) {
    event.preventDefault();
    const { language, count, seed, min_letters, max_letters, max_words } = state;
    const asked = { language, count, seed, min_letters, max_letters, max_words };
    await carryOut((options) => run("/levels", asked, { ...options, wait: 0 }), () => begin(event));
  }

  /** After a reload: the pack that was made, or is being made. */
  async function resume() {
    if (!state.job || making) return;
    await carryOut((options) => follow({ id: state.job }, options));
  }

  async function carryOut(question, retry) {
    making?.abort();
    const mine = (making = new AbortController());
    make.disabled = true;
    result.hidden = true;
    work.busy(() => mine.abort());
    const onprogress = (job) => {
      if (job.id) state.save({ job: job.id });
      work.progress(job);
    };
    try {
      const job = await question({ signal: mine.signal, onprogress });
      state.save({ job: job.id });
      const pack = await (await call("GET", job.links.pack, { signal: mine.signal })).json();
      work.clear();
      await present(job, pack);
      onpack(job.id, pack);
    } catch (error) {
      state.save({ job: null });
      if (error instanceof Problem && ["canceled", "job_expired", "job_not_found"].includes(error.code)) work.clear();
      else work.problem(error, retry);
    } finally {
      make.disabled = false;
      if (making === mine) making = undefined;
    }
  }

  async function present(job, pack) {
    const curve = h("img", { class: "curve", alt: curveInWords(pack), width: 640, height: 320 });
    const save = h("button", { type: "button", onclick: () => saved(pack) }, "Download");
    result.hidden = false;
    fill(
      result,
      h("div", { class: "row spread" }, h("h2", {}, counted(pack.levels.length, "level")), save),
      curve,
      h("ul", { class: "plain figures" }, pack.tiers.filter(({ levels }) => levels).map((tier) => h("li", {}, h("b", {}, tier.levels.toLocaleString("en")), ` ${tier.name}`))),
    );
    // By fetch, since an <img> cannot send the key.
    const drawing = await call("GET", job.links.curve);
    curve.src = URL.createObjectURL(await drawing.blob());
  }

  return { element, resume, language: () => state.language };
}

function curveInWords(pack) {
  const [first, last] = [pack.curve[0][1], pack.curve.at(-1)[1]];
  return `Difficulty by level: from ${first} at the first to ${last} at the last, of 100`;
}

function saved(pack) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(pack)], { type: "application/json" }));
  h("a", { href: address, download: `levels-${pack.language}-${pack.levels.length}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
