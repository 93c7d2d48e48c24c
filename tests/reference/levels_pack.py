"""Slow and obvious: what is wrong with a pack of levels, by its JSON and plain lists of words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tests.reference.levels import layout_faults, words_by_counting

SPACING = 200


def pack_faults(
    pack: Mapping[str, Any], listed: Collection[str], fit: Collection[str], zipfs: Mapping[str, float]
) -> list[str]:
    """Every fault as a sentence; nothing for a right pack.

    Args:
        listed: the word list.
        fit: its words that are fit for players.
        zipfs: of the fit words, 0 or none for unknown.
    """
    levels = pack["levels"]
    longest = max(len(level["letters"]) for level in levels)
    listed = [word for word in listed if len(word) <= longest]
    faults = [
        f"level {number}: {fault}"
        for number, level in enumerate(levels, start=1)
        for fault in _level_faults(level, listed, fit, zipfs)
    ]
    faults += _repeats(levels)
    faults += _order([level["difficulty"] for level in levels])
    if [level["number"] for level in levels] != list(range(1, pack["options"]["count"] + 1)):
        faults.append("the numbers are not those of so many levels")
    return faults


def _level_faults(
    level: Mapping[str, Any], listed: Collection[str], fit: Collection[str], zipfs: Mapping[str, float]
) -> Iterator[str]:
    words = [each["word"] for each in level["words"]]
    yield from layout_faults(
        words, [(each["word"], each["row"], each["col"], each["across"]) for each in level["words"]]
    )
    wheel = set(level["letters"])
    formable = words_by_counting(level["letters"], (word for word in listed if wheel.issuperset(word)), 3)
    if len(set(words)) != len(words):
        yield "a word twice"
    if not any(len(word) == len(level["letters"]) for word in words):
        yield "no full word"
    if not set(words) <= formable & set(fit):
        yield f"no words for players: {set(words) - (formable & set(fit))}"
    if not set(level["bonus"]) <= formable - set(words):
        yield "a bonus word is wrong"
    if not (formable - set(words)) & set(fit) <= set(level["bonus"]):
        yield "a fit word is no bonus word"
    if abs(level["difficulty"] - _difficulty(level, words, zipfs)) > 0.011:
        yield f"its difficulty is {_difficulty(level, words, zipfs)}"


def _difficulty(level: Mapping[str, Any], words: list[str], zipfs: Mapping[str, float]) -> float:
    """As `app/data/LEVELS.md` has it."""
    known = [zipfs.get(word) or 3.0 for word in words]
    letters = sum(map(len, words))
    cells = letters - level["crossings"]
    return 100 * (
        0.28 * _part(len(level["letters"]), 4, 8)
        + 0.22 * _part(len(words), 3, 14)
        + 0.15 * _part(letters / len(words), 3, 5.5)
        + 0.25 * (_part(-sum(known) / len(known), -5.5, -3) + _part(-min(known), -5, -2.5)) / 2
        + 0.05 * _part(cells / (level["rows"] * level["cols"]), 0.3, 0.7)
        + 0.05 * _part((cells - level["crossings"]) / cells, 0.6, 0.9)
    )


def _part(value: float, least: float, most: float) -> float:
    return max(0.0, min(1.0, (value - least) / (most - least)))


def _repeats(levels: list[Mapping[str, Any]]) -> Iterator[str]:
    wheels = ["".join(sorted(level["letters"])) for level in levels]
    if len(set(wheels)) != len(wheels):
        yield "a wheel twice"
    longest = [
        {each["word"] for each in level["words"] if len(each["word"]) == len(level["letters"])}
        for level in levels
    ]
    for place, words in enumerate(longest):
        for before in longest[max(0, place - SPACING + 1) : place]:
            if words & before:
                yield f"level {place + 1} has a longest word again"


def _order(rising: list[float]) -> Iterator[str]:
    most = 0.02 * (max(rising) - min(rising))
    for place, difficulty in enumerate(rising):
        if any(before - difficulty > most + 1e-9 for before in rising[:place]):
            yield f"the difficulty falls at level {place + 1}"
