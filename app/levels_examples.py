"""The levels that the documentation shows: real ones, checked by a test against what the tasks say."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

WORDS_BODIES: Final[Json] = {
    "letters": {"summary": "Letters", "value": {"letters": "there", "min_length": 4}},
    "spanish": {
        "summary": "A wheel in Spanish",
        "value": {"letters": "C, A, M, I, N, O", "dictionary": "es"},
    },
}
SOLVE_BODIES: Final[Json] = {
    "typed": {
        "summary": "A crossword with one letter",
        "value": {"letters": "pkra", "crossword": ["####", "A...", "###."]},
    },
}
LAYOUT_BODIES: Final[Json] = {
    "words": {
        "summary": "Six words",
        "value": {"words": ["bring", "ring", "grin", "brig", "rig", "big"], "seed": 1},
    },
    "limits": {
        "summary": "For a screen: near square, and no side longer than 10",
        "value": {
            "words": ["año", "caño", "cono", "oca"],
            "language": "es",
            "max_side": 10,
            "max_aspect": 1.5,
        },
    },
}
PACK_BODIES: Final[Json] = {
    "small": {
        "summary": "One small level in Spanish",
        "value": {
            "language": "es",
            "count": 1,
            "min_letters": 5,
            "max_letters": 5,
            "max_words": 4,
            "seed": 4,
        },
    },
    "large": {"summary": "A game's worth", "value": {"language": "pt", "count": 8000, "seed": 1}},
}

WORDS: Final[Json] = {
    "kind": "wheel",
    "state": "playing",
    "rows": 1,
    "cols": 5,
    "letters": ["THERE"],
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"solve": 1.4, "total": 1.4},
    "words": [
        {"word": "ether", "display": "ether", "fit": True, "zipf": 3.4},
        {"word": "there", "display": "there", "fit": True, "zipf": 6.3},
        {"word": "three", "display": "three", "fit": True, "zipf": 5.8},
        {"word": "ethe", "display": "ethe", "fit": False, "zipf": 1.5},
        {"word": "here", "display": "here", "fit": True, "zipf": 6.0},
        {"word": "hete", "display": "hete", "fit": False, "zipf": 1.8},
        {"word": "rete", "display": "rete", "fit": False, "zipf": 2.0},
        {"word": "teer", "display": "teer", "fit": False, "zipf": 1.7},
        {"word": "tehr", "display": "tehr", "fit": False, "zipf": None},
        {"word": "thee", "display": "thee", "fit": True, "zipf": 4.0},
        {"word": "tree", "display": "tree", "fit": True, "zipf": 4.8},
    ],
    "word_count": 11,
    "dictionary": {
        "name": "en",
        "sha256": "022cec68786e3dd1f5d688cfa544dc4f0ee50ba7b8f73480c67a20cb6422b8d6",
    },
}
"""Of the body `letters`."""

LAYOUT: Final[Json] = {
    "rows": 4,
    "cols": 8,
    "words": [
        {"word": "bring", "row": 0, "col": 1, "across": True},
        {"word": "brig", "row": 0, "col": 1, "across": False},
        {"word": "grin", "row": 0, "col": 5, "across": False},
        {"word": "rig", "row": 0, "col": 7, "across": False},
        {"word": "big", "row": 2, "col": 0, "across": True},
        {"word": "ring", "row": 2, "col": 4, "across": True},
    ],
    "missing": [],
    "grid": [".bring.r", ".r...r.i", "big.ring", ".g...n.."],
    "area": 32,
    "density": 0.5625,
    "crossings": 5,
    "proof": None,
    "seed": 1,
    "ms": {"solve": 1.4, "total": 1.4},
}
"""Of the body `words`."""

SOLVED: Final[Json] = {
    "kind": "wheel",
    "state": "playing",
    "rows": 1,
    "cols": 4,
    "letters": ["PKRA"],
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"solve": 1.4, "total": 1.4},
    "crossword": ["####", "A...", "###."],
    "grid": ["PARK", "A...", "RAP."],
    "slots": [
        {
            "row": 0,
            "col": 0,
            "across": True,
            "given": "####",
            "word": "park",
            "certain": True,
            "words": ["park"],
            "word_count": 1,
        },
        {
            "row": 2,
            "col": 0,
            "across": True,
            "given": "###",
            "word": "rap",
            "certain": True,
            "words": ["rap"],
            "word_count": 1,
        },
        {
            "row": 0,
            "col": 0,
            "across": False,
            "given": "#A#",
            "word": "par",
            "certain": True,
            "words": ["par"],
            "word_count": 1,
        },
    ],
    "solutions": 1,
    "complete": True,
    "blank": 0,
    "bonus": [
        {"word": "ark", "display": "ark", "fit": True, "zipf": 3.8},
        {"word": "ka", "display": "ka", "fit": False, "zipf": 3.8},
        {"word": "pa", "display": "pa", "fit": False, "zipf": 4.5},
    ],
    "dictionary": {
        "name": "en",
        "sha256": "022cec68786e3dd1f5d688cfa544dc4f0ee50ba7b8f73480c67a20cb6422b8d6",
    },
}
"""Of the body `typed`."""

PACK: Final[Json] = {
    "format": "tilewise-levels",
    "version": 1,
    "language": "es",
    "dictionary": {
        "name": "es",
        "sha256": "8aca06d8068b039fd1ad00a4ea817a7a4e332fb56ba628bf9b19258b8e991805",
    },
    "options": {
        "count": 1,
        "seed": 4,
        "min_letters": 5,
        "max_letters": 5,
        "min_words": 3,
        "max_words": 4,
        "max_side": 10,
        "max_aspect": 1.5,
        "rounds": 300,
    },
    "tiers": [
        {"name": "beginner", "difficulty": 0.0, "levels": 0},
        {"name": "easy", "difficulty": 25.0, "levels": 1},
        {"name": "medium", "difficulty": 40.0, "levels": 0},
        {"name": "hard", "difficulty": 55.0, "levels": 0},
        {"name": "expert", "difficulty": 70.0, "levels": 0},
    ],
    "curve": [[1, 34.7]],
    "levels": [
        {
            "number": 1,
            "tier": "easy",
            "letters": "oendd",
            "rows": 5,
            "cols": 4,
            "words": [
                {"word": "dedo", "display": "dedo", "row": 0, "col": 0, "across": True},
                {
                    "word": "donde",
                    "display": "donde",
                    "row": 0,
                    "col": 2,
                    "across": False,
                    "spellings": ["donde", "dónde"],
                },
                {
                    "word": "done",
                    "display": "done",
                    "row": 2,
                    "col": 0,
                    "across": True,
                    "spellings": ["done", "doné"],
                },
                {"word": "don", "display": "don", "row": 2, "col": 0, "across": False},
            ],
            "bonus": ["dond", "onde", "den", "eon", "neo"],
            "difficulty": 34.7,
            "density": 0.65,
            "crossings": 3,
        }
    ],
}
"""Of the body `small`."""
PACK_HEAD: Final[Json] = {name: value for name, value in PACK.items() if name != "levels"}
"""What the job's record has of it."""
