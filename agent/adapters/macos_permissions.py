"""What macOS has to allow before a program may look at the screen and move the mouse.

macOS gives these rights to the program that a command was started from: the terminal, not Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import ApplicationServices
import Quartz

from agent.ports import Permission

_SETTINGS: Final = "x-apple.systempreferences:com.apple.preference.security?"
_TERMINALS: Final = {
    "Apple_Terminal": "Terminal",
    "iTerm.app": "iTerm",
    "vscode": "Visual Studio Code",
    "tmux": "",  # runs inside of the program that is meant
}


class MacPermissions:
    """Asking also makes macOS show its own question, once a program, and put the terminal on its lists."""

    def __init__(self, terminal: str = "") -> None:
        """`terminal` is how the terminal calls itself in TERM_PROGRAM, empty where it does not."""
        self._terminal = _TERMINALS.get(terminal, terminal) or "the program that you started this from"

    def missing(self) -> Sequence[Permission]:
        lacks = []
        if not (Quartz.CGPreflightScreenCaptureAccess() or Quartz.CGRequestScreenCaptureAccess()):
            lacks.append(
                self._permission("screen recording", "Screen & System Audio Recording", "ScreenCapture")
            )
        if not (_may_move_the_mouse() or _ask_to_move_the_mouse()):
            lacks.append(self._permission("accessibility", "Accessibility", "Accessibility"))
        return lacks

    def _permission(self, name: str, pane: str, anchor: str) -> Permission:
        return Permission(
            name,
            f"System Settings > Privacy & Security > {pane}: switch on {self._terminal}, quit it and open it "
            f'again. The pane opens with: open "{_SETTINGS}Privacy_{anchor}"',
        )


def _may_move_the_mouse() -> bool:
    return bool(ApplicationServices.AXIsProcessTrusted() and Quartz.CGPreflightPostEventAccess())


def _ask_to_move_the_mouse() -> bool:
    ask = {ApplicationServices.kAXTrustedCheckOptionPrompt: True}
    return bool(ApplicationServices.AXIsProcessTrustedWithOptions(ask) and Quartz.CGRequestPostEventAccess())
