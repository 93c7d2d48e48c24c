"""Everything that ends a round, or keeps it from beginning, as one tree.

    AgentError
    ├── NotReady            nothing was moved: there is something to set up first
    │   ├── NoPermission        the system does not let the agent look or drag
    │   ├── NoWindow            the window is not there
    │   ├── AlreadyRunning      another agent is playing
    │   ├── NotSupported        this machine cannot do it, or lacks a package
    │   ├── BadProfile          a calibration that cannot be read, or does not fit
    │   ├── BadLog              a log that cannot be read or written
    │   ├── BadOutput           a file that cannot be written
    │   └── BadOption           an option that cannot be
    ├── Service             what was asked of the service failed
    │   ├── ServiceAway         not reached, or busy: worth a second try
    │   ├── ServiceRefused      it says that the request is at fault
    │   └── NoBoard             no running round in the picture
    └── Stopped             a round that was begun ends early
        ├── UserStopped         hotkey, fail-safe corner, signal, the user's own mouse
        ├── WindowLost          gone, covered or moved for too long
        ├── OutsideWindow       a point to be clicked or dragged to lies where it must not
        ├── ScoreUnseen         nobody can tell which drags arrive
        ├── TooManyMisses       words that should count do not, one after the other
        ├── PointerFailed       the system refused an event
        ├── LimitReached        more events than a round may make
        └── WatchdogLost        nobody would release the button if the agent were killed

Each class carries a stable `code` and a `hint` that says what to do next. Exit codes: 2 for NotReady and
Service, 1 for a round in which nothing was played, 0 otherwise; `agent.cli` decides.
"""

from __future__ import annotations

from typing import ClassVar


class AgentError(Exception):
    """Base of all expected failures."""

    code: ClassVar[str] = "agent_error"
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = self.default_hint if hint is None else hint


class NotReady(AgentError):
    code = "not_ready"


class NoPermission(NotReady):
    code = "no_permission"
    default_hint = "See `python -m agent doctor` for what to allow, and where."


class NoWindow(NotReady):
    code = "no_window"
    default_hint = (
        "Open iPhone Mirroring and connect the phone, or name another window (--bundle-id, --title)."
    )


class AlreadyRunning(NotReady):
    code = "already_running"
    default_hint = "Wait until the other round ends, or stop it with its hotkey."


class NotSupported(NotReady):
    code = "not_supported"
    default_hint = "See `python -m agent doctor` for what is installed and what is missing."


class BadProfile(NotReady):
    code = "bad_profile"
    default_hint = "Run `python -m agent calibrate --live` again, or delete the file."


class BadLog(NotReady):
    code = "bad_log"
    default_hint = "Name a file that `python -m agent play --log FILE` wrote."


class BadOutput(NotReady):
    code = "bad_output"
    default_hint = "Name a file in a directory that you may write to."


class BadOption(NotReady):
    code = "bad_option"
    default_hint = "See `python -m agent COMMAND --help`."


class Service(AgentError):
    code = "service_error"


class ServiceAway(Service):
    code = "service_away"
    default_hint = "Start it with `tilewise serve`, or name its address with --service."
    retry_after: float | None = None
    """In how many seconds the service wants to be asked again, when it said so."""


class ServiceRefused(Service):
    code = "service_refused"
    default_hint = "Check --service and --api-key; `python -m agent doctor` tells more."
    is_final: bool = False
    """Whether the same request would be refused again, whenever it is made."""


class NoBoard(Service):
    code = "no_board"
    default_hint = "Open a round of Word Hunt first, so that its Start button or its board is seen."


class Stopped(AgentError):
    code = "stopped"


class UserStopped(Stopped):
    code = "user_stopped"


class WindowLost(Stopped):
    code = "window_lost"
    default_hint = "Keep the window in front and where it is while a round is played."


class OutsideWindow(Stopped):
    code = "outside_window"
    default_hint = "Nothing was clicked or dragged there. Keep the whole window on the screen."


class ScoreUnseen(Stopped):
    code = "score_unseen"
    default_hint = "Leave all of the window in sight; `python -m agent doctor` tells what is seen in it."


class TooManyMisses(Stopped):
    code = "too_many_misses"
    default_hint = "Run `python -m agent calibrate --live`: it finds how drags have to be made here."


class PointerFailed(Stopped):
    code = "pointer_failed"
    default_hint = "See `python -m agent doctor` for the permissions that dragging needs."


class LimitReached(Stopped):
    code = "limit_reached"


class WatchdogLost(Stopped):
    code = "watchdog_lost"
    default_hint = "Run the command again; `python -m agent doctor` tells what is missing when it stays."
