"""The classes of Cocoa's that are called by name.

The wheels name them, and their methods only where a type is out of the ordinary: `mouseLocation` they have;
`runningApplicationsWithBundleIdentifier:` and `processIdentifier` are from Apple's documentation.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.agent.mac.accessibility import Accessibility


@dataclass(slots=True)
class Running:
    pid: int

    def processIdentifier(self) -> int:
        return self.pid


@dataclass(slots=True)
class RunningApplications:
    """NSRunningApplication: it knows what the run loop told, no more."""

    desk: Accessibility

    def runningApplicationsWithBundleIdentifier_(self, bundle: str) -> list[Running]:
        theirs = [program.pid for program in self.desk.programs if program.bundle == bundle]
        return [Running(pid) for pid in theirs if pid in self.desk.known]
