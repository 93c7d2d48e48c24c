"""What is asked about Wordle's best trees, and what is answered."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from app.schemas.jobs import JobBase
from app.schemas.wordle import GameWords, Word
from app.schemas.wordle_results import GameWordsName
from worker.wire import JsonObject

TreeMode = Literal["easy", "hard"]


class WordleTreePlan(BaseModel):
    """A game whose best tree is to be found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dictionary: str | None = Field(
        None,
        min_length=1,
        max_length=100,
        description="Name or SHA-256 of a word list of this server; the game's own words without one.",
    )
    length: int | None = Field(None, ge=3, le=12, description="Letters of a word; 5 when it is left out.")
    answers: GameWords | None = Field(None, description="Words that may be the answer, in place of a list.")
    allowed: GameWords | None = Field(None, description="Words that may be guessed, beside the answers.")
    start: Word | None = Field(None, description="The first guess; the best one is found when left out.")
    mode: TreeMode = Field("easy", description="`hard`: greens stay, marked letters are used again.")
    max_guesses: int = Field(6, ge=1, le=20, description="How many a game has: no answer may take more.")
    seconds: int = Field(
        60,
        ge=1,
        le=600,
        description="Of one core for each start, about. A start that takes longer to be ruled out keeps the "
        "bound that it has by then, and the result may not be proven.",
    )

    @field_validator("answers", "allowed")
    @classmethod
    def _in_place_of_a_list(cls, words: list[str] | None, info: ValidationInfo) -> list[str] | None:
        if words is not None and info.data.get("dictionary") is not None:
            raise PydanticCustomError("lists", "words of your own stand in place of a dictionary")
        return words

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """What a worker gets.

        Args:
            name, sha256: of the dictionary, both None without one.
        """
        unasked = {"probabilities": None, "exclude": None}
        return {**self.model_dump(), **unasked, "dictionary": sha256, "dictionary_name": name}


class WordleProof(BaseModel):
    """How much was looked at to prove it."""

    starts: int = Field(description="First guesses that were considered.")
    ruled_out: int = Field(description="How many of them are proven to be no better.")
    states: int = Field(description="States of the game that were opened.")
    bounds: int = Field(description="Groups of words that were bounded by looking at every guess.")
    labels: int = Field(description="Feedback that was read, about.")


class WordleTreeResult(BaseModel):
    """The best tree known, and what is proven about it."""

    start: str | None
    mode: TreeMode
    max_guesses: int
    answers: int
    allowed: int
    total: int | None = Field(description="Guesses over all answers; null where no tree is known.")
    mean: float | None
    worst: int | None
    guesses: dict[str, int] = Field(description="How many answers take each number of guesses.")
    proven: bool = Field(description="Whether no tree has a lower total, or there is none at all.")
    possible: bool | None = Field(description="Whether every answer can be found in time; null: not known.")
    lower_bound: int | None = Field(description="No tree has a total below; null when there is none.")
    gap: int | None
    proof: WordleProof
    tree: dict[str, Any] | None = Field(
        description="`guess` and `next`: a tree for each feedback; without `next` it is a last guess."
    )
    dictionary: GameWordsName
    ms: dict[str, float] = Field(description="Milliseconds of the last part; the record has all.")


class WordleTreeJob(JobBase):
    result: WordleTreeResult | None
