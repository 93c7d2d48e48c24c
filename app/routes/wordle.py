"""Wordle: what to guess next, how well a game was played, how a strategy fares."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app import openapi, wordle_examples
from app.lists import Lists
from app.routes.errand import ErrandNeed
from app.routes.forms import FileBody
from app.routes.needs import ListsNeed
from app.routes.submission import Submission, SubmissionNeed, json_body
from app.schemas.wordle import (
    WordleGame,
    WordleGames,
    WordleOptions,
    WordlePicture,
    WordlePlayed,
    WordlePlayedGames,
    WordleRatedPicture,
    WordleTrial,
)
from app.schemas.wordle_results import (
    WordleJob,
    WordleRatingJob,
    WordleTrialJob,
)
from app.schemas.wordle_tree import WordleTreeJob, WordleTreePlan
from worker.wire import Lane, Task

router = APIRouter(prefix="/wordle", tags=["wordle"])

_TRIAL_HINT: Final = 'Send {"strategy": "entropy", "limit": 200}.'
_TRIAL: Final = FileBody("starts", "a trial", _TRIAL_HINT, _TRIAL_HINT)
_TREE_HINT: Final = 'Send {"start": "salet", "mode": "hard"}.'
_TREE: Final = FileBody("answers", "a game", _TREE_HINT, _TREE_HINT)


@router.post(
    "/suggest",
    summary="What to guess next",
    responses=openapi.job_answers(WordleJob, Task.WORDLE_SUGGEST, wordle_examples.RESULT),
    openapi_extra=openapi.picture_or_json(WordlePicture, (WordleGame, WordleGames), wordle_examples.BODIES),
)
async def suggest_wordle(submission: SubmissionNeed, lists: ListsNeed, errand: ErrandNeed) -> Response:
    """Send a screenshot of the game, or the guesses with their marks; without any, the answer is an opening.

    The answer holds the best guesses, each with what it is worth and a sentence why, and the words left, the
    likeliest first. A word that is not listed as an answer is never ruled out while it fits; clues that no
    word fits give `no_word_fits`, which names those that clash.

    With `boards` 2 to 8 boards share the guesses. With `states` up to 1,000 games are looked at in one job;
    its result has `states`: for each, in the same order, an answer, or the error that it has.
    """
    options = submission.check(_model_of(submission))
    name, sha256 = await _dictionary(options, lists, errand.caller.owner)
    is_short = isinstance(options, WordlePicture) or options.is_short_work
    return await errand.run(
        Task.WORDLE_SUGGEST,
        options.to_request(name=name, sha256=sha256),
        picture=submission.picture,
        lane=Lane.FAST if is_short else Lane.BULK,
    )


def _model_of(submission: Submission) -> type[WordlePicture | WordleGame | WordleGames]:
    if submission.picture is not None:
        return WordlePicture
    return WordleGames if "states" in submission.options else WordleGame


async def _dictionary(
    options: WordleOptions | WordleTreePlan, lists: Lists, owner: str
) -> tuple[str | None, str | None]:
    """Name and hash of the word list that was asked for, if one was; raises UnknownDictionary."""
    if options.dictionary is None:
        return None, None
    found = await lists.find(options.dictionary, owner)
    return found.name, found.sha256


@router.post(
    "/rate",
    summary="How well a game was played",
    responses=openapi.job_answers(WordleRatingJob, Task.WORDLE_RATE, wordle_examples.RATING),
    openapi_extra=openapi.picture_or_json(
        WordleRatedPicture, (WordlePlayed, WordlePlayedGames), wordle_examples.RATE_BODIES
    ),
)
async def rate_wordle(submission: SubmissionNeed, lists: ListsNeed, errand: ErrandNeed) -> Response:
    """Send a screenshot of the game or its guesses; each gets a mark for skill and one for luck.

    Skill compares a guess with the best one at that point: 100 for the best, 0 for one that costs a whole
    guess more. Luck is how much less the answer left of the words than other answers would have: 50 on
    average. With `games` up to 1,000 games are rated in one job.
    """
    options = submission.check(_rated_model_of(submission))
    name, sha256 = await _dictionary(options, lists, errand.caller.owner)
    is_short = isinstance(options, WordleRatedPicture) or options.is_short_work
    return await errand.run(
        Task.WORDLE_RATE,
        options.to_request(name=name, sha256=sha256),
        picture=submission.picture,
        lane=Lane.FAST if is_short else Lane.BULK,
    )


def _rated_model_of(
    submission: Submission,
) -> type[WordleRatedPicture | WordlePlayed | WordlePlayedGames]:
    if submission.picture is not None:
        return WordleRatedPicture
    return WordlePlayedGames if "games" in submission.options else WordlePlayed


async def _read_trial(request: Request) -> WordleTrial:
    return await json_body(request, WordleTrial, _TRIAL)


@router.post(
    "/evaluate",
    summary="Try a strategy on the answers of a game",
    responses=openapi.job_answers(WordleTrialJob, Task.WORDLE_EVALUATE, wordle_examples.TRIAL_RESULT),
    openapi_extra=openapi.json_only(WordleTrial, wordle_examples.TRIAL_BODIES),
)
async def evaluate_wordle(
    trial: Annotated[WordleTrial, Depends(_read_trial)], lists: ListsNeed, errand: ErrandNeed
) -> Response:
    """Every answer is looked for by the strategy; a game is won when the answer itself is guessed.

    The parts of the job run side by side on the workers for long work; its record and its events tell how far
    it has come. Of several first guesses the result has each, the best first.
    """
    name, sha256 = await _dictionary(trial, lists, errand.caller.owner)
    return await errand.run(Task.WORDLE_EVALUATE, trial.to_request(name=name, sha256=sha256), lane=Lane.BULK)


async def _read_plan(request: Request) -> WordleTreePlan:
    return await json_body(request, WordleTreePlan, _TREE)


@router.post(
    "/tree",
    summary="Find the best tree of a game, with proof",
    responses=openapi.job_answers(WordleTreeJob, Task.WORDLE_TREE, wordle_examples.TREE_RESULT),
    openapi_extra=openapi.json_only(WordleTreePlan, wordle_examples.TREE_BODIES),
)
async def find_wordle_tree(
    plan: Annotated[WordleTreePlan, Depends(_read_plan)], lists: ListsNeed, errand: ErrandNeed
) -> Response:
    """The decision tree with the fewest guesses over all answers.

    Good trees are found at once. Then every start is shown to be no better, most of them by a look at their
    groups of words and the others by a search, in parts side by side on the workers for long work. Parts that
    are done are kept when a worker or a machine dies. What is not ruled out within `seconds` leaves a gap.
    """
    name, sha256 = await _dictionary(plan, lists, errand.caller.owner)
    return await errand.run(Task.WORDLE_TREE, plan.to_request(name=name, sha256=sha256), lane=Lane.BULK)
