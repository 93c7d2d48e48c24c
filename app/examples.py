"""The answers that the documentation shows: real ones, checked by a test against what the tasks say."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from worker.errors import RaggedGrid
from worker.wire import CANCELED

Json = dict[str, Any]

BOARD: Final = ("STAR", "ENIL", "GROP", "DUET")
"""The board of the sample picture, `app/data/sample-board.png`."""

GRID_BODIES: Final[Json] = {
    "rows": {"summary": "A text a row", "value": {"grid": list(BOARD), "min_length": 4, "limit": 2}},
    "text": {"summary": "One text", "value": {"grid": "/".join(BOARD)}},
    "tiles": {
        "summary": "Tiles, one of them with two letters, and a hole",
        "value": {"grid": [["Qu", "I", "T"], ["E", ".", "S"], ["N", "A", "R"]], "points": "boggle"},
    },
    "batch": {
        "summary": "Several boards, one of them wrong",
        "value": {"grids": ["/".join(BOARD), "CAT/DOG", "AB/C"], "limit": 1},
    },
}

WORDHUNT_RESULT: Final[Json] = {
    "kind": "wordhunt",
    "state": "playing",
    "rows": 4,
    "cols": 4,
    "letters": list(BOARD),
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"solve": 0.21, "total": 0.35},
    "words": [
        {"word": "replating", "points": 2600, "path": [9, 14, 11, 7, 2, 1, 6, 5, 8]},
        {"word": "stereoing", "points": 2600, "path": [0, 1, 4, 9, 14, 10, 6, 5, 8]},
    ],
    "word_count": 573,
    "total_points": 540400,
    "dictionary": {
        "name": "en",
        "sha256": "022cec68786e3dd1f5d688cfa544dc4f0ee50ba7b8f73480c67a20cb6422b8d6",
    },
}
"""Of the body `rows`."""

READ_RESULT: Final[Json] = {
    "kind": "wordhunt",
    "state": "playing",
    "rows": 1,
    "cols": 2,
    "letters": ["[Qu]."],
    "cells": [
        {
            "letters": "QU",
            "confidence": 0.9987,
            "box": [174, 1158, 206, 207],
            "centre": [277.2, 1261.5],
            "source": "model",
            "doubtful": False,
            "why": None,
        },
        {
            "letters": "",
            "confidence": 1.0,
            "box": [379, 1159, 206, 206],
            "centre": [482.1, 1261.9],
            "source": "model",
            "doubtful": False,
            "why": None,
        },
    ],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"decode": 42.1, "locate": 24.3, "letters": 12.8, "screen": 9.6, "assemble": 0.7, "total": 89.9},
    "tiles": [],
    "words": [],
    "crossword": [],
}
"""A board cut short to two cells, the second one a hole."""


JOB: Final = "l4aZyWg1wLqXr0mVQd2i5A"
_PATH: Final = f"/jobs/{JOB}"
_SHEETS: Final = {
    "puzzle": "puzzle.html",
    "solution": "solution.html",
    "puzzle_svg": "puzzle.svg",
    "puzzle_png": "puzzle.png",
    "puzzle_txt": "puzzle.txt",
    "solution_svg": "solution.svg",
    "solution_png": "solution.png",
    "solution_txt": "solution.txt",
}
"""Links of a word search."""


def queued(task: str) -> Json:
    """A job's record while it waits."""
    return {
        "id": JOB,
        "task": task,
        "state": "queued",
        "position": 3,
        "created": "2026-11-30T09:00:00.000Z",
        "started": None,
        "ended": None,
        "attempts": 0,
        "progress": 0.0,
        "stage": None,
        "ms": {},
        "error": None,
        "links": {"self": _PATH, "events": f"{_PATH}/events", "cancel": _PATH},
        "result": None,
    }


def finished(task: str, result: Json) -> Json:
    """A job's record with its result."""
    is_puzzle = "hits" in result
    overlay = {"overlay": f"{_PATH}/overlay.png"} if result.get("cells") or is_puzzle else {}
    pages = {name: f"{_PATH}/{file}" for name, file in _SHEETS.items() if is_puzzle}
    if ("words" in result and "density" in result) or "format" in result:
        pages |= {"level": f"{_PATH}/level.svg"}
    if "format" in result:
        pages |= {"pack": f"{_PATH}/pack.json", "curve": f"{_PATH}/curve.svg"}
    picture = bool(result.get("cells"))
    spent = {"queued": 4.0, "prepare": 0.31, "solve": 0.55, "total": 9.0}
    return {
        **queued(task),
        "state": "finished",
        "position": None,
        "started": "2026-11-30T09:00:00.004Z",
        "ended": "2026-11-30T09:00:00.009Z" if not picture else "2026-11-30T09:00:00.101Z",
        "attempts": 1,
        "progress": 1.0,
        "ms": spent if not picture else {"queued": 4.0, "prepare": 0.42, "read": 95.2, "total": 101.0},
        "links": {"self": _PATH, "events": f"{_PATH}/events", **overlay, **pages},
        "result": result,
    }


def canceled(task: str) -> Json:
    """The record of a job that was stopped while it ran."""
    return {
        **queued(task),
        "state": "canceled",
        "position": None,
        "started": "2026-11-30T09:00:00.004Z",
        "ended": "2026-11-30T09:00:01.250Z",
        "attempts": 1,
        "progress": 0.1,
        "ms": {"queued": 4.0, "total": 1250.0},
        "error": {**asdict(CANCELED)},
        "links": {"self": _PATH, "events": f"{_PATH}/events"},
    }


JOBS: Final[Json] = {
    "finished": {"summary": "It is done", "value": finished("wordhunt.solve", WORDHUNT_RESULT)},
    "queued": {"summary": "It waits", "value": queued("wordhunt.solve")},
    "canceled": {"summary": "It was canceled", "value": canceled("read")},
}

EVENTS: Final = """\
event: state
data: {"state":"queued","created":"2026-11-30T09:00:00.000Z"}
id: 1796029200000-0

event: state
data: {"state":"started","started":"2026-11-30T09:00:00.004Z","progress":0.0}
id: 1796029200004-0

event: progress
data: {"state":"started","progress":0.5,"stage":"llm"}
id: 1796029200310-0

event: state
data: {"state":"finished","ended":"2026-11-30T09:00:02.117Z","progress":1.0}
id: 1796029202117-0

event: result
data: {"id":"l4aZyWg1wLqXr0mVQd2i5A","task":"read","state":"finished","result":{"kind":"wordhunt"}}
id: 1796029202117-0-result

"""
"""A job's stream, its record cut short."""


RAGGED_GRID: Final[Json] = {
    "type": "urn:tilewise:problem:ragged_grid",
    "title": "The grid's rows differ in length",
    "status": 422,
    "detail": "Row 2 has 3 tiles where the first row has 4.",
    "instance": "urn:tilewise:request:9f86d081884c7d65",
    "code": "ragged_grid",
    "hint": RaggedGrid.default_hint,
    "details": {"row": 1},
    "request_id": "9f86d081884c7d65",
}

_ENGLISH: Final = WORDHUNT_RESULT["dictionary"]["sha256"]
_SPANISH: Final = "8aca06d8068b039fd1ad00a4ea817a7a4e332fb56ba628bf9b19258b8e991805"
_PORTUGUESE: Final = "3d9f4c2e156eef2f6a31cd4afdf1fb8f26b4d653621ff9d7032659a0be2adf49"

LIST_BODIES: Final[Json] = {
    "words": {"summary": "Words", "value": {"name": "my-words", "words": ["Cat", "dog", "cat", "R2D2"]}}
}

STORED_DICTIONARY: Final[Json] = {
    "name": "my-words",
    "language": "en",
    "sha256": "3a450eb155d6a4c6a5bd642b1dca64ddfc6c6b8823ca468a4797682265d07504",
    "words": 2,
    "origin": "imported",
    "repeated": 1,
    "dropped": {"digits": 1},
}
"""Of the body `words`."""

DICTIONARIES: Final[Json] = {
    "dictionaries": [
        {"name": "en", "language": "en", "sha256": _ENGLISH, "words": 254319, "origin": "shipped"},
        {"name": "es", "language": "es", "sha256": _SPANISH, "words": 636598, "origin": "shipped"},
        {"name": "pt", "language": "pt", "sha256": _PORTUGUESE, "words": 384036, "origin": "shipped"},
    ]
}

CHECKED_WORDS: Final[Json] = {
    "dictionary": {"name": "en", "sha256": _ENGLISH},
    "words": [
        {"word": "cat", "found": True, "level": 10, "rarity": "common", "verdict": None},
        {"word": "catt", "found": False, "level": None, "rarity": None, "verdict": None},
    ],
}

_HEARD: Final[Json] = {
    "dictionary": {"name": "en", "sha256": _ENGLISH},
    "version": "c594d678fdb2f478920fd9b22acd6a34efd4fd23ed06636c41b9250d264c2a4a",
    "accepted": 1,
    "rejected": 1,
}

FEEDBACK_TAKEN: Final[Json] = {**_HEARD, "left_out": []}
"""Of the body that `GameReports` shows, sent once."""

FEEDBACK: Final[Json] = {
    **_HEARD,
    "words": [
        {"word": "rin", "accepted": 0, "rejected": 1, "game": "rejected", "found": True, "chance": 0.091},
        {"word": "star", "accepted": 1, "rejected": 0, "game": "accepted", "found": True, "chance": 0.999},
    ],
}
"""What stands afterwards."""
