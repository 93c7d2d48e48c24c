"""The agent's X11 adapters on a real desktop: they see what is there, and do what they are told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

import agent.desktop
from agent.adapters.x11 import open_desktop, open_pointer, open_releaser
from agent.adapters.x11_connection import FRESH, Connection
from agent.adapters.x11_pointer import X11Abort, X11Permissions, X11Pointer
from agent.adapters.x11_screen import X11Screen
from agent.adapters.x11_seat import X11Seat
from agent.adapters.x11_window import X11Window
from agent.desktop import PointerName, Target
from agent.errors import AgentError, AlreadyRunning, NotSupported, OutsideWindow
from agent.ports import Pointer, ScreenPoint, ScreenRect, WindowState
from tests.brokers import eventually
from tests.e2e.clone.server import CloneServer
from tests.e2e.desktop import BrowserWindow, Desktop, desktop

pytestmark = pytest.mark.e2e

MIDDLE = ScreenPoint(800, 900)


@pytest.fixture(autouse=True)
def on_screen(screen: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    screen.move_mouse(round(MIDDLE.x), round(MIDDLE.y))


@pytest.fixture(scope="module")
def browser(screen: Desktop) -> Iterator[BrowserWindow]:
    with CloneServer(["star"]) as server, screen.browser(server.address()) as window:
        server.wait_for("opened")
        yield window


@pytest.fixture
def window(screen: Desktop, browser: BrowserWindow) -> X11Window:
    browser.bring_back()
    window = X11Window(Connection(screen.name), title="hunt CLONE")

    def is_at_home() -> bool:
        browser.move(60, 50)  # again where the window manager was busy with the move before
        state = seen(window)
        return state.is_front and not state.is_covered and max(state.bounds.x, state.bounds.y) < 100

    eventually(is_at_home)
    return window


def seen(window: X11Window) -> WindowState:
    state = window.find()
    assert state is not None
    return state


def test_a_window_is_found_by_a_part_of_its_title_or_its_number(
    screen: Desktop, window: X11Window, browser: BrowserWindow
) -> None:
    state = seen(window)
    assert (state.handle, state.title) == (browser.handle, "Word Hunt clone")
    assert (state.bounds.width, state.bounds.height) == (420, 800)
    assert X11Window(Connection(screen.name), handle=browser.handle).find() == state
    assert X11Window(Connection(screen.name), title="iPhone").find() is None
    assert X11Window(Connection(screen.name)).find() is None


def test_it_is_followed_when_it_is_moved(window: X11Window, browser: BrowserWindow) -> None:
    before = seen(window).bounds
    browser.move(260, 90)
    moved = eventually(lambda: bounds if (bounds := seen(window).bounds) != before else None)
    assert (moved.x - before.x, moved.y - before.y) == (200, 40)


def test_a_minimised_window_is_brought_back(window: X11Window, browser: BrowserWindow) -> None:
    browser.minimise()
    eventually(lambda: seen(window).is_minimised and not seen(window).is_front)
    window.activate(seen(window))
    eventually(lambda: seen(window).is_front and not seen(window).is_minimised)


def test_only_what_lies_over_it_covers_it(screen: Desktop, window: X11Window) -> None:
    bounds = seen(window).bounds
    right = round(bounds.x + bounds.width)
    with screen.covering(right + 1, 100, 50, 50):
        assert not seen(window).is_covered
    with screen.covering(right - 1, 100, 50, 50):
        assert seen(window).is_covered
    assert not seen(window).is_covered


def test_a_window_beyond_the_edge_cannot_be_reached_everywhere(
    window: X11Window, browser: BrowserWindow
) -> None:
    browser.move(-100, 50)
    eventually(lambda: seen(window).bounds.x < 0 and seen(window).is_covered)


def test_another_program_in_front(screen: Desktop, window: X11Window) -> None:
    with CloneServer([]) as server, screen.browser(server.address(), at=(700, 30)) as other:
        eventually(lambda: not seen(window).is_front)
        assert not seen(window).is_covered
        other.move(100, 60)
        eventually(lambda: seen(window).is_covered)
        window.activate(seen(window))
        eventually(lambda: seen(window).is_front and not seen(window).is_covered)


def test_a_closed_window_is_gone(screen: Desktop) -> None:
    with CloneServer([]) as server, screen.browser(server.address()) as shortlived:
        window = X11Window(Connection(screen.name), handle=shortlived.handle)
        assert window.find() is not None
        shortlived.close()
        eventually(lambda: window.find() is None)


def test_a_capture_shows_the_window_alone(screen: Desktop, window: X11Window) -> None:
    bounds = seen(window).bounds
    capture = X11Screen(screen.name).capture(bounds)
    assert capture.png.startswith(b"\x89PNG")
    assert (capture.width, capture.height, capture.bounds) == (420, 800, bounds)


def test_what_is_beyond_the_edge_of_the_screen_is_left_out(screen: Desktop) -> None:
    capture = X11Screen(screen.name).capture(ScreenRect(-30, -20, 100, 100))
    assert capture.bounds == ScreenRect(0, 0, 70, 80)
    with pytest.raises(OutsideWindow):
        X11Screen(screen.name).capture(ScreenRect(5000, 10, 100, 100))


def test_a_patch_changes_with_what_is_shown(screen: Desktop) -> None:
    pictures, place = X11Screen(screen.name), ScreenRect(1000, 1000, 20, 10)
    before = pictures.patch(place)
    assert pictures.patch(place) == before
    with screen.covering(1000, 1000, 5, 5):
        eventually(lambda: pictures.patch(place) != before)


@pytest.fixture(params=[PointerName.X11, PointerName.PYAUTOGUI])
def pointer(request: pytest.FixtureRequest) -> Iterator[Pointer]:
    with warnings.catch_warnings():
        # What PyAutoGUI imports looks for programs, and leaves the pipes open.
        warnings.simplefilter("ignore", ResourceWarning)
        pointer = agent.desktop.open_pointer(request.param)
    yield pointer
    pointer.release_all()
    forget_pyautogui()


def forget_pyautogui() -> None:
    """It keeps a connection to the display on which it was imported."""
    if "pyautogui" in sys.modules:
        sys.modules["pyautogui._pyautogui_x11"]._display.close()
        looked_for = sys.modules["pyscreeze"].whichProc
        looked_for.stdout.close()
        looked_for.stderr.close()
    for name in [name for name in sys.modules if name.startswith(("pyautogui", "pyscreeze"))]:
        del sys.modules[name]


def test_the_button_is_held_while_it_is_dragged(screen: Desktop, pointer: Pointer) -> None:
    pointer.press(MIDDLE)
    assert screen.is_button_held()
    pointer.drag(ScreenPoint(810.4, 905.6))
    assert screen.pointer() == (810, 906) and screen.is_button_held()
    assert pointer.position() == ScreenPoint(810, 906)
    pointer.release(ScreenPoint(820, 900))
    assert screen.pointer() == (820, 900) and not screen.is_button_held()


def test_what_was_pressed_is_released_and_a_move_holds_nothing(screen: Desktop, pointer: Pointer) -> None:
    pointer.press(MIDDLE)
    pointer.release(MIDDLE)
    pointer.move(ScreenPoint(900, 950))
    assert screen.pointer() == (900, 950) and not screen.is_button_held()


def test_all_is_released_where_it_is(screen: Desktop, pointer: Pointer) -> None:
    pointer.release_all()
    pointer.press(MIDDLE)
    pointer.drag(ScreenPoint(700, 700))
    pointer.release_all()
    assert screen.pointer() == (700, 700) and not screen.is_button_held()


def test_events_take_their_time_from_the_caller(pointer: Pointer) -> None:
    """Neither adapter waits by itself: a drag of forty moves is done in a moment."""
    began = time.perf_counter()
    pointer.press(MIDDLE)
    for step in range(40):
        pointer.drag(ScreenPoint(800 + step, 900))
    pointer.release(ScreenPoint(840, 900))
    assert time.perf_counter() - began < 0.4


def test_another_program_lets_the_button_go(screen: Desktop) -> None:
    release = open_releaser()
    open_pointer().press(MIDDLE)
    release()
    assert not screen.is_button_held()
    release()


HOLDER = """
import sys, time
from agent.adapters.x11 import open_pointer
from agent.ports import ScreenPoint
open_pointer().press(ScreenPoint(800, 900))
print("held", flush=True)
time.sleep(60)
"""


def test_the_server_keeps_a_killed_programs_button_down(screen: Desktop) -> None:
    """Why there is a watchdog."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER], env=screen.environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process.stdout as told:
        assert told.readline() == b"held\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(5)
    assert screen.is_button_held()
    open_releaser()()
    assert not screen.is_button_held()


SITTER = """
import sys, time
from agent.adapters.x11_connection import Connection
from agent.adapters.x11_seat import X11Seat
with X11Seat(Connection()).taken():
    print("taken", flush=True)
    time.sleep(60)
"""


def test_one_agent_a_display_until_it_ends_in_whatever_way(screen: Desktop) -> None:
    seat = X11Seat(Connection(screen.name))
    process = subprocess.Popen([sys.executable, "-c", SITTER], env=screen.environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process.stdout as told:
        assert told.readline() == b"taken\n"
        with pytest.raises(AlreadyRunning, match=f"process {process.pid}"), seat.taken():
            pass
        os.kill(process.pid, signal.SIGKILL)
        process.wait(5)
    for _ in range(2):
        with (
            eventually_taken(seat),
            pytest.raises(AlreadyRunning, match=f"process {os.getpid()}"),
            X11Seat(Connection(screen.name)).taken(),
        ):
            pass


@contextmanager
def eventually_taken(seat: X11Seat) -> Iterator[None]:
    """The server may take a moment to see that a process has died."""
    with ExitStack() as stack:

        def take() -> bool:
            with suppress(AlreadyRunning):
                stack.enter_context(seat.taken())
                return True
            return False

        eventually(take)
        yield


def test_escape_and_the_corners_stop_it(screen: Desktop) -> None:
    abort = X11Abort(Connection(screen.name))

    def reason() -> str | None:
        time.sleep(FRESH)
        return abort.reason()

    assert reason() is None
    with screen.key_held("Escape"):
        assert reason() == "Escape was pressed."
    assert reason() is None
    with screen.key_held("a"):
        assert reason() is None
    for x, y in [(0, 0), (1599, 0), (0, 1799), (1599, 1799)]:
        screen.move_mouse(x, y)
        assert "corner" in (reason() or "")
    screen.move_mouse(0, 900)
    assert reason() is None


def test_what_a_session_lacks(screen: Desktop) -> None:
    assert X11Permissions(Connection(screen.name), "x11").missing() == []
    (lacks,) = X11Permissions(Connection(screen.name), "wayland").missing()
    assert "Xorg" in lacks.how


def test_the_display_of_the_session_is_taken(window: X11Window) -> None:
    place = open_desktop(Target(title="Word Hunt clone"))
    assert place.window.find() == seen(window)
    assert place.abort.reason() is None
    assert place.screen.patch(ScreenRect(5, 5, 2, 2))


def test_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", "nonsense")
    with pytest.raises(NotSupported, match="display"):
        open_desktop(Target())


def test_a_display_that_goes_away_is_an_error_of_ours() -> None:
    with desktop() as place:
        connection = Connection(place.name)
        window, pointer = X11Window(connection, title="any"), X11Pointer(connection)
        abort, pictures = X11Abort(connection), X11Screen(place.name)
    for use in (
        window.find,
        abort.reason,
        pointer.position,
        pointer.release_all,
        lambda: pointer.press(MIDDLE),
        lambda: pictures.patch(ScreenRect(5, 5, 2, 2)),
    ):
        with pytest.raises(AgentError):
            use()
