"""Whole rounds on a simulated phone: what is played, what interrupts it, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from agent.adapters.simphone import Quality
from agent.ports import ScreenPoint, ScreenRect
from agent.progress import BoardSolved, PhaseBegan, Progress, StartClicked, WordDragged, WordJudged
from agent.tempo import Tempo
from agent.wishes import Wishes
from dictionaries import find
from tests.agent.boards import DONUT, SolvedBoard, solved_boards
from tests.agent.simulation import Simulation
from worker.lexicon import Lexicon, open_lexicon


@pytest.fixture(scope="module")
def lexicon(lexicon_cache: Path) -> Lexicon:
    return open_lexicon(find("en"), lexicon_cache)


@pytest.fixture(scope="module")
def board(lexicon: Lexicon) -> SolvedBoard:
    return solved_boards(lexicon, 1, words=range(70, 90), seed=2)[0]


@pytest.fixture(scope="module")
def rich_board(lexicon: Lexicon) -> SolvedBoard:
    return solved_boards(lexicon, 1, words=range(300, 360), seed=2)[0]


def dragged(simulation: Simulation) -> list[WordDragged]:
    return [event for event in simulation.told if isinstance(event, WordDragged)]


class TestAllPoints:
    @pytest.mark.slow
    @pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
    def test_of_a_rich_board_within_a_minute(self, rich_board: SolvedBoard, scale: float) -> None:
        simulation = Simulation(rich_board, wishes=Wishes(seconds=60), scale=scale)
        result = simulation.play()
        assert result.points == simulation.phone.score >= 0.99 * sum(rich_board.points.values())
        assert result.reason == "played" and result.refused == ()

    def test_on_a_display_left_of_the_main_one(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, bounds=ScreenRect(-1700, -200, 195, 422))
        assert simulation.play().points == sum(board.points.values())

    @pytest.mark.slow
    def test_of_a_donut(self, lexicon: Lexicon) -> None:
        board = solved_boards(lexicon, 1, shape=DONUT, words=range(40, 90), seed=3)[0]
        assert Simulation(board).play().points == sum(board.points.values())

    def test_when_the_user_has_pressed_start(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, state="playing")
        assert simulation.play().points == sum(board.points.values())
        assert not simulation.all_of(StartClicked)

    @pytest.mark.slow
    def test_on_a_phone_that_looks_seldom_start_is_pressed_longer(self, board: SolvedBoard) -> None:
        clicks = set()
        for seed in range(4):
            simulation = Simulation(board, quality=Quality(sampling=8), seed=seed)
            simulation.play()
            assert simulation.phone.state != "how-to-play"
            clicks.add(len(simulation.all_of(StartClicked)))
        assert clicks == {1, 2}

    def test_with_digits_alone(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.solver.shows_score_box = False
        assert simulation.play().points == sum(board.points.values())

    def test_without_any_score_to_be_seen(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.solver.shows_score = False
        result = simulation.play()
        assert simulation.phone.score == sum(board.points.values())
        assert result.words == 0 and result.dragged == len(board.words)

    def test_on_a_phone_that_loses_touches(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, quality=Quality(lost_touches=0.1), wishes=Wishes(seconds=40))
        result = simulation.play()
        assert result.points == simulation.phone.score >= 0.97 * sum(board.points.values())
        assert any(event.attempt == 2 for event in dragged(simulation))

    def test_on_a_phone_that_is_late(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, quality=Quality(latency=0.25), wishes=Wishes(seconds=40))
        result = simulation.play()
        assert result.points == simulation.phone.score == sum(board.points.values())

    @pytest.mark.slow
    @pytest.mark.parametrize("latency", [0.05, 0.2])
    @pytest.mark.parametrize("lost_looks", [0.05, 0.2])
    def test_words_that_lose_a_tile_may_be_others(
        self, board: SolvedBoard, latency: float, lost_looks: float
    ) -> None:
        """What is reported is what the screen says, whichever words that were."""
        quality = Quality(latency=latency, lost_looks=lost_looks)
        for seed in range(3):
            simulation = Simulation(board, quality=quality, wishes=Wishes(seconds=40), seed=seed)
            result = simulation.play()
            assert set(simulation.phone.dragged) - set(board.points)  # tiles were lost
            assert result.points == simulation.phone.score

    def test_on_a_phone_that_needs_a_pause_between_words(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, quality=Quality(min_gap=0.025), wishes=Wishes(seconds=40))
        assert simulation.play().points >= 0.97 * sum(board.points.values())


class TestNotAllWords:
    def test_words_that_the_game_refuses_are_told(self, board: SolvedBoard) -> None:
        unknown = frozenset(word.text for word in board.words[::9])
        simulation = Simulation(board, unknown=unknown, wishes=Wishes(seconds=40))
        result = simulation.play()
        last = dragged(simulation)[-1].word  # perhaps the round was over by then
        assert set(result.refused) | {last} == unknown | {last}
        assert set(result.accepted) == set(board.points) - unknown

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "quality", [Quality(lost_looks=0.1), Quality(lost_looks=0.1, latency=0.2), Quality(lost_touches=0.1)]
    )
    def test_words_that_the_phone_has_lost_are_not_told_to_be_refused(
        self, board: SolvedBoard, quality: Quality
    ) -> None:
        """Drags lose tiles, and then spell shorter words or none; the game knows all words but each ninth."""
        unknown = frozenset(word.text for word in board.words[::9])
        wrong: list[str] = []
        for seed in range(12):
            simulation = Simulation(
                board, quality=quality, unknown=unknown, wishes=Wishes(seconds=40), seed=seed
            )
            result = simulation.play()
            wrong += [*(set(result.refused) - unknown), *(set(result.accepted) & unknown)]
        assert len(wrong) <= 2

    def test_a_word_that_is_hardly_known_is_tried_again_late_if_ever(self, board: SolvedBoard) -> None:
        text = board.words[0].text
        doubtful = replace(board.words[0], chance=0.2)
        board = replace(board, words=(doubtful, *board.words[1:]))
        simulation = Simulation(board, unknown=frozenset({text}), wishes=Wishes(seconds=12))
        simulation.play()
        later = [event.word for event in dragged(simulation)[-5:]]
        assert all(
            text in later for event in dragged(simulation) if event.word == text and event.attempt == 2
        )

    def test_drags_that_never_count_stop_it(self, board: SolvedBoard) -> None:
        result = Simulation(board, quality=Quality(lost_touches=1.0), state="playing").play()
        assert result.reason == "too_many_misses" and result.dragged < 25

    def test_little_time_is_used_for_the_best_words(self, rich_board: SolvedBoard) -> None:
        simulation = Simulation(rich_board, wishes=Wishes(seconds=15))
        result = simulation.play()
        longest = sorted(rich_board.points.values(), reverse=True)
        assert result.reason in ("time", "over")
        assert result.points >= 0.97 * sum(longest[: result.words])
        assert simulation.phone.touches_after_end <= 1


class TestGoingEasy:
    def test_a_target_is_reached_and_not_passed_by_much(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(target=3000, seconds=30))
        result = simulation.play()
        assert result.reason == "target" and 3000 <= simulation.phone.score < 5300

    def test_a_cap_on_words_is_kept(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(max_words=7, seconds=30))
        result = simulation.play()
        assert len(simulation.phone.found) == 7 == result.words

    def test_refused_words_do_not_count_for_the_cap(self, board: SolvedBoard) -> None:
        unknown = frozenset(word.text for word in board.words[:3])
        simulation = Simulation(board, unknown=unknown, wishes=Wishes(max_words=7, seconds=30))
        simulation.play()
        assert len(simulation.phone.found) == 7

    @pytest.mark.slow
    def test_a_pace_is_kept(self, rich_board: SolvedBoard) -> None:
        simulation = Simulation(rich_board, wishes=Wishes(pace=0.5, seconds=30))
        assert 30 / 0.5 * 0.8 < simulation.play().dragged < 30 / 0.5 * 1.4

    def test_long_words_are_left_out(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(longest=4, seconds=30))
        simulation.play()
        assert max(map(len, simulation.phone.found)) == 4

    def test_short_words_come_first(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(short_first=True, seconds=30))
        simulation.play()
        lengths = [len(event.word) for event in dragged(simulation)]
        assert lengths == sorted(lengths)

    def test_words_without_a_level_are_not_common(self, board: SolvedBoard) -> None:
        result = Simulation(board, wishes=Wishes(common=35, seconds=30)).play()
        assert result.reason == "played" and result.dragged == 0


class TestInterruptions:
    def test_a_window_that_is_moved(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        for at, x in ((3, 400), (5.01, -200), (7.02, 100)):
            simulation.after(at, lambda x=x: simulation.desktop.change(bounds=ScreenRect(x, 9, 390, 844)))  # type: ignore[misc]
        result = simulation.play()
        assert result.points == sum(board.points.values())
        assert not simulation.desktop.outside

    @pytest.mark.slow
    def test_a_window_that_is_moved_far_between_slow_words(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(pace=0.4, seconds=20))
        for at in range(3, 15):
            bounds = ScreenRect(600 * (at % 2), 300 - 600 * (at % 3), 390, 844)
            simulation.after(at, lambda bounds=bounds: simulation.desktop.change(bounds=bounds))  # type: ignore[misc]
        result = simulation.play()
        assert result.reason in ("time", "over") and result.points > 5000
        assert not simulation.desktop.outside

    def test_a_window_that_is_resized(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.after(4, lambda: simulation.desktop.change(bounds=ScreenRect(0, 0, 300, 650)))
        assert simulation.play().points >= 0.97 * sum(board.points.values())
        assert len(simulation.all_of(BoardSolved)) == 2

    def test_another_window_in_its_place_is_looked_at_first(self, board: SolvedBoard) -> None:
        """It was closed, and one of the same title and size came up: nobody knows what is in it."""
        simulation = Simulation(board)
        simulation.after(4, lambda: simulation.desktop.change(handle=8))
        assert simulation.play().points == sum(board.points.values())
        assert len(simulation.all_of(BoardSolved)) == 2

    @pytest.mark.parametrize("change", ["is_covered", "is_minimised"])
    def test_a_window_that_is_hidden_comes_back(self, board: SolvedBoard, change: str) -> None:
        simulation = Simulation(board)
        simulation.after(4, lambda: simulation.desktop.change(**{change: True}))
        assert simulation.play().points == sum(board.points.values())
        assert not simulation.desktop.outside

    def test_a_window_that_stays_behind(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.desktop.obeys = False
        simulation.after(4, lambda: simulation.desktop.change(is_front=False))
        assert simulation.play().reason == "window_lost"

    def test_a_phone_that_is_locked_for_a_moment(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(seconds=30))
        phone = simulation.phone
        simulation.after(4, lambda: setattr(phone, "is_locked", True))
        simulation.after(6, lambda: setattr(phone, "is_locked", False))
        result = simulation.play()
        assert result.points == phone.score >= 0.95 * sum(board.points.values())

    def test_a_service_that_goes_away(self, board: SolvedBoard) -> None:
        simulation = Simulation(board, wishes=Wishes(seconds=80))
        simulation.after(3, lambda: setattr(simulation.solver, "is_away", True))
        begun = simulation.clock.now()
        assert simulation.play().reason in ("service_away", "played")
        assert simulation.clock.now() - begun < 25

    def test_a_round_that_ends_early(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.after(5, lambda: setattr(simulation.phone, "over_at", simulation.clock.now()))
        result = simulation.play()
        assert result.reason == "over"
        assert simulation.phone.touches_after_end <= 1

    @pytest.mark.parametrize("at", [1.0, 3.0, 5.0])
    def test_the_users_hand_on_the_mouse(self, board: SolvedBoard, at: float) -> None:
        simulation = Simulation(board)
        events = []

        def take() -> None:
            simulation.desktop.hand = ScreenPoint(1200, 700)
            events.append(simulation.desktop.events)

        simulation.after(at, take)
        result = simulation.play()
        assert result.reason == "user_stopped"
        assert simulation.desktop.hand == ScreenPoint(1200, 700) or simulation.desktop.events == events[0]
        assert simulation.desktop.events - events[0] <= 1  # the button goes up

    def test_the_hotkey(self, board: SolvedBoard) -> None:
        simulation = Simulation(board)
        simulation.after(5, lambda: setattr(simulation.desktop, "abort_reason", "hotkey"))
        begun = simulation.clock.now()
        result = simulation.play()
        assert result.reason == "user_stopped" and not simulation.desktop.is_held
        assert simulation.clock.now() - begun <= 5 + 0.05


def test_who_takes_the_mouse_when_all_is_over_has_not_stopped_it(board: SolvedBoard) -> None:
    simulation = Simulation(board)

    class Listener(list[Progress]):
        def append(self, event: Progress) -> None:
            super().append(event)
            if event == PhaseBegan("over"):
                simulation.desktop.hand = ScreenPoint(1200, 700)

    simulation.told = Listener()
    result = simulation.play()
    assert (result.reason, result.error) == ("played", None)
    assert simulation.desktop.hand == ScreenPoint(1200, 700)


def test_what_is_told_adds_up(board: SolvedBoard) -> None:
    simulation = Simulation(board)
    result = simulation.play()
    judged = [event for event in simulation.told if isinstance(event, WordJudged)]
    assert judged[-1].total_points == result.points
    assert len(dragged(simulation)) == result.dragged
    assert all(earlier.left > later.left for earlier, later in pairwise(dragged(simulation)))


def test_a_slow_profile_is_respected(board: SolvedBoard) -> None:
    simulation = Simulation(board)
    simulation.play(tempo=Tempo(dwell=0.1))
    assert min(event.seconds for event in dragged(simulation)) > 0.2
