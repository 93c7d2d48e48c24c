"""The job of making a pack of levels: planned at once, laid out in parts side by side, put in order at last.

A request has these members, all of them:

    dictionary          SHA-256 of the word list
    dictionary_name     what the client calls it
    count, seed, min_letters, max_letters, min_words, max_words, max_side, max_aspect, rounds
                        as in `PackOptions`
    nlp                 name of a spaCy model that is asked about names, or None

A part of the job has in addition `levels`: for each level to be laid out its words, the full word first. The
pack is the same however many workers there are, since each level depends on its words and the seed alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.context import TaskContext
from worker.errors import NotEnoughWords
from worker.levels_lists import LevelWords, words_of
from worker.levels_results import level_json, numbered, pack_bytes, pack_head
from worker.results import to_bytes
from worker.solvers.levels import PackOptions, PlannedLevel
from worker.wire import Fan, Further, JsonObject, Lane, Task
from worker.word_lists import list_json

if TYPE_CHECKING:
    from worker.solvers.levels_order import Rated

PART_LEVELS: Final = 100
"""About a second of work."""
PART_SECONDS: Final = 600.0
_JOIN_SECONDS: Final = 600.0
_PLANNING: Final = 500
"""Planning takes as long as laying out so many levels."""
_JOINING: Final = 0.03
"""Joining takes such a share of the time for laying out."""


def fan_of(request: JsonObject, context: TaskContext) -> Fan:
    """The parts of the job, for workers side by side; raises NotEnoughWords."""
    join = Further(Task.LEVELS_JOIN, Lane.BULK, request, _JOIN_SECONDS)
    planned, laid = _shares(request["count"])
    parts = tuple(_planned(request, context))
    return Fan(Task.LEVELS_PART, Lane.BULK, parts, PART_SECONDS, join, begin=planned, end=laid)


def make_pack(request: JsonObject, context: TaskContext) -> bytes:
    """The whole job in one process; raises NotEnoughWords."""
    planned, laid = _shares(request["count"])
    parts = _planned(request, context)
    answers = []
    for done, part in enumerate(parts):
        context.report("lay", planned + (laid - planned) * done / len(parts))
        answers.append(lay_part(part, context))
    return join(request, answers, context)


def _shares(count: int) -> tuple[float, float]:
    """How far the job is when its levels are planned, and when they are laid out."""
    whole = _PLANNING + count * (1 + _JOINING)
    return _PLANNING / whole, 1 - count * _JOINING / whole


def _planned(request: JsonObject, context: TaskContext) -> list[JsonObject]:
    """The parts, telling how far the job is."""
    planned, _ = _shares(request["count"])
    return parts_of(request, context, lambda share: context.report("plan", planned * share))


def parts_of(request: JsonObject, context: TaskContext, heard: Callable[[float], None]) -> list[JsonObject]:
    """What is to be done side by side.

    Args:
        heard: told now and then which share of the planning is done.

    Raises:
        BadOption, NotEnoughWords.
    """
    from worker.solvers.levels_plan import plan

    options = options_of(request)
    heard(0.0)
    vocabulary = words_of(request["dictionary"], context).vocabulary(options.max_letters, request["nlp"])
    levels = [list(level.words) for level in plan(vocabulary, options, heard)]
    return [
        {**request, "levels": levels[first : first + PART_LEVELS]}
        for first in range(0, len(levels), PART_LEVELS)
    ]


def lay_part(request: JsonObject, context: TaskContext) -> bytes:
    """Some levels of the pack, as a list."""
    kernels.use_cache(context.cache_dir)
    from worker.solvers.levels_pack import lay_out_levels

    options, words = options_of(request), words_of(request["dictionary"], context)
    planned = [PlannedLevel(tuple(level)) for level in request["levels"]]
    zipfs = {word: words.fitness.zipf(word) for level in planned for word in level.words}
    return to_bytes(
        [
            level_json(level, words.bonus(level), words.fitness)
            for level in lay_out_levels(planned, zipfs, options)
        ]
    )


def join(request: JsonObject, answers: Sequence[bytes], context: TaskContext) -> bytes:
    """The pack of what the parts have answered.

    Raises:
        NotEnoughWords: too many levels had no layout.
    """
    from worker.solvers.levels_order import arranged

    options, words = options_of(request), words_of(request["dictionary"], context)
    levels: list[bytes] = []
    rated: list[Rated] = []
    _, laid = _shares(options.count)
    for done, answer in enumerate(answers):
        context.report("join", laid + (1 - laid) * done / len(answers))
        for level in json.loads(answer):
            rated.append(_rated(len(levels), level, words))
            levels.append(to_bytes(level))
    if len(rated) < options.count:
        raise NotEnoughWords(
            f"{options.count:,} levels were asked for, but grids of {options.max_side} rows and columns have"
            f" room for the words of {len(rated):,} only.",
            hint="Let grids be larger or longer, or have fewer words, or ask for fewer levels.",
            wheels=len(rated),
        )
    order = arranged(rated, options.count)
    told = (
        numbered(levels[place], number, rated[place].difficulty)
        for number, place in enumerate(order, start=1)
    )
    head = pack_head(
        options,
        words.listed.language,
        list_json(request, words.listed),
        [rated[place].difficulty for place in order],
    )
    return pack_bytes(head, told)


def options_of(request: JsonObject) -> PackOptions:
    """Raises BadOption."""
    return PackOptions(**{field.name: request[field.name] for field in fields(PackOptions)})


def _rated(number: int, level: JsonObject, words: LevelWords) -> Rated:
    from worker.solvers.levels_order import Rated

    grid = frozenset(each["word"] for each in level["words"])
    longest = min(word for word in grid if len(word) == len(level["letters"]))
    lemma = words.fitness.lemma(longest)
    return Rated(number, level["difficulty"], level["density"], grid, lemma)
