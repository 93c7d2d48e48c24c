"""The whole way of a word on macOS, from the pixels of a capture to the events that reach the system.

The board is 4 x 4 with a pitch of 60 points, its first tile's centre 73 points right of and 328 points below
the window's corner:

    0  1  2  3       the word goes 0, 1, 6: straight to the right, then down to the right
    4  5  6  7
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent.desktop import Target
from agent.geometry import Board
from agent.gesture import Gesture, gesture_of
from agent.ports import Capture, PixelBox, Pointer, Reading, ScreenPoint, Solution
from agent.tempo import Tempo
from tests.agent.clocks import FakeClock
from tests.agent.mac.conftest import PHONE
from tests.agent.mac.desk import Display, Program, Rect
from tests.agent.mac.machine import DOWN, DRAGGED, MOVED, UP, Machine

TEMPO = Tempo(hold=0.030, dwell=0.020, stride=0.006, gap=0.020, step=24.0)
WORD = (0, 1, 6)
LEFT, ABOVE = Rect.of(-1280, -124, 1280, 1024), Rect.of(0, -1080, 1920, 1080)

# milliseconds, event, points right of and below the first tile's centre, delta across and down
GOLDEN = [
    (0.000, DOWN, 0, 0, 0, 0),
    (32.000, DRAGGED, 20, 0, 20, 0),
    (34.000, DRAGGED, 40, 0, 20, 0),
    (36.000, DRAGGED, 60, 0, 20, 0),
    (58.121, DRAGGED, 75, 15, 15, 15),
    (60.243, DRAGGED, 90, 30, 15, 15),
    (62.364, DRAGGED, 105, 45, 15, 15),
    (64.485, DRAGGED, 120, 60, 15, 15),
    (84.485, UP, 120, 60, 0, 0),
]
# PyAutoGUI moves before it presses and before it releases; its events tell no deltas.
GOLDEN_PYAUTOGUI = [(0.000, MOVED, 0, 0), *(row[:4] for row in GOLDEN[:-1])]
GOLDEN_PYAUTOGUI += [(84.485, MOVED, 120, 60), (84.485, UP, 120, 60)]

places = pytest.mark.parametrize(
    ("corner", "second"),
    [((100, 80), None), ((-1180, -60), LEFT), ((1200, -900), ABOVE)],
    ids=["one display", "left of it", "above it"],
)
scales = pytest.mark.parametrize("scale", [1, 2])


@pytest.fixture
def put(mac: Machine, phone: Program) -> Callable[[tuple[int, int], Rect | None, int], Board]:
    """Puts the phone's window somewhere; the board in it as a capture shows it."""

    def at(corner: tuple[int, int], second: Rect | None, scale: int) -> Board:
        mac.displays = [Display(1, Rect.of(0, 0, 1440, 900), scale)]
        mac.displays += [Display(2, second, scale)] if second else []
        phone.windows[1].bounds = Rect.of(*corner, 326, 720)
        return Board.of(_solution(scale), _captured())

    return at


def _captured() -> Capture:
    from agent.adapters.macos import open_desktop

    desktop = open_desktop(Target(bundle_id=PHONE))
    state = desktop.window.find()
    assert state is not None and not state.is_covered
    return desktop.screen.capture(state.bounds)


def _solution(scale: int) -> Solution:
    """Tiles of 56 points, 4 apart, in pixels."""
    left, top, side = 45 * scale, 300 * scale, 56 * scale
    corners = [(left + 60 * scale * col, top + 60 * scale * row) for row in range(4) for col in range(4)]
    cells = tuple(PixelBox(x, y, side, side) for x, y in corners)
    return Solution(Reading(state="playing", rows=4, cols=4), cells, ())


def _play(gesture: Gesture, pointer: Pointer, clock: FakeClock) -> None:
    start = clock.now()
    for event in gesture.events:
        clock.sleep(start + event.at - clock.now())
        getattr(pointer, event.kind)(event.point)


def _rows(mac: Machine, corner: tuple[int, int], fields: tuple[int, ...] = ()) -> list[tuple[float, ...]]:
    """The posted events as in the tables above."""
    origin = (corner[0] + 73, corner[1] + 328)
    return [
        (
            round(posted.at * 1000, 3),
            posted.event.kind,
            round(posted.event.place.x - origin[0], 9),
            round(posted.event.place.y - origin[1], 9),
            *(posted.event.fields[field] for field in fields),
        )
        for posted in mac.posted
    ]


@pytest.mark.slow
@places
@scales
def test_quartz(
    mac: Machine,
    clock: FakeClock,
    put: Callable[[tuple[int, int], Rect | None, int], Board],
    corner: tuple[int, int],
    second: Rect | None,
    scale: int,
) -> None:
    from agent.adapters.quartz import open_pointer

    _play(gesture_of(WORD, put(corner, second, scale), TEMPO), open_pointer(), clock)
    assert _rows(mac, corner, (4, 5)) == GOLDEN
    for posted in mac.posted:
        event = posted.event
        assert (posted.tap, event.button) == (0, 0)  # kCGHIDEventTap, kCGMouseButtonLeft
        assert (event.fields[0], event.fields[1], event.fields[2]) == (1, 1, float(event.kind != UP))


@places
@scales
def test_pyautogui_on_its_macos_backend(
    mac: Machine,
    clock: FakeClock,
    pyautogui: Pointer,
    put: Callable[[tuple[int, int], Rect | None, int], Board],
    corner: tuple[int, int],
    second: Rect | None,
    scale: int,
) -> None:
    _play(gesture_of(WORD, put(corner, second, scale), TEMPO), pyautogui, clock)
    assert _rows(mac, corner) == GOLDEN_PYAUTOGUI
    for posted in mac.posted:
        assert (posted.tap, posted.event.button, posted.event.fields) == (0, 0, {})


def test_half_points_reach_quartz_and_are_rounded_by_pyautogui(mac: Machine, pyautogui: Pointer) -> None:
    from agent.adapters.quartz import open_pointer

    for pointer in (open_pointer(), pyautogui):
        pointer.press(ScreenPoint(-100.5, 20.25))
        pointer.release(ScreenPoint(-99.5, 20.75))
    presses = [posted.event.place for posted in mac.posted if posted.event.kind in (DOWN, UP)]
    assert presses == [(-100.5, 20.25), (-99.5, 20.75), (-100, 20), (-100, 21)]


def test_pyautogui_lets_go_where_the_mouse_is(mac: Machine, pyautogui: Pointer) -> None:
    pyautogui.release_all()
    assert not mac.posted
    pyautogui.press(ScreenPoint(-100, 20))
    pyautogui.drag(ScreenPoint(-90, 30))
    pyautogui.release_all()
    assert not mac.is_down and mac.posted[-1].event.place == (-90, 30)
    assert pyautogui.position() == ScreenPoint(-90, 30)


def test_pyautoguis_own_fail_safe_keeps_no_button_down(mac: Machine, pyautogui: Pointer) -> None:
    pyautogui.press(ScreenPoint(100, 20))
    mac.mouse = mac.mouse._replace(x=0.0, y=0.0)
    pyautogui.release(ScreenPoint(100, 20))
    assert not mac.is_down
