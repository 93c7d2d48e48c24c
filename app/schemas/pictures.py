"""How a picture is read, and what is seen in it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.schemas.jobs import JobBase

LlmUse = Literal["never", "doubtful", "always"]
PictureKind = Literal["auto", "wordhunt", "wordsearch", "wordle", "wheel"]
BoardKind = Literal["wordhunt", "wordsearch", "wordle", "wheel"]
BoardState = Literal["playing", "how-to-play", "over", "unknown"]
LetterSource = Literal["model", "tesseract", "llm"]


class PictureOptions(BaseModel):
    """How a picture is read."""

    llm: LlmUse = Field(
        "doubtful",
        description="When an LLM is asked: about `doubtful` cells, `always` about every cell, or `never`. "
        "Without a key on this server nothing is asked.",
    )


class ReadOptions(PictureOptions):
    """What to look for in a picture."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: PictureKind = Field("auto", description="The game shown; `auto` finds out.")


class ReadCell(BaseModel):
    """A cell as seen in the picture."""

    letters: str = Field(description="One or more capitals; empty for a hole.")
    confidence: float = Field(ge=0, le=1)
    box: list[int] = Field(description="x, y, width, height in pixels of the upright picture.")
    centre: list[float] = Field(description="x, y in pixels: where to press.")
    source: LetterSource
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

    kind: BoardKind
    state: BoardState
    rows: int
    cols: int
    letters: list[str] = Field(
        description="A text a row in the grid syntax, a wheel's letters clockwise from the top; "
        "empty when no round is running."
    )
    cells: list[ReadCell] = Field(description="Row by row; empty for a typed grid.")
    start: list[int] | None = Field(None, description="Box of a Start button.")
    score: int | None = Field(None, description="Digits of the score on screen.")
    score_box: list[int] | None = Field(None, description="Box of the line that the score stands on.")
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


class ReadJob(JobBase):
    result: ReadResult | None
