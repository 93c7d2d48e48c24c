"""What is asked about Wordle: the next guess, how a strategy fares, how well a game was played."""

from __future__ import annotations

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

from app.schemas.grids import or_say
from app.schemas.pictures import PictureOptions
from worker.wire import JsonObject

MOST_BOARDS: Final = 8
MOST_CLUES: Final = 30
"""Of one board; eight boards at once have 13 guesses."""
MOST_STATES: Final = 1_000
MOST_GAME_WORDS: Final = 100_000
"""Of a list that comes with the request."""
MOST_STARTS: Final = 100
_FEW_STATES: Final = 5
"""Take about as long as a picture."""
_FEW_WORDS: Final = 20_000

StrategyName = Literal[
    "optimal", "lookahead", "entropy", "partitions", "expected-size", "minimax", "frequency"
]
ModeName = Literal["easy", "hard", "strict"]


def _split_words(value: object) -> object:
    """Words as one text, as forms and addresses carry them."""
    if not isinstance(value, str):
        return value
    return value.replace(";", " ").replace(",", " ").split()


Word = Annotated[str, Field(min_length=1, max_length=50)]
ClueText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        pattern="=",
        description="A guess and its marks: `crane=gybbb`. Marks are letters (g green, y yellow, b, x or - "
        "grey), digits (2, 1, 0) or emoji squares.",
        examples=["crane=gybbb"],
    ),
]
RatedText = Annotated[str, Field(min_length=1, max_length=200, examples=["crane=gybbb"])]
Clues = Annotated[list[ClueText], Field(max_length=MOST_CLUES, fail_fast=True)]
Boards = Annotated[list[Clues], Field(min_length=1, max_length=MOST_BOARDS, fail_fast=True)]


def _say_state(value: object, check: ValidatorFunctionWrapHandler) -> object:
    return or_say(
        check,
        value,
        "should be the clues of one board, such as ['crane=gybbb'], or a list of clues for each of 1 to 8 "
        "boards",
    )


State = Annotated[Clues | Boards, WrapValidator(_say_state)]
GameWords = Annotated[list[Word], Field(min_length=1, max_length=MOST_GAME_WORDS, fail_fast=True)]
WordTexts = Annotated[
    list[Word],
    Field(min_length=1, max_length=MOST_GAME_WORDS, fail_fast=True),
    BeforeValidator(
        _split_words,
        json_schema_input_type=Annotated[str, Field(min_length=1, max_length=100_000)]
        | Annotated[list[Word], Field(min_length=1, max_length=MOST_GAME_WORDS)],
    ),
]


class WordleOptions(BaseModel):
    """Which words the game has, and its rules."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dictionary: str | None = Field(
        None,
        min_length=1,
        max_length=100,
        description="Name or SHA-256 of a word list of this server. Without one, it is the game's own list "
        "for words of five letters, and English for others.",
    )
    length: int | None = Field(
        None,
        ge=3,
        le=12,
        description="Letters of a word; as many as the guesses have, or 5, when it is left out.",
    )
    exclude: WordTexts | None = Field(
        None,
        description="Past answers, a list or a text: they count only where nothing else fits.",
    )
    strategy: StrategyName = Field(
        "optimal",
        description="How guesses are ranked. `optimal`: a tree made before while the game is in it, an exact "
        "search when few words are left, else `lookahead`: the fewest guesses expected. `entropy`: the most "
        "bits; `partitions`: the most groups; `expected-size`: the fewest words left on average; `minimax`: "
        "at worst; `frequency`: common letters, as the first program of this kind had it.",
    )
    mode: ModeName = Field(
        "easy",
        description="What may be guessed. `hard`: greens stay, marked letters are used again; `strict`: only "
        "what can be the answer as far as the clues tell.",
    )
    max_guesses: int | None = Field(
        None, ge=1, le=99, description="How many a game has; 6, with each further board one more."
    )

    def _game(self, name: str | None, sha256: str | None) -> JsonObject:
        """What a worker gets about the game, whatever is asked."""
        return {
            "answers": None,
            "allowed": None,
            "probabilities": None,
            **self.model_dump(),
            "dictionary": sha256,
            "dictionary_name": name,
        }


class WordleLists(WordleOptions):
    """The same with word lists that come with the request."""

    answers: GameWords | None = Field(None, description="Words that may be the answer, in place of a list.")
    allowed: GameWords | None = Field(None, description="Words that may be guessed, beside the answers.")
    probabilities: dict[Word, Annotated[float, Field(ge=0, le=1e12)]] | None = Field(
        None,
        min_length=1,
        max_length=MOST_GAME_WORDS,
        description="How likely words are the answer, in any unit. Words that are not named count only where "
        "nothing else fits.",
    )

    @field_validator("answers", "allowed")
    @classmethod
    def _in_place_of_a_list(cls, words: list[str] | None, info: ValidationInfo) -> list[str] | None:
        if words is not None and info.data.get("dictionary") is not None:
            raise PydanticCustomError("lists", "words of your own stand in place of a dictionary")
        return words

    @property
    def has_few_words(self) -> bool:
        """Whether the game of these lists is made ready at once."""
        return len(self.answers or ()) + len(self.allowed or ()) <= _FEW_WORDS


class SuggestOptions(BaseModel):
    """How much is told."""

    top: int = Field(10, ge=1, le=100, description="How many suggestions.")
    left: int = Field(
        20, ge=0, le=10_000, description="List so many of the words left on each board; counts cover all."
    )


class WordlePicture(WordleOptions, SuggestOptions, PictureOptions):
    """A picture of a game with its options."""

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """What a worker gets.

        Args:
            name, sha256: of the dictionary, both None without one.
        """
        return {**self._game(name, sha256), "boards": None, "states": None}


class WordleGame(WordleLists, SuggestOptions):
    """A game in the middle, or at its beginning."""

    clues: Clues | None = Field(None, description="The guesses so far, of one board.")
    boards: Boards | None = Field(
        None, description="The same for each of 2 to 8 boards that share the guesses."
    )

    @field_validator("boards")
    @classmethod
    def _either(cls, boards: list[list[str]] | None, info: ValidationInfo) -> list[list[str]] | None:
        if boards is not None and info.data.get("clues") is not None:
            raise PydanticCustomError("boards", "give the clues of one board, or of several, not both")
        return boards

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return self.has_few_words

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        asked = self._game(name, sha256)
        clues = asked.pop("clues")
        return {**asked, "boards": self.boards or [clues or []], "states": None}


class WordleGames(WordleLists, SuggestOptions):
    """Many games with one set of words and options: one job."""

    states: list[State] = Field(
        fail_fast=True,
        min_length=1,
        max_length=MOST_STATES,
        description="Games: the clues of one board, or a list of clues for each of several boards.",
    )

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return self.has_few_words and len(self.states) <= _FEW_STATES

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        states = [_boards_of(state) for state in self.states]
        return {**self._game(name, sha256), "boards": None, "states": states}


def _boards_of(state: list[str] | list[list[str]]) -> list[list[str]]:
    if state and isinstance(state[0], list):
        return [list(clues) for clues in state]
    return [[str(clue) for clue in state]]


class WordleTrial(WordleLists):
    """A strategy to be tried on the answers of a game."""

    starts: Annotated[list[Word], Field(min_length=1, max_length=MOST_STARTS)] | None = Field(
        None, description="First guesses to try; the strategy's own when left out."
    )
    limit: int | None = Field(
        None,
        ge=1,
        le=MOST_GAME_WORDS,
        description="Try so many answers, spread evenly over the list; all when left out.",
    )
    failed: int = Field(100, ge=0, le=10_000, description="List so many of the answers that were not found.")

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        return self._game(name, sha256)


class WordleRatedPicture(WordleOptions, PictureOptions):
    """A picture of a played game with its options."""

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        return {**self._game(name, sha256), "clues": None, "games": None, "answer": None}


class WordlePlayed(WordleLists):
    """A game that was played."""

    clues: Annotated[list[RatedText], Field(min_length=1, max_length=MOST_CLUES, fail_fast=True)] = Field(
        description="The guesses of one board, each as `crane=gybbb`, or bare words when `answer` is given."
    )
    answer: Word | None = Field(None, description="What was looked for.")

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return self.has_few_words

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        return {**self._game(name, sha256), "games": None}


class WordlePlayedGames(WordleLists):
    """Many games that were played: one job."""

    games: list[Annotated[list[RatedText], Field(max_length=MOST_CLUES, fail_fast=True)]] = Field(
        fail_fast=True,
        min_length=1,
        max_length=MOST_STATES,
        description="Games as `clues` takes them.",
    )
    answer: Word | None = Field(None, description="What was looked for in all of them.")

    @property
    def is_short_work(self) -> bool:
        """Whether other clients may wait for it."""
        return self.has_few_words and len(self.games) <= _FEW_STATES

    def to_request(self, *, name: str | None, sha256: str | None) -> JsonObject:
        """As of `WordlePicture`."""
        return {**self._game(name, sha256), "clues": None}
