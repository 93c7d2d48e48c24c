"""Every word on boards of letters: score only, words with paths as arrays, or the complete answer as JSON.

All functions take any number of boards of any shapes. They return a status: the number of boards answered,
fewer than given when one has more paths than `MAX_STATES` allows, which is then the one with that index.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.answer import Ends, collect, new_answer
from worker.kernels.board import TABLE_SIZE, fill_narrow, fill_wide, new_pieces, new_wide, place_pieces
from worker.kernels.compiled import kernel
from worker.kernels.json_bytes import write_words
from worker.kernels.walk import NO_ROOM, new_scratch, walk_narrow, walk_wide

MAX_STATES: Final = 1 << 20
"""The budget of a board: paths that spell a prefix and can go on, or a word. A 50 x 50 board has about
230,000, or 670,000 of the commonest letters only. They are held in memory, 80 bytes each; as memory grows by
factors of four, up to four times as many may fit."""
_FIRST_STATES: Final = 1 << 12
NARROW: Final = 64
_WORDS: Final = 128
_WORD_BYTES: Final = 64
"""Expected of a board at first; what is too small grows."""


@kernel
def score_boards(graph: Any, boards: Any, rules: Any, totals: Any) -> int:
    """Fill `totals`, int64 (boards, 2), with the number of words and their points."""
    pieces, table, wide, scratch, starts = _memory(boards, rules)
    for i in range(len(boards.rows)):
        words, scratch = _search(graph, boards, i, rules, pieces, table, wide, scratch, starts)
        if words == NO_ROOM:
            return i
        _total(scratch.level_first, rules, totals[i])
    return len(boards.rows)


@kernel
def find_words(graph: Any, boards: Any, rules: Any, totals: Any, word_first: Any) -> tuple[int, Any]:
    """The words of all boards as an `Answer`; those of board i begin at `word_first[i]`, int64 (boards +
    1,)."""
    pieces, table, wide, scratch, starts = _memory(boards, rules)
    answer, ends = new_answer(_WORDS * len(boards.rows)), Ends(0, 0, 0, 0)
    word_first[0] = 0
    for i in range(len(boards.rows)):
        words, scratch = _search(graph, boards, i, rules, pieces, table, wide, scratch, starts)
        if words == NO_ROOM:
            return i, answer
        _total(scratch.level_first, rules, totals[i])
        answer, ends = collect(scratch, pieces, boards.cols[i], rules, answer, ends)
        word_first[i + 1] = ends.words
    return len(boards.rows), answer


@kernel
def find_words_json(
    graph: Any, boards: Any, rules: Any, texts: Any, totals: Any, byte_first: Any
) -> tuple[int, Any]:
    """The words of all boards as JSON, uint8; those of board i begin at `byte_first[i]`, int64 (boards +
    1,)."""
    pieces, table, wide, scratch, starts = _memory(boards, rules)
    answer, nothing = new_answer(_WORDS), Ends(0, 0, 0, 0)
    out, at = np.empty(_WORDS * _WORD_BYTES * len(boards.rows), np.uint8), np.uint64(0)
    byte_first[0] = 0
    for i in range(len(boards.rows)):
        words, scratch = _search(graph, boards, i, rules, pieces, table, wide, scratch, starts)
        if words == NO_ROOM:
            return i, out
        _total(scratch.level_first, rules, totals[i])
        answer, ends = collect(scratch, pieces, boards.cols[i], rules, answer, nothing)
        out, at = write_words(answer, ends, rules.all_paths, texts, out, at)
        byte_first[i + 1] = at
    return len(boards.rows), out


@kernel
def _memory(boards: Any, rules: Any) -> Any:
    """What one board after the other is worked out in, large enough for the largest."""
    most_cells = most_pieces = 1
    for i in range(len(boards.rows)):
        cells = boards.tile_first[i + 1] - boards.tile_first[i]
        most_cells = max(most_cells, cells)
        most_pieces = max(most_pieces, cells + boards.extra_first[i + 1] - boards.extra_first[i])
    return (
        new_pieces(most_pieces, most_cells),
        np.empty(TABLE_SIZE, np.uint64),
        new_wide(most_pieces if most_pieces > NARROW else 1),
        new_scratch(_FIRST_STATES + most_pieces, rules.max_length),
        np.empty(34, np.int64),
    )


@kernel
def _search(
    graph: Any, boards: Any, i: int, rules: Any, pieces: Any, table: Any, wide: Any, scratch: Any, starts: Any
) -> tuple[int, Any]:
    """Search board i, with more and more memory up to the budget; returns the number of words and the
    scratch."""
    count, wild = place_pieces(boards, i, pieces, starts)
    rows, cols = boards.rows[i], boards.cols[i]
    if count <= NARROW:
        fill_narrow(pieces, count, rows, cols, table)
    else:
        fill_wide(pieces, count, rows, cols, wide)
    while True:
        if count <= NARROW:
            words = walk_narrow(graph, table, count, wild, rules.min_length, rules.max_length, scratch)
        else:
            words = walk_wide(graph, wide, pieces, count, rules.min_length, rules.max_length, scratch)
        capacity = len(scratch.states) // 4
        if words != NO_ROOM or capacity >= MAX_STATES:
            return words, scratch
        scratch = new_scratch(4 * capacity, rules.max_length)


@kernel
def _total(level_first: Any, rules: Any, totals: Any) -> None:
    totals[0] = level_first[rules.max_length + 1]
    totals[1] = 0
    for length in range(rules.max_length + 1):
        totals[1] += (level_first[length + 1] - level_first[length]) * rules.points[length]
