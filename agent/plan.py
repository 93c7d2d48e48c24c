"""Which words to drag, in which order, and by which of their paths.

There are more words than time, and the way from the end of one to the start of the next takes time, too. What
is sought is the walk that is worth most (points times the chance that they are given) within the time left:
an orienteering problem whose places are words. It is begun greedily, by worth for the time that a word takes
from where the finger is, and improved by annealing: a word is taken out or looked at, put into its cheapest
gap, and kept when its worth pays for the time that it adds. What a second is worth (`price`) follows from
whether the walk is too long or too short; at the end nothing is left in that time does not allow.

Improving is done in portions of some moves, each a hundredth of a millisecond, whenever there is time for
it; seeds are integers: same seed, same portions, same plan. A finger that jumps (no hover) needs no order,
and greedy is all there is to do.

How near it comes: `python -m tests.benchmarks agent`. Annealing with a price for time is that of Lagrangian
relaxation; the bound that it is measured against is Dantzig's for the knapsack, in which ways cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from agent.greedy import append_in_order, append_nearest
from agent.ports import Path, Word
from agent.routes import pitches
from agent.stock import Stock
from agent.tempo import TimeModel
from agent.walk import HOME, Leg, Walk

HEAT: Final = 0.3
"""Of annealing at its begin: losses of so much of an ordinary word's worth are taken about a third of the
time."""
COOLING: Final = 4000
"""Moves until only gains are taken."""
SPARE: Final = 1.5
"""Words are looked at that would fill the time so many times, best ones first."""
DRIFT: Final = 5e-4
"""How much the price of a second moves at each move."""


Order = list[tuple[int, int]]
"""Words with the number of their path."""
NOTHING: Final[tuple[float, Order]] = (0.0, [])
"""No walk worth going back to."""


@dataclass(frozen=True, slots=True)
class Step:
    """One word of the plan."""

    word: Word
    path: Path
    seconds: float
    """Without the way to it."""


class Plan:
    def __init__(
        self,
        words: Sequence[Word],
        rows: int,
        cols: int,
        model: TimeModel,
        seconds: float,
        *,
        start: int | None = None,
        short_first: bool = False,
        seed: int = 0,
    ) -> None:
        """Begin with the greedy plan.

        Args:
            seconds: that are left to play.
            start: the cell at which the finger is, if any.
            short_first: the shortest words before longer ones, whatever that costs.
        """
        self.seconds = seconds
        self._cols = cols
        self._short_first = short_first
        self._random = Random(seed)
        self._heat = HEAT
        self._stock = Stock(words, cols, model)
        self._cells = rows * cols
        self._start = start
        self._price = 0.0
        self._best = NOTHING
        self._set_model(model)
        self._rebuild([])
        self._choose_pool()
        self._fill()

    def steps(self) -> Iterator[Step]:
        """What is planned, in order."""
        for number, leg in self._walk:
            yield self._step(number, leg)

    @property
    def points(self) -> float:
        """That are to be expected."""
        return sum(self._stock.worth[number] for number, _ in self._walk)

    @property
    def planned_seconds(self) -> float:
        return self._walk.seconds

    def __len__(self) -> int:
        """Words that are planned."""
        return len(self._walk)

    def take(self) -> Step | None:
        """The next word, which is planned no longer; None when there is no more to do."""
        self._trim()
        if not len(self._walk):
            self._choose_pool()
        if self._is_simple or not len(self._walk):
            self._fill()
        if (first := self._walk.advance()) is None:
            return None
        number, leg = first
        step = self._step(number, leg)
        self._start = leg.end
        self._forget(number)
        return step

    def put_back(self, word: Word) -> None:
        """A word to be tried again, with the chance that it has now; anywhere in the rest of the walk."""
        number = self._stock.add(word)
        self._pool.append(number)
        self._try_to_add(number)

    def drop(self, text: str) -> None:
        """A word that need not be dragged any more."""
        for number in [number for number, word in self._stock.words.items() if word.text == text]:
            if number in self._walk:
                self._walk.remove(number)
            self._forget(number)

    def retime(self, model: TimeModel, seconds: float) -> None:
        """Go on with what was measured: how long words take, and the time that is left."""
        self.seconds = seconds
        self._best = NOTHING
        if model != self._model:
            order = self._order()
            self._stock.retime(model)
            self._set_model(model)
            self._rebuild(order)
            self._choose_pool()

    def improve(self, moves: int) -> None:
        """Make so many moves; the walk may be a little too long or too short afterwards."""
        if self._is_simple or not self._pool:
            return
        points = self.points
        for _ in range(moves):
            points += self._move(self._random.choice(self._pool))
            if points > self._best[0] and self._walk.seconds <= self.seconds:
                self._best = points, self._order()
            self._heat = max(self._heat - HEAT / COOLING, 0.0)
            drift = DRIFT if self._walk.seconds > self.seconds else -DRIFT
            self._price = max(self._price * (1 + drift), self._least_price)

    def settle(self) -> None:
        """Go back to the best walk seen, leave out what there is no time for, put in what has room."""
        self._trim()
        if self._best[0] > self.points:
            self._rebuild(self._best[1])
        if self._is_simple:
            self._fill()
        else:
            self._squeeze()

    @property
    def _is_simple(self) -> bool:
        return self._short_first or not self._model.hover

    def _move(self, number: int) -> float:
        """Take a word out, if it is in, and put it where it costs least, if it is worth that.

        Returns:
            The points gained.
        """
        points = 0.0
        if number in self._walk:
            self._walk.remove(number)
            points -= self._stock.worth[number]
        place = self._walk.best_place(self._stock.legs[number])
        gain = self._stock.worth[number] - self._price * place.extra
        if gain > 0 or self._accepts(gain):
            self._walk.insert(number, place, early=self._is_dear(number))
            points += self._stock.worth[number]
        return points

    def _accepts(self, gain: float) -> bool:
        """Whether a loss is taken, as annealing does by chance while it is hot."""
        temperature = self._heat * self._price * self._typical
        return temperature > 0 and self._random.random() < exp(gain / temperature)

    def _is_dear(self, number: int) -> bool:
        """Worth twice its time: better dragged early, should the round end before its time."""
        return self._stock.worth[number] > 2 * self._price * self._stock.seconds(number)

    def _fill(self) -> None:
        """Append words while there is time."""
        room = self.seconds - self._walk.seconds
        if room < self._shortest:
            return
        left = {number for number in self._pool if number not in self._walk}
        if not self._model.hover:
            append_in_order(self._walk, self._stock, left, room, self._short_first)
            return
        here = next((leg.end for _, leg in reversed(list(self._walk))), self._start)
        append_nearest(self._walk, self._stock, left, room, self._short_first, hover=self._hover, here=here)

    def _trim(self) -> None:
        """Take words out until the rest can be played, those worth least for their time first."""
        while self._walk.seconds > self.seconds and len(self._walk):
            self._walk.remove(
                min(
                    (number for number, _ in self._walk),
                    key=lambda number: self._stock.worth[number] / max(self._walk.saved(number), 1e-9),
                )
            )

    def _squeeze(self) -> None:
        """Put in whatever still has room, best words first."""
        for number in self._pool:
            if number in self._walk:
                continue
            room = self.seconds - self._walk.seconds
            if room < self._shortest:
                return
            place = self._walk.best_place(self._stock.legs[number])
            if place.extra <= room:
                self._walk.insert(number, place, early=False)

    def _try_to_add(self, number: int) -> None:
        self._best = NOTHING
        if self._is_simple:
            self._walk.insert_after(self._before(number), number, self._stock.legs[number][0])
        else:
            self._walk.insert(number, self._walk.best_place(self._stock.legs[number]), early=True)
        self._trim()

    def _before(self, number: int) -> int:
        """The last word that goes before this one when the order is that of worth, or of length."""
        key = self._stock.by_length if self._short_first else self._stock.by_density
        before = HOME
        for other, _ in self._walk:
            if key(other) > key(number):
                break
            before = other
        return before

    def _choose_pool(self) -> None:
        """The words worth looking at, and from them what a second is worth at the end of the time."""
        ranked = sorted(self._stock.words, key=self._stock.by_density)
        self._pool: list[int] = []
        spent, marginal = 0.0, 0.0
        for number in ranked:
            if spent > SPARE * self.seconds and not self._short_first:
                break
            self._pool.append(number)
            if spent <= self.seconds:
                marginal = self._stock.worth[number] / self._stock.seconds(number)
            spent += self._stock.seconds(number)
        self._least_price = marginal / 100
        self._price = self._price or (marginal if spent > self.seconds else marginal / 2)
        self._typical = spent / max(len(self._pool), 1)
        self._shortest = min((self._stock.seconds(number) for number in self._pool), default=0.0)

    def _forget(self, number: int) -> None:
        self._best = NOTHING
        self._stock.remove(number)
        if number in self._pool:
            self._pool.remove(number)

    def _set_model(self, model: TimeModel) -> None:
        self._model = model
        cells = range(self._cells)
        self._hover = [[model.hover * pitches(one, other, self._cols) for other in cells] for one in cells]

    def _order(self) -> Order:
        return [(number, leg.variant) for number, leg in self._walk]

    def _rebuild(self, order: Order) -> None:
        self._walk = Walk(self._hover, self._start)
        for number, variant in order:
            self._walk.append(number, self._stock.legs[number][variant])

    def _step(self, number: int, leg: Leg) -> Step:
        return Step(self._stock.words[number], self._stock.path(number, leg), leg.seconds)
