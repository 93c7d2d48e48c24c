"""Bodies with a file: a form, a JSON object, or the bare file with its options in the address."""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser

from app.problems import Refused
from worker.wire import Failure

MULTIPART: Final = "multipart/form-data"
JSON: Final = "application/json"

MAX_FORM_FIELDS: Final = 100
"""Of a form or an address, where a list of 50 items may be as many; members of a JSON object."""
MAX_FIELD_BYTES: Final = 100_000
MAX_JSON_MEMBERS: Final = 3_000_000
"""A thousand grids of 50 x 50 tiles have 2.5 million; a million words, one."""

Options = dict[str, Any]

# Files stay in memory, as other bodies do: a container's /tmp is small, and no picture belongs on a disk.
MultiPartParser.spool_max_size = sys.maxsize


@dataclass(frozen=True, slots=True)
class FileBody:
    """What is expected, for messages."""

    field: str
    """The form field with the file."""
    content: str
    """What the file is, as in `the bytes of a picture`."""
    form_hint: str
    json_hint: str
    lists: tuple[str, ...] = ()
    """Options that are lists: in forms and addresses written `1,1,2`, or sent once an item."""


def media_type_of(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def from_form(request: Request, expected: FileBody) -> tuple[Options, bytes]:
    """The options and the file of a form; raises Refused."""
    _refuse_query(request, "as form fields")
    limits = {"max_files": 1, "max_fields": MAX_FORM_FIELDS, "max_part_size": MAX_FIELD_BYTES}
    try:
        async with request.form(**limits) as form:
            return await _from_fields(form, expected)
    except HTTPException as error:
        raise _bad_form(error, expected) from None


async def _from_fields(form: FormData, expected: FileBody) -> tuple[Options, bytes]:
    fields = _options(form.multi_items(), expected)
    file = fields.pop(expected.field, None)
    if not isinstance(file, UploadFile):
        raise no_file(f"a file in the form field {expected.field!r} is expected", expected)
    # A form in a browser sends fields that nobody filled in as empty texts.
    options = {name: value for name, value in fields.items() if value != ""}
    return options, not_empty(await file.read(), expected)


async def from_json(request: Request, expected: FileBody) -> Options:
    """The JSON object; raises Refused."""
    _refuse_query(request, "in the JSON object")
    content = await request.body()
    if content.count(b",") > MAX_JSON_MEMBERS:  # parsing them would hold up everybody else
        raise _too_many_members()
    try:
        options = json.loads(content, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise Refused(Failure("bad_request", f"The body is no JSON: {error}.", expected.json_hint)) from None
    if not isinstance(options, dict):
        raise Refused(Failure("invalid_request", "body: should be a JSON object.", expected.json_hint))
    if len(options) > MAX_FORM_FIELDS:
        raise _too_many_fields()
    return options


async def from_file(request: Request, expected: FileBody) -> tuple[Options, bytes]:
    """The options in the address and the file that is itself the body; raises Refused."""
    options = _options(request.query_params.multi_items(), expected)
    return options, not_empty(await request.body(), expected)


def not_empty(file: bytes, expected: FileBody) -> bytes:
    if not file:
        raise no_file(f"the bytes of {expected.content} are expected", expected)
    return file


def no_file(message: str, expected: FileBody) -> Refused:
    failure = Failure(
        "invalid_request",
        f"{expected.field}: {message}.",
        expected.form_hint,
        {"fields": [{"field": expected.field, "message": message}]},
    )
    return Refused(failure)


def unsupported(media_type: str, allowed: tuple[str, ...], expected: FileBody) -> Refused:
    said = f"A body of type {media_type!r}" if media_type else "A body without a Content-Type"
    failure = Failure(
        "unsupported_media_type", f"{said} is not taken here.", expected.form_hint, {"allowed": list(allowed)}
    )
    return Refused(failure, headers={"Accept": ", ".join(allowed)})


def _options(pairs: Sequence[tuple[str, Any]], expected: FileBody) -> Options:
    """Of a form or an address, where a list may come once an item, as generated clients send it."""
    if len(pairs) > MAX_FORM_FIELDS:
        raise _too_many_fields()
    return _once_each(pairs, expected.lists)


def _once_each(pairs: Iterable[tuple[str, Any]], lists: Container[str] = ()) -> Options:
    """The values by name; of two with one name nobody could tell which is meant, unless they are a list's."""
    values: Options = {}
    for name, value in pairs:
        if name not in values:
            values[name] = value
        elif name in lists:
            values[name] = f"{values[name]},{value}"
        else:
            raise _given_twice(name[:100])
    return values


def _given_twice(name: str) -> Refused:
    failure = Failure(
        "invalid_request",
        f"{name}: is given more than once.",
        "Send each field once; a list is written 1,1,2 in a form and [1, 1, 2] in JSON.",
        {"fields": [{"field": name, "message": "is given more than once"}]},
    )
    return Refused(failure)


def _bad_form(error: HTTPException, expected: FileBody) -> Refused:
    """What the parser of forms complains of: a limit, or no form at all."""
    if "maximum size" in error.detail or "Too many fields" in error.detail:
        return _too_many_fields()
    if "Too many files" in error.detail:
        return no_file(f"one file is expected, in the form field {expected.field!r}", expected)
    return Refused(Failure("bad_request", f"The form cannot be read: {error.detail}", expected.form_hint))


def _too_many_fields() -> Refused:
    failure = Failure(
        "form_too_large",
        f"There may be {MAX_FORM_FIELDS} fields, in a form of {MAX_FIELD_BYTES:,} bytes each.",
        "Send the file as a file; /docs has the names of all fields.",
        {"max_fields": MAX_FORM_FIELDS, "max_field_bytes": MAX_FIELD_BYTES},
    )
    return Refused(failure)


def _too_many_members() -> Refused:
    failure = Failure(
        "form_too_large",
        f"A JSON body may have {MAX_JSON_MEMBERS:,} members in all.",
        "Write the rows of a grid as texts, or send less at once.",
        {"max_members": MAX_JSON_MEMBERS},
    )
    return Refused(failure)


def _refuse_query(request: Request, place: str) -> None:
    """Options in two places could contradict each other."""
    if request.query_params:
        names = ", ".join(sorted(set(request.query_params)))
        raise Refused(Failure("invalid_request", f"{names}: with this kind of body, options stand {place}."))
