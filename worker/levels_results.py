"""What the jobs about levels answer, as JSON: levels, packs, layouts, the words of a wheel."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from worker.results import to_bytes
from worker.wire import JsonObject

if TYPE_CHECKING:
    from dictionaries import Fitness
    from worker.solvers.levels import Level, PackOptions
    from worker.solvers.levels_layout import Layout, Placement

FORMAT: Final = "tilewise-levels"
VERSION: Final = 1
"""Of the format of packs; raised when a program that reads packs would have to change."""
CURVE_POINTS: Final = 101
LEVELS: Final = b',"levels":[\n'
"""Between the head of a pack and its levels, of which each has a line."""
_END: Final = b"\n]}\n"
_DIGITS: Final = 4
_NAME_SHARE: Final = 0.25
"""Of a drawing's width, what a tier's name takes with its margin."""


def level_json(level: Level, bonus: Sequence[str], fitness: Fitness) -> JsonObject:
    """A level but for its number and its tier, which it has in a pack."""
    layout = level.layout
    return {
        "letters": level.letters,
        "rows": layout.rows,
        "cols": layout.cols,
        "words": [_word_json(each, fitness) for each in layout.placements],
        "bonus": list(bonus),
        "difficulty": level.difficulty,
        "density": round(layout.density, _DIGITS),
        "crossings": layout.crossings,
    }


def _word_json(placed: Placement, fitness: Fitness) -> JsonObject:
    spellings = fitness.spellings(placed.word)
    further = {"spellings": list(spellings)} if len(spellings) > 1 else {}
    return {"word": placed.word, "display": spellings[0], **placement_json(placed), **further}


def placement_json(placed: Placement) -> JsonObject:
    return {"word": placed.word, "row": placed.row, "col": placed.col, "across": placed.across}


def pack_head(
    options: PackOptions, language: str, dictionary: JsonObject, rising: Sequence[float]
) -> JsonObject:
    """All of a pack but its levels.

    Args:
        rising: the difficulty of each level.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": language,
        "dictionary": dictionary,
        "options": asdict(options),
        "tiers": _tiers_json(rising),
        "curve": [[number + 1, rising[number]] for number in _spread(len(rising))],
    }


def _tiers_json(rising: Iterable[float]) -> list[JsonObject]:
    from worker.solvers.levels_difficulty import TIERS, tier_of

    counts = Counter(map(tier_of, rising))
    return [{"name": name, "difficulty": least, "levels": counts[name]} for name, least in TIERS.items()]


def _spread(count: int) -> list[int]:
    """So many places of a row, the first and the last one among them."""
    points = min(count, CURVE_POINTS)
    return [number * (count - 1) // max(1, points - 1) for number in range(points)]


def tiers_named_first(pack: Mapping[str, Any]) -> list[tuple[JsonObject, bool]]:
    """Each tier, and whether a drawing of the pack's curve has room for its name where the levels begin.

    There the curve has to be below the tier; else the name stands at the end, where the curve is above.
    """
    points: Sequence[tuple[int, float]] = pack["curve"]
    beginning = points[0][0] + _NAME_SHARE * (points[-1][0] - points[0][0])
    highest = max(difficulty for number, difficulty in points if number <= beginning)
    return [(tier, highest < tier["difficulty"]) for tier in pack["tiers"]]


def pack_bytes(head: JsonObject, levels: Iterable[bytes]) -> bytes:
    """A pack as JSON with a level a line, so that it can be taken apart without being parsed."""
    return b"".join((to_bytes(head)[:-1], LEVELS, b",\n".join(levels), _END))


def is_pack(result: bytes) -> bool:
    """Whether a result is a pack, without parsing it."""
    return result.startswith(b'{"format":"%b"' % FORMAT.encode())


def without_levels(pack: bytes) -> bytes:
    """The JSON of a pack but for its levels."""
    return pack.partition(LEVELS)[0] + b"}"


def head_of(pack: bytes) -> JsonObject:
    """A pack without its levels, which are not parsed."""
    head: JsonObject = json.loads(without_levels(pack))
    return head


def level_of(pack: bytes, number: int) -> JsonObject | None:
    """A level of a pack, from 1, without parsing the others."""
    levels = pack.partition(LEVELS)[2].split(b"\n")[:-2]
    if not 1 <= number <= len(levels):
        return None
    level: JsonObject = json.loads(levels[number - 1].rstrip(b","))
    return level


def numbered(level: bytes, number: int, difficulty: float) -> bytes:
    """A level's JSON with its place in the pack, from 1, and its tier."""
    from worker.solvers.levels_difficulty import tier_of

    return b'{"number":%d,"tier":"%b",%b' % (number, tier_of(difficulty).encode(), level[1:])


def layout_json(layout: Layout) -> JsonObject:
    """Where words lie, and how good that is."""
    return {
        "rows": layout.rows,
        "cols": layout.cols,
        "words": [placement_json(each) for each in layout.placements],
        "missing": list(layout.missing),
        "grid": layout.texts(),
        "area": layout.area,
        "density": round(layout.density, _DIGITS),
        "crossings": layout.crossings,
    }


def known_json(words: Iterable[str], fitness: Fitness) -> list[JsonObject]:
    """Words with what is known of them."""
    return [_known(word, fitness) for word in words]


def _known(word: str, fitness: Fitness) -> JsonObject:
    verdict = fitness.verdict(word)
    return {"word": word, "display": verdict.spellings[0], "fit": verdict.fit, "zipf": verdict.zipf}


def cells_of(level: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    """The letter in each box, by row and column."""
    return {
        (each["row"], each["col"] + step) if each["across"] else (each["row"] + step, each["col"]): letter
        for each in level["words"]
        for step, letter in enumerate(each["word"])
    }
