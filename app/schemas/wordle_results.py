"""What is answered about Wordle."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, Field

from app.schemas.jobs import BatchError, JobBase
from app.schemas.pictures import SeenBoard
from app.schemas.wordle import ModeName, StrategyName

AdviceState = Literal["playing", "over"]

_STATE: Final = (
    "`over`: all boards are solved or all guesses used up; what could be the answer is in `boards`."
)


class WordleBoardChance(BaseModel):
    """What a guess does for one of several boards."""

    win_now: float = Field(ge=0, le=1, description="The chance that it is the answer.")
    win_by: dict[str, float] = Field(description="The chance to have solved it by the third guess, ...")


class WordleSuggestion(BaseModel):
    """A guess, and what it is worth.

    Over several boards sizes, groups and bits are sums, and a game is won when all boards are solved.
    """

    word: str
    possible: bool = Field(description="Whether it can be the answer (of one board at least).")
    expected_left: float = Field(description="Words left afterwards on average, none when it wins.")
    worst: int = Field(description="The most words that may be left.")
    groups: int = Field(description="How many different feedbacks it may get.")
    bits: float = Field(description="The information expected.")
    win_now: float = Field(
        ge=0, le=1, description="The chance that it is the answer (of one board at least)."
    )
    win_by: dict[str, float] = Field(
        description="The chance to have won by the third guess, the fourth, ...; empty where it is not "
        "known, as with several boards in hard and strict mode."
    )
    expected_guesses: float | None = Field(
        description="More guesses expected until the game is won, this one included."
    )
    boards: list[WordleBoardChance | None] = Field(
        description="The chances for each of several boards, null for solved ones."
    )
    drawn: int | None = Field(
        description="With several boards `win_by` and `expected_guesses` are averages over so many drawn "
        "games; null when they cover all that are possible."
    )
    proven: bool = Field(description="Whether no guess can do with fewer on average.")
    why: str = Field(description="A sentence.")
    score: float | None = Field(description="By `frequency` only: the score of its letters and pairs.")


class WordleLeft(BaseModel):
    """A word that fits all clues."""

    word: str
    share: float = Field(ge=0, le=1, description="How likely it is the answer.")


class WordleBoard(BaseModel):
    """What one board's clues leave."""

    clues: list[str] = Field(description="As they were understood.")
    solved: bool
    left_count: int = Field(description="Words that fit.")
    left_share: float = Field(ge=0, le=1, description="Their share of the words that may be guessed.")
    likely_count: int = Field(description="The fewest of them that hold 99 % of the chance together.")
    left: list[WordleLeft] = Field(description="The likeliest first, up to the limit.")


class GameWordsName(BaseModel):
    """Which words a game was played with."""

    name: str | None = Field(description="The list's; null for lists that came with the request.")
    sha256: str = Field(description="Of the words that may be guessed, one a line.")
    length: int
    answers: int = Field(description="How many words are listed as answers.")
    allowed: int = Field(description="How many words may be guessed.")


class WordleAdvice(BaseModel):
    """What to guess next."""

    strategy: StrategyName
    mode: ModeName
    max_guesses: int = Field(description="How many guesses the game has.")
    state: AdviceState = Field(description=_STATE)
    won: bool | None = Field(description="Whether all boards are solved; null while the game goes on.")
    guess: int = Field(description="Which guess is the next one, from 1.")
    found_by: str = Field(description="How the best guess was found: `tree`, `exact`, or a strategy's name.")
    suggestions: list[WordleSuggestion] = Field(description="The best first; none when the game is over.")
    boards: list[WordleBoard]
    dictionary: GameWordsName


class InferredLetter(BaseModel):
    """A doubtful letter of a picture that must be another one for the guess to be a word."""

    cell: int
    read: str = Field(description="Empty for nothing.")
    letters: str


class WordleResult(SeenBoard, WordleAdvice):
    """A game and what to guess next; `rows` and `letters` are those of the picture or of the first board."""

    state: AdviceState = Field(description=_STATE)
    tiles: list[str] = Field(
        description="A text of `g` green, `y` yellow, `b` grey and `.` empty for each row of letters."
    )
    inferred: list[InferredLetter] = Field(default_factory=list, description="Only with a picture.")


class WordleBatch(BaseModel):
    """What to guess next in many games."""

    states: list[WordleAdvice | BatchError] = Field(description="In the order of `states`.")
    ms: dict[str, float] = Field(description="Milliseconds for all of them.")


class WordleSeries(BaseModel):
    """What came of a first guess."""

    start: str
    games: int
    won: int
    lost: int
    total: int = Field(description="The guesses of all games won.")
    mean: float = Field(description="Guesses a game; a lost one counts as one more than a game has.")
    average: float | None = Field(description="Guesses of a game won; null when none was.")
    worst: int | None = Field(description="Guesses of the longest game won.")
    histogram: dict[str, int] = Field(description="Games won, by the number of guesses.")
    failed: list[str] = Field(description="Answers that were not found, up to the limit.")


class WordleTrialResult(BaseModel):
    """How a strategy fared."""

    starts: list[WordleSeries] = Field(description="By first guess, the lowest mean first.")
    strategy: StrategyName
    mode: ModeName
    max_guesses: int
    dictionary: GameWordsName
    ms: dict[str, float] = Field(
        description="Milliseconds of the last part, which adds up; the record has all."
    )


class WordleRatedGuess(BaseModel):
    """A guess and what it was worth when it was made."""

    clue: str
    skill: float = Field(ge=0, le=100, description="100 for the best guess, 0 for one that wastes a guess.")
    luck: float | None = Field(
        description="0 to 100, on average 50; null when nothing was left to luck.", ge=0, le=100
    )
    best: str = Field(description="What would have been best.")
    left_before: int
    left_after: int
    expected_left: float
    kept_rules: bool = Field(description="Whether the mode allowed the guess.")


class WordleRating(BaseModel):
    """How well a game was played."""

    strategy: StrategyName
    mode: ModeName
    skill: float | None = Field(description="The mean of the guesses.")
    luck: float | None = Field(description="The same, of guesses that had any.")
    solved: bool
    guesses: list[WordleRatedGuess]
    dictionary: GameWordsName


class WordleRatingResult(SeenBoard, WordleRating):
    """A game with its rating; `rows` and `letters` are those of the picture or of the typed guesses."""

    tiles: list[str] = Field(description="A text of `g`, `y`, `b` and `.` for each row of letters.")
    inferred: list[InferredLetter] = Field(default_factory=list, description="Only with a picture.")


class WordleRatingBatch(BaseModel):
    """How well many games were played."""

    games: list[WordleRating | BatchError] = Field(description="In the order of `games`.")
    ms: dict[str, float] = Field(description="Milliseconds for all of them.")


class WordleJob(JobBase):
    result: WordleResult | WordleBatch | None


class WordleTrialJob(JobBase):
    result: WordleTrialResult | None


class WordleRatingJob(JobBase):
    result: WordleRatingResult | WordleRatingBatch | None
