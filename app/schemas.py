"""Requests and results: the contract that `/docs` shows.

Requests are checked here and become the plain JSON that a worker gets. Results are written by the workers as
bytes and passed on unparsed, so their models only describe them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, LiteralString

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)
from pydantic_core import PydanticCustomError

from app.examples import RAGGED_GRID
from worker.model import MAX_SIDE, Grid
from worker.wire import JobState, JsonObject, Task

LONGEST_PATH = MAX_SIDE * MAX_SIDE


def _split_numbers(value: object) -> object:
    """Forms and addresses carry a list as `1,1,2,3`."""
    if isinstance(value, str) and value[:1].isdigit():
        return [int(part) if part.strip().isdigit() else part for part in value.split(",")]
    return value


WordPoints = Annotated[int, Field(ge=0, le=1_000_000)]
PointNames = Literal["wordhunt", "boggle"]
PointList = Annotated[list[WordPoints], Field(min_length=1, max_length=50)]
_MOST = 1000
"""Signs in a row, rows, tiles in a row: beyond what any grid has, so that its own limit is named first."""
_Text = Annotated[str, Field(max_length=_MOST)]
_Row = Annotated[list[Annotated[str, Field(max_length=50)]], Field(max_length=_MOST, fail_fast=True)]


def _say_grid(value: object, check: ValidatorFunctionWrapHandler) -> object:
    return _or_say(
        check,
        value,
        "should be a text like 'ABCD/EFGH', a list of rows or of lists of tiles, up to 50 x 50",
    )


GridField = Annotated[
    Annotated[str, Field(max_length=50 * _MOST)]
    | Annotated[list[_Text], Field(max_length=_MOST, fail_fast=True)]
    | Annotated[list[_Row], Field(max_length=_MOST, fail_fast=True)],
    WrapValidator(_say_grid),
]
MOST_GRIDS = 1_000
_SHORT_WORK = 25_000
"""Signs in all grids of a batch; a thousand 4 x 4 boards with their slashes have 19,000."""


class WordHuntOptions(BaseModel):
    """Which words count, and how they are listed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dictionary: str = Field(
        "en", min_length=1, max_length=100, description="Name or SHA-256 of a word list on this server."
    )
    min_length: int = Field(3, ge=1, le=LONGEST_PATH, description="Letters of the shortest word.")
    max_length: int | None = Field(
        None, ge=1, le=LONGEST_PATH, description="Letters of the longest word; no limit when absent."
    )
    points: Annotated[PointNames | PointList, BeforeValidator(_split_numbers)] = Field(
        "wordhunt",
        description="A game's table, or your own: points for 1, 2, 3, ... letters; the last holds beyond.",
    )
    order: Literal["points", "length", "word", "easy"] = Field(
        "points",
        description="`points` and `length`: highest first; `word`: alphabetic; `easy`: short words first.",
    )
    limit: int | None = Field(
        None, ge=0, le=1_000_000, description="List so many words; counts and totals still cover every word."
    )
    all_paths: bool = Field(False, description="Add every path of a word, not only one.")

    @field_validator("points", mode="wrap")
    @classmethod
    def _say_points(cls, value: object, check: ValidatorFunctionWrapHandler) -> object:
        return _or_say(
            check,
            value,
            "should be 'wordhunt', 'boggle' or 1 to 50 whole numbers such as [1, 1, 2]",
        )

    @field_validator("max_length")
    @classmethod
    def _not_below_min(cls, value: int | None, info: ValidationInfo) -> int | None:
        if value is not None and value < info.data.get("min_length", 1):
            raise PydanticCustomError("max_length", "should not be below min_length")
        return value

    def to_request(self, *, name: str, sha256: str, grid: str | None = None) -> JsonObject:
        """What a worker gets.

        Args:
            name, sha256: of the word list.
            grid: None when a picture is read, or a batch is solved.
        """
        listed = {"dictionary": sha256, "dictionary_name": name}
        return {**self.model_dump(exclude={"grid"}), **listed, "grid": grid}


class PictureOptions(BaseModel):
    """How a picture is read."""

    llm: Literal["never", "doubtful", "always"] = Field(
        "doubtful",
        description="When an LLM is asked: about `doubtful` cells, `always` about every cell, or `never`. "
        "Without a key on this server nothing is asked.",
    )


class WordHuntPicture(WordHuntOptions, PictureOptions):
    """A picture of a board with its options."""


class WordHuntGrid(WordHuntOptions):
    """A typed board with its options."""

    grid: GridField = Field(
        description="Rows as one text parted by `/`, as a list, or as lists of tiles. "
        "`.` is a hole, `?` any letter, `[Qu]` one tile of several letters.",
    )

    def to_grid(self) -> Grid:
        """Raises BadGrid and its kin."""
        return Grid.from_json(self.grid)


class WordHuntGrids(WordHuntOptions):
    """Many typed boards with their options: one job, whose result holds an answer or an error for each."""

    grids: list[GridField] = Field(
        fail_fast=True,
        min_length=1,
        max_length=MOST_GRIDS,
        description="Boards as `grid` takes them, of any shapes.",
    )

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it: less than a tenth of a second."""
        return sum(_signs(grid) for grid in self.grids) <= _SHORT_WORK


def _signs(grid: GridField) -> int:
    return len(grid) if isinstance(grid, str) else sum(map(len, grid))


class ReadOptions(PictureOptions):
    """What to look for in a picture."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["auto", "wordhunt", "wordsearch", "wordle", "wheel"] = Field(
        "auto", description="The game shown; `auto` finds out."
    )


def _or_say(check: ValidatorFunctionWrapHandler, value: object, message: LiteralString) -> object:
    """One sentence in place of an error for each member of a union."""
    try:
        return check(value)
    except ValueError:
        raise PydanticCustomError("form", message) from None


class ReadCell(BaseModel):
    """A cell as seen in the picture."""

    letters: str = Field(description="One or more capitals; empty for a hole.")
    confidence: float = Field(ge=0, le=1)
    box: list[int] = Field(description="x, y, width, height in pixels of the upright picture.")
    centre: list[float] = Field(description="x, y in pixels: where to press.")
    source: Literal["model", "tesseract", "llm"]
    doubtful: bool = Field(description="Whether it may be read wrong.")
    why: str | None = Field(None, description="Why it is doubtful.")


class LlmCall(BaseModel):
    """What came of asking an LLM."""

    model: str | None
    why: str | None = Field(description="Why there is no answer; the doubtful cells were kept.")
    input_tokens: int
    output_tokens: int
    cost: float = Field(description="US dollars, by the server's prices for a token.")
    ms: float


class SeenBoard(BaseModel):
    """A board in a picture."""

    kind: Literal["wordhunt", "wordsearch", "wordle", "wheel"]
    state: Literal["playing", "how-to-play", "over", "unknown"]
    rows: int
    cols: int
    letters: list[str] = Field(
        description="A text a row in the grid syntax, a wheel's letters clockwise from the top; "
        "empty when no round is running."
    )
    cells: list[ReadCell] = Field(description="Row by row; empty for a typed grid.")
    start: list[int] | None = Field(None, description="Box of a Start button.")
    score: int | None = Field(None, description="Digits of the score on screen.")
    others: list[list[int]] = Field(default_factory=list, description="Boxes of other grids in the picture.")
    llm: LlmCall | None = Field(None, description="What asking an LLM took; null when none was asked.")
    ms: dict[str, float] = Field(description="Milliseconds for each stage, and their total.")


class ReadResult(SeenBoard):
    """What was seen in a picture."""

    tiles: list[str] = Field(
        default_factory=list,
        description="Wordle: a text of `g` green, `y` yellow, `b` grey and `.` empty a row.",
    )
    words: list[str] = Field(
        default_factory=list, description="The words printed beside a word search, in capitals."
    )
    crossword: list[str] = Field(
        default_factory=list,
        description="The grid above a letter wheel: `#` an empty box, letters, and `.` where there is none.",
    )


class FoundWord(BaseModel):
    """A word on the board."""

    word: str
    points: int
    path: list[int] = Field(description="Cells in the order to swipe; cell = row * cols + col, from 0.")
    centres: list[list[float]] | None = Field(None, description="The path in pixels; only with a picture.")
    paths: list[list[int]] | None = Field(None, description="Every path; only with `all_paths`.")


class DictionaryName(BaseModel):
    name: str
    sha256: str = Field(description="Of the list's words: the same hash gives the same answer anywhere.")


class WordHuntResult(SeenBoard):
    """The board and its words."""

    words: list[FoundWord]
    word_count: int = Field(description="All words found, also those beyond `limit`.")
    total_points: int = Field(description="Their points.")
    dictionary: DictionaryName


class JobError(BaseModel):
    """Why a job failed."""

    code: str
    message: str
    hint: str = ""
    details: dict[str, Any] = Field(default_factory=dict)


class BatchBoard(BaseModel):
    """One board's words."""

    words: list[FoundWord]
    word_count: int = Field(description="All words found, also those beyond `limit`.")
    total_points: int = Field(description="Their points.")


class BatchError(BaseModel):
    """Why one board has no words."""

    error: JobError


class WordHuntBatch(BaseModel):
    """The words of many boards."""

    boards: list[BatchBoard | BatchError] = Field(description="In the order of `grids`.")
    dictionary: DictionaryName
    ms: dict[str, float] = Field(description="Milliseconds for all boards.")


class JobBase(BaseModel):
    """The record of a job."""

    id: str
    task: Task
    state: JobState
    position: int | None = Field(description="How many jobs come before it, while it is queued; 0 is next.")
    created: str | None = Field(description="Time in UTC, ISO 8601.")
    started: str | None
    ended: str | None
    attempts: int = Field(description="How often a worker took it up.")
    progress: float = Field(ge=0, le=1)
    stage: str | None = Field(description="What is being done now.")
    ms: dict[str, float] = Field(
        description="Milliseconds: in the queue, for each stage of the work, and in total; as far as it went."
    )
    error: JobError | None
    links: dict[str, str] = Field(
        description="Addresses: `self`; `events`; `cancel` (by DELETE) until it has ended; `overlay` of a "
        "finished job with a picture."
    )


class Job(JobBase):
    result: dict[str, Any] | None = Field(description="The task's result once it is finished.")


class WordHuntJob(JobBase):
    result: WordHuntResult | None


class WordHuntBatchJob(JobBase):
    result: WordHuntBatch | None


class ReadJob(JobBase):
    result: ReadResult | None


class ProblemDetails(BaseModel):
    """An error, after RFC 9457."""

    model_config = ConfigDict(json_schema_extra={"examples": [RAGGED_GRID]})

    type: str
    title: str
    status: int
    detail: str = Field(description="What is wrong, in a sentence.")
    instance: str = Field(description="The failed job's address, or the request.")
    code: str = Field(description="Stable; decide by this.")
    hint: str = Field(description="What to do next.")
    details: dict[str, Any] | None = Field(None, description="Values for programs.")
    request_id: str | None = None
