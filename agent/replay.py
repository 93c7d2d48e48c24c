"""A log gone through again: what happened and when, and whether everything was as it must be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args, get_type_hints

from agent.geometry import shifted
from agent.guarded import WINDOW_SECONDS, Limits
from agent.kinds import fits
from agent.log import Entry, name_of
from agent.ports import ScreenPoint, ScreenRect
from agent.progress import BoardSolved, Ended, Phase, PhaseBegan, Progress, WindowSeen

KINDS: Final[Mapping[str, type[Progress]]] = {name_of(kind): kind for kind in get_args(Progress)}
MOUSE: Final = ("move", "press", "drag", "release")
ROUNDING: Final = 0.01
"""Points by which a logged place may be beside the real one."""
_VALUES: Final = {frozenset({"x", "y"}): ScreenPoint, frozenset({"x", "y", "width", "height"}): ScreenRect}


def progress_of(entry: Entry) -> Progress | None:
    """What was told of a round, as it was told; None for other entries.

    Raises:
        ValueError: fields are missing or unknown.
    """
    kind = KINDS.get(entry.what)
    if kind is None:
        return None
    try:
        told = kind(**{name: _value(value) for name, value in entry.fields.items()})
    except TypeError as error:
        raise ValueError(f"{entry.what} at {entry.at}: {error}") from None
    for name, hint in get_type_hints(kind).items():
        if not fits(getattr(told, name), hint):
            raise ValueError(f"{entry.what} at {entry.at}: {name} is wrong")
    return told


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_value, value))
    if isinstance(value, dict):
        return _VALUES[frozenset(value)](**value)
    return value


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that must not happen."""

    at: float
    what: str


@dataclass(slots=True)
class Audit:
    """Goes through the entries of a log and keeps what must not be."""

    limits: Limits = field(default_factory=Limits)
    breaches: list[Breach] = field(default_factory=list)
    events: int = 0
    drags: int = 0
    most_a_second: int = 0
    _held: bool = False
    _phase: Phase = "play"
    _window: ScreenRect | None = None
    _board: ScreenRect | None = None
    _recent: deque[float] = field(default_factory=deque)
    _now: float = 0.0

    def take(self, entry: Entry) -> None:
        if entry.at < self._now:
            self._breach(entry.at, f"{entry.what} stands after what happened at {self._now:g} s")
        self._now = max(self._now, entry.at)
        if entry.what in MOUSE:
            self._take_event(entry)
        elif entry.what == "release_all":
            self._held = False
        else:
            self._take_told(progress_of(entry))

    def end(self, at: float) -> None:
        """After the last entry."""
        if self._held:
            self._breach(at, "the log ends with the button pressed (the watchdog's turn)")

    def _take_told(self, told: Progress | None) -> None:
        match told:
            case WindowSeen(bounds=bounds):
                if self._board is not None and self._window is not None:
                    dx, dy = bounds.x - self._window.x, bounds.y - self._window.y
                    self._board = shifted(self._board, dx, dy)
                self._window = bounds
            case BoardSolved(area=area):
                self._board = area
            case PhaseBegan(phase=phase):
                self._phase = phase
            case Ended():
                self._phase = "over"

    def _take_event(self, entry: Entry) -> None:
        self.events += 1
        self._count(entry.at)
        kind, at = entry.what, entry.at
        point = ScreenPoint(entry.fields["x"], entry.fields["y"])
        is_start = kind == "press" and self._phase == "start"
        if kind in ("press", "drag") and not _is_in(point, self._window):
            self._breach(at, f"{kind} at ({point.x:g}, {point.y:g}), outside the window")
        elif kind in ("press", "drag") and not (is_start or _is_in(point, self._board)):
            self._breach(at, f"{kind} at ({point.x:g}, {point.y:g}), beside the board")
        if kind == "press" and self._phase == "over":
            self._breach(at, f"{kind} after the end")
        if kind == "press" and self._held:
            self._breach(at, f"{kind} with the button held")
        if kind == "drag" and not self._held:
            self._breach(at, "drag with no button held")
        self.drags += kind == "press" and not is_start
        self._held = kind == "press" or (self._held and kind != "release")

    def _count(self, at: float) -> None:
        self._recent.append(at)
        while self._recent[0] <= at - WINDOW_SECONDS:
            self._recent.popleft()
        self.most_a_second = max(self.most_a_second, len(self._recent))
        if len(self._recent) == self.limits.events_per_second + 1:
            self._breach(at, f"more than {self.limits.events_per_second} events in a second")

    def _breach(self, at: float, what: str) -> None:
        self.breaches.append(Breach(at, what))


def _is_in(point: ScreenPoint, rect: ScreenRect | None) -> bool:
    return rect is not None and rect.contains(point, -ROUNDING)


def audited(entries: Sequence[Entry]) -> Audit:
    """Raises ValueError for entries that no agent of this version writes."""
    audit = Audit()
    try:
        for entry in entries:
            audit.take(entry)
    except (KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError(f"fields are missing or wrong: {error}") from None
    audit.end(entries[-1].at if entries else 0.0)
    return audit


def told_of(entries: Iterable[Entry]) -> Iterator[tuple[float, Progress]]:
    """What a round told, with its times."""
    for entry in entries:
        if (told := progress_of(entry)) is not None:
            yield entry.at, told


def result_of(entries: Iterable[Entry]) -> Ended | None:
    """How the round ended; None when the log breaks off before that."""
    ends = [told for _, told in told_of(entries) if isinstance(told, Ended)]
    return ends[-1] if ends else None
