/** The service: every request of the page goes through here. */

import { key } from "./store.js";
import { eventsOf } from "./events.js";

/** What went wrong, in words; `code` is stable. */
export class Problem extends Error {
  /** @param {{code: string, title: string, detail: string, hint?: string, status?: number, details?: object, seconds?: number}} told */
  constructor(told) {
    super(told.detail || told.title);
    this.code = told.code;
    this.title = told.title;
    this.detail = told.detail;
    this.hint = told.hint ?? "";
    this.status = told.status ?? 0;
    this.details = told.details ?? {};
    /** Until it is worth trying again; 0: unknown. */
    this.seconds = told.seconds ?? 0;
  }
}

const OFFLINE = {
  code: "offline",
  title: "The server does not answer",
  detail: "No connection to Tilewise.",
  hint: "Look whether it is running, then try again.",
};
const CANCELED = { code: "canceled", title: "Stopped", detail: "The work was stopped.", hint: "" };
/** Seconds that a POST waits for its job before the page follows the job's events instead. */
const PATIENCE = 1;
/** Connections that may break one after the other until a job is given up. */
const TRIES = 5;
/** Longest pause that a server is granted between two of them. */
const MOST_SECONDS = 60;
/** Statuses that say nothing of a job: the server, or what stands before it, is busy or away. */
const PASSING = [429, 502, 503, 504];
/** Codes of jobs that the server does not know any more. */
export const GONE = ["job_expired", "job_not_found"];

/** The window is told by this event that a person gave a key by herself. */
export const NEW_KEY = "tilewise:key";

/** Whether a job whose progress was asked for may go on all the same. */
export const goesOn = ({ code, status }) => code === "offline" || code === "unauthorized" || PASSING.includes(status);

/** @type {(refused: Problem) => Promise<boolean>} Asks the person for a key; whether there is a new one. */
let askForKey = async () => false;
export function whenKeyIsWanted(ask) {
  askForKey = ask;
}

/**
 * Send a request; answers that are errors become a `Problem`.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: BodyInit, headers?: Record<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
export async function call(method, path, options = {}) {
  const used = key.get();
  const answer = await send(method, path, options);
  if (answer.ok) return answer;
  const problem = await problemOf(answer);
  // Meanwhile another request may have brought the key about.
  if (answer.status === 401 && (key.get() !== used || (await askForKey(problem)))) return call(method, path, options);
  throw problem;
}

async function send(method, path, { body, headers = {}, signal }) {
  const authorization = key.get() ? { Authorization: `Bearer ${key.get()}` } : {};
  try {
    const keepalive = method === "DELETE"; // goes out although the page goes away
    return await fetch(path, { method, body, signal, keepalive, headers: { ...authorization, ...headers } });
  } catch (error) {
    throw new Problem(error.name === "AbortError" ? CANCELED : OFFLINE);
  }
}

/** What stands between the page and the service answers in its own words, or none. */
async function problemOf(answer) {
  const title = `The server answered ${answer.status} ${answer.statusText}`.trim();
  const told = await answer.json().catch(() => ({}));
  return new Problem({ code: "unexpected", title, detail: "", status: answer.status, seconds: Number(answer.headers.get("Retry-After")) || 0, ...told });
}

/** The record of a job. The line may break while it comes. @returns {Promise<Job>} */
function recordOf(answer) {
  return answer.json().catch(() => Promise.reject(new Problem(OFFLINE)));
}

/**
 * @typedef {{id: string, state: string, progress: number, stage: string | null, position: number | null,
 *            error: object | null, links: Record<string, string>, result: any}} Job
 */

/**
 * Have a job done: sends it, follows its progress, and gives its finished record.
 *
 * Aborting `signal` ends the wait at once, and cancels the job on the server as soon as the job is known.
 *
 * @param {string} path
 * @param {object | FormData} asked  a form carries pictures
 * @param {{signal?: AbortSignal, onprogress?: (job: Partial<Job>) => void, wait?: number}} [options]
 * @returns {Promise<Job>}
 */
export async function run(path, asked, { signal, onprogress = () => {}, wait = PATIENCE } = {}) {
  if (signal?.aborted) throw new Problem(CANCELED);
  const sent = submitted(path, asked, wait);
  const { job, isOver } = await Promise.race([sent, aborted(signal)]).catch((error) => {
    sent.then(withdraw, () => {});
    throw error;
  });
  if (isOver) return job;
  onprogress(job);
  return follow(job, { signal, onprogress });
}

/** No signal ends this: only the answer tells which job was made. */
async function submitted(path, asked, wait) {
  const isForm = asked instanceof FormData;
  const headers = { Prefer: wait ? `wait=${wait}` : "respond-async" };
  if (!isForm) headers["Content-Type"] = "application/json";
  const answer = await call("POST", path, { body: isForm ? asked : JSON.stringify(asked), headers });
  return { job: await recordOf(answer), isOver: answer.status !== 202 };
}

/** Nothing, until the signal says that it is over. */
function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Problem(CANCELED)), { once: true }));
}

const withdraw = ({ job, isOver }) => isOver || cancel(job);
const cancel = (job) => call("DELETE", `/jobs/${job.id}`).catch(() => {});

/**
 * Follow a job that runs, until it has ended; connects again when the line breaks.
 *
 * @param {{id: string, links?: Record<string, string>}} job
 * @param {{signal?: AbortSignal, onprogress?: (job: Partial<Job>) => void}} [options]
 * @returns {Promise<Job>}
 */
export async function follow(job, { signal, onprogress = () => {} } = {}) {
  if (signal?.aborted) cancel(job);
  const stop = () => cancel(job);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return ended(await followed(job, signal, onprogress));
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The record of the job when it has ended, well or not. */
async function followed(job, signal, onprogress) {
  let last = "";
  for (let failures = 0; ; ) {
    let pause = 0;
    try {
      const headers = last ? { "Last-Event-ID": last } : {};
      const answer = await call("GET", `/jobs/${job.id}/events`, { headers, signal });
      for await (const event of eventsOf(answer.body)) {
        failures = 0;
        last = event.id || last;
        const told = JSON.parse(event.data);
        if (event.event === "result") return told;
        onprogress(told);
      }
      if (answer.status === 204) return await recordOf(await call("GET", `/jobs/${job.id}`, { signal }));
    } catch (error) {
      if (signal?.aborted) throw new Problem(CANCELED);
      const problem = error instanceof Problem ? error : new Problem(OFFLINE); // the line broke
      failures += 1;
      if (failures >= TRIES || problem.code === "unauthorized" || !goesOn(problem)) throw problem;
      pause = 1000 * Math.min(problem.seconds, MOST_SECONDS);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, 250 * 2 ** failures)));
  }
}

function ended(job) {
  if (job.state === "finished") return job;
  if (job.state === "canceled") throw new Problem(CANCELED);
  const error = job.error ?? {};
  throw new Problem({ code: "failed", title: "", detail: error.message ?? "", ...error });
}

/** The word lists of the server: `[{name, language, words, ...}]`, asked once. */
let lists;
export function dictionaries() {
  lists ??= call("GET", "/dictionaries")
    .then((answer) => answer.json())
    .catch((error) => {
      lists = undefined;
      throw error;
    });
  return lists;
}
