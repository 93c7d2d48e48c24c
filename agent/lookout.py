"""Whether something lies over the board: the end of the round, a message, a locked phone.

A small place where four tiles meet is compared with how it looked at first. Only the service can tell what it
is that has changed there; it is asked when the change lasts.
"""

from __future__ import annotations

from typing import Final

from agent.geometry import Board
from agent.player import Player
from agent.ports import Clock, Reading
from agent.witness import Witness

SECOND_LOOKS: Final = 4
BEFORE_SECOND_LOOK: Final = 0.04
"""Seconds: the trace of the last word may still be fading there."""
ALARM_PAUSE: Final = 0.5
"""Seconds in which the board's middle is not looked at after it looked different for no reason; twice as long
after each further time."""
PLACE: Final = "board"


class Lookout:
    def __init__(self, witness: Witness, player: Player, clock: Clock) -> None:
        self._witness = witness
        self._player = player
        self._clock = clock
        self._is_alarmed = False
        self._pause = ALARM_PAUSE
        self._calm_until = 0.0

    def is_hidden(self, board: Board) -> bool:
        """Whether the board seems to be; raises UserStopped."""
        if self._clock.now() < self._calm_until:
            return False
        for _ in range(SECOND_LOOKS):
            if not self._witness.differs(PLACE, board.middle_gap()):
                self._pause = ALARM_PAUSE
                return False
            self._player.wait(BEFORE_SECOND_LOOK)
        self._is_alarmed = self._witness.differs(PLACE, board.middle_gap())
        return self._is_alarmed

    def hear(self, reading: Reading) -> None:
        """What the service has seen: how the board looks now is right, if it is there."""
        if self._is_alarmed and reading.state == "playing":
            self._calm_until = self._clock.now() + self._pause
            self._pause *= 2
        self.forget()

    def forget(self) -> None:
        """The next look is the first."""
        self._is_alarmed = False
        self._witness.forget(PLACE)
