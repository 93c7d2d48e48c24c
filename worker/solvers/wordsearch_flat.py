"""Hits as flat arrays, for what the kernels answer alone: words on straight lines of single letters.

They read as sequences of `Hit` and `RankedWord`, which are made when they are looked at, and they are written
as JSON without being made at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from worker.solvers.wordsearch_hits import Hit, RankedWord
from worker.solvers.wordsearch_options import COMPASS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from worker.kernels.lines_json import Texts
    from worker.kernels.lines_words import Spelling

Item = TypeVar("Item")


class _Flat(Sequence[Item], Generic[Item]):
    """A sequence that equals any other of the same items."""

    def _made(self, begin: int, end: int) -> Iterator[Item]:
        raise NotImplementedError

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        chosen = range(len(self))[at]
        if isinstance(chosen, int):
            return next(self._made(chosen, chosen + 1))
        if chosen.step == 1:
            return tuple(self._made(chosen.start, chosen.stop))
        return tuple(self)[at]

    def __iter__(self) -> Iterator[Item]:
        return self._made(0, len(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class FlatCells(_Flat[int]):
    def __init__(self, cells: NDArray[np.int64]) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    def _made(self, begin: int, end: int) -> Iterator[int]:
        return iter(self._cells[begin:end].tolist())

    def json(self) -> bytes:
        from worker.kernels.lines_json import write_numbers

        written: Any = write_numbers(self._cells)
        return b"[%b]" % written.tobytes()


@dataclass(frozen=True)
class FlatList:
    """Words, by their numbers."""

    words: Sequence[str]
    """As they were asked for."""
    keys: Sequence[str]
    spelling: Spelling

    @cached_property
    def json_heads(self) -> Texts:
        from worker.kernels.lines_json import Texts

        quoted = json.encoder.encode_basestring
        words, keys = map(quoted, self.words), map(quoted, self.keys)
        return Texts.of([f'{{"word":{word},"key":{key}' for word, key in zip(words, keys, strict=True)])

    @cached_property
    def json_tails(self) -> Texts:
        """Of hits without further members."""
        from worker.kernels.lines_json import Texts

        return Texts.of([""] * len(self.words))


class FlatHits(_Flat[Hit]):
    def __init__(self, listed: FlatList, places: NDArray[np.uint64], cols: int) -> None:
        """The places are as `worker.kernels.lines` tells."""
        self.listed, self.places, self._cols = listed, places, cols

    def __len__(self) -> int:
        return len(self.places)

    def first_of_words(self) -> list[int]:
        """Where the hits of each word begin, and one more."""
        import numpy as np

        from worker.kernels.lines import WORD_SHIFT

        words = np.arange(len(self.listed.words) + 1, dtype=np.uint64) << np.uint64(WORD_SHIFT)
        first: list[int] = np.searchsorted(self.places, words).tolist()
        return first

    def of_words(self, chosen: Sequence[int]) -> Sequence[Hit]:
        """Those of some words, by their numbers."""
        import numpy as np

        from worker.kernels.lines import WORD_SHIFT

        is_chosen = np.zeros(len(self.listed.words), np.bool_)
        is_chosen[np.array(chosen, np.int64)] = True
        places = self.places[is_chosen[self.places >> np.uint64(WORD_SHIFT)]]
        return tuple(FlatHits(self.listed, places, self._cols))

    def _made(self, begin: int, end: int) -> Iterator[Hit]:
        from worker.solvers.wordsearch_numba import unpacked

        words, keys, first = self.listed.words, self.listed.keys, self.listed.spelling.first
        steps = [way.row_step * self._cols + way.col_step for way in COMPASS]
        for word, start, way in unpacked(self.places[begin:end]):
            stop = start + steps[way] * int(first[word + 1] - first[word])
            cells = tuple(range(start, stop, steps[way])) if steps[way] else (start,)
            yield Hit(words[word], keys[word], cells, COMPASS[way])

    def json(self, tails: Sequence[str] | None = None, *, end: int | None = None) -> bytes:
        """The hits up to an end as a JSON array; `tails` are, by word, further members of its hits, each with
        a comma before it."""
        from worker.kernels.lines_json import Texts, write_places

        spelling, heads = self.listed.spelling, self.listed.json_heads
        further = self.listed.json_tails if tails is None else Texts.of(tails)
        written: Any = write_places(self.places[:end], spelling, self._cols, heads, further)
        return b"[%b]" % written.tobytes()


class FlatWords(_Flat[RankedWord]):
    def __init__(self, hits: FlatHits, levels: Sequence[int | None], likely: int) -> None:
        """The words of the hits' list, all of which have hits; with their levels; the first are likely."""
        self._hits, self._levels, self._likely = hits, levels, likely

    @cached_property
    def _first(self) -> list[int]:
        return self._hits.first_of_words()

    def __len__(self) -> int:
        return len(self._levels)

    def _made(self, begin: int, end: int) -> Iterator[RankedWord]:
        words = self._hits.listed.words
        for at in range(begin, end):
            hits = self._hits[self._first[at] : self._first[at + 1]]
            yield RankedWord(words[at], hits, self._levels[at], at < self._likely)

    def json(self, limit: int | None = None) -> bytes:
        """The hits of the first words, or of all, as a JSON array."""
        level_texts = {level: f',"level":{json.dumps(level)}' for level in {*self._levels}}
        levels = list(map(level_texts.__getitem__, self._levels))
        tails = [f',"likely":true{level}' for level in levels[: self._likely]]
        tails += [f',"likely":false{level}' for level in levels[self._likely :]]
        return self._hits.json(tails, end=None if limit is None else self._first[min(limit, len(self))])
