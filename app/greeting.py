"""What `tilewise serve` prints: where it is, whether it solves a board, what is still to be compiled."""

from __future__ import annotations

import asyncio
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

if TYPE_CHECKING:
    from app.jobs import Jobs

WARM_SECONDS: Final = 8.0
"""When the workers need longer to warm up, say so."""
ASK_SECONDS: Final = 1.0
"""How often to ask whether all games are ready."""
SELF_CHECK_SECONDS: Final = 90.0
SAMPLE: Final = Path(__file__).parent / "data" / "sample-board.png"


async def greet(url: str, key: str) -> None:
    """Say where the server is, and whether it solves a board.

    Args:
        key: the self-check's own, empty where none is needed.
    """
    print(f"Tilewise answers at {url} (documentation: {url}/docs). Ctrl-C ends it. Try:")
    authorization = "-H 'Authorization: Bearer YOUR-KEY' " if key else ""
    print(f"  curl {authorization}-F {shlex.quote(f'image=@{SAMPLE}')} {url}/wordhunt/solve", flush=True)
    check = asyncio.create_task(_self_check(url, key))
    try:
        done, _ = await asyncio.wait([check], timeout=WARM_SECONDS)
        if not done:
            print("The workers are still warming up; the machine is busy.", flush=True)
        print(await check, flush=True)
    finally:
        check.cancel()


async def tell_when_prepared(jobs: Jobs) -> None:
    """Say that there is still something to compile, if there is, and when all games are ready."""
    if not await _is_preparing(jobs):
        return
    print("Ready for Word Hunt. Other games are compiled, once on a machine, for a minute.", flush=True)
    while await _is_preparing(jobs):
        await asyncio.sleep(ASK_SECONDS)
    print("Ready for all games.", flush=True)


async def _is_preparing(jobs: Jobs) -> bool:
    """Whether a game is still being compiled; asks until that is known."""
    from app.jobs import BrokerUnavailable
    from worker.lanes.overview import overview_command, read_overview

    while True:
        with suppress(BrokerUnavailable):
            (reply,) = await jobs.ask([overview_command()])
            overview = read_overview(reply)
            if overview.supervisors:
                return bool(overview.preparing)
        await asyncio.sleep(ASK_SECONDS)


async def _self_check(url: str, key: str) -> str:
    """Do what the printed `curl` line does; a sentence about how it went."""
    picture = await asyncio.to_thread(SAMPLE.read_bytes)
    try:
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=SELF_CHECK_SECONDS) as client:
            if key:
                client.headers["Authorization"] = f"Bearer {key}"
            headers = {"Content-Type": "image/png", "Prefer": "wait=60"}
            answer = await client.post("/wordhunt/solve", content=picture, headers=headers)
            while answer.status_code == 202 or _is_open(answer):
                await asyncio.sleep(0.5)
                answer = await client.get(answer.headers.get("Location", answer.request.url.path))
    except httpx.HTTPError as error:
        return f"self-check failed: {error!r}"
    with suppress(ValueError, KeyError, TypeError):
        result: dict[str, Any] = answer.json()["result"]
        return f"sample board solved: {result['word_count']} words, {result['ms']['total']:.0f} ms"
    return f"self-check failed: HTTP {answer.status_code} {answer.text[:300]}"


def _is_open(answer: httpx.Response) -> bool:
    """Whether the answer is the record of a job that has not ended."""
    return answer.is_success and answer.json().get("state") in ("queued", "started")
