"""Words that were dragged: which of them have counted, if that is to explain the digits, and what is learned.

A drag that loses a tile may spell another word, whose points are fewer. The digits then look as if a third
word had not counted, and a word that is dragged twice in vain may have lost a tile both times. So words are
learned of only where the pixels, heard before, say the same as the digits, and where the phone has followed
too well for it to have missed the same word time and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from agent.ports import Word

MOST_OPEN: Final = 24
"""Words among which changes are sought; with more, single ones only."""
SUREST: Final = 0.95
"""Chance that a game knows a word, at most: no list is nearer to a game's own."""
RISK: Final = 0.05
"""Chance at most that the game knows a word that is told to be refused."""


@dataclass(slots=True)
class Attempt:
    """A word that was dragged."""

    word: Word
    number: int
    """1 for the word's first."""
    released: float
    counted: bool | None = None
    """None until a witness was heard."""
    seen: bool | None = None
    """What the pixels told, if they told anything."""
    is_blurred: bool = False
    """Whether a change of the pixels may have been this word's or another's."""
    is_certain: bool = False
    """Whether the digits confirm it, or are believed though they do not."""
    is_unclear: bool = False
    """Whether nothing is learned of it: the digits might be explained in another way, or not at all."""
    told: bool | None = None
    """What was said of it last, in a `Judgement`."""


def explain(
    attempts: Sequence[Attempt], flags: Sequence[bool], gained: int, changes: int
) -> list[bool] | None:
    """Which attempts have counted, if they brought so many points and so many of the flags are wrong; None
    where that cannot be."""
    if len(attempts) > MOST_OPEN and changes > 1:
        return None
    values = [attempt.word.points for attempt in attempts]
    missing = gained - sum(value for value, flag in zip(values, flags, strict=True) if flag)
    likeliest = sorted(range(len(attempts)), key=lambda place: _trust(attempts[place]))
    for changed in combinations(likeliest, changes):
        if sum(-values[place] if flags[place] else values[place] for place in changed) == missing:
            return [flag != (place in changed) for place, flag in enumerate(flags)]
    return None


def _trust(attempt: Attempt) -> tuple[bool, float, int]:
    """Without a witness it is trusted least, then the less the game is likely to know the word, then the
    longer it is to drag."""
    return attempt.counted is not None, attempt.word.chance, -len(attempt.word.text)


def are_sure(attempts: Sequence[Attempt], flags: Sequence[bool], *, is_whole: bool) -> bool:
    """Whether there is no other explanation of the digits than these flags.

    One word that brought less than its own points, or late, looks like any other of as many points: where
    pixels and digits disagree about one, nobody knows about the rest.

    Args:
        is_whole: whether no word is left out of which the digits may show the points or not.
    """
    return all(
        attempt.seen is flag or (attempt.seen is None and flag and is_whole)
        for attempt, flag in zip(attempts, flags, strict=True)
    )


def may_spell(longer: str, word: str) -> bool:
    """Whether a drag of the one may spell the other when it loses tiles."""
    letters = iter(longer)
    return len(word) < len(longer) and all(letter in letters for letter in word)


def known_all_the_same(chance: float, lost: float, times: int) -> float:
    """How likely it is that the game knows a word whose drags did not count so many times.

    Args:
        chance: that it knows it, before.
        lost: the share of drags that do not arrive, or arrive as others.
    """
    known = min(chance, SUREST)
    missed = known * lost**times
    return missed / (missed + 1 - known)
