"""Where the words of a word search are, and what else is told of it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from app.schemas.jobs import BatchError, JobBase
from app.schemas.lists import DictionaryName
from app.schemas.pictures import SeenBoard

CompassPoint = Literal["e", "se", "s", "sw", "w", "nw", "n", "ne"]


class WordPlace(BaseModel):
    """A place of a word."""

    word: str = Field(description="As it was asked for.")
    key: str = Field(description="The letters looked for.")
    start: tuple[int, int] = Field(description="Row and column of its first cell, from 0.")
    end: tuple[int, int] = Field(description="Row and column of its last cell.")
    direction: CompassPoint | None = Field(description="By the compass; null for a `bent` word.")
    cells: list[int] = Field(description="In the word's order; cell = row * cols + col, from 0.")
    palindrome: bool = Field(description="Whether it reads the same from its end.")
    mismatches: list[int] = Field(description="Places in `key`, from 0, where the grid has another letter.")
    inferred: bool = Field(
        description="Whether such a cell is doubtful, and taken to hold the word's letter."
    )
    centres: list[list[float]] | None = Field(
        None, description="The cells' middles in pixels; only with a picture."
    )
    likely: bool | None = Field(
        None, description="Whether it was probably hidden on purpose; only without a list."
    )
    level: int | None = Field(
        None, description="How common it is, by SCOWL: lower is commoner; only without a list."
    )


class InferredCell(BaseModel):
    """A doubtful cell, and what it must hold for words to fit that would be missing without it."""

    cell: int
    read: str = Field(description="What the picture seems to show there; empty for nothing.")
    letters: str
    words: list[str]


class HiddenMessage(BaseModel):
    """What the unused letters say, in reading order."""

    letters: str
    text: str = Field(description="The letters with spaces where they are split.")
    words: list[str] = Field(description="The parts that are words of the dictionary.")
    reads: bool = Field(description="Whether all of it is words.")


class PuzzleDifficulty(BaseModel):
    """How hard a puzzle is for somebody who looks for each word by its first letter."""

    level: Literal["easy", "medium", "hard"] = Field(description="By `looks`.")
    words: int
    mean_length: float
    directions: int = Field(description="How many are used.")
    backwards: float = Field(ge=0, le=1, description="Share of the words.")
    diagonal: float = Field(ge=0, le=1, description="Share of the words.")
    bent: float = Field(ge=0, le=1, description="Share of the words.")
    crossings: int = Field(description="Cells that several words share.")
    density: float = Field(ge=0, le=1, description="Share of the cells that belong to words.")
    false_starts: float = Field(description="For a word, lines elsewhere that begin with half of it.")
    looks: float = Field(description="For a word, lines to try until it is found.")


class PlacedWords(SeenBoard):
    """A word search and where its words are."""

    words: list[str] = Field(
        description="The list as it was asked for or read; empty when a dictionary's words were looked for."
    )
    hits: list[WordPlace] = Field(
        description="In the order of the list, then of the cells; of a dictionary the likely list first, "
        "each part the commonest words first."
    )
    missing: list[str] = Field(description="Words of the list that are nowhere.")
    hidden: list[str] = Field(description="Words that only `overlapping` false leaves out.")
    inferred: list[InferredCell] = Field(description="Doubtful cells that words of the list have settled.")
    unused: list[int] = Field(description="Cells without a word, in reading order.")


class WordSearchResult(PlacedWords):
    """A solved word search."""

    dictionary: DictionaryName | None = Field(description="What was looked for; null when there was a list.")
    word_total: int | None = Field(None, description="Words of the dictionary, also those beyond `limit`.")
    message: HiddenMessage | None = Field(description="Null when it was not asked for.")
    difficulty: PuzzleDifficulty | None = Field(
        description="Null when it was not asked for; of a dictionary's words for the likely ones."
    )


class WordSearchBatch(BaseModel):
    """Many solved word searches."""

    puzzles: list[WordSearchResult | BatchError] = Field(description="In the order of `grids`.")
    ms: dict[str, float] = Field(description="Milliseconds for all of them.")


class MadeWordSearch(PlacedWords):
    """A made word search and its solution; `missing` are words for which there is no room."""

    seed: int = Field(description="Makes the same puzzle again, with the same options.")


class WordSearchJob(JobBase):
    result: WordSearchResult | WordSearchBatch | None


class WordSearchMakeJob(JobBase):
    result: MadeWordSearch | None
