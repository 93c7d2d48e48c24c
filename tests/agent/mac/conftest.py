"""A Mac that is not there: the adapters' own code runs, on pyobjc modules that are stubs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from agent.ports import Pointer
from tests.agent.clocks import FakeClock
from tests.agent.mac.desk import DeskWindow, Display, Program, Rect
from tests.agent.mac.machine import Machine
from tests.agent.mac.stub import MODULES, StubModule

PHONE = "com.apple.ScreenContinuity"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(0.0)


@pytest.fixture
def phone() -> Program:
    """iPhone Mirroring, with the bar beside its window and a helper that nobody sees."""
    bar = DeskWindow(10, Rect.of(100, 40, 326, 38), "")
    window = DeskWindow(11, Rect.of(100, 80, 326, 720), "iPhone-Mirroring", colour=(10, 120, 10))
    helper = DeskWindow(12, Rect.of(0, 0, 20, 20), "", alpha=0.0)
    return Program(501, PHONE, "iPhone-Synchronisierung", [bar, window, helper])


@pytest.fixture
def terminal() -> Program:
    window = DeskWindow(30, Rect.of(700, 100, 600, 400), "zsh")
    return Program(301, "com.apple.Terminal", "Terminal", [window])


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Machine], Machine]]:
    """Makes pyobjc act on that Mac; adapters have to be imported afterwards."""

    def use(machine: Machine) -> Machine:
        for name in MODULES:
            monkeypatch.setitem(sys.modules, name, StubModule(name, machine))
        _forget_adapters()
        return machine

    yield use
    _forget_adapters()


@pytest.fixture
def mac(
    phone: Program, terminal: Program, clock: FakeClock, pretend: Callable[[Machine], Machine]
) -> Machine:
    """One Retina display; the terminal in front, beside the phone's window."""
    empty = DeskWindow(20, Rect.of(0, 0, 1440, 900), "", layer=20, colour=None)
    dock = Program(201, "com.apple.dock", "Dock", [empty])
    machine = Machine([Display(1, Rect.of(0, 0, 1440, 900), 2)], [terminal, phone, dock], clock.now)
    machine.front = terminal
    return pretend(machine)


@pytest.fixture
def sleep(clock: FakeClock) -> Callable[[float], None]:
    """How PyAutoGUI waits."""
    return clock.sleep


@pytest.fixture
def pyautogui(
    mac: Machine, sleep: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Pointer]:
    """PyAutoGUI's own backend for macOS, on the stub; what it sleeps counts on the test's clock."""
    monkeypatch.setattr(sys, "platform", "darwin")
    ours = ("agent.adapters.pyautogui", "pyautogui", "pyscreeze", "pymsgbox")
    before = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith(ours)}
    from agent.adapters.pyautogui import open_pointer

    pointer = open_pointer()
    gui = sys.modules["pyautogui"]
    for module in (gui, gui.platformModule):
        monkeypatch.setattr(module, "time", SimpleNamespace(sleep=sleep))
    assert gui.platformModule.__name__ == "pyautogui._pyautogui_osx"
    yield pointer
    for name in [name for name in sys.modules if name.startswith(ours)]:
        del sys.modules[name]
    sys.modules.update(before)


def _forget_adapters() -> None:
    """Whoever imports them next gets them anew, with the pyobjc of that moment or without any."""
    for name in [*sys.modules]:
        if name.startswith(("agent.adapters.macos", "agent.adapters.quartz")):
            del sys.modules[name]
