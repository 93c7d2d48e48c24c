"""What a round looks like on a terminal: one line that changes on a screen, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import typer

from agent.progress import (
    BoardSolved,
    Ended,
    Interrupted,
    PhaseBegan,
    Progress,
    StartClicked,
    WindowSeen,
    WordDragged,
    WordJudged,
)

CLEAR: Final = "\r\x1b[K"
"""To the line's begin, and what stands there away."""
MEASURED: Final = 10
"""Words over which the pace is shown."""

PHASES: Final = {
    "look": "Looking for the game.",
    "solve": "A board: solving it.",
    "play": "Playing. Move the mouse or press Escape to stop.",
}


@dataclass(slots=True)
class Terminal:
    """A listener that writes.

    Args:
        write: takes text as it is, line ends included.
        is_screen: whether lines can be changed.
    """

    write: Callable[[str], None]
    now: Callable[[], float]
    is_screen: bool
    _dragged: list[float] = field(default_factory=list)
    _words: int = 0
    _points: int = 0
    _left: float = 0.0
    _waiting: str = ""

    def __call__(self, event: Progress) -> None:
        match event:
            case WordDragged():
                self._dragged.append(self.now())
                self._left, self._waiting = event.left, ""
                self._show_status()
            case WordJudged():
                self._words, self._points = event.total_words, event.total_points
                if not self.is_screen:
                    self._line(f"{event.word:<16}{event.points:>6} {event.verdict}")
                self._show_status()
            case Interrupted(why):
                self._interrupted(why)
            case _:
                if (text := sentence(event)) is not None:
                    self._line(text)

    def status(self) -> str:
        """Words, points, pace, time left."""
        recent = self._dragged[-MEASURED - 1 :]
        pace = (recent[-1] - recent[0]) / (len(recent) - 1) if len(recent) > 1 else None
        parts = [counted(self._words, "word"), f"{self._points:,} points"]
        parts += [f"{pace:.2f} s a word"] if pace is not None else []
        return ", ".join([*parts, f"{max(self._left, 0):.0f} s left"])

    def _interrupted(self, why: str) -> None:
        """Once for each trouble, not for each look at it."""
        if why != self._waiting:
            self._waiting = why
            self._line(f"Waiting: {why}.")

    def _show_status(self) -> None:
        if self.is_screen:
            self.write(CLEAR + self.status())

    def _line(self, text: str) -> None:
        self.write((CLEAR if self.is_screen else "") + plain(text) + "\n")


def sentence(event: Progress) -> str | None:
    """What happened, in words; None for what happens too often to be told each time."""
    match event:
        case PhaseBegan(phase):
            return PHASES.get(phase)
        case WindowSeen(title, bounds):
            return f"Window {title!r}, {bounds.width:.0f} x {bounds.height:.0f} points."
        case StartClicked():
            return "Start was clicked."
        case BoardSolved():
            doubt = " Some letters may be read wrong." if event.doubtful else ""
            board = "/".join(event.letters)
            return (
                f"{board}: {counted(event.words, 'word')}, {event.points:,} points; there is time "
                f"for {counted(event.planned_words, 'word')}, {event.planned_points:,} points.{doubt}"
            )
        case Ended():
            said = f" {event.message}" if event.message else ""
            return f"{ending(event)}{said} {counted(event.words, 'word')}, {event.points:,} points."
    return None


def plain(text: str) -> str:
    """Without what moves the cursor or does worse: words and titles come from others."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'s' * (count != 1)}"


def ending(event: Ended) -> str:
    """Why a round ended."""
    return ENDINGS.get(event.reason, f"Stopped ({event.reason}).")


ENDINGS: Final = {
    "over": "The round is over.",
    "played": "Every word was played.",
    "target": "The target is reached.",
    "max-words": "That is as many words as were wanted.",
    "time": "The time is up.",
    "dry-run": "Nothing was moved.",
}


def on_terminal(as_json: bool) -> Terminal:
    """Progress on this program's terminal; with JSON it goes where it does not disturb."""
    stream = sys.stderr if as_json else sys.stdout
    return Terminal(lambda text: typer.echo(text, nl=False, err=as_json), time.monotonic, stream.isatty())


def tick(left: int) -> None:
    typer.echo(f"In {left} s; Ctrl-C stops it.", err=True)
