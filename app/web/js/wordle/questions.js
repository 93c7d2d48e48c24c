/** What the service is asked about a game: what to guess next, what a screenshot shows, how well it was played. */

import { pictureForm, reduced } from "../lib/picture.js";
import { cluesOf, most } from "./game.js";

const TOP = 10;
const LEFT = 60;
/** Why there may be no advice for a picture although a person can mend what was read. */
const MENDABLE = ["no_word_fits", "cells_unreadable"];

/** @typedef {import("../lib/asking.js").Post} Post */
/**
 * @typedef {{guesses: import("./game.js").Guess[], boards: number, length: number, dictionary: string, mode: string,
 *            strategy: string, exclude: string}} Game
 */

/** The clues of each board. @param {Game} game */
export const eachBoard = ({ guesses, boards }) => Array.from({ length: boards }, (_, board) => cluesOf(guesses, board));

function rulesOf({ dictionary, mode, strategy, length, exclude }) {
  return { length, mode, strategy, ...(dictionary && { dictionary }), ...(exclude && { exclude }) };
}

/** The best next guesses, and the words left. @param {Post} post @param {Game} game */
export async function advised(post, game) {
  const each = eachBoard(game);
  const clues = each.length > 1 ? { boards: each } : { clues: each[0] };
  return (await post("/wordle/suggest", { ...rulesOf(game), ...clues, top: TOP, left: LEFT })).result;
}

/**
 * The game that a screenshot shows, with advice; without it where marks or letters cannot be as they were read.
 *
 * @param {Post} post
 * @param {Game} game  whose rules it has
 * @param {Blob} chosen
 * @returns {Promise<{boards: string[][], doubtful: number, found?: any}>}  `doubtful` letters, and the clues of boards
 */
export async function seen(post, game, chosen) {
  const picture = await reduced(chosen);
  const { length: _, ...options } = rulesOf(game);
  try {
    const { result } = await post("/wordle/suggest", pictureForm(picture, { ...options, top: TOP, left: LEFT }));
    return { boards: result.boards.map(({ clues }) => clues), doubtful: doubtsIn(result) - result.inferred.length, found: result };
  } catch (error) {
    if (!MENDABLE.includes(error.code)) throw error;
    const { result } = await post("/read", pictureForm(picture, { kind: "wordle" }));
    return { boards: [result.letters.map((letters, row) => `${letters}=${result.tiles[row]}`)], doubtful: doubtsIn(result) };
  }
}

const doubtsIn = ({ cells }) => cells.filter(({ doubtful }) => doubtful).length;

/**
 * How well each board was played, as if it were the only one.
 *
 * @param {Post} post
 * @param {Game} game
 * @returns {Promise<any[]>}  of each board its rating, or `{error}`
 */
export async function rated(post, game) {
  const each = eachBoard(game);
  const clues = each.length > 1 ? { games: each, max_guesses: most(game.boards) } : { clues: each[0] };
  const { result } = await post("/wordle/rate", { ...rulesOf(game), ...clues });
  return result.games ?? [result];
}
