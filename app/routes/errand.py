"""What every solving route does with a checked request: submit it as a job, wait, answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from app.admission import Caller
from app.jobs import BrokerUnavailable, JobRecord, Jobs
from app.routes.answer import answer, look
from app.routes.needs import CallerNeed, JobsNeed, WaitNeed
from worker.wire import JsonObject, Lane, Task

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r"^[!-~]+$",
        description="A text of yours, such as a UUID: however often the same request is sent with it, it "
        "makes one job, whose answer each of them gets. Kept as long as the job.",
        examples=["0b6e0d3c-6f43-4b1c-8f0b-0f6a1b2c3d4e"],
    ),
]


@dataclass(frozen=True, slots=True)
class Errand:
    """One request for work: who asks, how long he waits, and whether he may have asked before."""

    request: Request
    jobs: Jobs
    caller: Caller
    seconds: float
    idempotency_key: str

    async def run(
        self, task: Task, options: JsonObject, *, picture: bytes | None = None, lane: Lane = Lane.FAST
    ) -> Response:
        """The answer to a request for the task."""
        owner = self.caller.owner
        submitted = await self.jobs.submit(
            task,
            options,
            picture=picture,
            lane=lane,
            request_id=self.request.scope["request_id"],
            owner=owner,
            client=self.caller.client,
            idempotency_key=self.idempotency_key,
        )
        record = await self._look(submitted.id)
        return await answer(self.request, record, self.caller, self.seconds, replayed=submitted.replayed)

    async def _look(self, job: str) -> JobRecord:
        """The job, waited for; raises ClientDisconnect when the client leaves meanwhile.

        Who leaves now was not told of the job, and never asks for it: it would keep a worker from others'
        work for nothing. With an Idempotency-Key he may come back.
        """
        looking = asyncio.ensure_future(look(self.jobs, job, self.seconds, owner=self.caller.owner))
        leaving = asyncio.ensure_future(_left(self.request))
        try:
            await asyncio.wait((looking, leaving), return_when=asyncio.FIRST_COMPLETED)
            if looking.done():
                return looking.result()
        finally:
            looking.cancel()
            leaving.cancel()
        if not self.idempotency_key:
            with suppress(BrokerUnavailable):
                await self.jobs.cancel(job, owner=self.caller.owner)
        raise ClientDisconnect


async def _left(request: Request) -> None:
    """Wait until the client has left; its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _errand(
    request: Request, jobs: JobsNeed, caller: CallerNeed, seconds: WaitNeed, key: IdempotencyKey = None
) -> Errand:
    return Errand(request, jobs, caller, seconds, key or "")


ErrandNeed = Annotated[Errand, Depends(_errand)]
