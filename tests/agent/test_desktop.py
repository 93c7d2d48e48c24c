"""Which adapters are taken on which system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agent import desktop
from agent.desktop import PointerName, Target, open_desktop, open_pointer, releasing_module, ways_to_drag
from agent.errors import NotSupported


@pytest.mark.parametrize(
    ("system", "ways", "releasing"),
    [
        ("darwin", ["pyautogui", "quartz", "quartz-plain"], "agent.adapters.quartz"),
        ("linux", ["pyautogui", "x11"], "agent.adapters.x11"),
    ],
)
def test_each_system_has_its_own(
    system: str, ways: list[str], releasing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert [str(way) for way in ways_to_drag()] == ways
    assert releasing_module() == releasing


@pytest.mark.skipif(sys.platform == "darwin", reason="there these packages are installed")
@pytest.mark.parametrize("name", [PointerName.QUARTZ, PointerName.QUARTZ_PLAIN])
def test_what_is_not_installed_is_named_with_the_way_to_get_it(name: PointerName) -> None:
    with pytest.raises(NotSupported, match="Quartz") as error:
        open_pointer(name)
    assert "make agent" in error.value.hint


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("raise ImportError('No module named mouseinfo')", "make agent"),
        ("raise SystemExit('You must install tkinter')", "--pointer x11"),
        ("raise KeyError('DISPLAY')", "--pointer x11"),
    ],
)
def test_a_mouse_that_does_not_start_is_no_crash(
    code: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyautogui.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pyautogui", raising=False)
    monkeypatch.setenv("DISPLAY", ":99")
    with pytest.raises(NotSupported, match="PyAutoGUI") as error:
        open_pointer(PointerName.AUTO)
    assert hint in error.value.hint


def test_without_a_display_there_is_no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(desktop, "is_mac", lambda: False)
    with pytest.raises(NotSupported):
        open_desktop(Target(title="game"))
