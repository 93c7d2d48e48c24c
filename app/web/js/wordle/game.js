/** A game of Wordle: the guesses so far, and their marks on every board. Values in, values out. */

/**
 * @typedef {{word: string, marks: string[]}} Guess  the word in small letters; for each board a text of
 *   `g` green, `y` yellow, `b` grey
 */

export const NAMES = { b: "grey", y: "yellow", g: "green" };
const NEXT = { b: "y", y: "g", g: "b" };
const RANKS = "byg";
const FEWEST = 6;
/** Of what the service takes. */
export const MOST_GUESSES = 30;
export const MOST_BOARDS = 4;

/** How many guesses a game has. */
export const most = (boards) => FEWEST + boards - 1;

/**
 * The same game with a further guess, or with another word in place of one; marks that earlier guesses tell
 * are filled in.
 *
 * @param {Guess[]} guesses
 * @param {number} [at]
 * @returns {Guess[]}
 */
export function withGuess(guesses, word, boards, at = guesses.length) {
  const before = guesses.slice(0, at);
  const marks = Array.from({ length: boards }, (_, board) =>
    [...word].map((letter, place) => kept(guesses[at], board, letter, place) ?? expected(before, board, letter, place)).join(""),
  );
  return [...before, { word, marks }, ...guesses.slice(at + 1)];
}

/** The mark that a letter had at this place before the word was changed. */
function kept(old, board, letter, place) {
  return old?.word[place] === letter ? old.marks[board]?.[place] : undefined;
}

function expected(before, board, letter, place) {
  const marks = before.flatMap(({ word, marks }) => [...word].map((other, at) => (other === letter ? [at, marks[board][at]] : [])));
  if (marks.some(([at, mark]) => at === place && mark === "g")) return "g";
  return marks.some(([, mark]) => mark === "y") ? "y" : "b";
}

export const without = (guesses, at) => guesses.filter((_, index) => index !== at);

/** The same game with another mark at a place: the given one, or the next of the cycle. */
export function marked(guesses, { guess, board, place }, mark) {
  return guesses.map((one, index) => (index === guess ? { ...one, marks: one.marks.map((text, at) => (at === board ? put(text, place, mark) : text)) } : one));
}

function put(text, place, mark) {
  const marks = [...text];
  marks[place] = mark ?? NEXT[marks[place]];
  return marks.join("");
}

/** The same guesses on another number of boards. */
export function onBoards(guesses, boards) {
  return guesses.map(({ word, marks }) => ({ word, marks: Array.from({ length: boards }, (_, board) => marks[board] ?? "b".repeat(word.length)) }));
}

/** At which guess a board was solved; the number of guesses when it was not. */
export function solvedAt(guesses, board) {
  const at = guesses.findIndex(({ marks }) => /^g+$/.test(marks[board]));
  return at < 0 ? guesses.length : at;
}

/** Whether all boards are solved. */
export const isSolved = (guesses, boards) => Array.from({ length: boards }, (_, board) => board).every((board) => solvedAt(guesses, board) < guesses.length);

/** A board's guesses up to its solution, as the service takes them. */
export function cluesOf(guesses, board) {
  return guesses.slice(0, solvedAt(guesses, board) + 1).map(({ word, marks }) => `${word}=${marks[board]}`);
}

/**
 * A game from the clues of its boards, such as `crane=gybbb`; a solved board has fewer of them.
 *
 * @param {string[][]} boards
 * @returns {Guess[]}
 */
export function fromClues(boards) {
  const read = boards.map((clues) => clues.map(parsed).filter(Boolean));
  const longest = read.map((clues) => clues.slice(0, MOST_GUESSES)).reduce((best, clues) => (clues.length > best.length ? clues : best), []);
  return longest.map(({ word }, at) => ({ word, marks: read.map((clues) => (clues[at]?.word === word ? clues[at].marks : "b".repeat(word.length))) }));
}

/** Whether what was kept is a game: words of one length, with marks for each of their letters. */
export function isGame(guesses) {
  const areMarks = (marks, word) => Array.isArray(marks) && marks.length > 0 && marks.every((text) => /^[gyb]+$/.test(text) && text.length === [...word].length);
  return guesses.length <= MOST_GUESSES && guesses.every((guess) => /^\p{L}+$/u.test(guess?.word) && areMarks(guess.marks, guess.word));
}

function parsed(clue) {
  const [, word, marks] = /^(\p{L}+)=([gyb]+)$/u.exec(clue.trim().toLowerCase()) ?? [];
  return word && [...word].length === marks.length ? { word, marks } : undefined;
}

/** The best mark of every letter guessed on a board. */
export function lettersOf(guesses, board) {
  /** @type {Map<string, string>} */
  const best = new Map();
  for (const { word, marks } of guesses.slice(0, solvedAt(guesses, board) + 1)) {
    [...word].forEach((letter, place) => {
      const mark = marks[board][place];
      if (RANKS.indexOf(mark) > RANKS.indexOf(best.get(letter) ?? "none")) best.set(letter, mark);
    });
  }
  return best;
}

const SQUARES = { g: "🟩", y: "🟨", b: "⬛" };

/** The marks as squares, as people send them to each other. */
export function squares(guesses) {
  return guesses.map(({ marks }) => marks.map((text) => [...text].map((mark) => SQUARES[mark]).join("")).join(" ")).join("\n");
}
