"""However a round ends, the button is up and the cursor where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.adapters.simdesktop import SimDesktop
from agent.errors import NoPermission, PointerFailed
from agent.guarded import Limits
from agent.ports import ScreenPoint, ScreenRect
from agent.wishes import Wishes
from dictionaries import find
from tests.agent.boards import SolvedBoard, solved_boards
from tests.agent.simulation import Crash, Simulation
from worker.lexicon import open_lexicon


@pytest.fixture(scope="module")
def board(lexicon_cache: Path) -> SolvedBoard:
    (board,) = solved_boards(open_lexicon(find("en"), lexicon_cache), 1, words=range(100, 130), seed=2)
    return board


def played_out(simulation: Simulation) -> None:
    """Nothing happens."""


def ends_early(simulation: Simulation) -> None:
    simulation.after(5, lambda: setattr(simulation.phone, "over_at", simulation.clock.now()))


def hotkey(simulation: Simulation) -> None:
    simulation.after(5, lambda: setattr(simulation.desktop, "abort_reason", "Escape was pressed."))


def stays_covered(simulation: Simulation) -> None:
    simulation.desktop.obeys = False
    simulation.after(5, lambda: simulation.desktop.change(is_covered=True))


def closed(simulation: Simulation) -> None:
    simulation.after(5, lambda: setattr(simulation.desktop, "state", None))


def service_gone(simulation: Simulation) -> None:
    simulation.after(3, lambda: setattr(simulation.solver, "is_away", True))


def locked(simulation: Simulation) -> None:
    simulation.after(5, lambda: setattr(simulation.phone, "is_locked", True))


def drag_fails(simulation: Simulation) -> None:
    simulation.after(5, lambda: setattr(simulation.desktop, "failure", PointerFailed("refused")))


def screen_fails(simulation: Simulation) -> None:
    def refuse(bounds: ScreenRect) -> bytes:
        raise NoPermission("no more")

    simulation.after(5, lambda: setattr(simulation.desktop, "patch", refuse))


@pytest.mark.parametrize(
    ("happens", "limits", "reason"),
    [
        (played_out, Limits(), "played"),
        (ends_early, Limits(), "over"),
        (hotkey, Limits(), "user_stopped"),
        (stays_covered, Limits(), "window_lost"),
        (closed, Limits(), "window_lost"),
        (service_gone, Limits(), "service_away"),
        (locked, Limits(), "window_lost"),
        (drag_fails, Limits(), "pointer_failed"),
        (screen_fails, Limits(), "no_permission"),
        (played_out, Limits(seconds=5), "limit_reached"),
        (played_out, Limits(presses=9), "limit_reached"),
        (played_out, Limits(events_per_second=40), "limit_reached"),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_the_cursor_is_put_back_at_every_end(
    board: SolvedBoard, happens: Callable[[Simulation], None], limits: Limits, reason: str
) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=70))
    before = simulation.desktop.hand
    happens(simulation)
    assert simulation.play(limits=limits).reason == reason
    assert simulation.desktop.hand == before and not simulation.desktop.is_held
    assert not simulation.desktop.outside


def test_the_cursor_is_put_back_after_what_nobody_has_foreseen(board: SolvedBoard) -> None:
    simulation = Simulation(board)
    before = simulation.desktop.hand
    simulation.after(5, lambda: setattr(simulation.desktop, "failure", Crash()))
    with pytest.raises(Crash):
        simulation.play()
    assert simulation.desktop.hand == before and not simulation.desktop.is_held


def test_the_cursor_stays_where_the_user_has_it_as_long_as_nothing_was_moved(board: SolvedBoard) -> None:
    simulation = Simulation(board, state="unknown")
    simulation.after(5, lambda: setattr(simulation.desktop, "hand", ScreenPoint(1200, 700)))
    assert simulation.play().reason == "no_board"
    assert simulation.desktop.hand == ScreenPoint(1200, 700)


@pytest.mark.slow
@pytest.mark.parametrize("look", [0.0, 0.004, 0.15], ids=["quick", "real", "by another program"])
def test_the_button_is_up_within_a_twentieth_of_a_second(board: SolvedBoard, look: float) -> None:
    """Whenever it is that somebody wants to stop."""
    held_then, held_after = 0, 0
    for moment in range(20):
        simulation = Simulation(board)
        desktop = simulation.desktop
        desktop.look_seconds = look

        def stop(desktop: SimDesktop = desktop) -> None:
            nonlocal held_then
            held_then += desktop.is_held
            desktop.abort_reason = "the hotkey"

        def look_again(desktop: SimDesktop = desktop) -> None:
            nonlocal held_after
            held_after += desktop.is_held

        simulation.after(3 + moment * 0.0517, stop)
        simulation.after(3 + moment * 0.0517 + 0.05, look_again)
        assert simulation.play().reason == "user_stopped"
    assert held_then > 0 and held_after == 0
