"""The service over HTTP: reads and solves pictures, takes what the game accepted.

No other address is called: redirects are not followed, and proxies of the environment are not asked.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Final, Self
from urllib.parse import quote

import httpx

from agent.answers import Json, names_of, reading_of, solution_of
from agent.errors import NoBoard, Service, ServiceAway, ServiceRefused
from agent.ports import Capture, Clock, Reading, Solution
from agent.service import DEFAULT_URL, ServiceOptions

WAIT_SECONDS: Final = 5
"""How long the service may keep a request until its job is done; most take a tenth of a second."""
FIRST_PAUSE: Final = 0.1
"""Seconds before the second try; doubled with each further one, unless the service says when."""
_NO_BOARD: Final = ("grid_not_found", "no_board_yet", "cells_unreadable")
_AGAIN: Final = (408, 429, 500, 502, 503, 504)


class ServiceClient:
    """A connection to one service: the agent's `Solver`."""

    def __init__(
        self, options: ServiceOptions, clock: Clock, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        """`transport` is for tests; raises ServiceRefused for an address that cannot be one."""
        self.options = options
        self._clock = clock
        self._http = httpx.Client(
            base_url=_checked(options.url),
            headers=_authorization(options.api_key),
            timeout=httpx.Timeout(WAIT_SECONDS + 5, connect=2),
            follow_redirects=False,
            trust_env=False,
            transport=transport,
        )

    def read(self, capture: Capture) -> Reading:
        """What is in the picture; one in which nothing is known is `unknown`."""
        try:
            return reading_of(self._job("/read", capture, {"kind": "wordhunt", "llm": "never"}))
        except NoBoard:
            return Reading("unknown")

    def solve(self, capture: Capture) -> Solution:
        """The board with its words; raises NoBoard where no round is running."""
        fields = {"dictionary": self.options.dictionary, "min_length": str(self.options.min_length)}
        if self.options.max_length is not None:
            fields["max_length"] = str(self.options.max_length)
        return solution_of(
            self._job(
                "/wordhunt/solve", capture, {**fields, "all_paths": "true", "chances": "true", "llm": "never"}
            )
        )

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        """Tell the word list what the game took and what it refused; once, since it counts."""
        path = f"/dictionaries/{quote(self.options.dictionary, safe='')}/feedback"
        self._answer_once("POST", path, json={"accepted": list(accepted), "rejected": list(rejected)})

    def check(self) -> None:
        """Whether the service answers, takes the key and has the word list; raises what is wrong."""
        names = names_of(_object(self._answer("GET", "/dictionaries")))
        if self.options.dictionary not in names:
            raise ServiceRefused(
                f"The service has no word list {self.options.dictionary!r}.",
                hint=f"It has {', '.join(names)}: see --dictionary.",
            )

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _job(self, path: str, capture: Capture, fields: dict[str, str]) -> Json:
        """The result of a job about the capture."""
        headers = {
            "Content-Type": "image/png",
            "Prefer": f"wait={WAIT_SECONDS}",
            # Tries of one request are one job.
            "Idempotency-Key": str(uuid.uuid4()),
        }
        give_up = self._clock.now() + self.options.patience
        answer = self._answer("POST", path, content=capture.png, params=fields, headers=headers)
        while answer.status_code == httpx.codes.ACCEPTED:
            if self._clock.now() >= give_up:
                raise ServiceAway("The service is busy: it took the picture, but has no answer yet.")
            job = _job_path(answer)
            self._clock.sleep(FIRST_PAUSE)  # not every service waits as it is asked to
            answer = self._answer("GET", job, headers={"Prefer": f"wait={WAIT_SECONDS}"})
        result = _object(answer).get("result")
        if not isinstance(result, dict):
            raise ServiceRefused("The service answers without a result.")
        return result

    def _answer(self, method: str, path: str, **request: Any) -> httpx.Response:
        """A success; tried again as long as there is patience and hope."""
        give_up = self._clock.now() + self.options.patience
        pause = FIRST_PAUSE
        while True:
            try:
                return self._answer_once(method, path, **request)
            except ServiceAway as away:
                wait = pause if away.retry_after is None else max(away.retry_after, FIRST_PAUSE)
                if self._clock.now() + wait > give_up:
                    raise
            self._clock.sleep(wait)
            pause *= 2

    def _answer_once(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, **request)
        except httpx.TimeoutException:
            raise ServiceAway(f"The service at {self.options.address} does not answer in time.") from None
        except httpx.InvalidURL:
            raise ServiceRefused(f"The service names {path[:80]!r} as an address, which it is not.") from None
        except httpx.RequestError:
            raise ServiceAway(f"The service at {self.options.address} is not reached.") from None
        if not response.is_success:
            raise _error(response, self.options.address)
        return response


def _authorization(key: str) -> dict[str, str]:
    """Raises ServiceRefused for a key that no header can carry; it is not repeated."""
    if not key:
        return {}
    if not (key.isascii() and key.isprintable()):
        raise ServiceRefused("The API key has signs that no key has.", hint="See TILEWISE_AGENT_KEY.")
    return {"Authorization": f"Bearer {key}"}


def _checked(url: str) -> httpx.URL:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        parsed = httpx.URL("")
    is_web = parsed.scheme in ("http", "https") and bool(parsed.host)
    if not (is_web and (parsed.port is None or 0 < parsed.port < 1 << 16)):
        raise ServiceRefused(f"{url!r} is no address of a service.", hint=f"Such as {DEFAULT_URL}.")
    return parsed


def _error(response: httpx.Response, url: str) -> Service:
    """The problem document, or what else was answered, as an error of ours."""
    problem = _object(response)
    code, hint = str(problem.get("code", "")), str(problem.get("hint", "")) or None
    message = str(problem.get("detail") or f"The service at {url} answers {response.status_code}.")
    if code in _NO_BOARD:
        return NoBoard(message, hint=hint)
    if response.status_code in _AGAIN:
        away = ServiceAway(message, hint=hint)
        away.retry_after = _retry_after(response)
        return away
    if response.is_redirect:
        return ServiceRefused(f"{url} sends the agent elsewhere.", hint="Name the service's own address.")
    refused = ServiceRefused(message, hint=hint)
    refused.is_final = response.is_client_error
    return refused


def _object(response: httpx.Response) -> Json:
    """The answer's JSON object; empty when it has none."""
    try:
        answer = response.json()
    except (ValueError, RecursionError):  # brackets without end
        return {}
    return answer if isinstance(answer, dict) else {}


def _retry_after(response: httpx.Response) -> float | None:
    seconds = response.headers.get("Retry-After", "")
    return float(seconds) if seconds.isdecimal() else None


def _job_path(accepted: httpx.Response) -> str:
    """Where the job's record is; an address elsewhere is none."""
    path: str = accepted.headers.get("Location", "")
    if not path.startswith("/jobs/"):
        raise ServiceRefused(f"The service names {path!r} as the address of a job.")
    return path
