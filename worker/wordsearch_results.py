"""What the word-search jobs answer, as JSON: words, where they lie, and what the rest of the grid says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from worker.model import Grid, ReadGrid
from worker.results import Json
from worker.solvers.wordsearch_flat import FlatCells, FlatHits, FlatWords
from worker.wire import JsonObject

if TYPE_CHECKING:
    from worker.solvers.wordsearch import Hit, Solution
    from worker.solvers.wordsearch_difficulty import Difficulty
    from worker.solvers.wordsearch_hits import DictionarySolution, RankedWord
    from worker.solvers.wordsearch_message import Message


def solution_json(
    grid: Grid, solution: Solution, words: Sequence[str], seen: ReadGrid | None = None
) -> JsonObject:
    """Words of a list; a place has its pixel centres when it was seen in a picture."""
    return {
        "words": list(words),
        "hits": _hits_json(grid, solution.hits, seen),
        "missing": list(solution.missing),
        "hidden": list(solution.hidden),
        "inferred": [asdict(cell) for cell in solution.inferred],
        "unused": _cells_json(solution.unused),
    }


def found_json(
    grid: Grid, found: DictionarySolution, limit: int | None, seen: ReadGrid | None = None
) -> JsonObject:
    """Words of a dictionary, the likely list first; there are none that could be missing."""
    return {
        "words": [],
        "hits": _ranked_json(grid, found.words, limit, seen),
        "missing": [],
        "hidden": [],
        "inferred": [],
        "unused": found.unused,
        "word_total": len(found.words),
    }


def _hits_json(grid: Grid, hits: Sequence[Hit], seen: ReadGrid | None) -> object:
    if isinstance(hits, FlatHits) and seen is None:
        return Json(hits.json())
    return [hit_json(grid, hit, seen) for hit in hits]


def _ranked_json(grid: Grid, words: Sequence[RankedWord], limit: int | None, seen: ReadGrid | None) -> object:
    if isinstance(words, FlatWords) and seen is None:
        return Json(words.json(limit))
    return [
        {**hit_json(grid, hit, seen), "likely": word.likely, "level": word.level}
        for word in words[:limit]
        for hit in word.hits
    ]


def _cells_json(cells: Sequence[int]) -> object:
    return Json(cells.json()) if isinstance(cells, FlatCells) else cells


def hit_json(grid: Grid, hit: Hit, seen: ReadGrid | None = None) -> JsonObject:
    told: JsonObject = {
        "word": hit.word,
        "key": hit.key,
        "start": divmod(hit.start, grid.cols),
        "end": divmod(hit.end, grid.cols),
        "direction": hit.direction,
        "cells": hit.cells,
        "palindrome": hit.palindrome,
        "mismatches": hit.mismatches,
        "inferred": hit.inferred,
    }
    if seen is not None:
        centres = (seen.cells[cell].centre for cell in hit.cells)
        told["centres"] = [[round(centre.x, 1), round(centre.y, 1)] for centre in centres]
    return told


def message_json(message: Message) -> JsonObject:
    return {
        "letters": message.letters,
        "text": message.text,
        "words": [part.text for part in message.parts if part.is_word],
        "reads": message.reads,
    }


def difficulty_json(figures: Difficulty) -> JsonObject:
    rounded = {name: round(value, 3) for name, value in asdict(figures).items()}
    return {"level": figures.level, **rounded}
