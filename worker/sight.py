"""What was seen in a picture: by our own reader first, then by an LLM where that is wanted."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Final

from worker.context import TaskContext
from worker.counts import count_llm
from worker.errors import CellsUnreadable, GridNotFound, NoBoardYet
from worker.model import Grid, Kind, ReadGrid, ScreenState
from worker.options import LlmMode
from worker.results import read_from_json, read_json
from worker.wire import Failure, JsonObject, failure_of

NO_TOKENS: Final = {"input_tokens": 0, "output_tokens": 0, "cost": 0.0, "ms": 0.0}


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen in a picture so far, and what came of asking an LLM about it."""

    grid: ReadGrid | None
    """None when no board was found."""
    missing: Failure | None = None
    """Why there is no board."""
    llm: JsonObject | None = None

    def to_json(self) -> JsonObject:
        """As it travels to a further part, before an LLM was asked."""
        grid = None if self.grid is None else read_json(self.grid, self.grid.ms)
        return {"grid": grid, "missing": None if self.missing is None else asdict(self.missing)}

    @classmethod
    def from_json(cls, told: JsonObject) -> Sight:
        grid = None if told["grid"] is None else read_from_json(told["grid"])
        return cls(grid, None if told["missing"] is None else Failure(**told["missing"]))

    def found(self) -> ReadGrid:
        """The board; raises GridNotFound."""
        if self.grid is not None:
            return self.grid
        missing = self.missing or failure_of(GridNotFound("No board was found in the picture."))
        raise GridNotFound(missing.message, hint=missing.hint, **missing.details)


def see(kind: Kind | None, picture: bytes | None, context: TaskContext) -> Sight:
    from worker.vision.decode import DecodeLimits
    from worker.vision.read import ReadOptions, read_picture

    context.report("read", 0.1)
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    try:
        options = ReadOptions(kind, tesseract=context.tesseract, limits=limits)
        return Sight(read_picture(picture or b"", options))
    except GridNotFound as error:
        return Sight(None, failure_of(error))


def is_asked(sight: Sight, request: JsonObject) -> bool:
    """Whether an LLM has anything to say: what shows another game needs no second look."""
    from worker.vision.second_opinion import asked_for

    if sight.missing is not None and "seen" in sight.missing.details:
        return False
    return asked_for(sight.grid, LlmMode(request["llm"]))


def with_llm(
    sight: Sight, kind: Kind | None, request: JsonObject, picture: bytes | None, context: TaskContext
) -> Sight:
    """What is seen after an LLM was asked; the same where it could not be."""
    from worker.vision.decode import DecodeLimits, decode
    from worker.vision.llm import refined

    if context.llm is None or picture is None:
        why = "no key is set" if context.llm is None else "the picture is no longer kept"
        return replace(sight, llm={"model": None, "why": why, **NO_TOKENS})
    context.report("llm", 0.5)
    pixels = decode(picture, DecodeLimits(context.max_pixels, context.max_bytes))
    mode = LlmMode(request["llm"])
    grid, answer = refined(pixels, sight.grid, context.llm, mode, kind=kind or Kind.WORDHUNT)
    told = None if answer is None else {"model": context.llm.model, **answer.to_json()}
    if told is not None:
        count_llm(context.count, told)
    return replace(sight, grid=grid, llm=told)


def check_running(seen: ReadGrid) -> None:
    """Raises NoBoardYet for a screen without a running round."""
    if seen.state is not ScreenState.PLAYING:
        raise NoBoardYet(
            f"The picture shows a screen of the game ({seen.state}), no running round.", state=seen.state
        )


def playable(seen: ReadGrid) -> Grid:
    """The board to solve; raises NoBoardYet, CellsUnreadable."""
    check_running(seen)
    if not any(cell.letters for cell in seen.cells):
        raise CellsUnreadable("There is a board, but none of its letters can be read.")
    return seen.to_grid()
