"""What a game said of words: reports of it, and what became of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.schemas.lists import MOST_CHECKED, DictionaryName, Word

Reports = Annotated[list[Word], Field(fail_fast=True, max_length=MOST_CHECKED)]
Said = Literal["accepted", "rejected"]


class GameReports(BaseModel):
    """Words that a game took, and words that it refused."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"accepted": ["star"], "rejected": ["rin"]}]}
    )

    accepted: Reports = Field([], description="A word that is there twice was taken twice.")
    rejected: Reports = []


class FeedbackSummary(BaseModel):
    """How much is known of the game."""

    dictionary: DictionaryName
    version: str | None = Field(
        description="SHA-256 of all that was told, by which results name it; null when nothing was."
    )
    accepted: int = Field(description="Words that the game is taken to have.")
    rejected: int = Field(description="Words that it is taken to lack.")


class FeedbackTaken(FeedbackSummary):
    """What stands after a report."""

    left_out: list[str] = Field(description="Words that cannot be written in the list's letters.")


class HeardWord(BaseModel):
    """A word of which a game was told to say something."""

    word: str = Field(description="Folded to the list's letters.")
    accepted: int = Field(description="How often the game took it.")
    rejected: int = Field(description="How often it did not.")
    game: Said = Field(description="What follows from both: two refusals weigh as much as one acceptance.")
    found: bool = Field(description="Whether the list has it.")
    chance: float = Field(description="0 to 1 that the game takes it.")


class GameFeedback(FeedbackSummary):
    """What is known of the game."""

    words: list[HeardWord] = Field(description="The one that was heard of last stands first.")
