"""Whole rounds on the simulated Mac: the real loop, the real adapters, a simulated phone in the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent.adapters.simdesktop import SimExecutor
from agent.adapters.simphone import SimClock, SimPhone
from agent.desktop import Target
from agent.ports import Pointer, Word
from agent.progress import Progress
from agent.round import Round, RoundResult, World
from agent.tempo import Tempo
from agent.wishes import Wishes
from tests.agent.mac.conftest import PHONE
from tests.agent.mac.desk import Display, Point, Program, Rect
from tests.agent.mac.handheld import Handheld, HandheldSolver, points_of
from tests.agent.mac.machine import Machine

pytestmark = pytest.mark.slow

BOARD = ("STAR", "ENIL", "GROP", "DUET")
PATHS = {
    "STAR": (0, 1, 2, 3),
    "RAT": (3, 2, 1),
    "LINE": (7, 6, 5, 4),
    "DUET": (12, 13, 14, 15),
    "ROPE": (9, 10, 11, 14),
    "NOR": (5, 10, 9),
}
ALL = 4 * 400 + 2 * 100
LEFT = Rect.of(-1280, -124, 1280, 1024)


@pytest.fixture
def time_of_phone() -> SimClock:
    return SimClock()


@pytest.fixture
def sleep(time_of_phone: SimClock) -> Callable[[float], None]:
    return time_of_phone.sleep


@pytest.fixture
def handheld(mac: Machine, phone: Program, time_of_phone: SimClock) -> Handheld:
    mac.now = time_of_phone.now
    game = SimPhone(BOARD, points_of(list(PATHS)), time_of_phone, seconds=30.0)
    return Handheld(game, phone, phone.windows[1], mac)


def played(handheld: Handheld, pointer: Pointer, clock: SimClock) -> RoundResult:
    from agent.adapters.macos import open_desktop

    desktop = open_desktop(Target(bundle_id=PHONE))
    words = [Word(text, points, (PATHS[text],)) for text, points in points_of(list(PATHS)).items()]
    solver = HandheldSolver(handheld.phone, words, clock, seconds=0.1)
    world = World(desktop.window, desktop.screen, pointer, clock, desktop.abort, solver, SimExecutor(clock))
    told: list[Progress] = []
    return Round(world, wishes=Wishes(seconds=30.0), tempo=Tempo(), listener=told.append).run()


@pytest.mark.parametrize("name", ["quartz", "pyautogui"])
@pytest.mark.parametrize(("corner", "scale"), [((100, 80), 2), ((-1180, -60), 1), ((-163, 20), 2)])
def test_every_word_arrives(
    handheld: Handheld,
    mac: Machine,
    pyautogui: Pointer,
    time_of_phone: SimClock,
    name: str,
    corner: tuple[int, int],
    scale: int,
) -> None:
    from agent.adapters.quartz import open_pointer

    mac.displays = [Display(1, Rect.of(0, 0, 1440, 900), scale), Display(2, LEFT, 1)]
    handheld.window.bounds = Rect.of(*corner, 326, 720)
    pointer = open_pointer() if name == "quartz" else pyautogui
    result = played(handheld, pointer, time_of_phone)
    assert (result.reason, result.points, result.refused) == ("played", ALL, ())
    assert handheld.phone.score == ALL and sorted(handheld.phone.dragged) == sorted(PATHS)
    assert not handheld.strays and not mac.is_down
    assert mac.mouse == (400, 300)  # put back


def test_the_phone_is_brought_to_the_front_whatever_comes_before_it(
    handheld: Handheld, mac: Machine, terminal: Program, time_of_phone: SimClock
) -> None:
    from agent.adapters.quartz import open_pointer

    handheld.window.minimised = True

    def cover() -> None:
        mac.bring_forward(terminal)
        terminal.windows[0].bounds = Rect.of(0, 0, 1000, 800)

    def move() -> None:
        handheld.window.bounds = Rect.of(600, 100, 326, 720)

    time_of_phone.at(time_of_phone.now() + 1.2, cover)
    time_of_phone.at(time_of_phone.now() + 1.6, move)
    result = played(handheld, open_pointer(), time_of_phone)
    assert result.points == handheld.phone.score == ALL
    assert not handheld.strays and not mac.is_down


@pytest.mark.parametrize("what", ["mouse", "escape", "corner"])
def test_the_user_stops_it(handheld: Handheld, mac: Machine, time_of_phone: SimClock, what: str) -> None:
    from agent.adapters.quartz import open_pointer

    def stop() -> None:
        if what == "escape":
            mac.keys = {53}
        else:
            mac.mouse = Point(0, 0) if what == "corner" else Point(mac.mouse.x + 40, mac.mouse.y)

    time_of_phone.at(time_of_phone.now() + 1.5, stop)
    result = played(handheld, open_pointer(), time_of_phone)
    assert result.reason == "user_stopped" and not mac.is_down and not handheld.strays
    assert mac.posted[-1].at <= 1000 + 1.5 + 0.1
