"""Thousands of rounds in which windows move, services go away and phones do not follow."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dictionaries import find
from tests.agent.boards import DONUT, SolvedBoard, solved_boards
from tests.agent.simulation import Outcome, simulate
from worker.lexicon import open_lexicon

pytestmark = pytest.mark.slow

SHORT = 500
LONG = 10_000


@pytest.fixture(scope="module")
def boards(lexicon_cache: Path) -> list[SolvedBoard]:
    lexicon = open_lexicon(find("en"), lexicon_cache)
    squares = solved_boards(lexicon, 8, words=range(15, 120), seed=5)
    return [*squares, *solved_boards(lexicon, 2, shape=DONUT, words=range(30, 150), seed=5)]


def check(outcome: Outcome) -> None:
    simulation, result = outcome.simulation, outcome.result
    desktop, phone = simulation.desktop, simulation.phone
    said = f"seed {simulation.seed}, {outcome.faults}, {result}"
    assert not desktop.outside, said
    assert not desktop.is_held, said
    assert outcome.seconds < simulation.wishes.seconds + 60 + 5, said
    # what the screen does not show yet, and what was never seen otherwise, takes the service to tell
    unseen = simulation.quality.latency + simulation.service_seconds
    if "service away" not in outcome.faults:
        assert phone.touches_after_end <= 1 + unseen / 0.1, said
    if result is not None:
        assert result.reason != "outside_window", said  # nothing was planned there, either
        assert result.points <= sum(simulation.board.points.values()), said
        assert set(result.accepted).isdisjoint(result.refused), said


@pytest.mark.timeout(600)  # ten seconds, unless others keep the machine busy
def test_whatever_happens_no_event_goes_astray_and_no_button_stays_down(boards: list[SolvedBoard]) -> None:
    reasons = Counter[str]()
    for seed in range(SHORT):
        outcome = simulate(seed, boards)
        check(outcome)
        reasons[outcome.result.reason if outcome.result else "crash"] += 1
    assert {"played", "over", "time", "window_lost", "user_stopped", "service_away"} <= set(reasons), reasons


@pytest.mark.long
@pytest.mark.timeout(3600)  # some minutes, unless others keep the machine busy
def test_the_same_for_ten_thousand_rounds(boards: list[SolvedBoard]) -> None:
    for seed in range(SHORT, SHORT + LONG):
        check(simulate(seed, boards))
