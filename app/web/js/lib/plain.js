/** Errors in words for someone who looks at the page; the service's own speak to those who call it. */

const AGAIN = "Try again in a moment.";

/** By code: what stands in place of the service's title, detail or hint. */
const WORDS = {
  not_an_image: { title: "Not a readable picture", detail: "The file is empty, damaged, or no picture.", hint: "Choose a photo or a screenshot: PNG, JPEG, WebP, HEIC, AVIF or GIF." },
  image_too_large: { title: "The picture is too large", hint: "Cut it down to the board, or take a screenshot of it." },
  body_too_large: { title: "That is too large", detail: "The server does not take so much at once.", hint: "Cut the picture down to the board, or send less." },
  grid_not_found: { title: "No board in the picture", hint: "Show the whole board, sharp and not covered; or type it." },
  no_board_yet: { title: "The round is not running", hint: "Take the picture while the letters are to be seen." },
  cells_unreadable: { title: "Some letters cannot be read", hint: "Take a sharper picture, or type the letters." },
  bad_grid: { title: "The grid cannot be read", hint: "One row a line, or parted by /; . is a hole, ? any letter, [Qu] a tile with two letters." },
  ragged_grid: { title: "The rows differ in length", hint: "Give every row the same number of letters; . stands for a hole, [Qu] is one tile." },
  grid_too_large: { title: "The grid is too large", hint: "Take a part of it, or fewer wildcards." },
  bad_option: { title: "One of the choices cannot be used", hint: "Look at the options below." },
  too_many_words: { title: "Too many words", hint: "Leave some of them out." },
  word_too_long: { title: "A word is too long", hint: "Shorten it, or leave it out." },
  form_too_large: { title: "That is too large", detail: "The server does not take so much at once.", hint: "Leave something out." },
  invalid_request: { title: "Something typed here cannot be used", hint: "Look at what is typed, and at the options." },
  unknown_dictionary: { title: "No such word list", hint: "Choose another one among the options." },
  no_word_fits: { title: "No word fits the colours", hint: "Look whether the colours are right: rows that contradict each other are marked. Or choose another word list." },
  not_enough_words: { title: "Too few words for so many levels", hint: "Ask for fewer levels, or for smaller wheels, or choose another word list." },
  timed_out: { title: "It took too long", detail: "The work was given up.", hint: "Ask for less: fewer wildcards, a smaller grid, fewer levels." },
  out_of_memory: { title: "It took too much memory", hint: "Ask for less: fewer wildcards, a smaller grid." },
  rate_limited: { title: "Too many questions at once", hint: AGAIN },
  too_many_jobs: { title: "Too many questions at once", hint: AGAIN },
  queue_full: { title: "The server is busy", hint: AGAIN },
  too_many_uploads: { title: "The server is busy", hint: AGAIN },
  internal_error: { title: "A fault in Tilewise", hint: "Try again; when it stays, tell whoever runs the server." },
  worker_died: { title: "A fault in Tilewise", hint: "Try again; when it stays, tell whoever runs the server." },
  job_expired: { title: "The server has forgotten this", detail: "Results are kept for a while only.", hint: "Ask for it once more." },
  job_not_found: { title: "The server has forgotten this", detail: "It was restarted, perhaps.", hint: "Ask for it once more." },
  unexpected: { hint: "Try again in a moment; when it stays, tell whoever runs the server." },
  unauthorized: { title: "A key is needed", hint: "Give one that you got from whoever runs the server; “API key” above is for it, too." },
  fault: { title: "Something went wrong in this page", hint: "Load the page again." },
};
const SEEN = { wordhunt: "a board of Word Hunt", wordsearch: "a word search", wordle: "a game of Wordle", wheel: "a wheel of letters" };

/** What the service calls the fields of the page, where that is not what they are called here. */
const FIELDS = { exclude: "Past answers", clues: "Guesses", boards: "Guesses", dictionary: "Word list", min_length: "Letters at least", cols: "Columns", keep_accents: "Accents" };
/** Hints for those who call the service, or run it. */
const FOR_PROGRAMS = /\/docs|--\w|TILEWISE_|curl|Idempotency/;

/** `Words: at most 200; Columns: at least 1`; the service tells the fields by their path and their bounds. */
function wrongFields(fields) {
  return `${fields.map(({ field, message, allowed = {} }) => `${nameOf(field)}: ${boundOf(allowed, message)}`).join("; ")}.`;
}

/** `words.3` -> `Words, number 4`. */
function nameOf(path) {
  const [name, at] = path.split(".");
  const title = FIELDS[name] ?? `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
  return /^\d+$/.test(at) ? `${title}, number ${Number(at) + 1}` : title;
}

function boundOf({ max_length, min_length, le = max_length, ge = min_length }, message) {
  const unit = message.startsWith("string") ? " letters" : "";
  if (le !== undefined) return `at most ${le.toLocaleString("en")}${unit}`;
  if (ge !== undefined) return `at least ${ge.toLocaleString("en")}${unit}`;
  return message.replace(/^value error, /, "");
}

/**
 * @param {any} error
 * @returns {{code: string, title: string, detail: string, hint: string}}
 */
export function plain(error) {
  const { code = "fault", title, message, details } = error;
  if (details?.seen in SEEN) return { code, title: "Another game", detail: `The picture shows ${SEEN[details.seen]}.`, hint: "" };
  const detail = details?.fields?.length ? wrongFields(details.fields) : error.detail || message || "";
  const hint = FOR_PROGRAMS.test(error.hint) ? "" : (error.hint ?? "");
  const told = { title: title || "It did not work", detail, hint, ...WORDS[code], code };
  if (told.hint === AGAIN && error.seconds > 1) told.hint = `Try again in ${error.seconds.toLocaleString("en")} seconds.`;
  return { ...told, detail: told.detail === told.title ? "" : told.detail };
}
