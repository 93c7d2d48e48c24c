"""What a game said of words, told to a real server by several keys, over a restart."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.keys import hashed_entry
from tests.brokers import free_port
from tests.e2e.trees import Tree
from tests.pictures import SAMPLE, SAMPLE_LETTERS

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

ALICE, BOB = "a-secret-of-alice-0123456789", "a-secret-of-bob-0123456789"
KEYS = f"alice:{ALICE},{hashed_entry('bob', BOB)}"
GRID = "/".join(SAMPLE_LETTERS)
PATH = "/dictionaries/en/feedback"
TOLD = {"accepted": ["planter", "tnil"], "rejected": ["replating"]}


@contextmanager
def service(place: Path, port: int) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """A server as Alice and as Bob reach it."""
    with Tree(place, port=port, workers=2, API_KEYS=KEYS, RATE_LIMIT="none") as tree, ExitStack() as clients:
        url = tree.ready()
        alice, bob = (
            clients.enter_context(
                httpx.Client(
                    base_url=url, timeout=70, trust_env=False, headers={"Authorization": f"Bearer {key}"}
                )
            )
            for key in (ALICE, BOB)
        )
        yield alice, bob


def solved(client: httpx.Client, **body: Any) -> dict[str, Any]:
    answer = client.post("/wordhunt/solve", json=body, headers={"Prefer": "wait=60"})
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()["result"]
    return {name: value for name, value in result.items() if name != "ms"}


def test_each_key_learns_for_itself_and_forgets_nothing_by_a_restart(tmp_path: Path) -> None:
    place, port = tmp_path / "data", free_port()
    with service(place, port) as (alice, bob):
        before = solved(alice, grid=GRID)
        with ThreadPoolExecutor(8) as crew:
            taken = list(crew.map(lambda _: alice.post(PATH, json=TOLD).status_code, range(10)))
        assert taken == [200] * 10
        shown = alice.get(PATH).json()
        assert {row["word"]: (row["accepted"], row["rejected"]) for row in shown["words"]} == {
            **{"planter": (10, 0), "tnil": (10, 0), "replating": (0, 10)},
        }
        told = solved(alice, grid=GRID)
        _goes_by_it(told, before, shown["version"])
        assert solved(bob, grid=GRID) == solved(alice, grid=GRID, feedback=False) == before
        assert bob.get(PATH).json()["words"] == []
        assert bob.delete(PATH).status_code == 204
    with service(place, port) as (alice, bob):
        assert alice.get(PATH).json() == shown
        assert {str(solved(alice, grid=GRID)) for _ in range(6)} == {str(told)}  # whichever worker
        assert solved(bob, grid=GRID) == before
        assert alice.delete(PATH).status_code == 204
        assert solved(alice, grid=GRID) == before


def _goes_by_it(told: dict[str, Any], before: dict[str, Any], version: str) -> None:
    rows = {row["word"]: row for row in told["words"]}
    assert rows.keys() == {row["word"] for row in before["words"]} | {"tnil"}
    assert told["words"][-1]["word"] == "replating" and rows["replating"]["game"] == "rejected"
    assert next(row["word"] for row in told["words"] if row["points"] == 1800) == "planter"
    assert all(0 < row["chance"] < 1 for row in told["words"])
    assert told["feedback"] == version


def test_pictures_batches_and_lists_of_ones_own_go_by_it(tmp_path: Path) -> None:
    with Tree(tmp_path / "data") as tree:
        tree.ready()
        with tree.client() as client:
            assert client.post("/dictionaries", json={"name": "mine", "words": ["star", "rats"]}).is_success
            client.post("/dictionaries/mine/feedback", json={"accepted": ["rats"]}).raise_for_status()
            answer = client.post(
                "/wordhunt/solve",
                files={"image": ("a.png", SAMPLE.read_bytes(), "image/png")},
                data={"dictionary": "mine", "chances": "true"},
            )
            words = answer.json()["result"]["words"]
            assert [(row["word"], row["chance"], row.get("game")) for row in words] == [
                ("rats", 0.999, "accepted"),
                ("star", 0.9, None),
            ]
            many = solved(client, grids=[GRID, "AB"], dictionary="mine")["boards"]
            assert [[row["word"] for row in board["words"]] for board in many] == [["rats", "star"], []]
            assert client.delete("/dictionaries/mine").status_code == 204
            client.post("/dictionaries", json={"name": "mine", "words": ["star", "rats"]}).raise_for_status()
            assert client.get("/dictionaries/mine/feedback").json()["words"] == []
