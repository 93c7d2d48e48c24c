"""The games of Wordle that the documentation shows, checked by a test against what the tasks say."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

BODIES: Final[Json] = {
    "guesses": {
        "summary": "Two guesses with their marks",
        "value": {"clues": ["salet=bbbby", "crony=bbybb"], "top": 2, "left": 3},
    },
    "opening": {"summary": "The first guess", "value": {"mode": "hard"}},
    "boards": {
        "summary": "Two boards that share the guesses, marks as squares and digits",
        "value": {"boards": [["slate=⬛⬛⬛⬛🟨"], ["slate=02010"]], "top": 3},
    },
    "lists": {
        "summary": "Words of your own, one of them likelier, and past answers",
        "value": {
            "answers": ["crane", "crate", "craze", "grape"],
            "allowed": ["salet"],
            "probabilities": {"crane": 3, "crate": 1, "craze": 1, "grape": 1},
            "exclude": ["craze"],
            "clues": ["salet=bbybg"],
        },
    },
    "spanish": {
        "summary": "Six letters in Spanish",
        "value": {"dictionary": "es", "length": 6, "clues": ["camión=bybbgb"], "strategy": "entropy"},
    },
    "states": {
        "summary": "Several games, one of them with marks that clash",
        "value": {"states": [["slate=bbbby"], [], ["slate=ggggb", "slate=bbbbb"]], "top": 1, "left": 1},
    },
}

RATE_BODIES: Final[Json] = {
    "guesses": {
        "summary": "The guesses with their marks",
        "value": {"clues": ["slate=bbbby", "moped=ggggg"], "mode": "hard"},
    },
    "answer": {
        "summary": "The guesses and the answer",
        "value": {"clues": ["salet", "crony", "ditto"], "answer": "ditto"},
    },
    "games": {
        "summary": "Several games",
        "value": {"games": [["slate=bbbby", "moped=ggggg"], ["crane=bbbbg"]], "mode": "hard"},
    },
}
TRIAL_BODIES: Final[Json] = {
    "openings": {
        "summary": "Two first guesses on a sample of the answers",
        "value": {"strategy": "entropy", "starts": ["least", "salet"], "limit": 100},
    },
    "frequency": {"summary": "All answers by letter frequency", "value": {"strategy": "frequency"}},
}

RESULT: Final[Json] = {
    "kind": "wordle",
    "state": "playing",
    "rows": 2,
    "cols": 5,
    "letters": ["SALET", "CRONY"],
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"solve": 8.14, "total": 8.2},
    "tiles": ["bbbby", "bbybb"],
    "strategy": "optimal",
    "mode": "easy",
    "max_guesses": 6,
    "won": None,
    "guess": 3,
    "found_by": "exact",
    "suggestions": [
        {
            "word": "ditto",
            "possible": True,
            "expected_left": 0.857143,
            "worst": 1,
            "groups": 7,
            "bits": 2.807355,
            "win_now": 0.142857,
            "win_by": {"3": 0.142857, "4": 1.0, "5": 1.0, "6": 1.0},
            "expected_guesses": 1.857143,
            "boards": [],
            "drawn": None,
            "proven": False,
            "why": "It tells all 7 likely words of 24 left apart; it is the answer in 14.3% of cases.",
            "score": None,
        },
        {
            "word": "outgo",
            "possible": True,
            "expected_left": 0.857143,
            "worst": 1,
            "groups": 7,
            "bits": 2.807355,
            "win_now": 0.142857,
            "win_by": {"3": 0.142857, "4": 1.0, "5": 1.0, "6": 1.0},
            "expected_guesses": 1.857143,
            "boards": [],
            "drawn": None,
            "proven": False,
            "why": "It tells all 7 likely words of 24 left apart; it is the answer in 14.3% of cases.",
            "score": None,
        },
    ],
    "boards": [
        {
            "clues": ["salet=bbbby", "crony=bbybb"],
            "solved": False,
            "left_count": 24,
            "left_share": 0.001616,
            "likely_count": 7,
            "left": [
                {"word": "ditto", "share": 0.141784},
                {"word": "motif", "share": 0.141784},
                {"word": "motto", "share": 0.141784},
            ],
        }
    ],
    "dictionary": {
        "name": "wordle",
        "sha256": "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4",
        "length": 5,
        "answers": 3158,
        "allowed": 14855,
    },
}
"""Of the body `guesses`."""

RATING: Final[Json] = {
    "kind": "wordle",
    "state": "playing",
    "rows": 3,
    "cols": 5,
    "letters": ["SALET", "CRONY", "DITTO"],
    "cells": [],
    "start": None,
    "score": None,
    "score_box": None,
    "others": [],
    "llm": None,
    "ms": {"rate": 392.19, "total": 392.21},
    "tiles": ["bbbby", "bbybb", "ggggg"],
    "strategy": "optimal",
    "mode": "easy",
    "skill": 92.3,
    "luck": 53.7,
    "solved": True,
    "guesses": [
        {
            "clue": "salet=bbbby",
            "skill": 96.3,
            "luck": 35.9,
            "best": "tarse",
            "left_before": 3158,
            "left_after": 105,
            "expected_left": 100.114022,
            "kept_rules": True,
        },
        {
            "clue": "crony=bbybb",
            "skill": 80.6,
            "luck": 32.2,
            "best": "north",
            "left_before": 105,
            "left_after": 7,
            "expected_left": 5.81069,
            "kept_rules": True,
        },
        {
            "clue": "ditto=ggggg",
            "skill": 100.0,
            "luck": 92.9,
            "best": "ditto",
            "left_before": 7,
            "left_after": 0,
            "expected_left": 0.857143,
            "kept_rules": True,
        },
    ],
    "dictionary": {
        "name": "wordle",
        "sha256": "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4",
        "length": 5,
        "answers": 3158,
        "allowed": 14855,
    },
}
"""Of the body `answer`."""

TRIAL_RESULT: Final[Json] = {
    "starts": [
        {
            "start": "least",
            "games": 100,
            "won": 100,
            "lost": 0,
            "total": 351,
            "mean": 3.51,
            "average": 3.51,
            "worst": 5,
            "histogram": {"2": 2, "3": 51, "4": 41, "5": 6},
            "failed": [],
        },
        {
            "start": "salet",
            "games": 100,
            "won": 100,
            "lost": 0,
            "total": 357,
            "mean": 3.57,
            "average": 3.57,
            "worst": 5,
            "histogram": {"2": 2, "3": 45, "4": 47, "5": 6},
            "failed": [],
        },
    ],
    "strategy": "entropy",
    "mode": "easy",
    "max_guesses": 6,
    "dictionary": {
        "name": "wordle",
        "sha256": "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4",
        "length": 5,
        "answers": 3158,
        "allowed": 14855,
    },
    "ms": {"total": 3829.67},
}
"""Of the body `openings`."""

TREE_BODIES: Final[Json] = {
    "lists": {
        "summary": "Words of your own: the best start is found",
        "value": {
            "answers": ["crane", "crate", "craze", "grape", "grade", "trade"],
            "allowed": ["salet", "tozed"],
        },
    },
    "start": {
        "summary": "The game's own words with a start, in hard mode",
        "value": {"start": "salet", "mode": "hard"},
    },
    "everything": {
        "summary": "Which start is best, with half a minute to rule each of the others out",
        "value": {"seconds": 30},
    },
}

TREE_RESULT: Final[Json] = {
    "start": "crate",
    "mode": "easy",
    "max_guesses": 6,
    "answers": 6,
    "allowed": 8,
    "total": 13,
    "mean": 2.16667,
    "worst": 3,
    "guesses": {"1": 1, "2": 3, "3": 2},
    "proven": True,
    "possible": True,
    "lower_bound": 13,
    "gap": 0,
    "proof": {"starts": 8, "ruled_out": 8, "states": 8, "bounds": 0, "labels": 858},
    "tree": {
        "guess": "crate",
        "next": {
            "bggbg": {"guess": "grade", "next": {"gggbg": {"guess": "grape"}}},
            "bggyg": {"guess": "trade"},
            "gggbg": {"guess": "crane", "next": {"gggbg": {"guess": "craze"}}},
        },
    },
    "dictionary": {
        "name": None,
        "sha256": "6382c00b0f0dee20ba313f09a4a6f846f6e3cb293f342123a2608393357634d9",
        "length": 5,
        "answers": 6,
        "allowed": 8,
    },
    "ms": {"total": 21.7},
}
"""Of the body `lists`."""
