"""Words that may yet be dragged: what each is worth, and how long it takes by each of its paths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from agent.ports import Path, Word
from agent.routes import Route, routes_of
from agent.tempo import TimeModel
from agent.walk import Leg


class Stock:
    """By numbers, of which none comes twice."""

    def __init__(self, words: Sequence[Word], cols: int, model: TimeModel) -> None:
        self.words: dict[int, Word] = {}
        self.worth: dict[int, float] = {}
        """Points to be expected."""
        self.legs: dict[int, list[Leg]] = {}
        """The fastest first."""
        self._routes: dict[int, list[Route]] = {}
        self._numbers = count()
        self._cols = cols
        self._model = model
        for word in words:
            self.add(word)

    def add(self, word: Word) -> int:
        """Its number."""
        number = next(self._numbers)
        self.words[number] = word
        self.worth[number] = word.points * word.chance
        self._routes[number] = routes_of(word, self._cols)
        self.legs[number] = self._legs_of(number)
        return number

    def remove(self, number: int) -> None:
        del self.words[number], self.worth[number], self.legs[number], self._routes[number]

    def retime(self, model: TimeModel) -> None:
        self._model = model
        self.legs = {number: self._legs_of(number) for number in self.words}

    def path(self, number: int, leg: Leg) -> Path:
        return self._routes[number][leg.variant].path

    def seconds(self, number: int) -> float:
        """By the fastest path."""
        return self.legs[number][0].seconds

    def by_density(self, number: int) -> tuple[float, str]:
        """Sorts by worth for the time, the best first."""
        return -self.worth[number] / self.seconds(number), self.words[number].text

    def by_length(self, number: int) -> tuple[int, str]:
        """Sorts the shortest first."""
        return len(self.words[number].text), self.words[number].text

    def _legs_of(self, number: int) -> list[Leg]:
        return [
            Leg(route.path[0], route.path[-1], self._model.drag(len(route.path), route.length), variant)
            for variant, route in enumerate(self._routes[number])
        ]
