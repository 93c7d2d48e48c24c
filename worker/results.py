"""What the jobs answer, as JSON: a board that was read or typed, and the words found on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from worker.model import Box, CellSource, Grid, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.wire import JsonObject

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def board_json(seen: ReadGrid, ms: Mapping[str, float], llm: JsonObject | None = None) -> JsonObject:
    """A board in a picture, as every game's result shows it; `llm` is what asking one took."""
    playing = seen.state is ScreenState.PLAYING
    return {
        "kind": seen.kind,
        "state": seen.state,
        "rows": seen.rows,
        "cols": seen.cols,
        "letters": seen.to_grid().row_texts() if playing else [],
        "cells": [_cell_json(cell) for cell in seen.cells],
        "start": _box_json(seen.start),
        "score": seen.score,
        "score_box": _box_json(seen.score_box),
        "others": [_box_json(box) for box in seen.others],
        "llm": llm,
        "ms": _rounded(ms),
    }


def _rounded(ms: Mapping[str, float]) -> dict[str, float]:
    return {stage: round(value, 2) for stage, value in ms.items()}


def read_json(seen: ReadGrid, ms: Mapping[str, float], llm: JsonObject | None = None) -> JsonObject:
    """All that was read in a picture, also what only some games have."""
    further = {"tiles": list(seen.tiles), "words": list(seen.words), "crossword": list(seen.crossword)}
    return {**board_json(seen, ms, llm), **further}


def read_from_json(result: JsonObject) -> ReadGrid:
    """The inverse of `read_json`, for those who draw or correct what was read, and of `board_json`."""
    further = {name: tuple(result.get(name, ())) for name in ("tiles", "crossword")}
    return ReadGrid(
        Kind(result["kind"]),
        ScreenState(result["state"]),
        result["rows"],
        result["cols"],
        tuple(map(_cell_from_json, result["cells"])),
        **further,
        words=() if is_solved(result) else tuple(result.get("words", ())),
        start=result["start"] and Box(*result["start"]),
        score=result["score"],
        score_box=result["score_box"] and Box(*result["score_box"]),
        others=tuple(Box(*box) for box in result["others"]),
        ms=result["ms"],
    )


def is_solved(result: JsonObject) -> bool:
    """Whether `words` are those found on the board, with their paths, and not those printed beside it."""
    return "word_count" in result


def shows_one_board(result: bytes) -> bool:
    """Whether a result is of one board, and not of many, without parsing it."""
    return result.startswith(b'{"kind":')


def typed_json(grid: Grid, ms: Mapping[str, float], kind: Kind = Kind.WORDHUNT) -> JsonObject:
    """A typed grid in the same shape: there are no cells, since nothing was seen."""
    return {
        "kind": kind,
        "state": ScreenState.PLAYING,
        "rows": grid.rows,
        "cols": grid.cols,
        "letters": grid.row_texts(),
        "cells": [],
        "start": None,
        "score": None,
        "score_box": None,
        "others": [],
        "llm": None,
        "ms": _rounded(ms),
    }


def _cell_json(cell: ReadCell) -> JsonObject:
    return {
        "letters": cell.letters,
        "confidence": round(cell.confidence, 4),
        "box": _box_json(cell.box),
        "centre": [round(cell.centre.x, 1), round(cell.centre.y, 1)],
        "source": cell.source,
        "doubtful": cell.doubtful,
        "why": cell.why,
    }


def _cell_from_json(cell: JsonObject) -> ReadCell:
    return ReadCell(
        cell["letters"],
        cell["confidence"],
        Box(*cell["box"]),
        Point(*cell["centre"]),
        CellSource(cell["source"]),
        cell["doubtful"],
        cell["why"],
    )


def _box_json(box: Box | None) -> list[int] | None:
    return None if box is None else list(box)


def with_words(head: JsonObject, words: bytes, **tail: object) -> bytes:
    """Put the word list, which the kernel wrote as JSON, between two objects without parsing it."""
    return b"".join((to_bytes(head)[:-1], b',"words":', words, b",", to_bytes(tail)[1:]))


class Json(bytes):
    """A value that is written as JSON already."""


def object_to_bytes(members: JsonObject) -> bytes:
    """As `to_bytes`; the members' values may be `Json`, and these stand at the end."""
    written = {name: value for name, value in members.items() if isinstance(value, Json)}
    others = to_bytes({name: value for name, value in members.items() if name not in written})[1:-1]
    parts = [others] if others else []
    return b"{%b}" % b",".join(
        parts + [b'"%b":%b' % (name.encode(), value) for name, value in written.items()]
    )


def to_bytes(value: object) -> bytes:
    return _ENCODER.encode(value).encode()
