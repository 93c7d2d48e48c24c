"""The crossword above a letter wheel: which word goes where.

Boxes in a row or column, two or more, are a *slot*; each takes a word of the wheel of the same length, no
word twice, and slots that cross agree on the letter. Letters that stand there already have to be kept; a slot
that is full keeps its word, known or not.

Where no filling exists, the dictionary lacks a word of the game: then as few slots as possible, one or two,
are left blank.

Slots are filled one by one, that with the fewest words left first; the words that may still go to a slot are
bits of a number, so a letter that is fixed strikes out words by one `and`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final

from worker.errors import BadGrid
from worker.solvers.levels_layout import Placement

BOX: Final = "#"
NOTHING: Final = "."
MOST_SOLUTIONS: Final = 10_000
_MOST_STEPS: Final = 200_000
"""Words tried, about two seconds'."""
_SHORTEST: Final = 2
_MOST_BLANK: Final = 2
_BLANK: Final = -1

_HINT: Final = (
    "Write rows of one length parted by '/': # for an empty box, letters, . for no box; ####/A.../###."
)

Cell = tuple[int, int]
Solution = tuple[str | None, ...]
"""The word of each slot, None where it is blank."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a word goes."""

    row: int
    col: int
    across: bool
    given: str
    """A letter or `#` for each of its boxes."""

    def cells(self) -> list[Cell]:
        return [*Placement(self.given, self.row, self.col, self.across).cells()]

    @property
    def is_full(self) -> bool:
        return BOX not in self.given


@dataclass(frozen=True, slots=True)
class Answer:
    """All solutions of a crossword, slot by slot."""

    slots: tuple[Slot, ...]
    """Across slots by row, then down slots by column."""
    words: tuple[tuple[str, ...], ...]
    """For each slot the words that it has in some solution, that of most solutions first; where there is no
    solution, those that its own letters allow, by alphabet."""
    first: tuple[Placement, ...]
    """One solution; nothing where there is none."""
    certain: tuple[Placement, ...]
    """What is the same in all solutions."""
    solutions: int
    blank: int
    """Slots that each solution leaves blank."""
    is_complete: bool
    """Whether these are all the solutions."""


def rows_of(text: str) -> list[str]:
    """The rows of a crossword that is written as one text, as it comes from a terminal; blanks do not count.

    >>> rows_of("# # #; A . .")
    ['###', 'A..']
    """
    parted = text.replace(";", "/").replace("\n", "/").split("/")
    return ["".join(row.split()) for row in parted]


def slots_of(rows: Sequence[str]) -> tuple[Slot, ...]:
    """The slots of a crossword, given as rows of `#`, letters and `.` for no box.

    Raises:
        BadGrid: rows of different lengths, other signs, or no slot.
    """
    if len({len(row) for row in rows}) > 1:
        raise BadGrid("The rows of the crossword have different lengths.", hint=_HINT)
    strange = next(
        (sign for sign in "".join(rows) if sign not in (BOX, NOTHING) and not sign.isalpha()), None
    )
    if strange is not None:
        raise BadGrid(f"The crossword has {strange!r}, which is no letter.", hint=_HINT)
    boxes = {
        (row, col): sign.lower()
        for row, line in enumerate(rows)
        for col, sign in enumerate(line)
        if sign != NOTHING
    }
    turned = {(col, row): sign for (row, col), sign in boxes.items()}
    across = [Slot(row, col, True, given) for row, col, given in _runs(boxes)]
    down = [Slot(row, col, False, given) for col, row, given in _runs(turned)]
    if not across and not down:
        raise BadGrid("The crossword has no word of two boxes or more.", hint=_HINT)
    return (*across, *down)


def _runs(boxes: Mapping[Cell, str]) -> Iterator[tuple[int, int, str]]:
    """Row, column and signs of every run of boxes along a row."""
    in_order = sorted(boxes)
    places = enumerate(in_order)
    for _, run in groupby(places, key=lambda place: (place[1][0], place[1][1] - place[0])):
        cells = [cell for _, cell in run]
        if len(cells) >= _SHORTEST:
            yield (*cells[0], "".join(boxes[cell] for cell in cells))


def solve_crossword(
    rows: Sequence[str], words: Iterable[str], most_solutions: int = MOST_SOLUTIONS
) -> Answer:
    """Every way to fill the crossword with the words, each at most once.

    >>> answer = solve_crossword(["####", "#...", "#..."], ["meal", "male", "lame", "ale", "lea"])
    >>> answer.solutions, [each.word for each in answer.first]
    (1, ['lame', 'lea'])

    Raises:
        BadGrid: as `slots_of`.
    """
    slots = slots_of(rows)
    filling = _Filling(slots, sorted({word.lower() for word in words}))
    for blank in range(_MOST_BLANK + 1):
        found = list(islice(filling.solutions(blank), most_solutions + 1))
        if found or filling.is_exhausted:
            break
    is_complete = len(found) <= most_solutions and not filling.is_exhausted
    return _answer(slots, filling, found[:most_solutions], blank, is_complete=is_complete)


def likely_filling(
    rows: Sequence[str], common: Sequence[str], others: Sequence[str], blank: int = 0
) -> tuple[Placement, ...]:
    """Of the solutions one with as few of the other words as there can be; what comes first is tried first.

    Args:
        blank: slots that each solution leaves blank.

    Returns:
        Nothing when there is no solution, or none was found in the end.
    """
    slots = slots_of(rows)
    filling = _Filling(slots, (*common, *others), others)
    for rare in range(len(slots) + 1):
        solution = next(filling.solutions(blank, rare), None)
        if solution is not None:
            return _placed(slots, solution)
    return ()


def _answer(
    slots: tuple[Slot, ...], filling: _Filling, found: Sequence[Solution], blank: int, *, is_complete: bool
) -> Answer:
    if not found:
        return Answer(slots, filling.allowed(), (), (), 0, 0, is_complete)
    counts = [Counter(words) for words in zip(*found, strict=True)]
    sure = [next(iter(count)) if is_complete and len(count) == 1 else None for count in counts]
    words = tuple(
        tuple(sorted(filter(None, count), key=lambda word: (-count[word], word))) for count in counts
    )
    return Answer(
        slots, words, _placed(slots, found[0]), _placed(slots, sure), len(found), blank, is_complete
    )


def _placed(slots: Sequence[Slot], words: Sequence[str | None]) -> tuple[Placement, ...]:
    pairs = zip(slots, words, strict=True)
    return tuple(Placement(word, slot.row, slot.col, slot.across) for slot, word in pairs if word is not None)


class _Filling:
    """The search; sets of words are bits of numbers, bit w for word w. Words are tried in their order."""

    def __init__(self, slots: Sequence[Slot], words: Iterable[str], rare: Iterable[str] = ()) -> None:
        self._slots = slots
        known = (slot.given for slot in slots if slot.is_full)
        self._words = list(dict.fromkeys((*words, *known)))
        self._rare = sum(1 << self._words.index(word) for word in dict.fromkeys(rare))
        self._with_letter = self._index()
        self._crossings = _crossings(slots)
        self._first = [self._matching(slot.given) for slot in slots]
        self._steps = 0

    def allowed(self) -> tuple[tuple[str, ...], ...]:
        """The words that each slot's own letters allow."""
        return tuple(tuple(sorted(self._words[word] for word in _bits(words))) for words in self._first)

    @property
    def is_exhausted(self) -> bool:
        """Whether the patience is at its end."""
        return self._steps >= _MOST_STEPS

    def solutions(self, blank: int, rare: int = 0) -> Iterator[Solution]:
        """The word of each slot, solution by solution, with so many slots left blank and no more rare words,
        as long as the patience lasts."""
        chosen = [_BLANK] * len(self._slots)
        for _ in self._fill(chosen, dict(enumerate(self._first)), blank, rare):
            yield tuple(None if word == _BLANK else self._words[word] for word in chosen)

    def _fill(self, chosen: list[int], left: Mapping[int, int], blank: int, rare: int) -> Iterator[None]:
        """Choose a word for each slot that is left, from the words that it may have."""
        if not left:
            if blank == 0:
                yield
            return
        if sum(not words for words in left.values()) > blank:
            return
        if sum(not words & ~self._rare for words in left.values()) > blank + rare:
            return
        slot = min(left, key=lambda slot: left[slot].bit_count())
        for word in _bits(left[slot] if rare else left[slot] & ~self._rare):
            self._steps += 1
            if self.is_exhausted:
                return
            chosen[slot] = word
            still = rare - (self._rare >> word & 1)
            yield from self._fill(chosen, self._after(slot, word, left), blank, still)
        if blank:
            chosen[slot] = _BLANK
            others = {other: words for other, words in left.items() if other != slot}
            yield from self._fill(chosen, others, blank - 1, rare)

    def _after(self, slot: int, word: int, left: Mapping[int, int]) -> dict[int, int]:
        """What the other slots may still have."""
        after = {}
        for other, may in left.items():
            if other != slot:
                may &= ~(1 << word)
                if (slot, other) in self._crossings:
                    mine, its = self._crossings[slot, other]
                    may &= self._with_letter.get((its, self._words[word][mine]), 0)
                after[other] = may
        return after

    def _index(self) -> dict[tuple[int, str], int]:
        """By place and letter, the words that have it there."""
        index: dict[tuple[int, str], int] = {}
        for number, word in enumerate(self._words):
            for k, letter in enumerate(word):
                index[k, letter] = index.get((k, letter), 0) | 1 << number
        return index

    def _matching(self, given: str) -> int:
        words = sum(1 << number for number, word in enumerate(self._words) if len(word) == len(given))
        for k, letter in enumerate(given):
            if letter != BOX:
                words &= self._with_letter.get((k, letter), 0)
        return words


def _crossings(slots: Sequence[Slot]) -> dict[tuple[int, int], tuple[int, int]]:
    """By two slots that share a box, which box of the one and of the other it is."""
    places = {
        (slot.across, cell): (number, k)
        for number, slot in enumerate(slots)
        for k, cell in enumerate(slot.cells())
    }
    shared = {}
    for (across, cell), (number, k) in places.items():
        if (not across, cell) in places:
            other, its = places[not across, cell]
            shared[number, other] = k, its
    return shared


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1
