"""The jobs about single levels: the words of a wheel, words as a crossword, a crossword's words.

A request for the words of a wheel has these members, all of them:

    letters             of the wheel; None for a picture's
    dictionary          SHA-256 of the word list
    dictionary_name     what the client calls it
    min_length          letters of the shortest word
    llm                 as for reading a picture

One for a layout:

    words               what is to be laid out
    language            code of the language whose letters are kept apart, or None
    seed, rounds, max_side, max_aspect, method
                        as in `LayoutOptions`
    exact               whether the area is to be proven the smallest
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption, CellsUnreadable
from worker.levels_lists import LevelWords, words_of
from worker.levels_results import known_json, layout_json
from worker.model import Grid, Kind
from worker.results import board_json, to_bytes, typed_json
from worker.sight import Sight, check_running
from worker.wire import JsonObject
from worker.word_lists import list_json
from worker.wordsearch_task import language_of

if TYPE_CHECKING:
    from worker.model import ReadGrid
    from worker.solvers.levels_layout import Layout, LayoutOptions

_PARTING: Final = str.maketrans("", "", " -'\u2019")
"""What stands within words but has no cell of its own."""


def warm(context: TaskContext) -> None:
    """Compile the kernels for wheels and layouts.

    What is known of English words is read as well, so that forked workers share it.
    """
    from worker.solvers.levels_layout import LayoutOptions, lay_out
    from worker.solvers.levels_layout_search import batch_of, lay_out_batch
    from worker.solvers.levels_words import wheel_words
    from worker.word_lists import find_dictionary

    words = words_of(find_dictionary("en", context.data_dir).sha256, context)
    known_json(wheel_words("cat", words.lexicon, engine="numba"), words.fitness)
    lay_out(["cat", "act"], LayoutOptions(rounds=1))
    lay_out_batch(batch_of([["cat", "act"]], [0], "act"), 1)


def words_typed(request: JsonObject, context: TaskContext) -> bytes:
    """What the letters form."""
    watch = Stopwatch()
    letters = plain_letters(request["letters"])
    with watch.stage("solve"):
        found = _words(letters, request, words_of(request["dictionary"], context))
    return to_bytes({**wheel_json(letters, watch), **found})


def words_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """What the letters of the wheel in a picture form."""
    seen = sight.found()
    context.report("solve", 0.6)
    letters = letters_seen(seen)
    with watch.stage("solve"):
        found = _words(letters, request, words_of(request["dictionary"], context))
    return to_bytes({**board_json(seen, {**seen.ms, **watch.read()}, sight.llm), **found})


def plain_letters(letters: str) -> str:
    """A wheel's letters without what parts them; raises BadOption."""
    kept = "".join(unicodedata.normalize("NFC", letters).replace(",", " ").split())
    if not kept:
        raise BadOption("The wheel has no letters.", option="letters")
    return kept


def wheel_json(letters: str, watch: Stopwatch) -> JsonObject:
    """Typed letters in the shape of a wheel that was read; raises BadGrid."""
    return typed_json(Grid.parse(letters), watch.read(), Kind.WHEEL)


def letters_seen(seen: ReadGrid) -> str:
    """Raises NoBoardYet, CellsUnreadable."""
    check_running(seen)
    letters = "".join(cell.letters for cell in seen.cells)
    if not letters:
        raise CellsUnreadable("There is a wheel, but none of its letters can be read.")
    return letters


def _words(letters: str, request: JsonObject, words: LevelWords) -> JsonObject:
    from worker.solvers.levels_words import wheel_words

    formed = wheel_words(letters, words.lexicon, request["min_length"])
    return {
        "words": known_json(formed, words.fitness),
        "word_count": len(formed),
        "dictionary": list_json(request, words.listed),
    }


def lay_out_words(request: JsonObject, context: TaskContext) -> bytes:
    """The words as a crossword."""
    kernels.use_cache(context.cache_dir)
    watch = Stopwatch()
    words = [_folded(word, request["language"]) for word in request["words"]]
    with watch.stage("solve"):
        layout, proof = _proven(words, request) if request["exact"] else (_laid_out(words, request), None)
    told = {**layout_json(layout), "proof": proof, "seed": request["seed"]}
    return to_bytes({**told, "ms": {stage: round(spent, 2) for stage, spent in watch.read().items()}})


def _options(request: JsonObject) -> LayoutOptions:
    from worker.solvers.levels_layout import LayoutOptions

    names = ("seed", "rounds", "max_side", "max_aspect", "method")
    return LayoutOptions(**{name: request[name] for name in names})


def _laid_out(words: list[str], request: JsonObject) -> Layout:
    from worker.solvers.levels_layout import lay_out

    return lay_out(words, _options(request))


def _proven(words: list[str], request: JsonObject) -> tuple[Layout, JsonObject]:
    """The smallest layout, and the boxes for which it is proven that they are too small."""
    from worker.solvers.levels_exact import smallest_layout

    certificate = smallest_layout(words, _options(request))
    told = certificate.to_json()
    return certificate.layout, {
        "proven": certificate.is_proven,
        "refuted": told["refuted"],
        "open": told["open"],
    }


def _folded(word: str, code: str | None) -> str:
    """A word as it stands in cells; raises BadOption."""
    kept = unicodedata.normalize("NFC", word).translate(_PARTING)
    tongue = language_of(code)
    folded = kept.lower() if tongue is None else tongue.fold(kept)
    if not folded or not folded.isalpha():
        raise BadOption(f"{word!r} has signs that are no letters.", option="words")
    return folded
