"""Words are dragged only along ways in which drags arrive, as calibrating found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from agent.ports import Capture, Reading, Solution, Solver, Word
from agent.trials import directions_of


class SoundPaths:
    """A `Solver` without the paths, and without the words, that need a broken direction."""

    def __init__(self, solver: Solver, broken: Collection[str]) -> None:
        self._solver = solver
        self._broken = frozenset(broken)

    def read(self, capture: Capture) -> Reading:
        return self._solver.read(capture)

    def solve(self, capture: Capture) -> Solution:
        solution = self._solver.solve(capture)
        if not self._broken:
            return solution
        words = tuple(sound_words(solution.words, self._broken, solution.reading.cols))
        return replace(solution, words=words)

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        self._solver.feedback(accepted, rejected)


def sound_words(words: Sequence[Word], broken: Collection[str], cols: int) -> Iterator[Word]:
    """The words that can be dragged without a step in a broken direction, with those paths only."""
    for word in words:
        paths = tuple(path for path in word.paths if not set(directions_of(path, cols)) & set(broken))
        if paths:
            yield replace(word, paths=paths)
