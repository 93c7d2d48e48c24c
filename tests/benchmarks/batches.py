"""Boards a second through the batch call: HTTP in, one worker, HTTP out, to the last byte of the answer."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from dictionaries import find
from tests.benchmarks.boards import Boards, drawn_boards, reference_boards
from tests.benchmarks.table import Table
from tests.e2e.trees import Tree
from tests.shared_data import shared_data_dir

CALLS = 12
KINDS = ("4x4", "5x5")


def batch_table() -> Table:
    """What is asked for, all words or the best ten, decides the bytes, and those the rate.

    Boards a CPU second are of all the service's processes together, whatever else the machine does.
    """
    boards, dictionary = _material()
    columns = (
        *("boards", "list", "words of each", "boards/s, best", "median"),
        *("a CPU second", "megabytes a call", "sum of points"),
    )
    table = Table("Batches of up to 1,000 boards over HTTP, one worker", columns)
    with _server(dictionary) as (client, service):
        for kind in boards:
            for limit in (None, 10):
                body = {"grids": [str(grid) for grid in kind.grids], "dictionary": dictionary, "limit": limit}
                rates, cpu_rate, answer = _rates(client, service, body, len(kind.grids))
                words = "all" if limit is None else f"best {limit}"
                table.add(
                    kind.name,
                    dictionary,
                    words,
                    f"{max(rates):,.0f}",
                    f"{sorted(rates)[len(rates) // 2]:,.0f}",
                    f"{cpu_rate:,.0f}",
                    f"{len(answer) / 1e6:.1f}",
                    _checked(answer, kind),
                )
    return table


def _material() -> tuple[list[Boards], str]:
    if shared_data_dir().is_dir():
        boards, dictionary = reference_boards(shared_data_dir()), "enable2k"
    else:
        boards, dictionary = drawn_boards(find("en").words()), "en"
    return [kind for kind in boards if kind.name.startswith(KINDS)], dictionary


@contextmanager
def _server(dictionary: str) -> Iterator[tuple[httpx.Client, Tree]]:
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    os.environ["TILEWISE_CACHE_DIR"] = str(place / "cache")
    with Tree(place / "data") as tree:
        tree.ready()
        with httpx.Client(base_url=tree.url, trust_env=False, timeout=90) as client:
            if dictionary != "en":
                words = (shared_data_dir() / "wordlists" / f"{dictionary}.txt").read_bytes()
                headers = {"Content-Type": "text/plain"}
                query = {"name": dictionary}
                client.post("/dictionaries", content=words, params=query, headers=headers).raise_for_status()
            yield client, tree
    shutil.rmtree(place)


def _rates(
    client: httpx.Client, service: Tree, body: dict[str, Any], boards: int
) -> tuple[list[float], float, bytes]:
    """Boards a second of each call, boards a CPU second of all, and the last answer.

    The first call opens the list and does not count.
    """
    sent = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Prefer": "wait=60"}
    rates, answer, before = [], b"", 0.0
    for call in range(CALLS + 1):
        if call == 1:
            before = _cpu_seconds(service)
        started = time.perf_counter()
        response = client.post("/wordhunt/solve", content=sent, headers=headers).raise_for_status()
        rates.append(boards / (time.perf_counter() - started))
        answer = response.content
    return rates[1:], CALLS * boards / (_cpu_seconds(service) - before), answer


def _cpu_seconds(service: Tree) -> float:
    times = [process.cpu_times() for process in service.processes() if process.is_running()]
    return float(sum(spent.user + spent.system for spent in times))


def _checked(answer: bytes, kind: Boards) -> str:
    points = sum(board["total_points"] for board in json.loads(answer)["result"]["boards"])
    if kind.counted is None:
        return f"{points}, not counted by others"
    return f"{points} as counted" if points == kind.counted else f"{points} INSTEAD OF {kind.counted}"
