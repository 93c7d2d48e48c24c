"""Requests and answers about word lists."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_CHECKED = 1_000
_LONGEST_ASKED = 100
_LONGEST_LINE = 1_000

Word = Annotated[str, Field(max_length=_LONGEST_ASKED)]
Line = Annotated[str, Field(max_length=_LONGEST_LINE)]
ListOrigin = Literal["shipped", "imported", "uploaded"]
Rarity = Literal["common", "familiar", "uncommon", "rare"]


class DictionaryName(BaseModel):
    name: str
    sha256: str = Field(description="Of the list's words: the same hash gives the same answer anywhere.")


class ListOptions(BaseModel):
    """What an uploaded list is to be called, and how it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(
        min_length=1,
        max_length=40,
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        description="What to call it.",
        examples=["my-words"],
    )
    language: str = Field(
        "en", pattern=r"^[a-z]{2}$", description="Code of the language whose letters it uses."
    )
    replace: bool = Field(False, description="Take the name from another list.")


class ListWords(ListOptions):
    """A word list as JSON."""

    words: list[Line] = Field(
        fail_fast=True, min_length=1, max_length=1_000_000, description="The words, in any order."
    )


class DictionaryCard(BaseModel):
    """A word list."""

    name: str
    language: str = Field(description="ISO 639-1 code.")
    sha256: str = Field(
        description="Of its words: equal hashes are equal lists; requests may name it by this."
    )
    words: int = Field(description="How many.")
    origin: ListOrigin


class DictionaryList(BaseModel):
    dictionaries: list[DictionaryCard]


class StoredDictionary(DictionaryCard):
    """A word list that was taken in."""

    repeated: int = Field(description="Lines whose word had come before, also in another spelling.")
    dropped: dict[str, int] = Field(description="Lines that were left out, by reason.")


class WordsToCheck(BaseModel):
    """Words to look up."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"words": ["cat", "catt"]}]})

    words: list[Word] = Field(fail_fast=True, min_length=1, max_length=MOST_CHECKED)
    why: bool = Field(False, description="Say also whether levels may ask for the words, or why not.")


class VerdictReason(BaseModel):
    """Why a word is not fit for players."""

    code: Literal[
        "not_listed", "too_short", "rude", "name", "abbreviation", "foreign", "odd", "rare", "unknown"
    ]
    sentence: str


class WordVerdict(BaseModel):
    """Whether levels may ask for a word."""

    fit: bool
    reasons: list[VerdictReason] = Field(description="None for a fit word.")
    zipf: float | None = Field(
        description="How common: log10 of the uses in a billion words; null where that is not known."
    )
    lemma: str = Field(description="Folded: the word that it is a form of, or itself.")
    spellings: list[str] = Field(description="How it is written, commonest first.")


class CheckedWord(BaseModel):
    word: str = Field(description="Folded to the list's letters where that can be done.")
    found: bool
    level: int | None = Field(description="SCOWL's, 10 (commonest) to 80; null where the list knows none.")
    rarity: Rarity | None
    verdict: WordVerdict | None = Field(description="Null unless `why` was asked.")


class CheckedWords(BaseModel):
    """What a list says of words, in the order in which they were asked."""

    dictionary: DictionaryName
    words: list[CheckedWord]
