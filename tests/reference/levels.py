"""Slow and obvious: which words a wheel's letters form, and whether a layout is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations


def words_by_permutation(letters: str, words: Iterable[str], min_length: int) -> set[str]:
    """Every arrangement of every choice of the letters that is a word."""
    listed = set(words)
    lengths = range(min_length, len(letters) + 1)
    return {"".join(choice) for length in lengths for choice in permutations(letters, length)} & listed


def words_by_counting(letters: str, words: Iterable[str], min_length: int) -> set[str]:
    """Every word that needs no letter more often than there is."""
    have = Counter(letters)
    return {word for word in words if len(word) >= min_length and Counter(word) <= have}


def layout_faults(words: Sequence[str], placed: Iterable[tuple[str, int, int, bool]]) -> list[str]:
    """What is wrong with a layout of the words, given as word, row, col, across; nothing when it is valid and
    has all of them."""
    cells: dict[tuple[int, int], str] = {}
    faults = []
    for word, row, col, across in placed:
        for k, letter in enumerate(word):
            cell = (row, col + k) if across else (row + k, col)
            if cells.setdefault(cell, letter) != letter:
                faults.append(f"{word} has {letter} where {cells[cell]} stands")
    if not cells:
        return ["nothing is placed"] if words else []
    runs = Counter(_runs(cells)) + Counter(
        _runs({(col, row): letter for (row, col), letter in cells.items()})
    )
    faults += [f"{run} stands there {count} times" for run, count in runs.items() if count != 1]
    faults += [f"{run} is no word of the list" for run in runs if run not in words]
    faults += [f"{word} is missing" for word in words if word not in runs]
    if not _hangs_together(cells):
        faults.append("there are several parts")
    return faults


def _runs(cells: dict[tuple[int, int], str]) -> list[str]:
    """Every run of two or more letters from left to right."""
    runs = []
    for row, col in cells:
        if (row, col - 1) not in cells and (row, col + 1) in cells:
            run = ""
            while (row, col) in cells:
                run += cells[row, col]
                col += 1
            runs.append(run)
    return runs


def _hangs_together(cells: dict[tuple[int, int], str]) -> bool:
    waiting, seen = [next(iter(cells))], set()
    while waiting:
        row, col = waiting.pop()
        if (row, col) in cells and (row, col) not in seen:
            seen.add((row, col))
            waiting += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    return len(seen) == len(cells)
