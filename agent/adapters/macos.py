"""macOS: everything that the agent needs of the desktop but the mouse."""

from __future__ import annotations

import os

from agent.adapters.macos_abort import MacAbort
from agent.adapters.macos_permissions import MacPermissions
from agent.adapters.macos_screen import MacScreen
from agent.adapters.macos_seat import MacSeat
from agent.adapters.macos_window import MacWindow
from agent.desktop import Desktop, Target


def open_desktop(target: Target) -> Desktop:
    return Desktop(
        window=MacWindow(target),
        screen=MacScreen(),
        abort=MacAbort(),
        permissions=MacPermissions(os.environ.get("TERM_PROGRAM", "")),
        seat=MacSeat(),
    )
