"""The job of solving a level: a wheel and its crossword come in, typed or seen, words in their places go out.

A request has these members, all of them:

    letters             of the wheel; None for a picture's
    crossword           rows of `#` for an empty box, letters and `.`, as a list; None for a picture's
    dictionary          SHA-256 of the word list
    dictionary_name     what the client calls it
    llm                 as for reading a picture
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from worker.context import Stopwatch, TaskContext
from worker.errors import GridNotFound
from worker.levels_lists import LevelWords, words_of
from worker.levels_results import known_json
from worker.levels_task import letters_seen, plain_letters, wheel_json
from worker.results import board_json, to_bytes
from worker.sight import Sight
from worker.wire import JsonObject
from worker.word_lists import list_json

if TYPE_CHECKING:
    from worker.lexicon import Lexicon
    from worker.solvers.levels_crossword import Answer, Slot
    from worker.solvers.levels_layout import Placement

_SHORTEST: Final = 2
_MOST_TOLD: Final = 20
"""Words of a slot."""


def solve_typed(request: JsonObject, context: TaskContext) -> bytes:
    """Which word goes where in a typed crossword."""
    watch = Stopwatch()
    letters = plain_letters(request["letters"])
    with watch.stage("solve"):
        solved = _solved(letters, request["crossword"], request, context)
    return to_bytes({**wheel_json(letters, watch), **solved})


def solve_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """Which word goes where in the crossword of a picture; raises GridNotFound."""
    seen = sight.found()
    context.report("solve", 0.6)
    letters = letters_seen(seen)
    if not seen.crossword:
        raise GridNotFound(
            "There is a wheel, but no crossword by it.",
            hint="Show the whole screen, or ask only for the words of the wheel.",
        )
    with watch.stage("solve"):
        solved = _solved(letters, seen.crossword, request, context)
    return to_bytes({**board_json(seen, {**seen.ms, **watch.read()}, sight.llm), **solved})


def _solved(letters: str, rows: Sequence[str], request: JsonObject, context: TaskContext) -> JsonObject:
    """What all words of the list say, and of several solutions the likeliest."""
    from worker.solvers.levels_crossword import solve_crossword
    from worker.solvers.levels_words import wheel_words

    words = words_of(request["dictionary"], context)
    rows = [_played(row, words.lexicon) for row in rows]
    formed = wheel_words(letters, words.lexicon, _SHORTEST)
    answer = solve_crossword(rows, formed)
    likely = answer.first if answer.solutions <= 1 else _likely(rows, formed, answer, words)
    placed = {(each.row, each.col, each.across): each for each in likely}
    return {
        "crossword": [row.upper() for row in rows],
        "grid": _grid(rows, likely),
        "slots": _slots_json(answer, placed),
        "solutions": answer.solutions,
        "complete": answer.is_complete,
        "blank": answer.blank,
        "bonus": known_json(_left_over(formed, likely), words.fitness),
        "dictionary": list_json(request, words.listed),
    }


def _played(row: str, lexicon: Lexicon) -> str:
    """The row with the letters that words are played with: accents off; others stay as they are."""
    signs = unicodedata.normalize("NFC", row)
    codes = [lexicon.codes(sign) for sign in signs]
    return "".join(
        lexicon.alphabet[code[0]] if code else sign for sign, code in zip(signs, codes, strict=True)
    )


def _likely(
    rows: Sequence[str], formed: Sequence[str], answer: Answer, words: LevelWords
) -> tuple[Placement, ...]:
    """Of several solutions that with the fewest words that are not fit for players; common ones go first."""
    from worker.solvers.levels_crossword import likely_filling

    ranked = sorted(formed, key=lambda word: (-words.fitness.zipf(word), word))
    fit = [word for word in ranked if words.fitness.verdict(word).fit]
    others = [word for word in ranked if word not in set(fit)]
    return likely_filling(rows, fit, others, answer.blank) or answer.first


def _slots_json(answer: Answer, placed: dict[tuple[int, int, bool], Placement]) -> list[JsonObject]:
    certain = {(each.row, each.col, each.across) for each in answer.certain}
    return [
        _slot_json(slot, words, placed.get(_place(slot)), is_certain=_place(slot) in certain)
        for slot, words in zip(answer.slots, answer.words, strict=True)
    ]


def _slot_json(slot: Slot, words: Sequence[str], placed: Placement | None, *, is_certain: bool) -> JsonObject:
    return {
        "row": slot.row,
        "col": slot.col,
        "across": slot.across,
        "given": slot.given.upper(),
        "word": None if placed is None else placed.word,
        "certain": is_certain,
        "words": list(words[:_MOST_TOLD]),
        "word_count": len(words),
    }


def _place(slot: Slot) -> tuple[int, int, bool]:
    return slot.row, slot.col, slot.across


def _grid(rows: Sequence[str], placed: Sequence[Placement]) -> list[str]:
    """The crossword with the words written in."""
    signs = [list(row.upper()) for row in rows]
    for each in placed:
        for (row, col), letter in zip(each.cells(), each.word.upper(), strict=True):
            signs[row][col] = letter
    return ["".join(row) for row in signs]


def _left_over(formed: Sequence[str], placed: Sequence[Placement]) -> list[str]:
    """Words for which there is no place."""
    used = {each.word for each in placed}
    return [word for word in formed if word not in used]
