"""What a Word Hunt board is solved with, and its words."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_core import PydanticCustomError

from app.schemas.feedback import Said
from app.schemas.grids import MOST_GRIDS, GridField, or_say, signs
from app.schemas.jobs import BatchError, JobBase
from app.schemas.lists import DictionaryName
from app.schemas.pictures import PictureOptions, SeenBoard
from worker.model import MAX_SIDE, Grid
from worker.wire import JsonObject

LONGEST_PATH = MAX_SIDE * MAX_SIDE


def _split_numbers(value: object) -> object:
    """Forms and addresses carry a list as `1,1,2,3`."""
    if isinstance(value, str) and value[:1].isdigit():
        return [int(part) if part.strip().isdigit() else part for part in value.split(",")]
    return value


WordPoints = Annotated[int, Field(ge=0, le=1_000_000)]
PointNames = Literal["wordhunt", "boggle"]
WordOrder = Literal["points", "length", "word", "easy"]
PointList = Annotated[list[WordPoints], Field(min_length=1, max_length=50)]


_SHORT_WORK = 25_000
"""Signs in all grids of a batch; a thousand 4 x 4 boards with their slashes have 19,000."""


_VERSION = "The version of your feedback that the words go by; only where there is some."


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
    order: WordOrder = Field(
        "points",
        description="`points` and `length`: highest first; `word`: alphabetic; `easy`: short words first.",
    )
    limit: int | None = Field(
        None, ge=0, le=1_000_000, description="List so many words; counts and totals still cover every word."
    )
    all_paths: bool = Field(False, description="Add every path of a word, not only one.")
    feedback: bool = Field(
        True, description="Go by what you told to `POST /dictionaries/{name}/feedback`, if anything."
    )
    chances: bool = Field(
        False, description="Add each word's chance of acceptance and its level, also where nothing was told."
    )

    @field_validator("points", mode="wrap")
    @classmethod
    def _say_points(cls, value: object, check: ValidatorFunctionWrapHandler) -> object:
        return or_say(
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

    def to_request(
        self, *, name: str, sha256: str, grid: str | None = None, feedback: str | None = None
    ) -> JsonObject:
        """What a worker gets.

        Args:
            name, sha256: of the word list.
            grid: None when a picture is read, or a batch is solved.
            feedback: the version of what the game said, None for nothing.
        """
        listed = {"dictionary": sha256, "dictionary_name": name, "feedback": feedback}
        return {**self.model_dump(exclude={"grid"}), **listed, "grid": grid}


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

    def is_short_work(self, *, by_game: bool) -> bool:
        """Whether other clients may wait for it: less than a tenth of a second.

        Args:
            by_game: its words have their chances, which takes four times as long.
        """
        return sum(map(signs, self.grids)) <= _SHORT_WORK // (4 if by_game else 1)


class FoundWord(BaseModel):
    """A word on the board."""

    word: str
    points: int
    path: list[int] = Field(description="Cells in the order to swipe; cell = row * cols + col, from 0.")
    centres: list[list[float]] | None = Field(None, description="The path in pixels; only with a picture.")
    paths: list[list[int]] | None = Field(None, description="Every path; only with `all_paths`.")
    chance: float | None = Field(
        None, description="0 to 1 that the game takes it; only with `chances` or where feedback counts."
    )
    level: int | None = Field(
        None, description="SCOWL's, 10 (commonest) to 80; with `chance`, where the list knows it."
    )
    game: Said | None = Field(
        None, description="What the game said of it by your feedback; only where it said something."
    )


class WordHuntResult(SeenBoard):
    """The board and its words."""

    words: list[FoundWord]
    word_count: int = Field(description="All words found, also those beyond `limit`.")
    total_points: int = Field(description="Their points.")
    dictionary: DictionaryName
    feedback: str | None = Field(None, description=_VERSION)


class BatchBoard(BaseModel):
    """One board's words."""

    words: list[FoundWord]
    word_count: int = Field(description="All words found, also those beyond `limit`.")
    total_points: int = Field(description="Their points.")


class WordHuntBatch(BaseModel):
    """The words of many boards."""

    boards: list[BatchBoard | BatchError] = Field(description="In the order of `grids`.")
    dictionary: DictionaryName
    feedback: str | None = Field(None, description=_VERSION)
    ms: dict[str, float] = Field(description="Milliseconds for all boards.")


class WordHuntJob(JobBase):
    result: WordHuntResult | WordHuntBatch | None
