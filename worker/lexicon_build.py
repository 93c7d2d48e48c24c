"""From a word list to the edges of its minimal graph, in about a second for 250,000 words.

1. The sorted words become a letter trie in depth-first order, by array arithmetic: word i adds one trie node
   for each letter after the prefix that it shares with word i - 1.
2. From the last trie node to the first, each *run* (a node with all its later siblings) is looked up in a
   table of the runs seen so far; equal runs become one. As a run's first edge, its end-of-word flag, the run
   below and the run of later siblings are all known by then, a fixed-size key is enough (hash-consing).
3. The runs that are whole nodes are laid out breadth first: the nodes near the root, which every search
   visits, lie close together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_LETTERS: Final = 32
MAX_WORD_LENGTH: Final = 64
"""Longer words are refused; English needs 45 letters."""

# Code points that no word holds, so that a foreign letter is seen after translation.
_FIRST_CODE: Final = 128
_BREAK: Final = 10


@dataclass(frozen=True, slots=True)
class Graph:
    """The columns of `edges` are told in `worker.lexicon`."""

    edges: NDArray[np.uint32]
    word_count: int
    max_length: int
    root_mask: int
    root_base: int


@dataclass(frozen=True, slots=True)
class _Trie:
    """The letter trie in depth-first order, one entry for each node but the root."""

    head: NDArray[np.int64]
    """Letter code times two, plus one at the end of a word."""
    has_child: NDArray[np.bool_]
    """Whether the next node is the first child."""
    sibling: NDArray[np.int64]
    """The next sibling; one past the last node for none."""


@dataclass(frozen=True, slots=True)
class _Runs:
    """Distinct runs; 0 is the empty run, and what a run refers to has a smaller number."""

    head: list[int]
    below: list[int]
    after: list[int]
    root: int


def build_graph(words: Iterable[str], alphabet: str) -> Graph:
    """The minimal graph of the words.

    Raises:
        ValueError: an alphabet of more than 32 letters, a word with a letter outside of it, an empty or
        endless word.
    """
    encoded = _encode(words, alphabet)
    if not encoded:
        return Graph(np.zeros((0, 4), np.uint32), 0, 0, 0, 0)
    return _lay_out(_merge(_trie(encoded)), len(encoded), max(map(len, encoded)))


def _encode(words: Iterable[str], alphabet: str) -> list[bytes]:
    """Words as bytes in alphabetical order, each once."""
    if len(alphabet) > MAX_LETTERS:
        raise ValueError(f"an alphabet has up to {MAX_LETTERS} letters, not {len(alphabet)}")
    table = {ord(letter): _FIRST_CODE + code for code, letter in enumerate(alphabet)}
    text = "\n".join(words).translate(table)
    foreign = {sign for sign in set(text) if not _FIRST_CODE <= ord(sign) < _FIRST_CODE + MAX_LETTERS} - {
        "\n"
    }
    if foreign:
        raise ValueError(f"letters outside the alphabet {alphabet!r}: {''.join(sorted(foreign))!r}")
    encoded = sorted(set(text.encode("latin-1").split(b"\n"))) if text else []
    if encoded and not encoded[0]:
        raise ValueError("the list has an empty word")
    if any(len(word) > MAX_WORD_LENGTH for word in encoded):
        raise ValueError(f"a word may have up to {MAX_WORD_LENGTH} letters")
    return encoded


def _letter_matrix(encoded: list[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """uint8 (words, longest + 1), zero after a word's end; int64 (words,) lengths."""
    lengths = np.array([len(word) for word in encoded])
    matrix = np.zeros((len(encoded), int(lengths.max()) + 1), np.uint8)
    matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = np.frombuffer(b"".join(encoded), np.uint8)
    return matrix, lengths


def _trie(encoded: list[bytes]) -> _Trie:
    matrix, lengths = _letter_matrix(encoded)
    shared = np.zeros(len(encoded), np.int64)  # letters in common with the word before
    shared[1:] = (matrix[1:] != matrix[:-1]).argmax(axis=1)
    added = lengths - shared
    first = np.cumsum(added) - added  # each word's first own node
    owner = np.repeat(np.arange(len(encoded)), added)
    depth = np.arange(len(owner)) - first[owner] + shared[owner] + 1
    letter = matrix[owner, depth - 1].astype(np.int64) - _FIRST_CODE
    head = letter * 2 + (depth == lengths[owner])
    has_child = np.zeros(len(owner), np.bool_)
    has_child[:-1] = depth[1:] > depth[:-1]
    return _Trie(head, has_child, _siblings(depth, first, owner, lengths))


def _siblings(
    depth: NDArray[np.int64], first: NDArray[np.int64], owner: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Two nodes next to each other in the row of their depth are siblings when the later one branches off the
    word before, and that word goes on as deep."""
    rows = np.argsort(depth, kind="stable")
    earlier, later = rows[:-1], rows[1:]
    branches = (later == first[owner[later]]) & (depth[earlier] == depth[later])
    branches &= lengths[owner[later] - 1] >= depth[later]
    sibling = np.full(len(depth), len(depth), np.int64)
    sibling[earlier[branches]] = later[branches]
    return sibling


def _merge(trie: _Trie) -> _Runs:
    heads, has_child, siblings = trie.head.tolist(), trie.has_child.tolist(), trie.sibling.tolist()
    run_of = [0] * (len(heads) + 1)
    number_of: dict[int, int] = {}
    below = run = 0  # `run` is that of the node after, which is the first child when there is one
    for node in range(len(heads) - 1, -1, -1):
        below = run if has_child[node] else 0
        key = (run_of[siblings[node]] << 32 | below) << 6 | heads[node]
        run = run_of[node] = number_of.setdefault(key, len(number_of) + 1)
    keys = list(number_of)
    return _Runs(
        head=[0] + [key & 63 for key in keys],
        below=[0] + [key >> 6 & 0xFFFFFFFF for key in keys],
        after=[0] + [key >> 38 for key in keys],
        root=run,
    )


def _lay_out(runs: _Runs, word_count: int, max_length: int) -> Graph:
    masks, counts, longest = _summaries(runs)
    base_of, order, edge_count = {runs.root: 0}, [runs.root], masks[runs.root].bit_count()
    rows: list[tuple[int, int]] = []  # (node, its edge as a run)
    for node in order:  # grows while it is walked: breadth first
        edge = node
        while edge:
            rows.append((node, edge))
            below = runs.below[edge]
            if below and below not in base_of:
                base_of[below] = edge_count
                edge_count += masks[below].bit_count()
                order.append(below)
            edge = runs.after[edge]
    edges = [
        (
            masks[runs.below[edge]],
            base_of.get(runs.below[edge], 0) << 1 | runs.head[edge] & 1,
            counts[node] - counts[edge],
            longest[runs.below[edge]],
        )
        for node, edge in rows
    ]
    return Graph(np.array(edges, np.uint32), word_count, max_length, masks[runs.root], 0)


def _summaries(runs: _Runs) -> tuple[list[int], list[int], list[int]]:
    """For every run its letters as a mask, its number of words and the letters of its longest one."""
    masks, counts, longest = [0], [0], [0]
    for head, below, after in zip(runs.head[1:], runs.below[1:], runs.after[1:], strict=True):
        masks.append(1 << (head >> 1) | masks[after])
        counts.append((head & 1) + counts[below] + counts[after])
        longest.append(max(1 + longest[below], longest[after]))
    return masks, counts, longest
