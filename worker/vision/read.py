"""From picture bytes to what is to be read in it, whichever game it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from worker.errors import GridNotFound
from worker.model import Kind, ReadGrid, ScreenState
from worker.vision import tesseract, wheel, wordle_tiles
from worker.vision.board_search import look_for_boards
from worker.vision.boards import strong_blobs
from worker.vision.candidates import Blobs
from worker.vision.clock import Clock
from worker.vision.decode import DecodeLimits, Picture, decode
from worker.vision.found_board import FoundBoard, box_around, upright_cells
from worker.vision.glyphs import GlyphReader, default_reader
from worker.vision.lattice import Lattice
from worker.vision.page_lattice import MOST_LINES
from worker.vision.page_refused import Refused
from worker.vision.screen import Screen, look_at_screen, look_without_board
from worker.vision.wheel_search import shows_disc
from worker.vision.word_list import read_word_list

CLEAR = 0.5
"""Worth from which on a picture shows Wordle or a wheel: real ones come to 0.65 and more, others to 0.35."""
ASKED = 0.4
"""The same when that game was asked for."""
MOST_ELONGATED = 100
"""Longer side of a picture to its shorter one: a board of one row of 50 tiles has half of it. Of a longer
picture nothing would be left when it is made smaller."""
FIRST_LOOKS = 2
"""Looks for boards that are taken only to say what a picture shows instead."""
NAMES = {
    Kind.WORDHUNT: "a Word Hunt board",
    Kind.WORDSEARCH: "a word-search page",
    Kind.WORDLE: "a Wordle board",
    Kind.WHEEL: "a letter wheel",
}


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a picture."""

    kind: Kind | None = None
    """The game when it is known; None finds out."""
    doubt_threshold: float = 0.9
    """A letter read with less confidence than this is doubtful."""
    tesseract: bool = False
    """Whether Tesseract, where it is installed, helps with doubtful cells and word lists."""
    limits: DecodeLimits = field(default_factory=DecodeLimits)


def read_picture(data: bytes, options: ReadOptions | None = None) -> ReadGrid:
    """Find the board, page or wheel in a picture and read it.

    Raises:
        NotAnImage, ImageTooLarge: see `decode`.
        GridNotFound: nothing that is known, or another game than the one asked for.
    """
    options = options or ReadOptions()
    clock = Clock()
    picture = decode(data, options.limits)
    clock.lap("decode")
    if max(picture.size) > MOST_ELONGATED * min(picture.size):
        raise GridNotFound("No board of letters was found in the picture, which is a mere strip.")
    reading = _Reading(picture, default_reader(), options, clock)
    seen = reading.with_help(reading.asked() if options.kind else reading.any_kind())
    return replace(seen, ms=clock.finished())


@dataclass(frozen=True)
class _Reading:
    """One picture on its way through the readers."""

    picture: Picture
    reader: GlyphReader
    options: ReadOptions
    clock: Clock

    @cached_property
    def strong(self) -> Blobs:
        """What stands out most in the working copy."""
        return strong_blobs(self.picture)

    @cached_property
    def refused(self) -> Refused:
        """Lattices of letters that are no pages, or too large."""
        return Refused()

    @cached_property
    def has_disc(self) -> bool:
        """Whether a glance shows a disc that may be a wheel's."""
        return shows_disc(self.picture.grey)

    def any_kind(self) -> ReadGrid:
        """What the picture shows, found out."""
        seen = self._sought()
        if seen is None:
            raise _not_found("No board of letters was found in the picture.", self.refused.too_large)
        return seen

    def asked(self) -> ReadGrid:
        """The game asked for, or an error that says what there is instead."""
        kind = self.options.kind
        assert kind is not None
        match kind:
            case Kind.WORDLE:
                seen = self._wordle(ASKED) or self._sought(FIRST_LOOKS)
            case Kind.WHEEL:
                seen = self._wheel(ASKED) or self._sought(FIRST_LOOKS)
            case _:
                seen = self._sought()
        if seen is None:
            raise _not_found(f"{_named(kind)} was not found in the picture.", self.refused.too_large)
        if not _is_of_kind(seen, kind):
            raise GridNotFound(
                f"{_named(kind)} was asked for, but the picture shows {NAMES[seen.kind]}.",
                hint=f"Read it with the kind {seen.kind.value}, or auto.",
                seen=seen.kind.value,
            )
        return replace(seen, kind=kind)

    def _sought(self, looks: int | None = None) -> ReadGrid | None:
        """Boards first, but Wordle's and wheels before what takes long to find or is in doubt.

        A wheel is sought before Wordle's board where there is a disc, and after it elsewhere.

        Args:
            looks: how often boards are looked for at most.
        """
        threshold = self.options.doubt_threshold
        place = self.picture, self.strong, self.reader
        boards = look_for_boards(*place, threshold, self.clock, self.refused)
        wheel_sought = False
        for number, found in enumerate(boards):
            if found and found[0].is_settled:
                return self._of_boards(found)
            unsure = not found or (found[0].is_poor and not found[0].of_crowd)
            if unsure and not wheel_sought and self.has_disc:
                wheel_sought = True
                if seen := self._wheel(CLEAR):
                    return seen
            lattices = [one.lattice for one in found if one.lattice is not None and not one.one_shade]
            sought = number == 0 or bool(lattices)
            if sought and (seen := self._wordle(CLEAR, lattices)) and (seen.cells or not found):
                return seen
            if found and found[0].of_crowd:
                return self._of_boards(found)
            if unsure and not wheel_sought:
                wheel_sought = True
                if seen := self._wheel(CLEAR):
                    return seen
            if number > 0 and found:
                return self._of_boards(found)
            if number + 1 == looks:
                return None
        return self._without_board()

    def _without_board(self) -> ReadGrid | None:
        """A screen of Word Hunt before or after the round."""
        if self.options.kind not in (None, Kind.WORDHUNT):
            return None
        screen = look_without_board(self.picture, self.reader)
        self.clock.lap("screen")
        return screen and _with_screen(ReadGrid(Kind.WORDHUNT, screen.state), screen)

    def _of_boards(self, found: list[FoundBoard]) -> ReadGrid:
        """The best board, with what is written around it."""
        best, others = found[0], found[1:]
        screen = Screen(ScreenState.PLAYING)
        if best.lattice is not None:
            seen_by = best.lattice, best.letters.texts, self.reader
            screen = look_at_screen(self.picture, self.strong, *seen_by)
        self.clock.lap("screen")
        outlines = (other.outline * self.picture.reduction for other in others)
        boxes = tuple(box_around(outline, self.picture) for outline in outlines)
        seen = ReadGrid(self._kind_of(best), screen.state, others=boxes)
        if screen.state is not ScreenState.PLAYING:
            return _with_screen(seen, screen)
        cells = upright_cells(self.picture, best)
        rows, cols = cells.shape
        return _with_screen(replace(seen, rows=rows, cols=cols, cells=tuple(cells.ravel())), screen)

    def _kind_of(self, board: FoundBoard) -> Kind:
        """A board of tiles may be of any size where one is asked for."""
        asked = self.options.kind is Kind.WORDHUNT and board.lattice is not None
        return Kind.WORDHUNT if asked else board.kind

    def _wordle(self, least: float, letters: Sequence[Lattice] = ()) -> ReadGrid | None:
        threshold = self.options.doubt_threshold
        found = wordle_tiles.find(self.picture, self.reader, threshold=threshold, letters=letters)
        self.clock.lap("wordle")
        if found is None or found.worth < least:
            return None
        place = found.state, found.rows, found.cols, found.cells
        return ReadGrid(Kind.WORDLE, *place, tiles=found.tiles, others=found.others)

    def _wheel(self, least: float) -> ReadGrid | None:
        found = wheel.find(self.picture, self.reader, threshold=self.options.doubt_threshold)
        self.clock.lap("wheel")
        if found is None or found.worth < least:
            return None
        place = ScreenState.PLAYING, 1, len(found.cells), found.cells
        return ReadGrid(Kind.WHEEL, *place, crossword=found.crossword)

    def with_help(self, seen: ReadGrid) -> ReadGrid:
        """The same with the words printed beside it, and Tesseract's opinion where it is wanted."""
        helped = self.options.tesseract
        if helped:
            threshold = self.options.doubt_threshold
            seen = tesseract.confirmed(self.picture, seen, doubt_threshold=threshold)
            self.clock.lap("tesseract")
        if seen.kind is not Kind.WORDSEARCH or not seen.cells:
            return seen
        helper = tesseract.read_lines if helped else None
        words = read_word_list(self.picture, seen, self.reader, helper=helper)
        self.clock.lap("words")
        return replace(seen, words=words)


def _not_found(message: str, too_large: tuple[int, int] | None) -> GridNotFound:
    """The error that says so, and why a page was not read: letters in so many rows and columns, or more."""
    if too_large is None:
        return GridNotFound(message)
    rows, cols = too_large
    why = f"It shows letters in {rows} or more rows and {cols} or more columns; up to {MOST_LINES} are read."
    return GridNotFound(f"{message} {why}", hint="Show the board alone.", rows=rows, cols=cols)


def _with_screen(seen: ReadGrid, screen: Screen) -> ReadGrid:
    return replace(seen, start=screen.start, score=screen.score, score_box=screen.score_box)


def _is_of_kind(seen: ReadGrid, kind: Kind) -> bool:
    """Whether what was seen may be taken for a kind: a small word search is a board, too."""
    return seen.kind is kind or (kind is Kind.WORDSEARCH and seen.kind is Kind.WORDHUNT)


def _named(kind: Kind) -> str:
    name = NAMES[kind]
    return name[0].upper() + name[1:]
