"""No space left, or nothing to write to: clear words, no damage, and all goes on when there is."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.brokers import eventually
from tests.conftest import require_tool
from tests.e2e.trees import Tree

# Long, since it needs the right to mount, which a build machine may not have.
pytestmark = [pytest.mark.e2e, pytest.mark.long]

BOARD = {"grid": "TEAS/RNIO/LDCE/SHUP"}
NO_WAIT = {"Prefer": "respond-async"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = [require_tool("mount"), "-t", "tmpfs", "-o", "size=8m", "none", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this user may not mount a file system")
    yield place
    subprocess.run([require_tool("umount"), "-l", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Leave no byte; the file that takes them."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return filler


def files_in(place: Path) -> set[Path]:
    return {path for path in place.rglob("*") if path.is_file()}


def solved(tree: Tree) -> bool:
    with tree.client() as client:
        answer = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "wait=30"})
        return answer.status_code == 200 and answer.json()["result"]["word_count"] > 0


def test_a_full_data_directory(small_disk: Path) -> None:
    with Tree(small_disk) as tree:
        tree.ready()
        with tree.client() as client:
            early = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "wait=30"}).json()
            filler = fill(small_disk)
            acknowledged = []
            for _ in range(200):
                answer = client.post("/wordhunt/solve", json=BOARD, headers=NO_WAIT)
                if answer.status_code == 503:
                    break
                assert answer.status_code == 202
                acknowledged.append(answer.json()["id"])
            problem = answer.json()
            assert (answer.status_code, problem["code"]) == (503, "broker_unavailable")
            assert int(answer.headers["Retry-After"]) > 0
            eventually(lambda: "No space left on device" in tree.log())
            assert client.get("/readyz").status_code in (200, 503)
            filler.unlink()
            eventually(lambda: client.get("/readyz").status_code == 200, 20)
            assert eventually(lambda: solved(tree), 20)
            for job in acknowledged:
                client.get(f"/jobs/{job}", headers={"Prefer": "wait=10"}).raise_for_status()
                assert client.get(f"/jobs/{job}").json()["state"] == "finished"
            assert client.get(f"/jobs/{early['id']}").json()["result"] == early["result"]


def test_a_start_without_space_says_so(small_disk: Path) -> None:
    filler = fill(small_disk)
    with Tree(small_disk) as tree:
        assert tree.process.wait(40) == 2
        assert "No space left on device" in tree.log()
        assert tree.left_running() == []
    filler.unlink()
    with Tree(small_disk) as tree:
        tree.ready()
        assert tree.self_check.startswith("sample board solved")


@pytest.mark.parametrize("is_full", [True, False], ids=["full", "read-only"])
def test_a_cache_that_cannot_be_written(small_disk: Path, tmp_path: Path, is_full: bool) -> None:
    if is_full:
        fill(small_disk)
    else:
        remount = [require_tool("mount"), "-o", "remount,ro", str(small_disk)]
        subprocess.run(remount, check=True)
    before = files_in(small_disk)
    with Tree(tmp_path / "data", CACHE_DIR=str(small_disk / "cache")) as tree:
        tree.ready(for_all_games=False)
        assert tree.self_check.startswith("sample board solved")
        assert solved(tree)
    assert files_in(small_disk) == before
