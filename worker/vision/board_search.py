"""Looks for boards and pages of letters, ever harder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from worker.vision.board import Board
from worker.vision.board_glance import is_same, may_be_read
from worker.vision.boards import find_boards
from worker.vision.candidates import Blobs
from worker.vision.clock import Clock
from worker.vision.decode import Picture
from worker.vision.doubts import is_board, without_empty_edges, without_ground
from worker.vision.found_board import FoundBoard, best_apart
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice_cells import beset, continued, is_tight
from worker.vision.letters import letters_between, read_letters
from worker.vision.page import find_page, is_crowded
from worker.vision.page_marks import CONTRASTS
from worker.vision.page_refused import Refused

MOST_BETWEEN = 0.25
"""Share of the places between the letters of a page that may look like letters."""
MOST_BESET = 0.35
"""Share of the letters of a board without tiles that may have others nearer than the board's next."""
MOST_CONTINUED = 0.35
"""Marks on the lines of a board set as tight as type and beyond its outline, for each of its letters: a
prompt may stand above one that is printed alone."""
LOOKED_AT = 4
"""Boards of a picture whose letters are read; the others are less promising still."""


def look_for_boards(
    picture: Picture,
    strong: Blobs,
    reader: GlyphReader,
    threshold: float,
    clock: Clock,
    refused: Refused | None = None,
) -> Iterator[list[FoundBoard]]:
    """What was found after each look, the best first, none upon another; each look takes longer.

    A crowd of blobs is probably a page. Else tiles are looked for, which is the first look; then a page, or
    bare letters, which is the second; then fainter things. `strong` are the picture's `strong_blobs`, and
    `refused` takes note of pages that cannot be read.
    """
    crowded, refused = is_crowded(strong), refused or Refused()
    if crowded and (page := find_page(picture, reader, CONTRASTS[:1], refused)) is not None:
        clock.lap("page")
        yield _sensible([FoundBoard.of_page(page, threshold, of_crowd=True)])
    reading = _Reading(picture, strong, reader, threshold)
    for attempt, boards in enumerate(find_boards(picture, strong)):
        clock.lap("locate")
        boards = boards[:LOOKED_AT]
        found = list(reading.readable([one for one in boards if one.has_lift]))
        clock.lap("letters")
        if attempt == 0:
            yield best_apart(_sensible(found))
            if not any(one.is_small_and_clear for one in found):
                page = find_page(picture, reader, CONTRASTS[1:] if crowded else CONTRASTS, refused)
                if page is not None and not any(one.shadows(page) for one in found):
                    found.append(FoundBoard.of_page(page, threshold))
                clock.lap("page")
        if not found:
            bare = [one for one in boards if not one.has_lift]
            found = list(reading.readable(bare))
            clock.lap("letters")
        yield best_apart(_sensible(found))


def _sensible(found: list[FoundBoard]) -> list[FoundBoard]:
    return [one for one in found if not one.is_nonsense]


@dataclass
class _Reading:
    """Reads boards of one picture, each once however often it is found."""

    picture: Picture
    strong: Blobs
    reader: GlyphReader
    threshold: float
    refused: list[Board] = field(default_factory=list)

    def readable(self, boards: list[Board]) -> Iterator[FoundBoard]:
        """Those that are boards of letters."""
        whole: list[FoundBoard] = []
        for board in boards:
            if any(other.has_on_it(board.lattice.outline()) for other in whole):
                continue
            if any(is_same(board, other) for other in self.refused):
                continue
            found = self._read(board)
            if found is None:
                self.refused.append(board)
                continue
            whole += [found] if board.is_clear or found.is_read_whole else []
            yield found

    def _read(self, board: Board) -> FoundBoard | None:
        if not may_be_read(board, self.reader):
            return None
        if not (board.has_lift or board.is_clear) and self._has_letters_between(board):
            return None
        if not board.has_lift and self._is_of_words(board):
            return None
        letters = read_letters(board.patches, self.reader)
        if letters is None or not is_board(board, letters):
            return None
        cut = without_empty_edges(board, without_ground(board, letters))
        return cut and FoundBoard.of_board(self.picture, *cut, self.threshold)

    def _is_of_words(self, board: Board) -> bool:
        """Whether its letters stand as near to others as those of words do, in a text that goes on.

        Plain ground around each of the letters may be a tile's: then a block of letters is no text.
        """
        lattice = board.lattice
        if not board.has_tiles:
            return beset(lattice, self.strong) > MOST_BESET
        return is_tight(lattice) and continued(lattice, self.strong) > MOST_CONTINUED

    def _has_letters_between(self, board: Board) -> bool:
        return letters_between(self.picture, board.lattice, self.reader) > MOST_BETWEEN
