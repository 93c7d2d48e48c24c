"""The word searches that the documentation shows: real ones, checked by a test against what the tasks say."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

PUZZLE: Final = ("TIGER", "GOODW", "RETTO", "ORK..")

BODIES: Final[Json] = {
    "list": {
        "summary": "A grid with its list",
        "value": {"grid": list(PUZZLE), "words": ["Tiger", "Otter", "Lynx"], "directions": "straight"},
    },
    "text": {
        "summary": "Grid and words as one text each",
        "value": {"grid": "TIGER/GOODW/RETTO", "words": "tiger; otter", "first_only": True},
    },
    "dictionary": {
        "summary": "No list: words of a dictionary, the likely ones first",
        "value": {"grid": "XELEPHANT/QZXQJWKVX", "contained": False, "limit": 10},
    },
    "bent": {
        "summary": "Words that turn, a cell with two letters, and one that may be any",
        "value": {"grid": [["S", "E", "A"], ["N", "O", "L"], ["Qu", "I", "?"]], "words": ["sea lion", "quit"],
                  "bent": True},
    },
    "batch": {
        "summary": "Several grids with one list, one of them wrong",
        "value": {"grids": ["CAT/DOG", "TAC/GOD", "AB/C"], "words": ["cat", "dog"], "message": False},
    },
}  # fmt: skip

_HEAD: Final[Json] = {
    "kind": "wordsearch",
    "state": "playing",
    "rows": 4,
    "cols": 5,
    "letters": list(PUZZLE),
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"solve": 0.35, "total": 0.52},
}


def _place(word: str, start: tuple[int, int], end: tuple[int, int], direction: str, cells: list[int]) -> Json:
    return {
        "word": word,
        "key": word.upper().replace(" ", ""),
        "start": list(start),
        "end": list(end),
        "direction": direction,
        "cells": cells,
        "palindrome": False,
        "mismatches": [],
        "inferred": False,
    }


RESULT: Final[Json] = {
    **_HEAD,
    "words": ["Tiger", "Otter", "Lynx"],
    "hits": [
        _place("Tiger", (0, 0), (0, 4), "e", [0, 1, 2, 3, 4]),
        _place("Otter", (2, 4), (2, 0), "w", [14, 13, 12, 11, 10]),
    ],
    "missing": ["Lynx"],
    "hidden": [],
    "inferred": [],
    "unused": [5, 6, 7, 8, 9, 15, 16, 17],
    "dictionary": None,
    "message": {"letters": "GOODWORK", "text": "GOOD WORK", "words": ["GOOD", "WORK"], "reads": True},
    "difficulty": {
        "level": "easy",
        "words": 2,
        "mean_length": 5.0,
        "directions": 2,
        "backwards": 0.5,
        "diagonal": 0.0,
        "bent": 0.0,
        "crossings": 0,
        "density": 0.556,
        "false_starts": 0.0,
        "looks": 7.0,
    },
}
"""Of the body `list`."""

MAKE_BODIES: Final[Json] = {
    "animals": {
        "summary": "Animals in seven rows",
        "value": {"words": ["Tiger", "Otter", "Sea Lion"], "rows": 7, "seed": 4},
    },
    "shape": {
        "summary": "In a ring, for beginners",
        "value": {"words": ["CAT", "DOG"], "shape": "????/?..?/?..?/????", "directions": ["e", "s"]},
    },
}

MADE: Final[Json] = {
    **_HEAD,
    "rows": 7,
    "letters": ["TTON", "IOTO", "GITI", "EQEL", "RJRA", "UMGE", "OSSS"],
    "cols": 4,
    "ms": {"make": 7.59, "total": 7.63},
    "words": ["Tiger", "Otter", "Sea Lion"],
    "hits": [
        _place("Tiger", (0, 0), (4, 0), "s", [0, 4, 8, 12, 16]),
        _place("Otter", (0, 2), (4, 2), "s", [2, 6, 10, 14, 18]),
        _place("Sea Lion", (6, 3), (0, 3), "n", [27, 23, 19, 15, 11, 7, 3]),
    ],
    "missing": [],
    "hidden": [],
    "inferred": [],
    "unused": [1, 5, 9, 13, 17, 20, 21, 22, 24, 25, 26],
    "seed": 4,
}
"""Of the body `animals`."""
