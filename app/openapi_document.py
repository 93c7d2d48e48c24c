"""The OpenAPI document of all routes, so that clients can be generated from it.

Generators make a class of each named schema, and one of each place where a schema stands without a name. So
bodies, enumerations and maps that come up in several places have names here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from app.openapi import JSON, NULL, REF, Json, list_schemas, picture_schemas, problems
from app.schemas.feedback import GameReports, Said
from app.schemas.jobs import ProblemDetails
from app.schemas.levels import (
    LevelLayout,
    LevelPack,
    LevelSolvePicture,
    LevelSolveTyped,
    LevelWordsLetters,
    LevelWordsPicture,
)
from app.schemas.lists import ListOrigin, ListWords, Rarity, WordsToCheck
from app.schemas.pictures import BoardKind, BoardState, LetterSource, LlmUse, PictureKind, ReadOptions
from app.schemas.wordhunt import PointNames, WordHuntGrid, WordHuntGrids, WordHuntPicture, WordOrder
from app.schemas.wordle import (
    ModeName,
    StrategyName,
    WordleGame,
    WordleGames,
    WordlePicture,
    WordlePlayed,
    WordlePlayedGames,
    WordleRatedPicture,
    WordleTrial,
)
from app.schemas.wordle_results import AdviceState
from app.schemas.wordle_tree import TreeMode, WordleTreePlan
from app.schemas.wordsearch import (
    DirectionName,
    WordSearchGrid,
    WordSearchGrids,
    WordSearchMake,
    WordSearchPicture,
)
from app.schemas.wordsearch_places import CompassPoint

_EVERYWHERE: Final = (421, 431)
"""What any address may answer before it looks at the request."""
_BODIES: Final[tuple[type[BaseModel], ...]] = (
    *(WordHuntGrid, WordHuntGrids, WordSearchGrid, WordSearchGrids, WordSearchMake),
    *(WordleGame, WordleGames, WordlePlayed, WordlePlayedGames, WordleTrial, WordleTreePlan),
    *(LevelWordsLetters, LevelSolveTyped, LevelLayout, LevelPack),
    *(ListWords, WordsToCheck, GameReports),
)
"""Models that the framework does not know of, since routes read their bodies themselves."""
_PICTURES: Final[tuple[type[BaseModel], ...]] = (
    *(ReadOptions, WordHuntPicture, WordSearchPicture, WordlePicture, WordleRatedPicture),
    *(LevelWordsPicture, LevelSolvePicture),
)
_CHOICES: Final[dict[str, Any]] = {
    "BoardKind": BoardKind,
    "BoardState": BoardState,
    "CompassPoint": CompassPoint,
    "GameVerdict": Said,
    "LetterSource": LetterSource,
    "ListOrigin": ListOrigin,
    "LlmUse": LlmUse,
    "PictureKind": PictureKind,
    "PointsTable": PointNames,
    "Rarity": Rarity,
    "WordDirection": DirectionName,
    "WordleGameState": AdviceState,
    "WordOrder": WordOrder,
    "WordleMode": ModeName,
    "WordleTreeMode": TreeMode,
    "WordleStrategy": StrategyName,
}
_NAMED: Final[Json] = {
    **{name: {"type": "string", "enum": list(get_args(choice))} for name, choice in sorted(_CHOICES.items())},
    "Milliseconds": {"type": "object", "additionalProperties": {"type": "number"}},
    "Counts": {"type": "object", "additionalProperties": {"type": "integer"}},
    "Links": {"type": "object", "additionalProperties": {"type": "string"}},
    "AnyObject": {"type": "object", "additionalProperties": True},
    "WordProbabilities": WordleGame.model_json_schema()["properties"]["probabilities"]["anyOf"][0],
}
"""What comes up in several places without a name of its own."""
_ABOUT: Final = ("title", "description", "default", "examples", "deprecated")
"""Members of a schema that say nothing about which values are allowed."""


def document(app: FastAPI) -> Json:
    """The whole document, with the models that only bodies refer to."""
    made = get_openapi(
        title=app.title,
        version=app.version,
        openapi_version=app.openapi_version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=app.openapi_tags,
    )
    for operation in (operation for path in made["paths"].values() for operation in path.values()):
        _complete(operation)
    _show_examples(made["paths"], app)
    schemas = {**made["components"]["schemas"], **_schemas_of_bodies()}
    made["components"]["schemas"] = {
        **{name: _with_names(schema) for name, schema in schemas.items()},
        **_NAMED,
    }
    made["components"]["schemas"] = dict(sorted(made["components"]["schemas"].items()))
    made["paths"] = _with_names(made["paths"])
    return made


def _schemas_of_bodies() -> Json:
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((model, "validation") for model in _BODIES),
        (ProblemDetails, "serialization"),
    ]
    _, extra = models_json_schema(modes, ref_template=REF)
    schemas: Json = dict(extra["$defs"])
    for options in _PICTURES:
        schemas |= picture_schemas(options)
    return schemas | list_schemas()


def _complete(operation: Json) -> None:
    everywhere = {str(status): told for status, told in problems(*_EVERYWHERE).items()}
    operation["responses"] = dict(sorted((operation["responses"] | everywhere).items()))
    for response in operation["responses"].values():
        if "content" in response:
            response["content"] = dict(sorted(response["content"].items(), key=_is_text))
    for parameter in operation.get("parameters", []):
        parameter["schema"] = _present(parameter["schema"])


def _show_examples(paths: Json, app: FastAPI) -> None:
    """Put examples of answers in as they are: the framework leaves out every null in them."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute) and route.include_in_schema:
            for operation in paths[f"{context.path_format}"].values():
                if operation["operationId"] == route.name:
                    _show_examples_of(route, operation["responses"])


def _show_examples_of(route: APIRoute, answers: Json) -> None:
    for status, told in route.responses.items():
        for media_type, content in told.get("content", {}).items():
            shown = {key: content[key] for key in ("example", "examples") if key in content}
            answers[str(status)]["content"][media_type].update(shown)


def _is_text(content: tuple[str, Json]) -> bool:
    """Bytes come first: a client that knows one form of an answer takes the first, and bytes fit all."""
    media_type, told = content
    return media_type == JSON or told.get("schema", {}).get("format") != "binary"


def _present(schema: Json) -> Json:
    """A parameter that is there: it is never null, and what is left out is not sent as an empty text."""
    kinds = [kind for kind in schema.get("anyOf", []) if kind != NULL]
    present = {key: value for key, value in schema.items() if (key, value) != ("default", "")}
    if len(kinds) == 1:
        del present["anyOf"]
        present |= kinds[0]
    return present


def _with_names(value: Any) -> Any:
    """The same with references in place of schemas that have a name; examples are left alone."""
    if isinstance(value, list):
        return [_with_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    allowed = {key: item for key, item in value.items() if key not in _ABOUT}
    for name in _names_of(allowed):
        about = {key: item for key, item in value.items() if key in _ABOUT and key != "title"}
        return {"$ref": REF.format(model=name), **about}
    return {key: item if key in ("example", "examples") else _with_names(item) for key, item in value.items()}


def _names_of(allowed: Json) -> Iterator[str]:
    return (name for name, schema in _NAMED.items() if schema == allowed)
