"""Twenty thousand jobs later nothing has grown, although each is remembered for a day."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from app.greeting import SAMPLE
from tests.brokers import BUNDLED, eventually
from tests.e2e.servers import ServersBroker, server
from tests.e2e.trees import Tree

pytestmark = [pytest.mark.e2e, pytest.mark.long]

JOBS, WARM_UP = 20_000, 6_000
"""The feed of events, which keeps 10,000, is full after 5,000 jobs."""
CLIENTS = 24
KEPT_SECONDS = 10
GROWTH = 1.10


async def work(url: str, count: int) -> None:
    """Boards, and now and then a picture, each waited for."""
    numbers = iter(range(count))

    async def client(session: httpx.AsyncClient) -> None:
        for number in numbers:
            told: dict[str, Any] = {
                "json": {"grid": f"TEAS/RNIO/LDCE/S{chr(65 + number % 26)}UP", "limit": 5}
            }
            if number % 50 == 0:
                told = {"content": SAMPLE.read_bytes(), "headers": {"Content-Type": "image/png"}}
            answer = await session.post("/wordhunt/solve", **told)
            assert answer.status_code == 200, answer.text

    limits = httpx.Limits(keepalive_expiry=1)
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60, limits=limits) as session:
        await asyncio.gather(*(client(session) for _ in range(CLIENTS)))


def resident(tree: Tree, broker: ServersBroker) -> dict[str, float]:
    """Megabytes of each kind of process; the broker's own count, which leaves out what it may give back."""
    told: Any = broker.redis.info("memory")
    megabytes = {"API": tree.root.memory_info().rss, "broker": told["used_memory"]}
    supervisor = tree.supervisor()
    megabytes["supervisor"] = supervisor.memory_info().rss
    workers: list[psutil.Process] = supervisor.children()
    megabytes["workers"] = sum(worker.memory_info().rss for worker in workers)
    return {name: value / 1e6 for name, value in megabytes.items()}


@pytest.mark.timeout(1800)
def test_memory_stays(tmp_path: Path) -> None:
    kept = {"RESULT_TTL": str(KEPT_SECONDS), "PICTURE_TTL": str(KEPT_SECONDS)}
    with server(BUNDLED, tmp_path, workers=1, RATE_LIMIT="none", LOG_LEVEL="error", **kept) as (tree, broker):

        def settled(count: int) -> tuple[dict[str, float], int]:
            asyncio.run(work(tree.url, count))
            eventually(lambda: not list(broker.redis.scan_iter("tilewise:result:*", 1000)), 60)
            marks: list[Any] = [broker.redis.scard(key) for key in broker.redis.scan_iter("tilewise:gone:*")]
            return resident(tree, broker), sum(marks)

        before, tombs = settled(WARM_UP)
        after, tombs_after = settled(JOBS)
        for name, megabytes in before.items():
            sys.stdout.write(f"\n{name}: {megabytes:.1f} MB, {JOBS} jobs later {after[name]:.1f} MB")
        assert tombs_after - tombs == JOBS
        assert {name: after[name] / before[name] < GROWTH for name in before} == dict.fromkeys(before, True)
        broker.redis.close()
