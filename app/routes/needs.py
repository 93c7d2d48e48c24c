"""What routes ask for, as named types: settings, jobs, who asks, the seconds to wait."""

from __future__ import annotations

from typing import Annotated, Final, cast

from fastapi import Depends, Header, Request, Security
from fastapi.security import APIKeyQuery, HTTPAuthorizationCredentials, HTTPBearer

from app import prefer
from app.admission import Admission, Caller
from app.feedback import Feedbacks
from app.jobs import Jobs
from app.lists import Lists
from app.settings import Settings

_LONGEST_NUMBER: Final = 6

_BEARER: Final = HTTPBearer(
    scheme_name="key",
    description="A key of this server. One without keys, which serves its own machine only, asks for none.",
    auto_error=False,
)
_LINK: Final = APIKeyQuery(
    name="signature",
    scheme_name="link",
    description="Part of a link in a job's record, together with `key` and `expires`; good for 15 minutes.",
    auto_error=False,
)
_Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)]


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _jobs(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


def _admission(request: Request) -> Admission:
    return cast(Admission, request.app.state.admission)


def _lists(request: Request) -> Lists:
    return cast(Lists, request.app.state.lists)


def _feedbacks(request: Request) -> Feedbacks:
    return cast(Feedbacks, request.app.state.feedbacks)


SettingsNeed = Annotated[Settings, Depends(_settings)]
JobsNeed = Annotated[Jobs, Depends(_jobs)]
ListsNeed = Annotated[Lists, Depends(_lists)]
FeedbacksNeed = Annotated[Feedbacks, Depends(_feedbacks)]
_AdmissionNeed = Annotated[Admission, Depends(_admission)]


async def admit(request: Request, admission: _AdmissionNeed, credentials: _Credentials) -> Caller:
    """Let the request in by its key; comes before its body is read."""
    return await admission.by_key(request, credentials.credentials if credentials else None)


async def admit_linked(
    request: Request,
    admission: _AdmissionNeed,
    credentials: _Credentials,
    _: Annotated[str | None, Security(_LINK)],
) -> Caller:
    """Let the request in by its key, or by a signed link."""
    return await admission.by_link(request, credentials.credentials if credentials else None)


CallerNeed = Annotated[Caller, Depends(admit)]
LinkedCallerNeed = Annotated[Caller, Depends(admit_linked)]


def _wait_seconds(
    request: Request,
    settings: SettingsNeed,
    _: Annotated[
        str,
        Header(
            alias="Prefer",
            description="`wait=N` waits up to N seconds for the result, `respond-async` not at all. "
            "When the time is up, by default 10 s, the answer is 202 with the job's address.",
            examples=["wait=10"],
        ),
    ] = "",
) -> float:
    """How long the client of a POST lets us wait."""
    wished = _wished_seconds(request, settings)
    return settings.wait_default if wished is None else wished


def _poll_seconds(
    request: Request,
    settings: SettingsNeed,
    _: Annotated[
        str,
        Header(
            alias="Prefer",
            description="`wait=N` waits up to N seconds for the job's end; without it there is no waiting.",
            examples=["wait=30"],
        ),
    ] = "",
) -> float | None:
    """How long the client of a GET wants to wait, None when it did not say."""
    return _wished_seconds(request, settings)


def _wished_seconds(request: Request, settings: Settings) -> float | None:
    """Preferences that we cannot read are ignored, as the RFC asks."""
    stated = prefer.parse(request.headers.getlist("prefer"))
    seconds = stated.get("wait", "")
    if seconds.isascii() and seconds.isdigit() and len(seconds) <= _LONGEST_NUMBER:
        return min(float(seconds), settings.wait_max)
    return 0.0 if "respond-async" in stated else None


WaitNeed = Annotated[float, Depends(_wait_seconds)]
PollNeed = Annotated[float | None, Depends(_poll_seconds)]
