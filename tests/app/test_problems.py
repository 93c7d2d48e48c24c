"""The table of codes: complete, consistent, and the body that is made of a row."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.problems import BAD_INPUT, NOTHING_FOUND, PROBLEMS, problem_body, problem_of
from worker import wire
from worker.errors import NoAnswer, PuzzleError
from worker.wire import INTERNAL_ERROR, Failure


def _tree(kind: type[PuzzleError]) -> Iterator[type[PuzzleError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _tree(child)


@pytest.mark.parametrize("kind", list(_tree(PuzzleError)), ids=lambda kind: kind.code)
def test_every_puzzle_error_has_a_row_that_fits_its_place_in_the_tree(kind: type[PuzzleError]) -> None:
    row = PROBLEMS[kind.code]
    assert 400 <= row.status < 500
    assert row.exit_code == (NOTHING_FOUND if issubclass(kind, NoAnswer) else BAD_INPUT)


@pytest.mark.parametrize("kind", list(_tree(PuzzleError)), ids=lambda kind: kind.code)
def test_hints_of_the_service_are_not_about_the_terminal(kind: type[PuzzleError]) -> None:
    assert "--" not in kind.default_hint and "tilewise " not in kind.default_hint


def test_every_failure_of_the_wire_has_a_row() -> None:
    failures = [value for value in vars(wire).values() if isinstance(value, Failure)]
    assert len(failures) >= 3
    assert all(failure.code in PROBLEMS for failure in failures)


def test_codes_are_unique_in_the_tree() -> None:
    codes = [kind.code for kind in _tree(PuzzleError)]
    assert len(codes) == len(set(codes))


def test_an_unknown_code_counts_as_our_fault() -> None:
    assert problem_of("never_heard_of").status == 500


def test_the_body_has_every_member_of_the_rfc_and_ours() -> None:
    failure = Failure("ragged_grid", "Row 2 has 3 tiles.", "Use '.' for a hole.", {"row": 1})
    assert problem_body(failure, instance="/jobs/abc", request_id="r1") == {
        "type": "urn:tilewise:problem:ragged_grid",
        "title": "The grid's rows differ in length",
        "status": 422,
        "detail": "Row 2 has 3 tiles.",
        "instance": "/jobs/abc",
        "code": "ragged_grid",
        "hint": "Use '.' for a hole.",
        "details": {"row": 1},
        "request_id": "r1",
    }


def test_a_fault_keeps_its_cause_to_the_log() -> None:
    assert set(problem_body(INTERNAL_ERROR, instance="urn:x")) == {
        "type", "title", "status", "detail", "instance", "code", "hint",
    }  # fmt: skip
