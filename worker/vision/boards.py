"""From all the lattices of a picture to the few that may be boards, each with its outline settled."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from worker.vision.board import PRESENT, Board
from worker.vision.candidates import SENSITIVITIES, Blobs, Floats, find_blobs
from worker.vision.decode import Picture, Pixels
from worker.vision.lattice import Flags, Lattice, Part, find_parts, largest_first, windows_of_one_size
from worker.vision.lattice_cells import lettered, skipped, straightened, strays, with_others
from worker.vision.lattice_steps import Ints
from worker.vision.medians import median
from worker.vision.patches import cut_patches
from worker.vision.tiles import Plates, beyond_shadow, find_plates, no_plates, tile_lift, tile_likeness

LEAST_ROWS = 3
"""Two rows are a keyboard's or a button bar's; no board is that low."""
MOST_LINES = 64
"""Rows or columns: more than any board has that can be read. Patterns have hundreds."""
TILED = 0.5
"""Median likeness of the cells' rims from which on the board is said to have tiles."""
FAINTLY_PRESENT = 0.27
"""Likeness of a tile that has the shade of the others: the line of a swipe hides most of its edges."""
CLEAR_CELLS, LEAST_CELLS = 12, 8
"""Of a board that leaves no doubt, and of any."""
CONTENDERS = 6
"""Lattices looked at closely; most of the others are the same board with fewer of its cells."""
MOST_STRAYS = 1.2
"""Blobs of its letters' size between the cells of a lattice, for each one on a cell: boards come to 0.8 with
the pieces of a swipe's line, lattices through lines of text to 1.3 and more."""
MOST_SKIPPED = 0.75
"""Share of the places half-way between the cells that hold the like of them, on a lattice that leaves out
every second line; signs between the letters of a printed board come to 0.56."""
ROUNDS = 6
MOSTLY = 0.75
"""Share of its cells that make a line one of the board although no letter was seen in it."""
FEWEST_SEEN = 0.5
"""Share of a board's cells in which a blob was found; a lattice through the gaps of tiles has less."""
FIRST_ROUNDS = 2
"""Rounds in which a board may have less, since its lattice grows before the blobs on new cells are seen."""


def strong_blobs(picture: Picture) -> Blobs:
    return find_blobs(picture.grey, SENSITIVITIES[0])


def find_boards(picture: Picture, strong: Blobs) -> Iterator[list[Board]]:
    """What may be boards, the most promising first; once for the strong blobs, again with fainter ones."""
    yield _boards_of(picture, strong)
    for sensitivity in SENSITIVITIES[1:]:
        yield _boards_of(picture, find_blobs(picture.grey, sensitivity))


def _boards_of(picture: Picture, blobs: Blobs) -> list[Board]:
    """Boards that leave no doubt are taken at once, and what lies on them is looked at no more."""
    by_size = blobs.take(largest_first(blobs))
    search = _Search(picture, by_size)
    for window in windows_of_one_size(by_size.extent):
        search.look_at(window)
    return search.boards()


class _Search:
    """The boards among blobs of a picture, while more and more of them are looked at."""

    def __init__(self, picture: Picture, blobs: Blobs) -> None:
        self._picture, self._blobs = picture, blobs
        self._free: Flags = np.ones(len(blobs), bool)
        """Blobs that lie on no clear board."""
        self._searched = slice(0, 0)
        """The window that was searched last, with what was free then."""
        self._clear: list[Board] = []
        self._unclear: list[Board] = []
        self._others: list[tuple[Part, Ints]] = []
        """What is looked at in the end, where no clear board lies on it, and which blobs it is made of."""

    def look_at(self, window: slice) -> None:
        """Search these blobs; once more without those of a clear board, when there was one."""
        free = window.start + np.flatnonzero(self._free[window])
        if self._clear and len(free) and free[0] >= self._searched.start and free[-1] < self._searched.stop:
            return  # what is left of a window that was searched
        self._searched = window
        group = self._blobs.take(free)
        least = CLEAR_CELLS if self._clear else LEAST_CELLS
        for part in find_parts(group, least=least, lines=LEAST_ROWS):
            if len(part) < CLEAR_CELLS or part.lattice is None or not _may_be_clear(part.lattice):
                self._others.append((part, free[part.members]))
            elif self._is_covered(part.lattice):
                continue
            elif (board := _settled(self._picture, part.lattice, self._blobs)) is not None:
                if board.is_clear:
                    self._clear.append(board)
                    self._free &= board.lies_beside(self._blobs.centres)
                    self._searched = slice(0, 0)
                    return self.look_at(window)
                self._unclear.append(board)

    def boards(self) -> list[Board]:
        """Those found, the most promising first."""
        likely = (one for one in _contenders(self._left()) if strays(one, self._blobs) <= MOST_STRAYS)
        settled = (_settled(self._picture, lattice, self._blobs) for lattice in likely)
        unclear = [*self._unclear, *filter(None, settled)]
        boards = self._clear + [one for one in unclear if not self._is_covered(one.lattice)]
        return _without_twins(sorted(boards, key=lambda board: -board.promise))

    def _left(self) -> list[Lattice]:
        """The lattices that lie on no clear board; what has all its blobs on one need not be fitted."""
        fitted = (part.lattice for part, blobs in self._others if self._free[blobs].any())
        return [one for one in fitted if one is not None and not self._is_covered(one)]

    def _is_covered(self, lattice: Lattice) -> bool:
        return any(board.covers(lattice) for board in self._clear)


def _without_twins(boards: list[Board]) -> list[Board]:
    """Lattices of different blobs may settle on one board: the most promising of them is enough."""
    kept: list[Board] = []
    for board in boards:
        if not any(_same(board.lattice, other.lattice) for other in kept):
            kept.append(board)
    return kept


def _is_of_size(lattice: Lattice) -> bool:
    return bool(min(lattice.seen.shape) >= LEAST_ROWS and max(lattice.seen.shape) <= MOST_LINES)


def _may_be_clear(lattice: Lattice) -> bool:
    return _is_of_size(lattice) and lattice.fill > 0.8 and int(lattice.seen.sum()) >= CLEAR_CELLS


def _contenders(lattices: list[Lattice]) -> list[Lattice]:
    ranked = sorted(lattices, key=lambda lattice: -float(lattice.seen.sum()) * lattice.fill)
    kept: list[Lattice] = []
    for lattice in ranked:
        if len(kept) == CONTENDERS:
            break
        if _is_of_size(lattice) and not any(_same(lattice, other) for other in kept):
            kept.append(lattice)
    return kept


def _same(one: Lattice, other: Lattice) -> bool:
    close = np.linalg.norm(one.middle - other.middle) < 0.3 * other.pitch
    return bool(close and one.seen.shape == other.seen.shape and abs(one.pitch / other.pitch - 1) < 0.1)


def _settled(picture: Picture, lattice: Lattice, blobs: Blobs) -> Board | None:
    """Grow and trim the lattice until its outermost rows and columns hold cells and those beyond do not."""
    if skipped(lattice, blobs) > MOST_SKIPPED:
        return None
    current: Lattice | None = lattice
    for number in range(ROUNDS):
        if current is None or not _is_of_size(current):
            return None
        current = straightened(with_others(current, blobs), blobs)
        patches = cut_patches(picture, current, margin=1)
        tiles, sameness = _relative_likeness(patches, current)
        core = np.pad(current.seen, 1)
        plates = find_plates(patches, core) if tiles.any() else no_plates(core.shape)
        with_letter = lettered(current, blobs)
        present = _with_shaded(tiles, plates.tile_shade, with_letter) if tiles.any() else core
        edges = outline_of(present)
        if edges is None:
            return None
        if number >= FIRST_ROUNDS and current.seen.sum() < FEWEST_SEEN * present[1:-1, 1:-1].sum():
            return None
        top, bottom, left, right = (edge - 1 for edge in edges)
        if (top, bottom, left, right) == (0, current.rows, 0, current.cols):
            if current.seen.sum() < FEWEST_SEEN * present.sum():
                return None
            lift = tile_lift(patches[1:-1, 1:-1], current.seen)
            open_edges = _open_edges(present, plates, with_letter)
            return _without_buttons(Board(current, patches, tiles[1:-1, 1:-1], lift, sameness, open_edges))
        current = current.window(top, bottom, left, right)
    return None


def _with_shaded(tiles: Floats, shaded: Flags, with_letter: Flags) -> Flags:
    """Cells with a tile: by its edges, or by its shade where a line or a wide letter hides some of them.

    Shade alone tells no line of tiles from other plates: one of its tiles must be plain to see, or letters
    like those of the board on them.
    """
    alike = tiles > PRESENT
    in_line = alike.any(axis=0, keepdims=True) & alike.any(axis=1, keepdims=True)
    return np.asarray(alike | (shaded & (in_line | with_letter | (tiles > FAINTLY_PRESENT))))


def _open_edges(present: Flags, plates: Plates, with_letter: Flags) -> Flags:
    """(rows, cols) of a board with a margin (rows + 2, cols + 2): its outer lines that may not be the last.

    Beside such a line, most places hold letters on plates. Plates alone may be a tray's rim, or buttons.
    """
    likely = with_letter & plates.any_shade
    opens = np.zeros_like(present)
    for turns in range(4):  # the top edge of each turn
        beside, line = np.rot90(likely, turns)[0], np.rot90(present, turns)[1]
        if beside[1:-1].sum() >= max(2, MOSTLY * line.sum()):
            np.rot90(opens, turns)[1] = line
    return opens[1:-1, 1:-1]


def _without_buttons(board: Board) -> Board | None:
    """Without outermost lines in which no letter was seen, of a few plates or of the ground beyond a shadow.

    The one are buttons; the other ends at no edge but the shadow of the board's own tiles.
    """
    there = board.present & (board.tiles > FAINTLY_PRESENT) if board.has_tiles else board.present
    bare = beyond_shadow(board.patches, board.tiles)
    edges: list[int] = []
    for axis in (1, 0):
        count = there.sum(axis=axis)
        plates = (count >= MOSTLY * count.max()) & ~bare.all(axis=axis)
        kept = np.flatnonzero(board.lattice.seen.any(axis=axis) | plates)
        edges += [int(kept[0]), int(kept[-1]) + 1]
    return board.window(*edges) if edges != [0, board.lattice.rows, 0, board.lattice.cols] else board


def _relative_likeness(patches: Pixels, lattice: Lattice) -> tuple[Floats, float]:
    core = np.pad(lattice.seen, 1)
    likeness = tile_likeness(patches, core)
    typical = median(likeness[core])
    return (likeness / typical if typical >= TILED else np.zeros_like(likeness)), typical


def outline_of(present: Flags) -> tuple[int, int, int, int] | None:
    """Top, bottom, left and right of the lines that hold cells; bottom and right are one behind the last."""
    rows = np.flatnonzero(_held(present.sum(axis=1)))
    cols = np.flatnonzero(_held(present.sum(axis=0)))
    if not len(rows) or not len(cols):
        return None
    return int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1


def _held(counts: npt.NDArray[np.int64]) -> Flags:
    """Lines with a third of what the fullest lines hold: a donut's edge, but no stray blob."""
    return np.asarray(counts >= max(2, float(np.sort(counts)[-3:].mean()) / 3))
