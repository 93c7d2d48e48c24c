"""What was written is read again, also from a log whose end is torn."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import BadLog
from agent.log import Entry, EventLog, read_log

NAMES = st.text("abcdefghij_", min_size=1, max_size=8).filter(lambda name: name not in {"t", "event"})
VALUES = st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=9) | st.lists(st.integers())


@pytest.mark.slow
@given(st.integers(0, 10**7), st.text(max_size=12), st.dictionaries(NAMES, VALUES, max_size=4))
def test_an_entry_survives_its_line(at: int, what: str, fields: dict[str, object]) -> None:
    entry = Entry(at / 1e4, what, fields)
    line = entry.to_line()
    assert "\n" not in line and Entry.from_line(line) == entry


def write(path: Path) -> None:
    ticks = itertools.count(100.0, 0.5)
    with EventLog.create(path, lambda: next(ticks)) as log:
        log.write("press", x=1.5, y=-3.25)
        log.write("stop", reason="über")


def test_entries_come_back_with_their_times(tmp_path: Path) -> None:
    write(tmp_path / "new" / "round.log")
    head, press, stop = read_log(tmp_path / "new" / "round.log")
    assert head.what == "log"
    assert press == Entry(1.0, "press", {"x": 1.5, "y": -3.25})
    assert stop == Entry(1.5, "stop", {"reason": "über"})


@pytest.mark.parametrize("title", ["a\u2028b", "a\x85b", "\x0b\x1c", "half \ud800"])
def test_titles_with_other_line_ends_stay_in_their_line(title: str, tmp_path: Path) -> None:
    with EventLog.create(tmp_path / "log", lambda: 0.0) as log:
        log.write("window_seen", title=title)
        log.write("release_all")
    _, seen, last = read_log(tmp_path / "log")
    assert seen.fields["title"] == title.replace("\ud800", "?") and last.what == "release_all"


def test_lines_are_there_before_the_log_is_closed(tmp_path: Path) -> None:
    log = EventLog.create(tmp_path / "log", lambda: 0.0)
    log.write("press", x=1, y=2)
    assert len(read_log(tmp_path / "log")) == 2
    log.close()


def test_a_torn_last_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "log"
    write(path)
    path.write_bytes(path.read_bytes()[:-9])
    assert [entry.what for entry in read_log(path)] == ["log", "press"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no log"),
        ('{"t": 0, "event": "press"}\n', "no log"),  # without its head
        ('{"t": 0, "event": "log", "version": 99}\n', "no log"),
        ('{"t": 0, "event": "log", "version": 1}\n[]\n', "line 2"),
        ('{"t": 0, "event": "log", "version": 1}\nnonsense\n', "line 2"),
        ('{"t": 0, "event": "log", "version": 1}\n{"t": "x", "event": "y"}\n', "line 2"),
    ],
)
def test_what_is_no_log_is_said_so(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(content)
    with pytest.raises(BadLog, match=said):
        read_log(path)


def test_a_missing_log_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="No such file"):
        read_log(tmp_path / "absent")


def test_without_a_file_nothing_is_kept() -> None:
    with EventLog.create(None, lambda: 0.0) as log:
        log.write("press", x=1, y=2)


def test_a_full_disk_ends_the_log_and_nothing_else() -> None:
    with EventLog.create(Path("/dev/full"), lambda: 0.0) as log:
        for _ in range(3):
            log.write("press", x=1, y=2)
