"""Word lists: which there are, bringing one's own and taking it away, looking words up."""

from __future__ import annotations

import asyncio
import io
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath

import dictionaries
from app import examples, openapi
from app.lists import MOST_LISTS, MOST_WORDS, ListCard, TooManyLists
from app.problems import Refused
from app.routes.needs import CallerNeed, FeedbacksNeed, ListsNeed, SettingsNeed
from app.routes.uploads import ListUpload, UploadNeed, WordsNeed
from app.schemas.lists import CheckedWords, DictionaryCard, DictionaryList, StoredDictionary
from dictionaries import DictionaryError, NameTaken, WordList
from worker.errors import UnknownDictionary
from worker.wire import Failure

router = APIRouter(prefix="/dictionaries", tags=["dictionaries"])

Name = Annotated[str, InPath(min_length=1, max_length=64, description="Name or SHA-256 of a word list.")]


@router.get(
    "",
    summary="List the word lists",
    responses={
        200: openapi.example(DictionaryList, examples.DICTIONARIES),
        **openapi.problems(401, 429, 503),
    },
)
async def list_dictionaries(lists: ListsNeed, caller: CallerNeed) -> DictionaryList:
    """Every list that a request can name: shipped with Tilewise, imported on the server, uploaded by you."""
    cards = await lists.listed(caller.owner)
    return DictionaryList(dictionaries=[DictionaryCard(**asdict(card)) for card in cards])


@router.post(
    "",
    status_code=201,
    summary="Upload a word list",
    responses={
        201: openapi.example(StoredDictionary, examples.STORED_DICTIONARY),
        **openapi.problems(400, 401, 403, 408, 409, 413, 415, 422, 429, 500, 503),
    },
    openapi_extra=openapi.list_upload(),
)
async def upload_dictionary(
    upload: UploadNeed, lists: ListsNeed, settings: SettingsNeed, caller: CallerNeed
) -> StoredDictionary:
    """One word a line, or a list of words in JSON.

    Upper case and accents are folded to the language's letters; what holds anything else is left out and
    counted. On a server with keys the name is yours alone.
    """
    try:
        async with lists.at_work:
            read = await asyncio.to_thread(_read, upload, settings.data_dir)
            card = await lists.add(
                read.words, upload.name, upload.language, caller.owner, replace=upload.replace
            )
    except TooManyLists:
        raise _too_many() from None
    except DictionaryError as error:
        raise _refused(error) from None
    return StoredDictionary(**asdict(card), repeated=read.repeated, dropped=read.dropped)


@router.post(
    "/{name}/check",
    summary="Look words up",
    responses={
        200: openapi.example(CheckedWords, examples.CHECKED_WORDS),
        **openapi.problems(400, 401, 403, 408, 413, 415, 422, 429, 503),
    },
    openapi_extra=openapi.words_to_check(),
)
async def check_words(name: Name, asked: WordsNeed, lists: ListsNeed, caller: CallerNeed) -> CheckedWords:
    """Whether the list has each word, and how common the word is where the list knows that.

    With `why` also whether levels may ask for the word: whether it is common, decent and no name.
    """
    card = await lists.find(name, caller.owner)
    index = await lists.index(card)
    fitness = await lists.fitness(card) if asked.why else None
    words = [
        {**asdict(index.look_up(word)), "verdict": asdict(fitness.verdict(word)) if fitness else None}
        for word in asked.words
    ]
    return CheckedWords.model_validate({"dictionary": _named(card), "words": words})


@router.delete(
    "/{name}",
    status_code=204,
    summary="Delete a word list",
    responses={
        204: {"description": "The name stands for no list any more."},
        **openapi.problems(401, 403, 404, 422, 429, 500, 503),
    },
)
async def delete_dictionary(
    name: Name, lists: ListsNeed, feedbacks: FeedbacksNeed, caller: CallerNeed
) -> None:
    """A list of your own, by its name, with the feedback on it.

    Jobs that were made before still find its words for two days. On a server without keys, where lists are
    files, those that have yet to run end with `unknown_dictionary`.
    """
    try:
        await lists.remove(name, caller.owner)
        await feedbacks.clear(name, caller.owner)
    except UnknownDictionary as error:
        hint = "See GET /dictionaries; only lists that you uploaded or imported can be deleted."
        raise Refused(Failure("dictionary_not_found", error.message, hint, error.details)) from None


def _read(upload: ListUpload, data_dir: Path) -> WordList:
    dictionaries.check_name(upload.name)
    tongue = dictionaries.language(upload.language, data_dir)
    return dictionaries.read_words(io.BytesIO(upload.content), tongue, called="The list", most=MOST_WORDS)


def _named(card: ListCard) -> dict[str, Any]:
    return {"name": card.name, "sha256": card.sha256}


def _refused(error: DictionaryError) -> Refused:
    if isinstance(error, NameTaken):
        return Refused(Failure("name_taken", str(error), "Choose another name, or send `replace` as true."))
    return Refused(Failure("bad_dictionary", str(error), error.hint))


def _too_many() -> Refused:
    return Refused(
        Failure(
            "too_many_dictionaries",
            f"A key may have {MOST_LISTS} word lists.",
            "Replace one that you no longer need, by its name and `replace`.",
            {"limit": MOST_LISTS},
        )
    )
