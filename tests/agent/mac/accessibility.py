"""The simulated Mac's programs: their windows' order, who is in front, and the accessibility interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.agent.mac.desk import DeskWindow, Point, Program, Size

SUCCESS, CANNOT_COMPLETE, NO_ATTRIBUTE, DISABLED = 0, -25204, -25212, -25211
"""Error codes, as in the wheels; `test_stub` compares."""
POINT, SIZE = 1, 2
SYSTEM_PATIENCE = 6.0
"""Seconds that macOS waits for a program unless told otherwise."""


@dataclass(slots=True)
class Element:
    """A program or a window, to the accessibility interface."""

    what: Program | DeskWindow
    patience: float = SYSTEM_PATIENCE
    is_a: str = "__AXUIElement"


@dataclass(slots=True)
class Packed:
    kind: int
    value: Point | Size
    is_a: str = "__AXValue"


class Accessibility:
    def __init__(self, programs: list[Program]) -> None:
        self.programs = programs
        self.front: Program | None = None
        self.order = [window.number for program in programs for window in program.windows]
        """Windows, front-most first."""
        self.may_control = True
        self.questions = 0
        self.waited = 0.0
        """Seconds lost on programs that do not answer."""
        self.known = {program.pid for program in programs}
        """Programs that the run loop has told of."""

    # --- what is seen

    def shown(self) -> list[tuple[Program, DeskWindow]]:
        """Front-most first: higher layers above lower ones, then by order."""
        seen = [
            (program, window) for program, window in self._owned() if not (program.hidden or window.minimised)
        ]
        return sorted(seen, key=lambda pair: (-pair[1].layer, self.order.index(pair[1].number)))

    def not_shown(self) -> list[tuple[Program, DeskWindow]]:
        return [(program, window) for program, window in self._owned() if program.hidden or window.minimised]

    def open(self, program: Program, window: DeskWindow) -> None:
        """A new window, in front of all."""
        program.windows.append(window)
        self.order.insert(0, window.number)

    def put_above(self, window: DeskWindow, other: DeskWindow) -> None:
        self.order.remove(window.number)
        self.order.insert(self.order.index(other.number), window.number)

    def close(self, number: int) -> None:
        for program in self.programs:
            program.windows = [window for window in program.windows if window.number != number]

    def bring_forward(self, program: Program) -> None:
        self.front = program
        theirs = {window.number for window in program.windows}
        self.order.sort(key=lambda number: number not in theirs)

    def _owned(self) -> list[tuple[Program, DeskWindow]]:
        return [(program, window) for program in self.programs for window in program.windows]

    # --- the interface

    def AXIsProcessTrusted(self) -> bool:
        return self.may_control

    def AXIsProcessTrustedWithOptions(self, options: dict[str, bool]) -> bool:
        self.questions += options["kAXTrustedCheckOptionPrompt"]
        return self.may_control

    def AXUIElementCreateApplication(self, pid: int) -> Element:
        return Element(next(program for program in self.programs if program.pid == pid))

    def AXUIElementSetMessagingTimeout(self, element: Element, seconds: float) -> int:
        element.patience = seconds
        return SUCCESS

    def AXUIElementCopyAttributeValue(self, element: Element, name: str, value: None) -> tuple[int, Any]:
        error = self._error(element)
        if error:
            return error, None
        found = self._attributes(element.what)
        return (SUCCESS, found[name]) if name in found else (NO_ATTRIBUTE, None)

    def AXUIElementSetAttributeValue(self, element: Element, name: str, value: bool) -> int:
        error = self._error(element)
        if error:
            return error
        if isinstance(element.what, DeskWindow):
            assert name == "AXMinimized"
            element.what.minimised = value
        elif name == "AXHidden":
            element.what.hidden = value
        elif name == "AXFrontmost" and value:
            self.bring_forward(element.what)
        return SUCCESS

    def AXUIElementPerformAction(self, element: Element, name: str) -> int:
        assert name == "AXRaise" and isinstance(element.what, DeskWindow)
        self.order.remove(element.what.number)
        self.order.insert(0, element.what.number)
        return SUCCESS

    def AXValueGetValue(self, packed: Packed, kind: int, value: None) -> tuple[bool, Point | Size | None]:
        return (True, packed.value) if kind == packed.kind else (False, None)

    def _error(self, element: Element) -> int:
        if not self.may_control:
            return DISABLED
        if isinstance(element.what, Program) and not element.what.answers:
            self.waited += element.patience
            return CANNOT_COMPLETE
        return SUCCESS

    def _attributes(self, what: Program | DeskWindow) -> dict[str, Any]:
        if isinstance(what, Program):
            windows = [Element(window) for window in what.windows]
            return {"AXFrontmost": what is self.front, "AXHidden": what.hidden, "AXWindows": windows}
        return {
            "AXMinimized": what.minimised,
            "AXPosition": Packed(POINT, what.bounds.origin),
            "AXSize": Packed(SIZE, what.bounds.size),
        }
