"""What routes say of themselves beyond signatures: bodies of several kinds, problem documents.

`app/openapi_document.py` makes the document of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from app import examples
from app.problems import PROBLEM_MEDIA_TYPE, PROBLEMS
from app.routes.submission import LISTS, PICTURE_TYPES
from app.schemas.jobs import JobBase, ProblemDetails
from app.schemas.lists import ListOptions, ListWords, WordsToCheck
from worker.wire import Task

Json = dict[str, Any]

REF: Final = "#/components/schemas/{model}"
_BINARY: Final = {"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}
_BASE64: Final = {
    "type": "string",
    "minLength": 1,
    "contentEncoding": "base64",
    "description": "The picture's file in base64, also as a `data:` address.",
}
JSON: Final = "application/json"
_TEXTS: Final = ("words", "exclude")
"""Options that are a list in JSON only; in a form or an address they are one text."""
_BASES: Final = ("puzzle_error", "bad_input", "no_answer")
"""Codes of the classes that others derive from; no route answers them."""
NULL: Final = {"type": "null"}
_PICTURE: Final = {**_BINARY, "description": "PNG, JPEG, WebP, HEIC, AVIF, GIF, BMP or TIFF."}


def picture_or_json(options: type[BaseModel], typed: Sequence[type[BaseModel]], examples: Json) -> Json:
    """A body that is a form with a picture, a JSON object of one of several kinds, or the picture itself."""
    # JSON stands first: Swagger UI carries a form's fields into the JSON text on a change from form to JSON.
    extra = picture_only(options)
    content = extra["requestBody"]["content"]
    kinds = [*(_reference(kind.__name__) for kind in typed), content[JSON]["schema"]]
    content[JSON] = {"schema": {"oneOf": kinds}, "examples": examples}
    return extra


def list_upload() -> Json:
    """A form with a word list's file, a JSON object with its words, or the file itself."""
    options = ListOptions.model_json_schema(ref_template=REF)["properties"]
    bare = {"schema": {"type": "string", "format": "binary", "minLength": 1}, "example": "cat\ndog\n"}
    words = {"schema": _reference(ListWords.__name__), "examples": examples.LIST_BODIES}
    form = {"schema": _reference(form_name(ListOptions))}
    return {
        "requestBody": {
            "required": True,
            "content": {JSON: words, "multipart/form-data": form, "text/plain": bare},
        },
        "parameters": [_query(name, schema, "file") for name, schema in options.items()],
    }


def words_to_check() -> Json:
    return json_only(WordsToCheck)


def json_only(model: type[BaseModel], examples: Json | None = None) -> Json:
    """A body that is a JSON object."""
    content = {"schema": _reference(model.__name__)} | ({"examples": examples} if examples else {})
    return {"requestBody": {"required": True, "content": {JSON: content}}}


def example(model: type[BaseModel], value: Json) -> Json:
    """A plain answer with its example."""
    return {"model": model, "content": {JSON: {"example": value}}}


def _reference(name: str) -> Json:
    return {"$ref": REF.format(model=name)}


def picture_only(options: type[BaseModel]) -> Json:
    """A form or a JSON object with a picture and options, or the picture with the options in the address."""
    schemas = options.model_json_schema(ref_template=REF)["properties"]
    lists = {name: {"style": "form", "explode": False} for name in schemas if name in LISTS}
    raw = {media_type: {"schema": dict(_BINARY)} for media_type in PICTURE_TYPES}
    return {
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": _reference(base64_name(options))},
                "multipart/form-data": {"schema": _reference(form_name(options)), "encoding": lists},
                **raw,
            },
        },
        "parameters": [_query(name, _outside_json(name, schema)) for name, schema in schemas.items()],
    }


def form_name(options: type[BaseModel]) -> str:
    """What the document calls the form with these options."""
    return f"{options.__name__}Form"


def base64_name(options: type[BaseModel]) -> str:
    """What the document calls the JSON object with a picture and these options."""
    return f"{options.__name__}InBase64"


def picture_schemas(options: type[BaseModel]) -> Json:
    """The form and the JSON object with a picture and options, each under its name."""
    schemas = options.model_json_schema(ref_template=REF)["properties"]
    fields = {name: _field(_outside_json(name, schema)) for name, schema in schemas.items()}
    return {
        form_name(options): _body(options, {"image": _PICTURE, **fields}, ["image"]),
        base64_name(options): _body(options, {"image": _BASE64, **schemas}, ["image"]),
    }


def list_schemas() -> Json:
    """The form with a word list's file, under its name."""
    options = ListOptions.model_json_schema(ref_template=REF)["properties"]
    fields = {name: _field(schema) for name, schema in options.items()}
    file = {**_BINARY, "description": "Text with one word a line."}
    return {form_name(ListOptions): _body(ListOptions, {"file": file, **fields}, ["file", "name"])}


def _body(options: type[BaseModel], properties: Json, required: Sequence[str]) -> Json:
    return {
        "type": "object",
        "description": options.__doc__,
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


def _outside_json(name: str, schema: Json) -> Json:
    """An option as it can be written without JSON."""
    if name not in _TEXTS:
        return schema
    return {**schema, "anyOf": [kind for kind in schema["anyOf"] if kind["type"] != "array"]}


def _field(schema: Json) -> Json:
    """An option as a form field; where JSON has null, a form has an empty text (or no such field)."""
    nothing = {"type": "string", "maxLength": 0}
    field = {key: value for key, value in schema.items() if key != "title"}
    if NULL in field.get("anyOf", []):
        return {**field, "anyOf": [nothing, *_kinds(field)], "default": ""}
    return field


def _query(name: str, schema: Json, body: str = "picture") -> Json:
    """An option in the address; no default is shown there, since a form would then be sent with both."""
    bare = {
        key: value for key, value in schema.items() if key not in ("anyOf", "default", "description", "title")
    }
    kinds = _kinds(schema)
    bare |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}
    text = f"{schema.get('description', '')} Only for a {body} that is itself the body."
    shape = {"style": "form", "explode": False} if name in LISTS else {}
    return {"name": name, "in": "query", "required": False, "schema": bare, "description": text, **shape}


def _kinds(schema: Json) -> list[Json]:
    """The alternatives of a schema, if it has any, without null."""
    return [kind for kind in schema.get("anyOf", []) if kind != NULL]


def job_answers(record: type[JobBase], task: Task, result: Json) -> dict[int | str, Json]:
    """What a solving POST answers; the examples are a finished job with the result, and a queued one."""
    replayed = header("`true`: an earlier request with this Idempotency-Key made the job.", required=False)
    done = {"Content-Location": header("The job's address."), "Idempotency-Replayed": replayed}
    accepted = {
        "Location": header("The job's address."),
        "Retry-After": header("Seconds until it is worth asking."),
        "Preference-Applied": header("How long was waited."),
        "Idempotency-Replayed": replayed,
    }
    return {
        200: {
            "model": record,
            "description": "Done: the job's record with its result.",
            "headers": done,
            "content": {JSON: {"example": examples.finished(task, result)}},
        },
        202: {
            "model": record,
            "description": "Still queued or running.",
            "headers": accepted,
            "content": {JSON: {"example": examples.queued(task)}},
        },
    } | problems(400, 401, 403, 408, 409, 410, 413, 415, 422, 429, 500, 503, 504)


def problems(*statuses: int) -> dict[int | str, Json]:
    """Problem documents, with the codes that each status may carry."""
    schema = _reference(ProblemDetails.__name__)
    return {
        status: {
            "description": "; ".join(_codes(status)),
            "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}},
        }
        for status in statuses
    }


def _codes(status: int) -> list[str]:
    rows = PROBLEMS.items()
    return [f"`{code}`" for code, problem in rows if problem.status == status and code not in _BASES]


def header(description: str, *, required: bool = True) -> Json:
    """A header of an answer."""
    return {"description": description, "required": required, "schema": {"type": "string"}}
