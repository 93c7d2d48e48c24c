"""What was read in drawn pictures, cell by cell, kept in `build/calibration` so that a run can go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from tests.calibration_pictures import Sample, sample
from worker.model import ReadCell
from worker.vision import wheel, wordle_tiles
from worker.vision.board_search import look_for_boards
from worker.vision.boards import strong_blobs
from worker.vision.calibration import HEATS, Heat, Reading, tempered
from worker.vision.clock import Clock
from worker.vision.decode import Picture, decode
from worker.vision.found_board import FoundBoard, upright_cells
from worker.vision.glyphs import default_reader
from worker.vision.page import find_page
from worker.vision.page_marks import CONTRASTS
from worker.vision.read import ReadOptions

_ROOT = Path(__file__).resolve().parents[1]
MODEL = _ROOT / "worker" / "vision" / "data" / "glyphs.npz"
THRESHOLD = ReadOptions().doubt_threshold
NO_HEAT = Heat(0.0, 0.0)
KEPT = _ROOT / "build" / "calibration"


class ReadRight(NamedTuple):
    """One cell."""

    confidence: float
    """As the network has it, at no heat."""
    right: bool
    doubtful: bool
    sure: bool
    """Whether its confidence is enough, so that if it is doubtful, it is for another reason."""
    text: str
    truth: str
    why: str | None

    def doubted(self, temperature: float) -> bool:
        """Whether it were doubtful at a temperature."""
        unsure = bool(self.text) and float(tempered(self.confidence, temperature)) < THRESHOLD
        return unsure or (self.doubtful and self.sure)


@dataclass(frozen=True)
class Record:
    """A picture; without cells when no board was found, or one of another shape."""

    seed: int
    found: bool
    flagged: bool
    """Whether any cell was doubtful."""
    cells: tuple[ReadRight, ...]

    @property
    def exact(self) -> bool:
        return bool(self.cells) and all(cell.right for cell in self.cells)

    @cached_property
    def confidence(self) -> npt.NDArray[np.float32]:
        """Of the cells in which a letter was read."""
        return np.array([cell.confidence for cell in self.cells if cell.text], np.float32)

    def doubted(self, heat: Heat, *, right: bool) -> list[bool]:
        """Whether the cells that are right, or those that are wrong, were doubtful at a heat."""
        temperature = heat.at(self.confidence)
        return [cell.doubted(temperature) for cell in self.cells if cell.right is right]


def recorded(reading: Reading, *, worn: bool = True) -> list[Record]:
    """All that is kept of this reader with the present network."""
    path = _path(reading, worn)
    return [_record(json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []


def record_more(reading: Reading, *, worn: bool = True) -> Iterator[Record]:
    """Read one picture after the other, from where the last run stopped, and keep what comes out."""
    path, first = _path(reading, worn), len(recorded(reading, worn=worn))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as kept:
        for seed in range(first, 10**9):
            record = _read(reading, seed, worn, dict.fromkeys(Reading, NO_HEAT))
            kept.write(json.dumps(asdict(record)) + "\n")
            kept.flush()
            yield record


def _path(reading: Reading, worn: bool) -> Path:
    digest = hashlib.sha256(MODEL.read_bytes()).hexdigest()[:8]
    return KEPT / f"{reading}-{'worn' if worn else 'plain'}-{digest}.jsonl"


def _record(kept: dict[str, object]) -> Record:
    cells = kept.pop("cells")
    assert isinstance(cells, list)
    return Record(**kept, cells=tuple(ReadRight(*cell) for cell in cells))  # type: ignore[arg-type]


def as_doubted(reading: Reading, records: Sequence[Record], *, worn: bool = True) -> list[Record]:
    """The records as they are at the reader's own heat, for `NO_HEAT`, as far as more may be doubtful then.

    A board with many doubtful letters may be doubted as a whole, which no letter's confidence tells.
    """
    heat = HEATS[reading]
    free = [not all(record.doubted(heat, right=not worn)) for record in records]
    return [
        _read(reading, record.seed, worn, HEATS) if is_free else _heated(record, heat)
        for record, is_free in zip(records, free, strict=True)
    ]


def _heated(record: Record, heat: Heat) -> Record:
    temperature = heat.at(record.confidence)
    cells = (cell._replace(doubtful=cell.doubted(temperature), sure=True) for cell in record.cells)
    return replace(record, cells=tuple(cells))


def _read(reading: Reading, seed: int, worn: bool, heats: Mapping[Reading, Heat]) -> Record:
    drawn = sample(reading, seed, worn=worn)
    with patch.dict(HEATS, heats):
        seen = _seen(reading, decode(drawn.data))
    if seen is None or not seen.cells:
        return Record(seed, False, False, ())
    flagged = any(cell.doubtful for cell in seen.cells)
    if seen.shape != drawn.shape:
        return Record(seed, True, flagged, ())
    return Record(seed, True, flagged, tuple(_compared(seen, drawn)))


class _Seen(NamedTuple):
    shape: tuple[int, int]
    cells: Sequence[ReadCell]
    marks: str = ""


def _seen(reading: Reading, picture: Picture) -> _Seen | None:
    """What the reader alone sees at its first look: further looks take long, and read the same letters."""
    reader = default_reader()
    if reading is Reading.WORDLE:
        found = wordle_tiles.find(picture, reader, threshold=THRESHOLD)
        return None if found is None else _Seen((found.rows, found.cols), found.cells, "".join(found.tiles))
    if reading is Reading.WHEEL:
        wheel_found = wheel.find(picture, reader, threshold=THRESHOLD)
        return None if wheel_found is None else _Seen((1, len(wheel_found.cells)), wheel_found.cells)
    if reading is Reading.PAGE:
        page = find_page(picture, reader, CONTRASTS[:1])
        boards = [FoundBoard.of_page(page, THRESHOLD)] if page else []
    else:
        boards = next(look_for_boards(picture, strong_blobs(picture), reader, THRESHOLD, Clock()), [])
    if not boards:
        return None
    cells = upright_cells(picture, boards[0])
    return _Seen((cells.shape[0], cells.shape[1]), cells.ravel().tolist())


def _compared(seen: _Seen, drawn: Sample) -> Iterator[ReadRight]:
    for index, (cell, letter) in enumerate(zip(seen.cells, drawn.letters, strict=True)):
        mark, true_mark = (marks[index : index + 1] for marks in (seen.marks, drawn.marks))
        got, truth = cell.letters + mark, letter + true_mark
        sure = not cell.letters or cell.confidence >= THRESHOLD
        yield ReadRight(
            cell.confidence, got == truth, cell.doubtful, sure, got if cell.letters else "", truth, cell.why
        )
