"""Who sends a request, and whether it is let in: by key, by signed link, within its quota."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fastapi import Request

from app import links
from app.jobs import Jobs
from app.limits import RateLimiter, client_of
from app.problems import Refused
from app.settings import Settings
from worker.wire import Failure

LINKED: Final = ("events", "overlay", "puzzle", "solution", "level", "pack", "curve")
"""What a browser fetches where it can send no key: event streams, pictures, pages and downloads, in whatever
form; `puzzle_svg` is one of `puzzle`."""
CHALLENGE: Final = 'Bearer realm="tilewise"'


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a request comes."""

    owner: str = ""
    """The name of the key, empty on a server without keys: who may see the jobs."""
    client: str = ""
    """Whom limits count: the key, else the address."""
    link_secret: bytes = field(default=b"", repr=False)
    """What his links are signed with; empty on a server without keys."""

    def signed(self, addresses: Mapping[str, str]) -> dict[str, str]:
        """A job's addresses, those for browsers as links that work without a key."""
        if not self.link_secret:
            return dict(addresses)
        return {
            name: links.sign(self.link_secret, path, self.owner) if name.partition("_")[0] in LINKED else path
            for name, path in addresses.items()
        }


class Admission:
    """The rules of one server."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        self._keys = settings.api_keys
        self._jobs = jobs
        self._rate = settings.requests_limit
        self._limiter: RateLimiter | None = None

    async def by_key(self, request: Request, secret: str | None) -> Caller:
        """Let in who has a key, or anybody where there are none; raises Refused, BrokerUnavailable."""
        return await self._counted(request, self._owner(secret))

    async def by_link(self, request: Request, secret: str | None) -> Caller:
        """The same, or who comes with a signed link; raises Refused, BrokerUnavailable."""
        if not self._keys or secret or "signature" not in request.query_params:
            return await self.by_key(request, secret)
        owner = links.owner_of(await self._jobs.secret(), str(request.scope["path"]), request.query_params)
        if owner is None or owner not in self._keys:
            raise unauthorized("The link's signature is wrong, or it is too old.")
        return await self._counted(request, owner)

    def _owner(self, secret: str | None) -> str:
        if not self._keys:
            return ""
        if not secret:
            raise unauthorized("This server needs an API key.")
        owner = self._keys.owner_of(secret)
        if owner is None:
            raise unauthorized("This server does not know the API key.", error=', error="invalid_token"')
        return owner

    async def _counted(self, request: Request, owner: str) -> Caller:
        address = request.client.host if request.client else ""
        client = f"key:{owner}" if owner else f"address:{client_of(address)}"
        if self._rate is not None:
            if self._limiter is None:
                self._limiter = RateLimiter(self._rate, self._jobs.pool)
            request.scope["answer_headers"] |= await self._limiter.admit(client)
        return Caller(owner, client, await self._jobs.secret() if owner else b"")


def unauthorized(message: str, *, error: str = "") -> Refused:
    failure = Failure(
        "unauthorized",
        message,
        "Send `Authorization: Bearer ...` with a key; `tilewise keys new NAME` makes one on the server.",
    )
    return Refused(failure, headers={"WWW-Authenticate": CHALLENGE + error})
