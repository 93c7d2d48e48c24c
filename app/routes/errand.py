"""What every solving route does with a checked request: submit it as a job, wait, answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.responses import Response

from app.admission import Caller
from app.jobs import Jobs
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
        record = await look(self.jobs, submitted.id, self.seconds, owner=owner)
        return await answer(self.request, record, self.caller, self.seconds, replayed=submitted.replayed)


def _errand(
    request: Request, jobs: JobsNeed, caller: CallerNeed, seconds: WaitNeed, key: IdempotencyKey = None
) -> Errand:
    return Errand(request, jobs, caller, seconds, key or "")


ErrandNeed = Annotated[Errand, Depends(_errand)]
