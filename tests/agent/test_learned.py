"""The service is told of each word once, also when it was away at first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.errors import ServiceAway, ServiceRefused, TooManyMisses
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
        self.refusal: ServiceRefused | None = None

    def read(self, capture: Capture) -> Reading:
        raise AssertionError("words are learned without looking at a picture")

    def solve(self, capture: Capture) -> Solution:
        raise AssertionError("words are learned without solving a board")

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        if self.is_away:
            raise ServiceAway("away")
        if self.refusal is not None:
            raise self.refusal
        self.told.append(Learned(tuple(accepted), tuple(rejected)))


def told(learned: Learned, service: Service, path: Path, options: ServiceOptions = OPTIONS) -> bool:
    """Where nothing is dropped."""

    def dropped(words: Learned, why: str) -> None:
        raise AssertionError(f"{words} are lost: {why}")

    return tell(learned, service, options, path, dropped)


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
    assert not told(WORDS, service, path)
    service.is_away = False
    assert told(Learned(("PIG",)), service, path)
    assert service.told == [Learned(("CAT", "DOG", "PIG"), ("QAT",))]
    assert told(Learned(), service, path)
    assert len(service.told) == 1 and not path.exists()


@pytest.mark.parametrize("is_final", [True, False])
def test_what_is_refused_for_good_is_dropped_and_said(tmp_path: Path, is_final: bool) -> None:
    """Otherwise it would be sent, and refused, after every round."""
    service, path, dropped = Service(), tmp_path / "untold.json", []
    service.refusal = ServiceRefused("no such list")
    service.refusal.is_final = is_final
    assert not tell(WORDS, service, OPTIONS, path, lambda words, why: dropped.append((words, why)))
    assert dropped == ([(WORDS, "no such list")] if is_final else [])
    assert path.exists() is not is_final
    service.refusal = None
    assert told(Learned(("PIG",)), service, path)
    assert service.told == [Learned(("PIG",)) if is_final else Learned(("CAT", "DOG", "PIG"), ("QAT",))]


def test_lists_of_other_services_are_kept_apart(tmp_path: Path) -> None:
    service, path = Service(), tmp_path / "untold.json"
    service.is_away = True
    told(WORDS, service, path)
    service.is_away = False
    assert told(Learned(), service, path, ServiceOptions("http://there:1"))
    assert service.told == []
    assert told(Learned(), service, path) and service.told == [WORDS]


def test_many_words_go_in_parts(tmp_path: Path) -> None:
    service = Service()
    words = tuple(f"W{number}" for number in range(MOST + 1))
    assert told(Learned(words, ("X",)), service, tmp_path / "untold.json")
    assert [len(told.accepted) for told in service.told] == [MOST, 1]
    assert [told.rejected for told in service.told] == [("X",), ()]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"http://here:1 en": 3}', "nonsense", "[" * 100_000])
def test_a_broken_file_is_no_obstacle(content: str, tmp_path: Path) -> None:
    path = tmp_path / "untold.json"
    path.write_text(content)
    assert told(WORDS, service := Service(), path) and service.told == [WORDS]
