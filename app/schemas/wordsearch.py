"""What is looked for in a word search, and what one is made of."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

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

from app.schemas.grids import LARGE_SIDE, MOST_GRIDS, GridField, LargeGridField, or_say, signs
from app.schemas.pictures import PictureOptions
from worker.model import MAX_SIDE, Grid
from worker.wire import JsonObject

MOST_WORDS: Final = 10_000
MOST_LAID: Final = 200
"""Words of a puzzle that is made; so many take up to half a minute."""
_LONGEST_TEXT: Final = 100_000
_LARGEST_SEED: Final = 2**53 - 1
"""Of the whole numbers that every JSON reader keeps."""
_SHORT_WORK: Final = 10_000
"""Signs in all grids of a request: a fifth of a second with all that can be asked."""
_FEW_LAID: Final = 20
"""Words that are laid in half a second."""
_BREAKS: Final = re.compile(r"[;\n]")


def _split_words(value: object) -> object:
    """Words as one text, as forms and addresses carry them."""
    if not isinstance(value, str):
        return value
    if len(value) > _LONGEST_TEXT:
        raise PydanticCustomError(
            "string_too_long",
            "should have at most {max_length} characters when it is one text",
            {"max_length": _LONGEST_TEXT},
        )
    return [word for part in _BREAKS.split(value) if (word := part.strip())]


def _split_names(value: object) -> object:
    return value.split(",") if isinstance(value, str) and "," in value else value


def _say_directions(value: object, check: ValidatorFunctionWrapHandler) -> object:
    return or_say(
        check,
        value,
        "should be one or some of e, se, s, sw, w, nw, n, ne, all, forwards, straight, diagonal, across-down",
    )


_Word = Annotated[str, Field(min_length=1, max_length=LARGE_SIDE)]
_Text = Annotated[str, Field(min_length=1, max_length=_LONGEST_TEXT)]
_SPLITTING: Final = BeforeValidator(
    _split_words,
    json_schema_input_type=_Text | Annotated[list[_Word], Field(min_length=1, max_length=MOST_WORDS)],
)
_WordList = Annotated[list[_Word], Field(min_length=1, max_length=MOST_WORDS, fail_fast=True), _SPLITTING]

DirectionName = Literal[
    "e", "se", "s", "sw", "w", "nw", "n", "ne", "all", "forwards", "straight", "diagonal", "across-down"
]
Directions = Annotated[
    DirectionName | Annotated[list[DirectionName], Field(min_length=1, max_length=13)],
    BeforeValidator(_split_names),
    WrapValidator(_say_directions),
]


def _text_of(directions: Directions) -> str:
    return directions if isinstance(directions, str) else ",".join(directions)


class WordSearchOptions(BaseModel):
    """What is looked for, and what is told of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: _WordList | None = Field(
        None,
        description="The list, or a text with it, parted by `;` or new lines. Case, accents, spaces, hyphens "
        "and apostrophes make no difference. Without it, the one printed in the picture is used, or else "
        "every word of the dictionary is looked for.",
    )
    directions: Directions = Field(
        "all",
        description="Where words may run, by the compass: `e` is from left to right. Or a set; of several "
        "sets what all of them hold: `forwards,straight`.",
    )
    first_only: bool | None = Field(
        None, description="Whether only a word's first place is told; by default for `bent` words."
    )
    overlapping: bool = Field(
        True,
        description="Whether of several words that begin in the same cell in the same direction all count, "
        "or only the shortest; those of a list.",
    )
    palindromes_twice: bool = Field(
        False, description="Whether a palindrome is told from both ends; those of a list."
    )
    wrap: bool = Field(False, description="Whether lines go on at the opposite edge.")
    bent: bool = Field(False, description="Whether words turn at any letter, as in Boggle.")
    fuzzy: int = Field(
        0,
        ge=0,
        le=1,
        description="How many letters may differ in a word of a list, of four letters or more, that is "
        "nowhere as it is written.",
    )
    keep_accents: bool = Field(False, description="Whether accented letters are letters of their own.")
    language: str | None = Field(
        None,
        pattern=r"^[a-z]{2}$",
        description="Code of the language whose letters are kept apart: with `es`, \u00d1 is not N.",
    )
    dictionary: str = Field(
        "en",
        min_length=1,
        max_length=100,
        description="Name or SHA-256 of the word list that is looked for without a list, and that reads the "
        "message.",
    )
    min_length: int = Field(4, ge=1, le=LARGE_SIDE, description="Letters of the dictionary's shortest word.")
    contained: bool = Field(True, description="Whether a dictionary's words within longer ones are told.")
    limit: int | None = Field(
        None,
        ge=1,
        le=1_000_000,
        description="Tell so many of the dictionary's words; `word_total` still counts all.",
    )
    message: bool = Field(True, description="Whether the unused letters are read.")
    difficulty: bool = Field(True, description="Whether it is said how hard the puzzle is.")

    @field_validator("bent")
    @classmethod
    def _within_the_edges(cls, bent: bool, info: ValidationInfo) -> bool:
        if bent and info.data.get("wrap"):
            raise PydanticCustomError("bent", "words that turn do not wrap around the edges")
        return bent

    def to_request(
        self, *, name: str, sha256: str, grid: str | None = None, grids: list[LargeGridField] | None = None
    ) -> JsonObject:
        """What a worker gets.

        Args:
            name, sha256: of the dictionary.
            grid, grids: both None when a picture is read.
        """
        return {
            **self.model_dump(exclude={"grid", "grids"}),
            "grid": grid,
            "grids": grids,
            "max_side": LARGE_SIDE,
            "directions": _text_of(self.directions),
            "first_only": self.bent if self.first_only is None else self.first_only,
            "dictionary": sha256,
            "dictionary_name": name,
        }


class WordSearchPicture(WordSearchOptions, PictureOptions):
    """A picture of a word search with its options."""


class WordSearchGrid(WordSearchOptions):
    """A typed word search with its options."""

    grid: LargeGridField = Field(
        description="Rows as one text parted by `/`, as a list, or as lists of tiles. "
        "`.` is a hole, `?` any letter, `[Qu]` one cell of several letters.",
    )

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return signs(self.grid) <= _SHORT_WORK

    def to_grid(self) -> Grid:
        """Raises BadGrid and its kin."""
        return Grid.from_json(self.grid, max_side=LARGE_SIDE, any_sign=True)


class WordSearchGrids(WordSearchOptions):
    """Many typed word searches with one list and their options: one job."""

    grids: list[LargeGridField] = Field(
        fail_fast=True,
        min_length=1,
        max_length=MOST_GRIDS,
        description="Grids as `grid` takes them, of any shapes.",
    )

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return sum(map(signs, self.grids)) <= _SHORT_WORK


class WordSearchMake(BaseModel):
    """What a word search is made of."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: Annotated[list[_Word], Field(min_length=1, max_length=MOST_LAID, fail_fast=True)] = Field(
        description="What is laid; case, spaces, hyphens and apostrophes make no difference."
    )
    rows: int | None = Field(
        None, ge=1, le=MAX_SIDE, description="As few as hold the words when it is left out."
    )
    cols: int | None = Field(
        None, ge=1, le=MAX_SIDE, description="As few as hold the words when it is left out."
    )
    shape: GridField | None = Field(
        None, description="A grid of `.` for holes and `?` for cells to fill; letters stay."
    )
    directions: Directions = Field("all", description="Where words may run, as for solving.")
    seed: int | None = Field(
        None,
        ge=0,
        le=_LARGEST_SEED,
        description="The same number gives the same puzzle; drawn when left out.",
    )
    language: str | None = Field(
        None, pattern=r"^[a-z]{2}$", description="Code of the language whose alphabet fills the grid."
    )
    letters: str | None = Field(
        None, min_length=1, max_length=500, description="What fills the grid in place of an alphabet."
    )
    keep_accents: bool = Field(False, description="Whether accented letters stay accented in the grid.")

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return len(self.words) <= _FEW_LAID

    def to_request(self) -> JsonObject:
        """What a worker gets; raises BadGrid and its kin."""
        shape = None if self.shape is None else str(Grid.from_json(self.shape, any_sign=True))
        return {**self.model_dump(), "directions": _text_of(self.directions), "shape": shape}
