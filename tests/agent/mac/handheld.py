"""A simulated phone behind the simulated Mac's window: mouse events are touches, the score is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from agent.adapters.simdesktop import SimSolver
from agent.adapters.simphone import HEIGHT, SCORE, WIDTH, SimPhone
from agent.ports import Capture, Reading, ScreenPoint, Solution
from tests.agent.mac.desk import DeskWindow, Point, Program, Rect
from tests.agent.mac.machine import DOWN, DRAGGED, UP, Machine, Posted


class Handheld:
    """Touched through the program's window; a small window of its own shows the score in colours."""

    def __init__(self, phone: SimPhone, program: Program, window: DeskWindow, machine: Machine) -> None:
        self.phone = phone
        self.program = program
        self.window = window
        self.machine = machine
        self.score = DeskWindow(13, self._on_screen())
        self.strays: list[Posted] = []
        """Presses and drags that would have gone to another program."""
        machine.open(program, self.score)
        machine.listeners.append(self._hear)
        machine.painters.append(self._paint)

    def _hear(self, posted: Posted) -> None:
        place, kind = posted.event.place, posted.event.kind
        if kind in (DOWN, DRAGGED) and not self._is_touched_at(place):
            self.strays.append(posted)
        elif kind == DOWN:
            self.phone.touch(self._on_phone(place))
        elif kind == DRAGGED:
            self.phone.slide(self._on_phone(place))
        elif kind == UP:
            self.phone.lift()

    def _is_touched_at(self, place: Point) -> bool:
        spot = Rect.of(place.x, place.y, 0.1, 0.1)
        seen = [window for _, window in self.machine.shown() if window.layer == 0]
        hit = [window for window in seen if window.bounds.meets(spot)]
        return self.machine.front is self.program and bool(hit) and hit[0] in (self.window, self.score)

    def _paint(self) -> None:
        self.score.bounds = self._on_screen()
        self.machine.put_above(self.score, self.window)
        state, score = self.phone.screen()
        shade = score // 100 * 83 % 256
        self.score.colour = (shade, 255 - shade, 60 if state == "playing" else 200)

    def _on_phone(self, place: Point) -> ScreenPoint:
        (x, y), (width, height) = self.window.bounds
        return ScreenPoint((place.x - x) * WIDTH / width, (place.y - y) * HEIGHT / height)

    def _on_screen(self) -> Rect:
        (x, y), (width, height) = self.window.bounds
        across, down = width / WIDTH, height / HEIGHT
        return Rect.of(x + SCORE.x * across, y + SCORE.y * down, SCORE.width * across, SCORE.height * down)


class HandheldSolver(SimSolver):
    """Knows what the phone shows without looking; sizes and places are those of the real capture."""

    def read(self, capture: Capture) -> Reading:
        return super().read(self._seen(capture))

    def solve(self, capture: Capture) -> Solution:
        return super().solve(self._seen(capture))

    def _seen(self, capture: Capture) -> Capture:
        state, score = self._phone.screen()
        return replace(capture, png=json.dumps({"state": state, "score": score}).encode())


def points_of(words: Sequence[str]) -> dict[str, int]:
    return {word: {3: 100, 4: 400}[len(word)] for word in words}
