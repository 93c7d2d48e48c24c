"""The service is told of each word once, also when it was away at first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.errors import ServiceAway, TooManyMisses
from agent.learned import MOST, Learned, tell
from agent.ports import Capture, Reading, Solution
from agent.round import RoundResult
from agent.service import ServiceOptions

OPTIONS = ServiceOptions("http://here:1", dictionary="en")
WORDS = Learned(("CAT", "DOG"), ("QAT",))


class Service:
    """Remembers what it is told unless it is away."""

    def __init__(self) -> None:
        self.told: list[Learned] = []
        self.is_away = False

    def read(self, capture: Capture) -> Reading:
        raise AssertionError("words are learned without looking at a picture")

    def solve(self, capture: Capture) -> Solution:
        raise AssertionError("words are learned without solving a board")

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        if self.is_away:
            raise ServiceAway("away")
        self.told.append(Learned(tuple(accepted), tuple(rejected)))


def result(reason: str) -> RoundResult:
    return RoundResult(reason, None, 2, 500, 3, ("CAT", "DOG"), ("QAT",))


@pytest.mark.parametrize("reason", ["over", "played", "target", "max-words", "time"])
def test_a_round_that_ended_well_tells_both(reason: str) -> None:
    assert Learned.of(result(reason)) == WORDS


def test_words_that_others_may_have_had_before_are_not_held_against_them() -> None:
    assert Learned.of(result("over"), is_whole=False) == Learned(("CAT", "DOG"), ())


@pytest.mark.parametrize("reason", [TooManyMisses.code, "user_stopped", "window_lost"])
def test_words_missed_in_a_broken_round_are_not_held_against_them(reason: str) -> None:
    assert Learned.of(result(reason)) == Learned(("CAT", "DOG"), ())


def test_what_could_not_be_told_is_told_next_time_and_once(tmp_path: Path) -> None:
    service, path = Service(), tmp_path / "new" / "untold.json"
    service.is_away = True
    assert not tell(WORDS, service, OPTIONS, path)
    service.is_away = False
    assert tell(Learned(("PIG",)), service, OPTIONS, path)
    assert service.told == [Learned(("CAT", "DOG", "PIG"), ("QAT",))]
    assert tell(Learned(), service, OPTIONS, path)
    assert len(service.told) == 1 and not path.exists()


def test_lists_of_other_services_are_kept_apart(tmp_path: Path) -> None:
    service, path = Service(), tmp_path / "untold.json"
    service.is_away = True
    tell(WORDS, service, OPTIONS, path)
    service.is_away = False
    assert tell(Learned(), service, ServiceOptions("http://there:1"), path)
    assert service.told == []
    assert tell(Learned(), service, OPTIONS, path) and service.told == [WORDS]


def test_many_words_go_in_parts(tmp_path: Path) -> None:
    service = Service()
    words = tuple(f"W{number}" for number in range(MOST + 1))
    assert tell(Learned(words, ("X",)), service, OPTIONS, tmp_path / "untold.json")
    assert [len(told.accepted) for told in service.told] == [MOST, 1]
    assert [told.rejected for told in service.told] == [("X",), ()]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"http://here:1 en": 3}', "nonsense"])
def test_a_broken_file_is_no_obstacle(content: str, tmp_path: Path) -> None:
    path = tmp_path / "untold.json"
    path.write_text(content)
    assert tell(WORDS, service := Service(), OPTIONS, path) and service.told == [WORDS]
