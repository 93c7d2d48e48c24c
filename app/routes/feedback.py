"""What a game said of the words of a list: told, shown, forgotten."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

import dictionaries
from app import examples, openapi
from app.lists import ListCard
from app.problems import Refused
from app.routes.dictionaries import Name
from app.routes.forms import FileBody
from app.routes.needs import CallerNeed, FeedbacksNeed, ListsNeed, SettingsNeed
from app.routes.submission import json_body
from app.schemas.feedback import FeedbackTaken, GameFeedback, GameReports
from dictionaries import MOST_HEARD, DictionaryError, Feedback, Language, WordIndex, fold_reports
from worker.wire import Failure

router = APIRouter(prefix="/dictionaries", tags=["dictionaries"])

_HOW = 'Send {"accepted": ["star"], "rejected": ["rin"]}.'
_REPORTS = FileBody("accepted", "words", _HOW, _HOW)


async def _read_reports(request: Request) -> GameReports:
    return await json_body(request, GameReports, _REPORTS)


@router.post(
    "/{name}/feedback",
    summary="Tell which words a game took",
    responses={
        200: openapi.example(FeedbackTaken, examples.FEEDBACK_TAKEN),
        **openapi.problems(400, 401, 403, 408, 413, 415, 422, 429, 500, 503),
    },
    openapi_extra=openapi.json_only(GameReports),
)
async def give_feedback(
    name: Name,
    told: Annotated[GameReports, Depends(_read_reports)],
    lists: ListsNeed,
    feedbacks: FeedbacksNeed,
    settings: SettingsNeed,
    caller: CallerNeed,
) -> FeedbackTaken:
    """From then on Word Hunt boards that are solved with this list go by it.

    Words that the game refused come last and are marked; words that it took come first among those of equal
    points, and are found also when the list lacks them. Each word has a `chance` of acceptance.

    Reports add up, so send each of them once. 20,000 words of a list are kept; those that were not heard of
    for longest make room. It lasts until it is cleared or the list is deleted. On a server with keys it is
    yours alone, also for a list that comes with Tilewise.
    """
    card = await lists.find(name, caller.owner)
    tongue = _language(card, settings.data_dir)
    accepted, strange = fold_reports(told.accepted, tongue)
    rejected, stranger = fold_reports(told.rejected, tongue)
    if accepted or rejected:
        kept = await feedbacks.add(card.name, caller.owner, accepted=accepted, rejected=rejected)
    else:
        kept = await feedbacks.told(card.name, caller.owner)
    return FeedbackTaken.model_validate({**_summary(card, kept), "left_out": strange + stranger})


@router.get(
    "/{name}/feedback",
    summary="Show what a game said of words",
    responses={
        200: openapi.example(GameFeedback, examples.FEEDBACK),
        **openapi.problems(401, 422, 429, 503),
    },
)
async def show_feedback(
    name: Name,
    lists: ListsNeed,
    feedbacks: FeedbacksNeed,
    caller: CallerNeed,
    limit: Annotated[int, Query(ge=0, le=MOST_HEARD, description="Show so many words.")] = 1_000,
) -> GameFeedback:
    """What you told of this list, the newest first, and what follows from it."""
    card = await lists.find(name, caller.owner)
    kept = await feedbacks.told(card.name, caller.owner)
    words = _words(kept, await lists.index(card), limit) if kept.tallies else []
    return GameFeedback.model_validate({**_summary(card, kept), "words": words})


@router.delete(
    "/{name}/feedback",
    status_code=204,
    summary="Forget what a game said of words",
    responses={
        204: {"description": "Nothing is known of the game any more."},
        **openapi.problems(401, 403, 422, 429, 500, 503),
    },
)
async def clear_feedback(name: Name, lists: ListsNeed, feedbacks: FeedbacksNeed, caller: CallerNeed) -> None:
    """Boards are solved as before you told anything. Also right when you had told nothing."""
    card = await lists.find(name, caller.owner)
    await feedbacks.clear(card.name, caller.owner)


def _language(card: ListCard, data_dir: Path) -> Language:
    try:
        return dictionaries.language(card.language, data_dir)
    except DictionaryError as error:  # another machine knew it
        raise Refused(Failure("bad_dictionary", str(error), error.hint)) from None


def _summary(card: ListCard, kept: Feedback) -> dict[str, Any]:
    accepted = sum(tally.is_accepted for tally in kept.tallies.values())
    return {
        "dictionary": {"name": card.name, "sha256": card.sha256},
        "version": kept.sha256 or None,
        "accepted": accepted,
        "rejected": len(kept.tallies) - accepted,
    }


def _words(kept: Feedback, index: WordIndex, limit: int) -> list[dict[str, Any]]:
    return [asdict(heard) for heard in islice(kept.judged(index), limit)]
