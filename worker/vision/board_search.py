"""Looks for boards and pages of letters, ever harder."""

from __future__ import annotations

from collections.abc import Iterator

from worker.vision.boards import Board, find_boards
from worker.vision.candidates import Blobs
from worker.vision.clock import Clock
from worker.vision.decode import Picture
from worker.vision.doubts import is_board, without_empty_edges, without_ground
from worker.vision.found_board import FoundBoard, best_apart
from worker.vision.glyphs import GlyphReader
from worker.vision.letters import letters_between, read_letters
from worker.vision.page import find_page, is_crowded
from worker.vision.page_marks import CONTRASTS

MOST_BETWEEN = 0.25
"""Share of the places between the letters of a page that may look like letters."""
LOOKED_AT = 4
"""Boards of a picture whose letters are read; the others are less promising still."""


def look_for_boards(
    picture: Picture, strong: Blobs, reader: GlyphReader, threshold: float, clock: Clock
) -> Iterator[list[FoundBoard]]:
    """What was found after each look, the best first, none upon another; each look takes longer.

    A crowd of blobs is probably a page. Else tiles are looked for, which is the first look; then a page, or
    bare letters, which is the second; then fainter things. `strong` are the picture's `strong_blobs`.
    """
    crowded = is_crowded(strong)
    if crowded and (page := find_page(picture, reader, CONTRASTS[:1])) is not None:
        clock.lap("page")
        yield [FoundBoard.of_page(page, threshold, of_crowd=True)]
    for attempt, boards in enumerate(find_boards(picture, strong)):
        clock.lap("locate")
        boards = boards[:LOOKED_AT]
        found = list(_readable(picture, [one for one in boards if one.has_lift], reader, threshold))
        clock.lap("letters")
        if attempt == 0:
            yield best_apart(found)
            if not any(one.is_small_and_clear for one in found):
                page = find_page(picture, reader, CONTRASTS[1:] if crowded else CONTRASTS)
                if page is not None and not any(one.shadows(page) for one in found):
                    found.append(FoundBoard.of_page(page, threshold))
                clock.lap("page")
        if not found:
            bare = [one for one in boards if not one.has_lift]
            found = list(_readable(picture, bare, reader, threshold))
            clock.lap("letters")
        yield best_apart(found)


def _readable(
    picture: Picture, boards: list[Board], reader: GlyphReader, threshold: float
) -> Iterator[FoundBoard]:
    whole: list[FoundBoard] = []
    for board in boards:
        if any(other.has_on_it(board.lattice.outline()) for other in whole):
            continue
        letters = read_letters(board.patches, reader)
        if letters is None or not is_board(board, letters):
            continue
        if not board.has_lift and letters_between(picture, board.lattice, reader) > MOST_BETWEEN:
            continue
        cut = without_empty_edges(board, without_ground(board, letters))
        if cut is not None:
            found = FoundBoard.of_board(*cut, threshold)
            whole += [found] if board.is_clear or found.is_read_whole else []
            yield found
