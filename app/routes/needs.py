"""What routes ask for, as named types: settings, jobs, the seconds to wait, the submission."""

from __future__ import annotations

import re
from typing import Annotated, Final, cast

from fastapi import Depends, Header, Request

from app.jobs import Jobs
from app.settings import Settings

_WAIT: Final = re.compile(r"wait\s*=\s*\"?(\d{1,6})\"?")


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _jobs(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


SettingsNeed = Annotated[Settings, Depends(_settings)]
JobsNeed = Annotated[Jobs, Depends(_jobs)]


def _wait_seconds(
    settings: SettingsNeed,
    prefer: Annotated[
        str,
        Header(
            alias="Prefer",
            description="`wait=N` waits up to N seconds for the result, `respond-async` not at all. "
            "When the time is up, by default 10 s, the answer is 202 with the job's address.",
            examples=["wait=10"],
        ),
    ] = "",
) -> float:
    """How long the client lets us wait; preferences that we cannot read are ignored, as the RFC asks."""
    wishes = [wish.strip().lower() for wish in prefer.split(",")]
    for match in filter(None, map(_WAIT.fullmatch, wishes)):
        return min(float(match[1]), settings.wait_max)
    return 0.0 if "respond-async" in wishes else settings.wait_default


WaitNeed = Annotated[float, Depends(_wait_seconds)]
