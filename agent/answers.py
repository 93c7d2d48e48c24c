"""What the service's JSON means to the agent; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, get_args

from agent.errors import ServiceRefused
from agent.ports import PixelBox, Reading, Solution, State, Word

Json = Mapping[str, Any]
_WRONG: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""What JSON of another shape raises when it is taken apart."""


def reading_of(result: Json) -> Reading:
    """The result of `POST /read` or `POST /wordhunt/solve`; raises ServiceRefused when it is none."""
    try:
        return _reading(result)
    except _WRONG as error:
        raise _unknown(error) from None


def solution_of(result: Json) -> Solution:
    """The result of `POST /wordhunt/solve` for a picture; raises ServiceRefused when it is none."""
    try:
        reading, cells = _reading(result), _boxes(result["cells"])
        if len(cells) != reading.rows * reading.cols:
            raise ValueError(f"{len(cells)} cells in {reading.rows} rows of {reading.cols}")
        # Each once, for a game takes none again.
        words = tuple({word.text: word for word in map(_word, result["words"])}.values())
        if any(cells[cell] is None for word in words for path in word.paths for cell in path):
            raise ValueError("a path over an empty cell")
        return Solution(reading, cells, words)
    except _WRONG as error:
        raise _unknown(error) from None


def names_of(listed: Json) -> tuple[str, ...]:
    """The word lists of `GET /dictionaries`; raises ServiceRefused when it is none."""
    try:
        return tuple(_text(card["name"]) for card in listed["dictionaries"])
    except _WRONG as error:
        raise _unknown(error) from None


def _reading(result: Json) -> Reading:
    start, score, score_box = result["start"], result["score"], result.get("score_box")
    return Reading(
        state=_state(result["state"]),
        start=None if start is None else _box(start),
        score=None if score is None else int(score),
        score_box=None if score_box is None else _box(score_box),
        letters=tuple(map(_text, result["letters"])),
        rows=int(result["rows"]),
        cols=int(result["cols"]),
        board=_around([box for box in _boxes(result["cells"]) if box is not None]),
        doubtful=any(cell["doubtful"] for cell in result["cells"]),
    )


def _state(value: object) -> State:
    """What a later service may see besides says nothing to this agent."""
    return next((state for state in get_args(State) if state == value), "unknown")


def _word(found: Json) -> Word:
    paths = tuple(tuple(map(int, path)) for path in found.get("paths") or [found["path"]])
    if any(not path or min(path) < 0 for path in paths):
        raise ValueError("a path beside the board")
    chance, level, points = found.get("chance"), found.get("level"), int(found["points"])
    word = Word(
        text=_text(found["word"]),
        points=points,
        paths=paths,
        chance=1.0 if chance is None else float(chance),
        level=None if level is None else int(level),
    )
    if points < 0 or not 0 <= word.chance <= 1:
        raise ValueError(f"a word with {points} points and a chance of {chance}")
    return word


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _boxes(cells: Sequence[Json]) -> tuple[PixelBox | None, ...]:
    return tuple(_box(cell["box"]) if cell["letters"] else None for cell in cells)


def _box(numbers: Sequence[float]) -> PixelBox:
    x, y, width, height = map(float, numbers)
    if not all(map(isfinite, (x, y, width, height))) or min(width, height) <= 0:
        raise ValueError(f"{numbers} is no box")
    return PixelBox(x, y, width, height)


def _around(boxes: Sequence[PixelBox]) -> PixelBox | None:
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return PixelBox(left, top, right - left, bottom - top)


def _unknown(error: Exception) -> ServiceRefused:
    return ServiceRefused(
        f"The service answers in a way that this agent does not know ({type(error).__name__}: {error}).",
        hint="Use an agent and a service of the same version.",
    )
