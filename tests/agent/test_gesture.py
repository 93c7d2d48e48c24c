"""Gestures as a phone sees them."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.adapters.simphone import SimClock, SimPhone
from agent.errors import NoBoard
from agent.geometry import Board, around
from agent.gesture import MOST_STEPS, Gesture, gesture_of
from agent.ports import ScreenPoint, ScreenRect
from agent.tempo import SAMPLE, Tempo
from tests.selection import examples

SIDE = 4


def square(pitch: float = 80, x: float = 35, y: float = 320) -> Board:
    """4 x 4; by default where a simulated phone has it."""
    centres = tuple(
        ScreenPoint(x + (col + 0.5) * pitch, y + (row + 0.5) * pitch)
        for row in range(SIDE)
        for col in range(SIDE)
    )
    tiles = [ScreenRect(at.x - pitch / 2, at.y - pitch / 2, pitch, pitch) for at in centres]
    return Board(ScreenRect(0, 0, 2000, 2000), centres, around(tiles), pitch)


@st.composite
def paths(draw: st.DrawFn) -> tuple[int, ...]:
    """Walks over the board that do not cross a tile twice."""
    path = [draw(st.integers(0, SIDE * SIDE - 1))]
    for _ in range(draw(st.integers(1, 9))):
        row, col = divmod(path[-1], SIDE)
        free = [
            r * SIDE + c
            for r in range(max(row - 1, 0), min(row + 2, SIDE))
            for c in range(max(col - 1, 0), min(col + 2, SIDE))
            if r * SIDE + c not in path
        ]
        if not free:
            break
        path.append(draw(st.sampled_from(free)))
    return tuple(path)


tempos = st.builds(
    Tempo,
    hold=st.floats(0.02, 0.2),
    dwell=st.floats(SAMPLE + 0.001, 0.2),
    stride=st.floats(0, 0.1),
    gap=st.floats(0, 0.1),
    hover=st.floats(0, 0.1),
    step=st.floats(5, 60),
)


@given(paths(), tempos, st.floats(20, 200))
def test_one_press_then_drags_then_one_release(path: tuple[int, ...], tempo: Tempo, pitch: float) -> None:
    board = square(pitch)
    gesture = gesture_of(path, board, tempo, ScreenPoint(40, 330))
    kinds = [event.kind for event in gesture.events]
    press = kinds.index("press")
    assert set(kinds[:press]) <= {"move"} and set(kinds[press + 1 : -1]) == {"drag"}
    assert kinds[-1] == "release" and kinds.count("press") == kinds.count("release") == 1
    assert all(later.at >= earlier.at for earlier, later in pairwise(gesture.events))
    assert all(board.area.contains(event.point) for event in gesture.events[press:])
    assert [event.point for event in gesture.events if event.is_tile] == [board.centre(c) for c in path]


@given(paths(), tempos, st.floats(20, 200))
def test_no_step_is_longer_than_allowed(path: tuple[int, ...], tempo: Tempo, pitch: float) -> None:
    drags = _with_button(gesture_of(path, square(pitch), tempo))
    allowed = max(tempo.step, pitch / MOST_STEPS)
    for one, other in pairwise(drags):
        assert dist((one.x, one.y), (other.x, other.y)) <= allowed + 1e-6


@given(paths(), tempos)
def test_it_rests_on_every_tile(path: tuple[int, ...], tempo: Tempo) -> None:
    events = gesture_of(path, square(), tempo).events
    rests = [later.at - event.at for event, later in pairwise(events) if event.is_tile]
    assert rests[0] >= tempo.hold
    # the first step after a rest is on its way already
    assert all(rest >= tempo.dwell - 1e-9 for rest in rests[1:])


@settings(max_examples=examples(200))
@given(paths(), tempos, st.integers(0, 10_000), st.floats(0.25, 0.5))
def test_a_phone_sees_the_path_and_nothing_else(
    path: tuple[int, ...], tempo: Tempo, seed: int, radius: float
) -> None:
    letters = "ABCDEFGHIJKLMNOP"
    rows = [letters[start : start + SIDE] for start in range(0, 16, SIDE)]
    clock = SimClock()
    phone = SimPhone(rows, {}, clock, state="playing", seed=seed)
    _play(gesture_of(path, square(), tempo), phone, clock)
    assert phone.dragged == ["".join(letters[cell] for cell in path)]


def test_a_finger_that_jumps_presses_at_once() -> None:
    gesture = gesture_of((0, 1), square(), Tempo(), ScreenPoint(300, 600))
    assert gesture.events[0].kind == "press"


def test_a_finger_that_hovers_goes_there_first() -> None:
    tempo = Tempo(hover=0.1)
    gesture = gesture_of((0, 1), square(pitch=80), tempo, ScreenPoint(35 + 120, 320 + 40))
    press = next(event for event in gesture.events if event.kind == "press")
    assert gesture.events[0].kind == "move"
    assert press.at == pytest.approx(0.1)  # one pitch


def test_it_takes_as_long_as_the_model_says() -> None:
    tempo = Tempo(hover=0.05)
    gesture = gesture_of((0, 1, 6), square(), tempo)
    assert gesture.seconds + tempo.gap == pytest.approx(tempo.model().drag(3, 1 + 2**0.5))


def test_a_path_off_the_board_is_refused() -> None:
    with pytest.raises(NoBoard):
        gesture_of((0, 16), square(), Tempo())


def _with_button(gesture: Gesture) -> list[ScreenPoint]:
    return [event.point for event in gesture.events if event.kind != "move"]


def _play(gesture: Gesture, phone: SimPhone, clock: SimClock) -> None:
    start = clock.now()
    for event in gesture.events:
        clock.sleep(start + event.at - clock.now())
        match event.kind:
            case "press":
                phone.touch(event.point)
            case "drag":
                phone.slide(event.point)
            case "release":
                phone.lift()
