"""Making it easier for the other one."""

from __future__ import annotations

import pytest

from agent.ports import Word
from agent.wishes import Wishes

PATH = ((0, 1, 2),)
CAT = Word("CAT", 100, PATH, 1.0, level=10)
RARE = Word("QUOIN", 800, PATH, 1.0, level=70)
UNKNOWN = Word("ZAX", 100, PATH, 0.5)
WORDS = (RARE, CAT, UNKNOWN)


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (Wishes(), (RARE, CAT, UNKNOWN)),
        (Wishes(common=35), (CAT,)),
        (Wishes(longest=4), (CAT, UNKNOWN)),
        (Wishes(common=80, longest=3), (CAT,)),
    ],
)
def test_words_that_may_be_played(wishes: Wishes, expected: tuple[Word, ...]) -> None:
    assert wishes.allowed(WORDS) == expected


@pytest.mark.parametrize(
    ("wishes", "played", "expected"),
    [
        (Wishes(), 7, (RARE, CAT, UNKNOWN)),
        (Wishes(max_words=2), 0, (RARE, CAT)),  # half of ZAX's points are to be expected
        (Wishes(max_words=2), 1, (RARE,)),
        (Wishes(max_words=2), 5, ()),
        (Wishes(max_words=2, short_first=True), 0, (CAT, UNKNOWN)),
    ],
)
def test_the_cap_leaves_room_for_the_best(wishes: Wishes, played: int, expected: tuple[Word, ...]) -> None:
    assert wishes.most_wanted(WORDS, played) == expected


@pytest.mark.parametrize("wrong", [{"target": 0}, {"max_words": -1}, {"pace": 0.0}, {"seconds": 0.0}])
def test_impossible_wishes_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="not"):
        Wishes(**wrong)  # type: ignore[arg-type]


def test_what_is_enough() -> None:
    wishes = Wishes(target=1000, max_words=5)
    assert wishes.fulfilled(4, 900) is None
    assert (wishes.fulfilled(4, 1000), wishes.fulfilled(5, 900)) == ("target", "max-words")
    assert Wishes().fulfilled(999, 999_999) is None
