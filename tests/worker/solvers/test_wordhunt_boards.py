"""Boards whose words other solvers have counted: see the header of each file in `boards/`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.word_lists import enable
from worker.lexicon import Lexicon, open_lexicon
from worker.model import Grid
from worker.solvers.wordhunt import BOGGLE_POINTS, Engine, WordHuntOptions, solve, solve_many_json

pytestmark = pytest.mark.slow

FILES = {
    "boards-4x4": 1000,
    "boards-4x4-dense": 150,
    "boards-4x4-freq": 1000,
    "boards-4x4-uniform": 1000,
    "boards-5x5": 500,
    "boards-5x5-freq": 500,
    "boards-6x6": 200,
    "boards-10x10": 50,
}


@dataclass(frozen=True)
class Counted:
    """A board with its number of words, points and the beginning of the hash of its words."""

    grid: Grid
    words: int
    points: int
    digest: str
    boggle_points: int | None = None


@pytest.fixture(scope="module")
def english(shared_data: Path, lexicon_cache: Path) -> Lexicon:
    return open_lexicon(enable(shared_data), lexicon_cache)


def read_boards(path: Path) -> Iterator[tuple[Counted, Counted]]:
    """Each line as read with `Qu` tiles and with single q."""
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        letters, *counts = line.split()
        side = round(len(letters) ** 0.5)
        yield (
            Counted(_grid(letters, side, "QU"), int(counts[0]), int(counts[1]), counts[3], int(counts[2])),
            Counted(_grid(letters, side, "Q"), int(counts[4]), int(counts[5]), counts[6]),
        )


def _grid(letters: str, side: int, q: str) -> Grid:
    return Grid(side, side, tuple(q if letter == "q" else letter.upper() for letter in letters))


def _digest(words: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(words)).encode()).hexdigest()[:12]


@pytest.mark.parametrize(("name", "lines"), FILES.items())
def test_every_board_by_the_kernel(name: str, lines: int, english: Lexicon, shared_data: Path) -> None:
    boards = [board for pair in read_boards(shared_data / "boards" / f"{name}.txt") for board in pair]
    assert len(boards) == 2 * lines
    answers = solve_many_json([board.grid for board in boards], english)
    for board, answer in zip(boards, answers, strict=True):
        words = [found["word"] for found in json.loads(answer.words)]
        counted = (answer.word_count, answer.total_points, len(words), _digest(words))
        assert counted == (board.words, board.points, board.words, board.digest), str(board.grid)


@pytest.mark.parametrize("name", FILES)
def test_boggle_points(name: str, english: Lexicon, shared_data: Path) -> None:
    boards = [board for board, _ in read_boards(shared_data / "boards" / f"{name}.txt")]
    answers = solve_many_json(
        [board.grid for board in boards], english, WordHuntOptions(points=BOGGLE_POINTS)
    )
    assert [answer.total_points for answer in answers] == [board.boggle_points for board in boards]


@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("name", FILES)
def test_a_sample_by_both_engines(engine: Engine, name: str, english: Lexicon, shared_data: Path) -> None:
    pairs = list(read_boards(shared_data / "boards" / f"{name}.txt"))
    for board in (board for pair in pairs[:: len(pairs) // 4] for board in pair):
        solution = solve(board.grid, english, engine=engine)
        words = [found.word for found in solution.words]
        counted = (solution.word_count, solution.total_points, _digest(words))
        assert counted == (board.words, board.points, board.digest), str(board.grid)


def test_the_largest_board_of_common_letters(english: Lexicon) -> None:
    letters = "ETAOINSHRDLUCMFWYPVBGKQJXZ"
    weights = [12, 9, 8, 8, 7, 7, 6, 6, 6, 4, 4, 3, 3, 2, 2, 2, 2, 2, 1, 2, 2, 1, 1, 1, 1, 1]
    bag = "".join(letter * weight for letter, weight in zip(letters, weights, strict=True))
    tiles = tuple(bag[cell * cell * 7919 % 10007 % len(bag)] for cell in range(2500))
    grid = Grid(50, 50, tiles)
    by_kernel, by_python = (solve(grid, english, engine=engine) for engine in ("numba", "python"))
    assert by_kernel == by_python
    assert by_kernel.word_count > 3000
