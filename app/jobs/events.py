"""What happened to a job, as those who follow it are told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.jobs.record import moment, text
from worker.wire import JobState, JsonObject

START: str = "0-0"
"""The place before every event."""


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One entry of a job's stream."""

    id: str
    """Its place in the stream; later ones are told by it."""
    kind: str
    """`state` when the job got into another state, `progress` when it went on in the same."""
    state: JobState
    fields: Mapping[str, str]

    @classmethod
    def from_entry(cls, entry: bytes, raw: Mapping[bytes, bytes]) -> JobEvent:
        """Take the event as the broker keeps it."""
        fields = {name.decode(): value.decode() for name, value in raw.items()}
        return cls(entry.decode(), fields.pop("event"), JobState(fields.pop("state")), fields)

    def to_json(self) -> JsonObject:
        """The state and what changed with it, named as in the job's record."""
        told: JsonObject = {"state": self.state}
        for name in ("created", "started", "ended"):
            if name in self.fields:
                told[name] = text(moment(self.fields[name]))
        if "progress" in self.fields:
            told["progress"] = float(self.fields["progress"])
        if self.fields.get("stage"):
            told["stage"] = self.fields["stage"]
        if "failure" in self.fields:
            told["error"] = json.loads(self.fields["failure"])
        return told
