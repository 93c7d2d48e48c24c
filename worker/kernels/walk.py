"""The search: from prefix to prefix of the word graph, with all board paths of a prefix at once.

A *state* is a path on the board; a *node* is a prefix that has paths, with its run of states. Prefixes are
taken breadth first, letters in alphabetical order, and the states of a prefix in lexicographic order of their
cells. Hence

- every word comes up once, with all its paths side by side: no set of found words, and the best path is a
  choice among neighbours in memory;
- words come up by length, and alphabetically within a length: sorting the answer is a matter of taking the
  lengths in the wanted order;
- the word graph is asked once for each prefix, not for each path, and states never move.

Memory, all flat uint64: `states` (4 * capacity,), `nodes` (4 * capacity,), `found` (2 * capacity,)

    state   visited pieces | what may come next | trail | -
            where trail = parent's offset << 24 | letter << 16 | piece
    node    its letters << 32, its first edge | first state << 32, end of states | words before | all ahead
    found   first candidate << 32, end of candidates | number of the word

The candidates of a word are the states of its prefix; those that end within a tile do not count.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import LANES as LANE_COUNT
from worker.kernels.bits import lanes_meeting, ones, prefetch, trailing_zeros
from worker.kernels.board import CLOSING, CODES, GROUPS, LANES, NEIGHBOURS, NOWHERE, OPENING
from worker.kernels.compiled import kernel

SLACK: Final = 64
"""Entries that a search may write beyond those that it keeps, in nodes and found."""
NO_ROOM: Final = -1

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_2: Final = np.uint64(2)
_3: Final = np.uint64(3)
_4: Final = np.uint64(4)
_7: Final = np.uint64(7)
_8: Final = np.uint64(8)
_16: Final = np.uint64(16)
_24: Final = np.uint64(24)
_32: Final = np.uint64(32)
_PIECE: Final = np.uint64(0xFFFF)
_LOW_HALF: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(LANE_COUNT // 2)


class Graph(NamedTuple):
    """A lexicon's graph; `worker.lexicon` tells the layout."""

    edges: NDArray[np.uint32]
    """Flat, four numbers an edge."""
    root_mask: np.uint64
    root_base: np.uint64


class Scratch(NamedTuple):
    """The memory of a search; nothing in it outlives a board."""

    states: NDArray[np.uint64]
    nodes: NDArray[np.uint64]
    found: NDArray[np.uint64]
    level_first: NDArray[np.int64]
    """(longest word + 2,): words of n letters are found[level_first[n] : level_first[n + 1]]."""


@kernel
def new_scratch(capacity: int, longest: int) -> Any:
    return Scratch(
        np.empty(4 * capacity, np.uint64),
        np.empty(4 * (capacity + SLACK), np.uint64),
        np.empty(2 * (capacity + SLACK), np.uint64),
        np.empty(longest + 3, np.int64),
    )


@kernel
def walk_narrow(
    graph: Any, table: Any, count: int, wild: bool, min_length: int, max_length: int, scratch: Any
) -> Any:
    """Find every word on a narrow board; returns how many, or NO_ROOM when the scratch memory is too small.

    Lengths are in letters, `max_length` at most the longest word's.
    """
    edges, states, nodes, found = graph.edges, scratch.states, scratch.nodes, scratch.found
    room = np.uint64(len(states))
    chunks = (count + LANE_COUNT - 1) // LANE_COUNT
    closing = table[CLOSING]
    ahead = _pieces_for(table, graph.root_mask, chunks) & table[OPENING]
    node, tail, top, words = _0, _root(graph, states, nodes, ahead), _4, _0
    level = 0
    while node < tail and level < max_length:
        level += 1
        scratch.level_first[level] = words
        last_level = level == max_length
        counts = np.uint64(level >= min_length)
        end = tail
        while node < end:
            mask, base = nodes[node] >> _32, nodes[node] & _LOW_HALF
            low, high = nodes[node + _1] >> _32, nodes[node + _1] & _LOW_HALF
            before, all_ahead = nodes[node + _2], nodes[node + _3]
            node += _4
            most = _8 * (high - low) + _4 * np.uint64(64)  # eight neighbours a state, 64 pieces to start from
            if top + most > room:
                return NO_ROOM
            rest = mask if wild else all_ahead
            while rest != _0:
                if wild:
                    letter = trailing_zeros(rest)
                    rest &= rest - _1
                    group = table[GROUPS + letter]
                    if all_ahead & group == _0:
                        continue
                    if top + most > room:  # every letter may lead onto the same wildcards
                        return NO_ROOM
                else:
                    letter = table[CODES + trailing_zeros(rest)]
                    group = table[GROUPS + letter]
                    rest &= ~group
                edge = (base + ones(mask & ((_1 << letter) - _1))) << _2
                onward, packed = np.uint64(edges[edge]), np.uint64(edges[edge + _1])
                number = before + np.uint64(edges[edge + _2])
                is_word = packed & counts & np.uint64(all_ahead & group & closing != _0)
                reach = _0 if last_level else _pieces_for(table, onward, chunks)
                first = top
                top, any_ahead = _extend_narrow(states, low, high, top, table, group, letter, reach, is_word)
                found[words] = first << _32 | top
                found[words + _1] = number
                words += is_word << _1
                prefetch(edges, (packed >> _1) << _2)
                nodes[tail] = onward << _32 | packed >> _1
                nodes[tail + _1] = first << _32 | top
                nodes[tail + _2] = number + (packed & _1)
                nodes[tail + _3] = any_ahead
                tail += np.uint64(any_ahead != _0) << _2
    return _close_levels(scratch.level_first, level, words)


@kernel
def _root(graph: Any, states: Any, nodes: Any, ahead: Any) -> Any:
    """The empty path and the empty prefix; returns the end of the nodes."""
    states[0] = _0
    states[1] = ahead
    states[2] = np.uint64(NOWHERE)
    nodes[0] = graph.root_mask << _32 | graph.root_base
    nodes[1] = _4
    nodes[2] = _0
    nodes[3] = ahead
    return _4 if ahead != _0 else _0


@kernel
def _close_levels(level_first: Any, level: int, words: Any) -> Any:
    """Note where words of each length begin, counted in words, and that there are no longer ones."""
    level_first[0] = 0
    for length in range(1, level + 1):
        level_first[length] >>= 1
    for length in range(level + 1, len(level_first)):
        level_first[length] = words >> _1
    return np.int64(words >> _1)


@kernel
def _pieces_for(table: Any, mask: Any, chunks: int) -> Any:
    """The set of pieces of a narrow board that can stand for a letter of the mask."""
    if chunks == 1:
        return lanes_meeting(table, LANES, mask)
    pieces = _0
    for chunk in range(chunks):
        pieces |= lanes_meeting(table, LANES + _HALF * np.uint64(chunk), mask) << (_16 * np.uint64(chunk))
    return pieces


@kernel
def _extend_narrow(
    states: Any, low: Any, high: Any, top: Any, table: Any, group: Any, letter: Any, reach: Any, is_word: Any
) -> tuple[Any, Any]:
    """Append the states that go on from `low : high` to a piece of the group; returns their end and what lies
    ahead.

    States from which nothing goes on are kept for a word only. `reach` is the set of pieces that may come
    after.
    """
    any_ahead = _0
    while low < high:
        visited = states[low]
        onto = states[low + _1] & group
        trail = low << _24 | letter << _16
        while onto != _0:
            piece = trailing_zeros(onto)
            onto &= onto - _1
            now = visited | _1 << piece
            ahead = reach & table[NEIGHBOURS + piece] & ~now
            any_ahead |= ahead
            states[top] = now
            states[top + _1] = ahead
            states[top + _2] = trail | piece
            top += (np.uint64(ahead != _0) | is_word) << _2
        low += _4
    return top, any_ahead


@kernel
def walk_wide(
    graph: Any, wide: Any, pieces: Any, count: int, min_length: int, max_length: int, scratch: Any
) -> Any:
    """Find every word on a wide board, as `walk_narrow` does; what may come next are letters here, not
    pieces."""
    edges, states, nodes, found = graph.edges, scratch.states, scratch.nodes, scratch.found
    room = np.uint64(len(states))
    node, tail, top, words = _0, _root(graph, states, nodes, graph.root_mask), _4, _0
    level = 0
    while node < tail and level < max_length:
        level += 1
        scratch.level_first[level] = words
        counts = np.uint64(level >= min_length)
        end = tail
        while node < end:
            mask, base = nodes[node] >> _32, nodes[node] & _LOW_HALF
            low, high = nodes[node + _1] >> _32, nodes[node + _1] & _LOW_HALF
            before, all_ahead = nodes[node + _2], nodes[node + _3]
            node += _4
            most = _8 * (high - low) + _4 * np.uint64(count)
            rest = all_ahead
            while rest != _0:
                if top + most > room:
                    return NO_ROOM
                letter = trailing_zeros(rest)
                rest &= rest - _1
                edge = (base + ones(mask & ((_1 << letter) - _1))) << _2
                onward, packed = np.uint64(edges[edge]), np.uint64(edges[edge + _1])
                number = before + np.uint64(edges[edge + _2])
                may_end = packed & counts
                reach = _0 if level == max_length else onward
                first = top
                if level == 1:
                    top, any_ahead, ends = _start_wide(
                        states, top, wide, pieces, count, letter, reach, may_end
                    )
                else:
                    top, any_ahead, ends = _extend_wide(
                        states, low, high, top, wide, pieces, letter, reach, may_end
                    )
                found[words] = first << _32 | top
                found[words + _1] = number
                words += (may_end & ends) << _1
                nodes[tail] = onward << _32 | packed >> _1
                nodes[tail + _1] = first << _32 | top
                nodes[tail + _2] = number + (packed & _1)
                nodes[tail + _3] = any_ahead
                tail += np.uint64(any_ahead != _0) << _2
    return _close_levels(scratch.level_first, level, words)


@kernel
def _start_wide(
    states: Any, top: Any, wide: Any, pieces: Any, count: int, letter: Any, reach: Any, may_end: Any
) -> tuple[Any, Any, Any]:
    """As `_extend_wide`, from nowhere to every tile that opens with the letter."""
    any_ahead, ends = _0, _0
    for piece in range(count):
        if pieces.opens[piece] and wide.letters[piece] >> letter & _1:
            ahead = reach & wide.near[piece]
            any_ahead |= ahead
            ends |= np.uint64(pieces.follow[piece] < 0)
            states[top] = wide.torus[piece]
            states[top + _1] = ahead
            states[top + _2] = letter << _16 | np.uint64(piece)
            top += (np.uint64(ahead != _0) | may_end) << _2
    return top, any_ahead, ends


@kernel
def _extend_wide(
    states: Any, low: Any, high: Any, top: Any, wide: Any, pieces: Any, letter: Any, reach: Any, may_end: Any
) -> tuple[Any, Any, Any]:
    """Append the states that go on from `low : high` with the letter; returns their end, the letters ahead of
    them and whether one closes a tile."""
    any_ahead, ends = _0, _0
    while low < high:
        if states[low + _1] >> letter & _1:
            piece = states[low + _2] & _PIECE
            onto = np.uint64(wide.toward[(piece << np.uint64(5)) + letter])
            trail = low << _24 | letter << _16
            while onto != _0:
                next_piece = np.uint64(wide.neighbours[(piece << _3) + trailing_zeros(onto)])
                onto &= onto - _1
                spot = wide.torus[next_piece]
                if (
                    states[low] & spot != _0
                    and pieces.opens[next_piece]
                    and _on_path(states, low, pieces.cell, next_piece)
                ):
                    continue
                ahead = reach & wide.near[next_piece]
                any_ahead |= ahead
                ends |= np.uint64(pieces.follow[next_piece] < 0)
                states[top] = states[low] | spot
                states[top + _1] = ahead
                states[top + _2] = trail | next_piece
                top += (np.uint64(ahead != _0) | may_end) << _2
        low += _4
    return top, any_ahead, ends


@kernel
def _on_path(states: Any, state: Any, cells: Any, piece: Any) -> bool:
    """Whether the state's path visits the piece's cell: the torus only says that it may."""
    while True:
        trail = states[state + _2]
        before = trail & _PIECE
        if before == np.uint64(NOWHERE):
            return False
        if cells[before] == cells[piece]:
            return True
        state = trail >> _24
