"""The record of any job, whose result is one of those of all tasks."""

from __future__ import annotations

from pydantic import Field

from app.schemas.jobs import JobBase
from app.schemas.levels_results import LevelLayoutResult, LevelSolveResult, LevelWordsResult, PackHead
from app.schemas.pictures import ReadResult
from app.schemas.wordhunt import WordHuntBatch, WordHuntResult
from app.schemas.wordle_results import (
    WordleBatch,
    WordleRatingBatch,
    WordleRatingResult,
    WordleResult,
    WordleTrialResult,
)
from app.schemas.wordle_tree import WordleTreeResult
from app.schemas.wordsearch_places import MadeWordSearch, WordSearchBatch, WordSearchResult

Result = (
    WordHuntResult
    | WordHuntBatch
    | WordSearchResult
    | WordSearchBatch
    | MadeWordSearch
    | WordleResult
    | WordleBatch
    | WordleRatingResult
    | WordleRatingBatch
    | WordleTrialResult
    | WordleTreeResult
    | LevelWordsResult
    | LevelSolveResult
    | LevelLayoutResult
    | PackHead
    | ReadResult
)
"""Told apart by the members that they must have; clients try them in this order."""


class Job(JobBase):
    result: Result | None = Field(description="The task's result once it is finished.")
