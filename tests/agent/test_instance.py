"""Two agents never play at the same time, and none is kept out by one that is gone."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agent.errors import AlreadyRunning, BadOutput
from agent.instance import only_instance

HOLDER = """
import sys, time
from pathlib import Path
from agent.instance import only_instance

with only_instance(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_agent_is_told_of_the_first(tmp_path: Path) -> None:
    lock = tmp_path / "new" / "agent.lock"
    with (
        only_instance(lock),
        pytest.raises(AlreadyRunning, match=f"process {os.getpid()}"),
        only_instance(lock),
    ):
        pass
    with only_instance(lock):
        pass


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    lock = tmp_path / "agent.lock"
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning, match=str(process.pid)), only_instance(lock):
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        with only_instance(lock):
            assert lock.read_text() == str(os.getpid())


@pytest.mark.parametrize("failing", ["ftruncate", "pwrite"])
def test_on_a_full_disk_the_lock_holds_all_the_same(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    lock = tmp_path / "agent.lock"
    with only_instance(lock), pytest.raises(AlreadyRunning), only_instance(lock):
        pass


def test_a_disk_without_locks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(BadOutput, match="No locks") as error, only_instance(tmp_path / "agent.lock"):
        pass
    assert "TILEWISE_DATA_DIR" in error.value.hint


def test_where_no_file_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link.lock").symlink_to(tmp_path / "file")
    for lock in (tmp_path / "file" / "agent.lock", tmp_path / "link.lock"):
        with pytest.raises(BadOutput), only_instance(lock):
            pass
