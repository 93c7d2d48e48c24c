"""Calls of a running server through the client that was generated from its document, with all their types.

`tests/e2e/test_openapi_client.py` generates `tilewise_client`, has mypy look at this file together with it,
and calls these functions.
"""

# Where there is no generated client, everything of it is Any.
# mypy: disable-error-code="import-not-found, no-any-return"

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from io import BytesIO
from typing import TypeVar

from tilewise_client import AuthenticatedClient
from tilewise_client.api.dictionaries import (
    check_words,
    clear_feedback,
    delete_dictionary,
    give_feedback,
    list_dictionaries,
    show_feedback,
    upload_dictionary,
)
from tilewise_client.api.health import healthz, metrics, readyz
from tilewise_client.api.jobs import cancel_job, follow_job, get_job, get_overlay
from tilewise_client.api.levels import (
    find_level_words,
    get_curve,
    get_level,
    get_levels_schema,
    get_pack,
    lay_out_level,
    make_levels,
    solve_level,
)
from tilewise_client.api.read import read_picture
from tilewise_client.api.wordhunt import solve_wordhunt
from tilewise_client.api.wordle import evaluate_wordle, find_wordle_tree, rate_wordle, suggest_wordle
from tilewise_client.api.wordsearch import get_puzzle, get_solution, make_wordsearch, solve_wordsearch
from tilewise_client.models import (
    CheckedWords,
    DictionaryList,
    FeedbackTaken,
    GameFeedback,
    GameReports,
    GetCurveKind,
    GetLevelKind,
    GetPackKind,
    GetPuzzleKind,
    GetSolutionKind,
    Health,
    Job,
    LevelLayout,
    LevelLayoutJob,
    LevelPack,
    LevelSolveJob,
    LevelSolveTyped,
    LevelWordsJob,
    LevelWordsLetters,
    ListOptionsForm,
    ListWords,
    LlmUse,
    PackJob,
    ProblemDetails,
    Readiness,
    ReadJob,
    StoredDictionary,
    WordDirection,
    WordHuntBatch,
    WordHuntGrid,
    WordHuntGrids,
    WordHuntJob,
    WordHuntPictureForm,
    WordHuntPictureInBase64,
    WordHuntResult,
    WordleGame,
    WordleJob,
    WordlePlayed,
    WordleRatingJob,
    WordleStrategy,
    WordleTreeJob,
    WordleTreePlan,
    WordleTreeResult,
    WordleTrial,
    WordleTrialJob,
    WordOrder,
    WordSearchGrid,
    WordSearchJob,
    WordSearchMake,
    WordSearchMakeJob,
    WordsToCheck,
)
from tilewise_client.types import UNSET, File, Unset

PATIENT = "wait=60"
"""A `Prefer` for machines that do other things, too."""

Kind = TypeVar("Kind")


def expect(kind: type[Kind], answer: object) -> Kind:
    """The answer, which has to be of that kind."""
    assert isinstance(answer, kind), answer
    return answer


def client_of(url: str, key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=url, token=key, timeout=None, raise_on_unexpected_status=True)


# Word Hunt


def words_of_grid(client: AuthenticatedClient, grid: str, *, points: Sequence[int]) -> WordHuntResult:
    body = WordHuntGrid(grid=grid, min_length=4, order=WordOrder.LENGTH, points=list(points))
    answer = solve_wordhunt.sync(client=client, body=body, prefer=PATIENT)
    return expect(WordHuntResult, expect(WordHuntJob, answer).result)


def jobs_of_picture(
    client: AuthenticatedClient, form: bytes, bare: bytes, base64: str, *, points: Sequence[int]
) -> list[WordHuntJob]:
    """A picture as a form, as the body itself, and in JSON, each with the same options."""
    of_form = WordHuntPictureForm(
        image=File(BytesIO(form), "board.png", "image/png"), llm=LlmUse.NEVER, points=list(points)
    )
    answers = [
        solve_wordhunt.sync(client=client, body=of_form, prefer=PATIENT),
        solve_wordhunt.sync(
            client=client,
            body=File(BytesIO(bare)),
            llm=LlmUse.NEVER,
            points=list(points),
            prefer=PATIENT,
        ),
        solve_wordhunt.sync(
            client=client,
            body=WordHuntPictureInBase64(image=base64, llm=LlmUse.NEVER, points=list(points)),
            prefer=PATIENT,
        ),
    ]
    return [expect(WordHuntJob, answer) for answer in answers]


def batch(client: AuthenticatedClient, grids: Sequence[str]) -> WordHuntBatch:
    answer = solve_wordhunt.sync(client=client, body=WordHuntGrids(grids=list(grids)), prefer=PATIENT)
    return expect(WordHuntBatch, expect(WordHuntJob, answer).result)


async def words_side_by_side(url: str, key: str, grids: Sequence[str]) -> list[WordHuntResult]:
    async with client_of(url, key) as client:
        asked = [
            solve_wordhunt.asyncio(client=client, body=WordHuntGrid(grid=grid), prefer=PATIENT)
            for grid in grids
        ]
        answers = await asyncio.gather(*asked)
    return [expect(WordHuntResult, expect(WordHuntJob, answer).result) for answer in answers]


def overlay(client: AuthenticatedClient, job: str) -> bytes:
    return expect(File, get_overlay.sync(job, client=client)).payload.read()


def read(client: AuthenticatedClient, picture: bytes) -> ReadJob:
    return expect(ReadJob, read_picture.sync(client=client, body=File(BytesIO(picture)), prefer=PATIENT))


# Word searches


def found_words(client: AuthenticatedClient, grid: str, words: Sequence[str]) -> WordSearchJob:
    body = WordSearchGrid(grid=grid, words=list(words), directions=[WordDirection.E, WordDirection.S])
    return expect(WordSearchJob, solve_wordsearch.sync(client=client, body=body, prefer=PATIENT))


def made_puzzle(client: AuthenticatedClient, words: Sequence[str]) -> WordSearchMakeJob:
    body = WordSearchMake(words=list(words), seed=1)
    return expect(WordSearchMakeJob, make_wordsearch.sync(client=client, body=body, prefer=PATIENT))


def sheets(client: AuthenticatedClient, job: str) -> dict[str, bytes]:
    """The puzzle as a picture, and its solution in each form."""
    puzzle = get_puzzle.sync(job, GetPuzzleKind.PNG, client=client)
    files = {"puzzle.png": expect(File, puzzle).payload.read()}
    for kind in GetSolutionKind:
        solution = get_solution.sync(job, kind, client=client)
        files[f"solution.{kind}"] = expect(File, solution).payload.read()
    return files


# Wordle


def advice(client: AuthenticatedClient, clues: Sequence[str]) -> WordleJob:
    body = WordleGame(clues=list(clues), strategy=WordleStrategy.ENTROPY, top=3)
    return expect(WordleJob, suggest_wordle.sync(client=client, body=body, prefer=PATIENT))


def rating(client: AuthenticatedClient, guesses: Sequence[str], answer: str) -> WordleRatingJob:
    body = WordlePlayed(clues=list(guesses), answer=answer)
    return expect(WordleRatingJob, rate_wordle.sync(client=client, body=body, prefer=PATIENT))


def trial(client: AuthenticatedClient, answers: Sequence[str], start: str) -> WordleTrialJob:
    body = WordleTrial(answers=list(answers), starts=[start])
    return expect(WordleTrialJob, evaluate_wordle.sync(client=client, body=body, prefer=PATIENT))


def tree(client: AuthenticatedClient, answers: Sequence[str]) -> WordleTreeResult:
    body = WordleTreePlan(answers=list(answers), seconds=5)
    job = expect(WordleTreeJob, find_wordle_tree.sync(client=client, body=body, prefer=PATIENT))
    return expect(WordleTreeResult, ended(client, job.id).result)


# Levels


def wheel_words(client: AuthenticatedClient, letters: str) -> LevelWordsJob:
    body = LevelWordsLetters(letters=letters)
    return expect(LevelWordsJob, find_level_words.sync(client=client, body=body, prefer=PATIENT))


def layout(client: AuthenticatedClient, words: Sequence[str]) -> LevelLayoutJob:
    body = LevelLayout(words=list(words))
    return expect(LevelLayoutJob, lay_out_level.sync(client=client, body=body, prefer=PATIENT))


def crossword(client: AuthenticatedClient, letters: str, rows: Sequence[str]) -> LevelSolveJob:
    body = LevelSolveTyped(letters=letters, crossword=list(rows))
    return expect(LevelSolveJob, solve_level.sync(client=client, body=body, prefer=PATIENT))


def queued_pack(client: AuthenticatedClient, count: int) -> PackJob:
    """A job that is not waited for."""
    answer = make_levels.sync_detailed(
        client=client, body=LevelPack(count=count, rounds=40), prefer="respond-async"
    )
    assert answer.status_code == HTTPStatus.ACCEPTED
    return expect(PackJob, answer.parsed)


def ended(client: AuthenticatedClient, job: str) -> Job:
    """The job's record when it has ended."""
    record = expect(Job, get_job.sync(job, client=client, prefer=PATIENT))
    return ended(client, job) if record.ended is None else record


def pack_files(client: AuthenticatedClient, job: str) -> dict[str, bytes]:
    """The pack in each form, a level, and the curve of its difficulty."""
    files = {
        f"pack.{kind}": expect(File, get_pack.sync(job, kind, client=client)).payload.read()
        for kind in GetPackKind
    }
    level = get_level.sync(job, GetLevelKind.TXT, client=client, number=1, filled=True)
    curve = get_curve.sync(job, GetCurveKind.PNG, client=client)
    return {
        **files,
        "level.txt": expect(File, level).payload.read(),
        "curve.png": expect(File, curve).payload.read(),
    }


def pack_format(client: AuthenticatedClient) -> bytes:
    return get_levels_schema.sync_detailed(client=client).content


# Jobs


def canceled(client: AuthenticatedClient, job: str) -> Job:
    return expect(Job, cancel_job.sync(job, client=client))


def events(client: AuthenticatedClient, job: str) -> str:
    return expect(str, follow_job.sync(job, client=client))


def is_unchanged(client: AuthenticatedClient, job: str) -> bool:
    """Whether the record is the same when it is asked for again by its tag."""
    tag = get_job.sync_detailed(job, client=client).headers["ETag"]
    again = get_job.sync_detailed(job, client=client, if_none_match=tag)
    return again.status_code is HTTPStatus.NOT_MODIFIED


def once(client: AuthenticatedClient, key: str, grid: str) -> tuple[str, bool]:
    """The id of the job that the key made, and whether an earlier request had made it."""
    answer = solve_wordhunt.sync_detailed(
        client=client, body=WordHuntGrid(grid=grid), idempotency_key=key, prefer=PATIENT
    )
    return expect(WordHuntJob, answer.parsed).id, answer.headers.get("Idempotency-Replayed") == "true"


def refusal(client: AuthenticatedClient, grid: str, *, key: str | Unset = UNSET) -> ProblemDetails:
    """The problem that a board makes."""
    body = WordHuntGrid(grid=grid)
    return expect(ProblemDetails, solve_wordhunt.sync(client=client, body=body, idempotency_key=key))


def refused_job(client: AuthenticatedClient, job: str) -> ProblemDetails:
    return expect(ProblemDetails, get_job.sync(job, client=client))


# Word lists


def uploads(client: AuthenticatedClient, words: Sequence[str]) -> list[StoredDictionary]:
    """A list in JSON, as a form, and as the body itself."""
    text = "\n".join(words).encode()
    answers = [
        upload_dictionary.sync(client=client, body=ListWords(name="by-json", words=list(words))),
        upload_dictionary.sync(
            client=client, body=ListOptionsForm(file=File(BytesIO(text), "words.txt"), name="by-form")
        ),
        upload_dictionary.sync(client=client, body=File(BytesIO(text)), name="by-body", language="en"),
    ]
    return [expect(StoredDictionary, answer) for answer in answers]


def lists(client: AuthenticatedClient) -> DictionaryList:
    return expect(DictionaryList, list_dictionaries.sync(client=client))


def looked_up(client: AuthenticatedClient, name: str, words: Sequence[str]) -> CheckedWords:
    body = WordsToCheck(words=list(words), why=True)
    return expect(CheckedWords, check_words.sync(name, client=client, body=body))


def deleted(client: AuthenticatedClient, name: str) -> HTTPStatus:
    return delete_dictionary.sync_detailed(name, client=client).status_code


def reported(client: AuthenticatedClient, word: str) -> FeedbackTaken:
    body = GameReports(rejected=[word])
    return expect(FeedbackTaken, give_feedback.sync("en", client=client, body=body))


def heard(client: AuthenticatedClient) -> GameFeedback:
    return expect(GameFeedback, show_feedback.sync("en", client=client))


def forgotten(client: AuthenticatedClient) -> HTTPStatus:
    return clear_feedback.sync_detailed("en", client=client).status_code


# The service


def health(client: AuthenticatedClient) -> tuple[Health, Readiness, str]:
    return (
        expect(Health, healthz.sync(client=client)),
        expect(Readiness, readyz.sync(client=client)),
        expect(str, metrics.sync(client=client)),
    )
