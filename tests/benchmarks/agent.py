"""How much of a board the agent gets in 80 seconds, and what happens when everything goes wrong.

    python -m tests.benchmarks agent

The plan: random 4 x 4 boards with 250 words and more of the shipped list. A hand moves at one speed, with
the button held or not, so that a word takes a press, a dwell for each tile and the way to it; this is scaled
until the original's order (longest words first, each by its shortest path) takes 0.35, 0.5 or 1 s a word on
the board, for all its words. The bound is Dantzig's for the fractional knapsack: every word by its fastest
path, ways cost nothing, the last word in part. No walk reaches it; what could be reached at most is told by
the second bound, a linear program in which words are arcs from tile to tile and ways have to be gone.

Rounds: as in tests/agent/test_simulation.py, on phones and windows with faults.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from ortools.linear_solver import pywraplp

from agent.plan import COOLING, Plan
from agent.ports import Word
from agent.routes import pitches, routes_of
from agent.tempo import Tempo, TimeModel
from dictionaries import find
from tests.agent.boards import DONUT, SolvedBoard, solved_boards
from tests.agent.simulation import simulate
from tests.benchmarks.table import Table
from worker.lexicon import Lexicon, open_lexicon

BOARDS = 24
ROUND = 80.0
PACES = (0.35, 0.5, 1.0)
ROUNDS = 200
SIDE = 4


def tables() -> Iterator[Table]:
    with tempfile.TemporaryDirectory() as cache:
        lexicon = open_lexicon(find("en"), Path(cache))
        yield plans(solved_boards(lexicon, BOARDS, words=range(250, 10**6), seed=4))
        yield rounds(lexicon)


@dataclass(frozen=True)
class Measured:
    """Of one board; points."""

    longest_first: int
    greedy: float
    plan: float
    bound: float
    reachable: float
    seconds: float
    """CPU time of planning."""


def plans(boards: Sequence[SolvedBoard]) -> Table:
    table = Table(
        f"plans for 80 s on {len(boards)} random boards with 250 words and more, {COOLING} moves",
        (
            "s a word",
            "longest first",
            "greedy",
            "plan: share of the knapsack bound",
            "least of all boards",
            "share of what ways allow",
            "over longest first",
            "CPU ms",
            "sum of points",
        ),
    )
    for pace in PACES:
        measured = [_measure(board.words, pace) for board in boards]
        table.add(
            pace,
            f"{mean(one.longest_first / one.bound for one in measured):.1%}",
            f"{mean(one.greedy / one.bound for one in measured):.1%}",
            f"{mean(one.plan / one.bound for one in measured):.1%}",
            f"{min(one.plan / one.bound for one in measured):.1%}",
            f"{mean(one.plan / one.reachable for one in measured):.1%}",
            f"+{mean(one.plan / one.longest_first for one in measured) - 1:.1%}",
            f"{1000 * mean(one.seconds for one in measured):.0f}",
            round(sum(one.plan for one in measured)),
        )
    return table


def _measure(words: Sequence[Word], pace: float) -> Measured:
    model = _model(words, pace)
    start = time.process_time()
    plan = Plan(words, SIDE, SIDE, model, ROUND)
    greedy = plan.points
    plan.improve(COOLING)
    plan.settle()
    seconds = time.process_time() - start
    return Measured(
        _longest_first(words, model),
        greedy,
        plan.points,
        _knapsack(words, model),
        _reachable(words, model),
        seconds,
    )


def _model(words: Sequence[Word], pace: float) -> TimeModel:
    tempo = Tempo()
    hand = replace(tempo, hover=tempo.dwell + tempo.stride)
    all_words = list(_ends(words, hand.model()))[-1]
    return hand.slower(pace * len(words) / all_words).model()


def _longest_first(words: Sequence[Word], model: TimeModel) -> int:
    ends = _ends(words, model)
    return sum(word.points for word, end in zip(_by_length(words), ends, strict=True) if end <= ROUND)


def _by_length(words: Sequence[Word]) -> list[Word]:
    return sorted(words, key=lambda word: (-len(word.text), word.text))


def _ends(words: Sequence[Word], model: TimeModel) -> Iterator[float]:
    """When each word is done, longest first."""
    now, here = 0.0, None
    for word in _by_length(words):
        path, length = routes_of(word, SIDE)[0]
        now += model.drag(len(path), length)
        now += model.hover * pitches(here, path[0], SIDE) if here is not None else 0.0
        here = path[-1]
        yield now


def _knapsack(words: Sequence[Word], model: TimeModel) -> float:
    items = []
    for word in words:
        path, length = routes_of(word, SIDE)[0]
        items.append((word.points, model.drag(len(path), length)))
    left, points = ROUND, 0.0
    for worth, seconds in sorted(items, key=lambda item: -item[0] / item[1]):
        share = min(left / seconds, 1.0)
        points += worth * share
        left -= seconds * share
    return points


def _reachable(words: Sequence[Word], model: TimeModel) -> float:
    """Words are arcs that may be gone in part; the walk may begin and end anywhere."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    tiles = range(SIDE * SIDE)
    balance = [solver.Constraint(0, 0) for _ in tiles]
    begins, ends = solver.Constraint(0, 1), solver.Constraint(0, 1)
    budget = solver.Constraint(0, ROUND)
    goal = solver.Objective()
    goal.SetMaximization()
    for tile in tiles:
        for limit, sign in ((begins, 1), (ends, -1)):
            arc = solver.NumVar(0, 1, "")
            limit.SetCoefficient(arc, 1)
            balance[tile].SetCoefficient(arc, sign)
    for one in tiles:
        for other in tiles:
            if one != other:
                way = solver.NumVar(0, solver.infinity(), "")
                budget.SetCoefficient(way, model.hover * pitches(one, other, SIDE))
                balance[one].SetCoefficient(way, -1)
                balance[other].SetCoefficient(way, 1)
    for word in words:
        once = solver.Constraint(0, 1)
        for path, length in routes_of(word, SIDE):
            arc = solver.NumVar(0, 1, "")
            once.SetCoefficient(arc, 1)
            goal.SetCoefficient(arc, word.points)
            budget.SetCoefficient(arc, model.drag(len(path), length))
            if path[0] != path[-1]:
                balance[path[0]].SetCoefficient(arc, -1)
                balance[path[-1]].SetCoefficient(arc, 1)
    solver.Solve()
    return float(goal.Value())


def rounds(lexicon: Lexicon) -> Table:
    boards = [
        *solved_boards(lexicon, 8, words=range(15, 120), seed=5),
        *solved_boards(lexicon, 2, shape=DONUT, words=range(30, 150), seed=5),
    ]
    start = time.process_time()
    outcomes = [simulate(seed, boards) for seed in range(ROUNDS)]
    seconds = time.process_time() - start
    reasons = Counter(outcome.result.reason if outcome.result else "crash" for outcome in outcomes)
    desktops = [outcome.simulation.desktop for outcome in outcomes]
    table = Table(
        f"{ROUNDS} simulated rounds with faults",
        ("events", "outside the window", "buttons left down", "ended by", "CPU ms a round"),
    )
    table.add(
        sum(desktop.events for desktop in desktops),
        sum(len(desktop.outside) for desktop in desktops),
        sum(desktop.is_held for desktop in desktops),
        ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()),
        f"{1000 * seconds / ROUNDS:.0f}",
    )
    return table
