"""Levels, packs, and what is said of wheels and layouts."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.schemas.jobs import JobBase
from app.schemas.pictures import SeenBoard

SCHEMA_ID: Final = "urn:tilewise:schema:levels:1"
TierName = Literal["beginner", "easy", "medium", "hard", "expert"]


class NamedList(BaseModel):
    """A word list."""

    model_config = ConfigDict(extra="forbid")

    name: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$", description="Of its words, sorted, one a line.")


class Placed(BaseModel):
    """Where a word stands."""

    model_config = ConfigDict(extra="forbid")

    word: str = Field(description="As it is played: lower case, accents folded as the language does.")
    row: int = Field(ge=0, description="Of its first letter, from 0 at the top.")
    col: int = Field(ge=0, description="Of its first letter, from 0 at the left.")
    across: bool = Field(description="Whether it runs to the right; else it runs down.")


class LevelWord(Placed):
    """A word of a level's grid."""

    display: str = Field(description="As it is spelled, with its accents.")
    spellings: list[str] | None = Field(
        None, description="All spellings, the commonest first, where there are several."
    )


class PackLevel(BaseModel):
    """A level: a wheel, a crossword of words that it forms, and bonus words."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(ge=1, description="Its place in the pack.")
    tier: TierName
    letters: str = Field(min_length=3, description="Of the wheel, clockwise from the top, lower case.")
    rows: int = Field(ge=1, description="Of the grid, in cells.")
    cols: int = Field(ge=1, description="Of the grid, in cells.")
    words: list[LevelWord] = Field(
        min_length=1,
        description="Of the grid, by row and column. Every run of two or more letters is one of them; one at "
        "least has all letters of the wheel.",
    )
    bonus: list[str] = Field(description="What the wheel forms beside them, long words first.")
    difficulty: float = Field(ge=0, le=100, description="From 0, easy, to 100.")
    density: float = Field(ge=0, le=1, description="The share of the grid's cells that have a letter.")
    crossings: int = Field(ge=0, description="Cells that belong to two words.")


class PackTier(BaseModel):
    """A range of difficulty."""

    model_config = ConfigDict(extra="forbid")

    name: TierName
    difficulty: float = Field(ge=0, le=100, description="Where it begins.")
    levels: int = Field(ge=0, description="How many the pack has of it.")


class PackOptionsTold(BaseModel):
    """What the pack was made with; the same options and the same word list make the same pack."""

    model_config = ConfigDict(extra="forbid")

    count: int = Field(ge=1, description="Levels.")
    seed: int = Field(ge=0)
    min_letters: int = Field(description="Of a wheel.")
    max_letters: int = Field(description="Of a wheel.")
    min_words: int = Field(description="Of a grid.")
    max_words: int = Field(description="Of a grid.")
    max_side: int = Field(description="Rows and columns of a grid.")
    max_aspect: float = Field(description="The longer side by the shorter one.")
    rounds: int = Field(description="Of the search for each layout.")


class PackHead(BaseModel):
    """All of a pack but its levels: the first line of a pack in NDJSON."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["tilewise-levels"]
    version: Literal[1]
    language: str = Field(description="ISO 639-1 code.")
    dictionary: NamedList
    options: PackOptionsTold
    tiers: list[PackTier] = Field(description="The easiest first.")
    curve: list[tuple[int, float]] = Field(
        description="Up to 101 levels with their difficulty, the last one too."
    )


class Pack(PackHead):
    """A pack of levels for a letter-wheel game, from easy to hard."""

    levels: list[PackLevel]


class PackJob(JobBase):
    result: PackHead | None = Field(
        description="The pack without its levels, which are in its file: link `pack`."
    )


class KnownWord(BaseModel):
    """A word of a wheel."""

    word: str = Field(description="As it is played.")
    display: str = Field(description="As it is spelled.")
    fit: bool = Field(description="Whether a level may ask for it.")
    zipf: float | None = Field(description="How common it is: log10 of its uses in a billion words.")


class LevelWordsResult(SeenBoard):
    """The words of a wheel."""

    words: list[KnownWord] = Field(description="Long ones first.")
    word_count: int
    dictionary: NamedList


class LevelWordsJob(JobBase):
    result: LevelWordsResult | None


class LayoutProof(BaseModel):
    """What is proven of a layout."""

    proven: bool = Field(description="Whether there is no smaller one within `max_side` and `max_aspect`.")
    refuted: list[tuple[int, int]] = Field(
        description="Rows and columns of boxes that are too small; with a `max_aspect`, for layouts of just "
        "as many rows."
    )
    open: list[tuple[int, int]] = Field(description="Those for which the time was too short.")


class LevelLayoutResult(BaseModel):
    """Words as a crossword."""

    rows: int
    cols: int
    words: list[Placed] = Field(description="By row and column.")
    missing: list[str] = Field(description="Words that found no place.")
    grid: list[str] = Field(description="A text a row; `.` where there is no letter.")
    area: int = Field(description="Cells of the box around it.")
    density: float = Field(description="The share of them that have a letter.")
    crossings: int = Field(description="Cells that belong to two words.")
    proof: LayoutProof | None
    seed: int
    ms: dict[str, float] = Field(description="Milliseconds for each stage, and their total.")


class LevelLayoutJob(JobBase):
    result: LevelLayoutResult | None


class SolvedSlot(BaseModel):
    """A place for a word."""

    row: int
    col: int
    across: bool
    given: str = Field(description="What stands there: letters, and `#` for an empty box.")
    word: str | None = Field(description="What probably belongs there.")
    certain: bool = Field(description="Whether it is there in every solution.")
    words: list[str] = Field(description="What some solution has there, up to 20 words.")
    word_count: int = Field(description="How many they are.")


class LevelSolveResult(SeenBoard):
    """A crossword that was filled."""

    crossword: list[str] = Field(description="As it was: `#` an empty box, letters, `.` no box.")
    grid: list[str] = Field(description="The same with the words.")
    slots: list[SolvedSlot]
    solutions: int = Field(description="How many there are with all words of the list.")
    complete: bool = Field(description="Whether these are all.")
    blank: int = Field(description="Slots that each solution leaves blank, for words that the list lacks.")
    bonus: list[KnownWord] = Field(description="Words of the wheel for which there is no place.")
    dictionary: NamedList


class LevelSolveJob(JobBase):
    result: LevelSolveResult | None


def pack_schema() -> dict[str, Any]:
    """The JSON Schema of a pack, as it is published."""
    schema = Pack.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA_ID, **schema}
