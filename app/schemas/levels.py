"""What is asked about levels: words of a wheel, a layout, a solution, a pack."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from app.schemas.pictures import PictureOptions
from worker.solvers.levels import LARGEST_WHEEL, MOST_GRID_WORDS, MOST_LEVELS, SMALLEST_WHEEL, PackOptions
from worker.solvers.levels_crossword import rows_of
from worker.solvers.levels_layout import MOST_LETTERS, MOST_SIDE, MOST_WORDS
from worker.wire import JsonObject

_LARGEST_SEED: Final = 2**53 - 1
"""Of the whole numbers that every JSON reader keeps."""
_MOST_ROUNDS: Final = 200_000
_FEW_ROUNDS: Final = 20_000
"""Take a few tenths of a second."""
_MOST_BOARDS: Final = 2_000
"""By chance; take a minute."""
_MOST_PACK_ROUNDS: Final = 5_000
_LARGEST_GRID: Final = 20


def _split_rows(value: object) -> object:
    """Rows as one text, as forms and addresses carry them."""
    return rows_of(value) if isinstance(value, str) else value


Letters = Annotated[
    str,
    Field(
        min_length=1,
        max_length=60,
        description="Of the wheel, each as often as it is there; spaces and commas may part them.",
        examples=["there"],
    ),
]
_Row = Annotated[str, Field(min_length=1, max_length=MOST_SIDE, pattern=r"^[^\s/;]+$")]
Crossword = Annotated[
    list[_Row],
    Field(min_length=1, max_length=MOST_SIDE, fail_fast=True),
    BeforeValidator(_split_rows),
]
Seed = Annotated[int, Field(ge=0, le=_LARGEST_SEED)]


class _WithDictionary(BaseModel):
    dictionary: str = Field(
        "en", min_length=1, max_length=100, description="Name or SHA-256 of the word list, e.g. `es`."
    )

    def to_request(self, *, name: str, sha256: str, **further: object) -> JsonObject:
        """What a worker gets; `name` and `sha256` are the dictionary's."""
        asked = {**self.model_dump(), **further}
        return {**asked, "dictionary": sha256, "dictionary_name": name}


class LevelWordsOptions(_WithDictionary):
    """Which words of a wheel are told."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    min_length: int = Field(3, ge=1, le=LARGEST_WHEEL, description="Letters of the shortest word.")


class LevelWordsPicture(LevelWordsOptions, PictureOptions):
    """A picture of a wheel with its options."""


class LevelWordsLetters(LevelWordsOptions):
    """Typed letters with their options."""

    letters: Letters


class LevelSolveOptions(_WithDictionary):
    """What fills the crossword."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LevelSolvePicture(LevelSolveOptions, PictureOptions):
    """A picture of a wheel and its crossword, with its options."""


class LevelSolveTyped(LevelSolveOptions):
    """A typed wheel and its crossword."""

    letters: Letters
    crossword: Crossword = Field(
        description="Rows of `#` for an empty box, letters, and `.` where there is no box."
    )


class LevelLayout(BaseModel):
    """What is laid out as a crossword."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=2 * MOST_LETTERS)]],
        Field(min_length=1, max_length=MOST_WORDS, fail_fast=True),
    ] = Field(description="Spaces, hyphens and apostrophes make no difference.")
    language: str | None = Field(
        None, pattern=r"^[a-z]{2}$", description="Code of the language whose letters are kept apart."
    )
    seed: Seed = Field(0, description="The same number gives the same layout.")
    rounds: int | None = Field(
        None,
        ge=0,
        le=_MOST_ROUNDS,
        description="How long it is improved; 18,000 when it is left out, 100 for `monte-carlo`.",
    )
    max_side: int = Field(MOST_SIDE, ge=2, le=MOST_SIDE, description="Rows and columns at most.")
    max_aspect: float | None = Field(
        None, ge=1, le=100, description="How many times as long as the other a side may be."
    )
    method: Literal["search", "monte-carlo"] = Field(
        "search", description="`monte-carlo` keeps the fullest of boards laid out by chance."
    )
    exact: bool = Field(
        False,
        description="Whether it is to be proven that there is no smaller one: minutes from ten words on. "
        "Takes the extra `exact` on the server.",
    )

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return not self.exact and self.method == "search" and (self.rounds or 0) <= _FEW_ROUNDS

    def to_request(self) -> JsonObject:
        """What a worker gets."""
        asked = self.model_dump()
        if self.method == "monte-carlo" and self.rounds is not None:
            asked["rounds"] = min(self.rounds, _MOST_BOARDS)
        return asked


class LevelPack(BaseModel):
    """What a pack of levels is to be like."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: str = Field("en", pattern=r"^[a-z]{2}$", description="`en`, `es`, `pt` or one of the server's.")
    dictionary: str | None = Field(
        None, min_length=1, max_length=100, description="Another word list than the language's own."
    )
    count: int = Field(100, ge=1, le=MOST_LEVELS, description="Levels.")
    seed: Seed = Field(0, description="The same number gives the same pack.")
    min_letters: int = Field(4, ge=SMALLEST_WHEEL, le=LARGEST_WHEEL, description="Of the smallest wheels.")
    max_letters: int = Field(8, ge=SMALLEST_WHEEL, le=LARGEST_WHEEL, description="Of the largest wheels.")
    min_words: int = Field(3, ge=2, le=MOST_GRID_WORDS, description="Of the first grids.")
    max_words: int = Field(14, ge=2, le=MOST_GRID_WORDS, description="Of the last grids.")
    max_side: int = Field(10, ge=SMALLEST_WHEEL, le=_LARGEST_GRID, description="Rows and columns of a grid.")
    max_aspect: float = Field(1.5, ge=1, le=10, description="How many times as long one side may be.")
    rounds: int = Field(300, ge=0, le=_MOST_PACK_ROUNDS, description="How long each layout is improved.")

    def to_request(self, *, name: str, sha256: str) -> JsonObject:
        """What a worker gets, its options checked together; raises BadOption.

        Args:
            name, sha256: of the dictionary.
        """
        options = self.model_dump(exclude={"language", "dictionary"})
        PackOptions(**options)
        return {**options, "nlp": None, "dictionary": sha256, "dictionary_name": name}
