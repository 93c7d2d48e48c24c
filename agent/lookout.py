"""Whether something lies over the board: the end of the round, a message, a locked phone.

A small place where four tiles meet is compared with how it looked at first, one that the last word has not
touched: its trace may still be fading. Only the service can tell what it is that has changed there; it is
asked when the change lasts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Final

from agent.geometry import Board
from agent.player import Player
from agent.ports import Clock, Reading, ScreenPoint, ScreenRect
from agent.witness import Witness

SECOND_LOOKS: Final = 4
BEFORE_SECOND_LOOK: Final = 0.04
"""Seconds: the trace of the last word may still be fading there."""
ALARM_PAUSE: Final = 0.5
"""Seconds in which the board's middle is not looked at after it looked different for no reason; twice as long
after each further time."""
UNTOUCHED: Final = 1.0
"""Pitches from a gap to the nearest tile of a word that did not touch it."""


class Lookout:
    def __init__(self, witness: Witness, player: Player, clock: Clock) -> None:
        self._witness = witness
        self._player = player
        self._clock = clock
        self._is_alarmed = False
        self._is_known = False
        self._window: ScreenRect | None = None
        """Where the window was at the first look."""
        self._pause = ALARM_PAUSE
        self._calm_until = 0.0

    def is_hidden(self, board: Board, last: Sequence[ScreenPoint] = ()) -> bool:
        """Whether the board seems to be, or may be since the window was moved; raises UserStopped.

        Args:
            last: the tiles of the word before.
        """
        gaps = dict(enumerate(board.gaps()))
        if not self._is_known:
            self._is_known, self._window = True, board.window
            for number, gap in gaps.items():
                self._differs(number, gap)
            return False
        if board.window != self._window:
            return True  # the round may have ended while it was moved, and there is nothing to compare with
        if self._clock.now() < self._calm_until:
            return False
        number = quietest(gaps, last, UNTOUCHED * board.pitch)
        for _ in range(SECOND_LOOKS):
            if not self._differs(number, gaps[number]):
                self._pause = ALARM_PAUSE
                return False
            self._player.wait(BEFORE_SECOND_LOOK)
        self._is_alarmed = self._differs(number, gaps[number])
        return self._is_alarmed

    def _differs(self, number: int, gap: ScreenRect) -> bool:
        return self._witness.differs(f"gap {number}", gap)

    def hear(self, reading: Reading) -> None:
        """What the service has seen: how the board looks now is right, if it is there."""
        if self._is_alarmed and reading.state == "playing":
            self._calm_until = self._clock.now() + self._pause
            self._pause *= 2
        self.forget()

    def forget(self) -> None:
        """The next look is the first."""
        self._is_alarmed = self._is_known = False
        self._witness.forget("gap")


def quietest(gaps: Mapping[int, ScreenRect], last: Sequence[ScreenPoint], enough: float) -> int:
    """The first that is so far from all tiles of the last word, or else the furthest."""
    away = {
        number: min((dist((tile.x, tile.y), (gap.centre.x, gap.centre.y)) for tile in last), default=enough)
        for number, gap in gaps.items()
    }
    return next((number for number in gaps if away[number] >= enough), max(gaps, key=away.__getitem__))
