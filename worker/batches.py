"""Many boards in one job, of any shapes: for each an answer or an error, in the order in which they came.

Answers are JSON from the start, and nobody parses them on their way to the client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from worker.errors import BadOption, PuzzleError
from worker.model import Grid
from worker.results import to_bytes
from worker.wire import failure_of

if TYPE_CHECKING:
    from worker.solvers.wordhunt import WordsJson

GridJson = str | list[str] | list[list[str]]
Solve = Callable[[list[Grid]], Sequence["WordsJson | PuzzleError"]]

CHUNK: Final = 100
"""Boards a call: a hundredth of a second between two reports of progress."""
MOST_BYTES: Final = 128 * 1024 * 1024
"""Of all answers together; a thousand boards of 4 x 4 have about 10 million, so this is a mistake."""


def solve_boards(grids: Sequence[GridJson], solve: Solve, report: Callable[[float], None]) -> Iterator[bytes]:
    """Each board's words and totals, or why it has none, as the JSON of an object.

    Args:
        solve: solves boards that can be read; an error in the place of an answer is that board's alone.
        report: told the part done, 0 to 1, as it goes.

    Raises:
        BadOption: the answers are too large.
    """
    yield from bounded(_solved(grids, solve, report))


def bounded(answers: Iterable[bytes]) -> Iterator[bytes]:
    """The answers of a batch, as long as they are not too large together; raises BadOption."""
    size = 0
    for number, answer in enumerate(answers):
        size += len(answer)
        if size > MOST_BYTES:
            raise _too_much(number)
        yield answer


def error_json(error: PuzzleError) -> bytes:
    """Why one board has no answer."""
    return to_bytes({"error": asdict(failure_of(error))})


def _solved(grids: Sequence[GridJson], solve: Solve, report: Callable[[float], None]) -> Iterator[bytes]:
    for first in range(0, len(grids), CHUNK):
        report(first / len(grids))
        yield from _solve_chunk(grids[first : first + CHUNK], solve)


def _solve_chunk(grids: Sequence[GridJson], solve: Solve) -> Iterator[bytes]:
    boards = [_parse(grid) for grid in grids]
    answers = iter(solve([board for board in boards if isinstance(board, Grid)]))
    for board in boards:
        yield _to_json(next(answers) if isinstance(board, Grid) else board)


def _parse(grid: GridJson) -> Grid | PuzzleError:
    try:
        return Grid.from_json(grid)
    except PuzzleError as error:
        return error


def _to_json(answer: WordsJson | PuzzleError) -> bytes:
    if isinstance(answer, PuzzleError):
        return error_json(answer)
    return b'{"words":%b,"word_count":%d,"total_points":%d}' % (
        answer.words,
        answer.word_count,
        answer.total_points,
    )


def _too_much(solved: int) -> BadOption:
    return BadOption(
        f"The answers for these boards take more than {MOST_BYTES:,} bytes.",
        hint="Send fewer boards at once, or give a limit.",
        option="grids",
        solved=solved,
    )
