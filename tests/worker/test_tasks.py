"""Tasks: a request in, an outcome out, and never an exception."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import dictionaries
from tests.pictures import SAMPLE, SAMPLE_LETTERS
from worker import batches
from worker.context import TaskContext
from worker.errors import CellsUnreadable, NoBoardYet
from worker.model import Box, Grid, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.sight import playable
from worker.tasks import perform
from worker.wire import INTERNAL_ERROR, Failure, JsonObject, Outcome, Task, dictionary_key

BOX = Box(10, 20, 30, 40)


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache)


def request(**options: object) -> JsonObject:
    """What the API sends when nothing but the grid was given."""
    defaults = {"min_length": 3, "max_length": None, "points": "wordhunt", "order": "points"}
    english = dictionaries.find("en").sha256
    return {**defaults, "grid": None, "dictionary": english, "limit": None, "all_paths": False, **options}


def result_of(outcome: Outcome) -> JsonObject:
    assert outcome.status == "ok", outcome.failure
    result: JsonObject = json.loads(outcome.result)
    return result


def failure_of(outcome: Outcome) -> Failure:
    assert outcome.status == "error" and outcome.failure is not None
    return outcome.failure


def solve(context: TaskContext, picture: bytes | None = None, **options: object) -> Outcome:
    return perform(Task.WORDHUNT_SOLVE, request(**options), picture, context)


def test_a_typed_grid_has_the_shape_of_a_read_one(context: TaskContext) -> None:
    typed = result_of(solve(context, grid="/".join(SAMPLE_LETTERS)))
    seen = result_of(solve(context, SAMPLE.read_bytes()))
    assert typed.keys() == seen.keys()
    same = ("kind", "state", "rows", "cols", "letters", "word_count", "total_points", "dictionary")
    assert {key: typed[key] for key in same} == {key: seen[key] for key in same}
    assert [found["word"] for found in typed["words"]] == [found["word"] for found in seen["words"]]


def test_words_carry_pixel_centres_of_their_path(context: TaskContext) -> None:
    seen = result_of(solve(context, SAMPLE.read_bytes(), limit=20))
    for found in seen["words"]:
        assert found["centres"] == [seen["cells"][cell]["centre"] for cell in found["path"]]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("wordhunt", {3: 100, 4: 400, 5: 800, 6: 1400}),
        ("boggle", {3: 1, 4: 1, 5: 2, 6: 3}),
        ([0, 0, 5, 6, 7], {3: 5, 4: 6, 5: 7, 6: 7}),
    ],
)
def test_points_come_from_a_table_of_a_game_or_of_the_client(
    context: TaskContext, points: object, expected: dict[int, int]
) -> None:
    words = result_of(solve(context, grid="/".join(SAMPLE_LETTERS), points=points))["words"]
    given = {len(found["word"]): found["points"] for found in words}
    assert given.items() >= {length: expected[length] for length in given.keys() & expected}.items()
    assert len(given.keys() & expected) >= 3


def test_limit_cuts_the_list_and_not_the_totals(context: TaskContext) -> None:
    whole = result_of(solve(context, grid="/".join(SAMPLE_LETTERS)))
    cut = result_of(solve(context, grid="/".join(SAMPLE_LETTERS), limit=3))
    assert cut["words"] == whole["words"][:3]
    assert (cut["word_count"], cut["total_points"]) == (whole["word_count"], whole["total_points"])


def test_read_tells_what_was_seen(context: TaskContext) -> None:
    seen = result_of(perform(Task.READ, {"kind": "auto"}, SAMPLE.read_bytes(), context))
    assert tuple(seen["letters"]) == SAMPLE_LETTERS
    assert len(seen["cells"]) == 16
    assert set(seen["cells"][0]) == {"letters", "confidence", "box", "centre", "source", "doubtful", "why"}
    assert "total" in seen["ms"]


def test_stages_are_reported_as_they_begin(context: TaskContext, tmp_path: Path, lexicon_cache: Path) -> None:
    told: list[tuple[str, float]] = []
    watched = TaskContext(tmp_path, lexicon_cache, report=lambda stage, part: told.append((stage, part)))
    solve(watched, SAMPLE.read_bytes())
    assert [stage for stage, _ in told] == ["read", "solve"]
    assert all(0 <= part < 1 for _, part in told)


@pytest.mark.parametrize(
    ("picture", "code"),
    [(b"", "not_an_image"), (b"no picture at all", "not_an_image"), (None, "not_an_image")],
)
def test_what_is_no_picture_is_an_outcome(context: TaskContext, picture: bytes | None, code: str) -> None:
    assert failure_of(solve(context, picture)).code == code


def test_a_picture_over_the_limit_is_refused(tmp_path: Path, lexicon_cache: Path) -> None:
    small = TaskContext(tmp_path, lexicon_cache, max_pixels=10_000)
    assert failure_of(solve(small, SAMPLE.read_bytes())).code == "image_too_large"


def test_a_dictionary_that_this_machine_lacks_is_an_outcome(context: TaskContext) -> None:
    failure = failure_of(solve(context, grid="AB", dictionary="0" * 64))
    assert failure.code == "unknown_dictionary" and failure.hint


def test_a_bug_is_logged_and_kept_from_the_client(
    context: TaskContext, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = perform(Task.WORDHUNT_SOLVE, {}, None, context)
    assert failure_of(outcome) == INTERNAL_ERROR
    assert "KeyError" in caplog.text


@pytest.mark.parametrize("state", [ScreenState.HOW_TO_PLAY, ScreenState.OVER, ScreenState.UNKNOWN])
def test_a_screen_without_a_running_round_is_not_solved(state: ScreenState) -> None:
    with pytest.raises(NoBoardYet) as caught:
        playable(ReadGrid(Kind.WORDHUNT, state))
    assert caught.value.details == {"state": state}


def test_a_board_of_which_nothing_was_read_is_not_solved() -> None:
    blank = ReadCell("", 0.0, BOX, Point(25, 40), doubtful=True)
    with pytest.raises(CellsUnreadable):
        playable(ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 1, 2, (blank, blank)))


def test_one_unread_cell_is_a_hole() -> None:
    cells = (ReadCell("QU", 0.9, BOX, Point(25, 40)), ReadCell("", 0.2, BOX, Point(55, 40), doubtful=True))
    grid = playable(ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 1, 2, cells))
    assert grid == Grid.parse("[Qu].")


def test_many_boards_in_one_job(context: TaskContext) -> None:
    board = "/".join(SAMPLE_LETTERS)
    grids = [board, list(SAMPLE_LETTERS), [list(row) for row in SAMPLE_LETTERS], "AB/C", "CAT"]
    stages: list[tuple[str, float]] = []
    telling = replace(context, report=lambda stage, done: stages.append((stage, done)))
    result = result_of(solve(telling, grids=grids, dictionary_name="mine", limit=3))
    single = result_of(solve(context, grid=board, limit=3))
    same = {name: single[name] for name in ("words", "word_count", "total_points")}
    assert result["boards"][:3] == [same] * 3
    assert result["boards"][3]["error"]["code"] == "ragged_grid"
    assert result["boards"][4]["words"]
    assert result["dictionary"] == {"name": "mine", "sha256": single["dictionary"]["sha256"]}
    assert stages == [("solve", 0.0)]


def test_boards_whose_words_would_fill_the_memory(
    context: TaskContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_BYTES", 100_000)
    failure = failure_of(solve(context, grids=["/".join(SAMPLE_LETTERS)] * 300))
    assert (failure.code, failure.details["option"]) == ("bad_option", "grids")


def test_a_list_that_this_machine_lacks_comes_from_the_broker(context: TaskContext, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    words = dictionaries.store({"cat", "tac"}, name="mine", language_code="en", data_dir=elsewhere)
    sent = {dictionary_key(words.sha256): dictionaries.pack_list(words)}
    near = replace(context, fetch=sent.get)
    result = result_of(solve(near, grid="CAT", dictionary=words.sha256, dictionary_name="mine"))
    assert [found["word"] for found in result["words"]] == ["cat", "tac"]
    assert result["dictionary"] == {"name": "mine", "sha256": words.sha256}
    far = replace(context, data_dir=tmp_path / "far", cache_dir=tmp_path / "cache")
    assert failure_of(solve(far, grid="CAT", dictionary=words.sha256)).code == "unknown_dictionary"
