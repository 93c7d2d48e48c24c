"""Ways to send a puzzle: a form with a picture, a JSON object with or without one, or the bare picture."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from app.handlers import wrong_fields
from app.problems import Refused
from worker.wire import Failure

PICTURE_TYPES: Final = (
    *(f"image/{kind}" for kind in ("png", "jpeg", "webp", "heic", "avif", "gif", "bmp", "tiff")),
    "application/octet-stream",
)
MULTIPART: Final = "multipart/form-data"
JSON: Final = "application/json"

MAX_FORM_FIELDS: Final = 50
MAX_FIELD_BYTES: Final = 100_000

_FORM_HINT: Final = "curl -F image=@screenshot.png ..."
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Submission:
    """Options, with a picture or without."""

    options: Mapping[str, Any]
    picture: bytes | None = None
    typed: bool = False
    """Whether the options have types, as in JSON; in forms and addresses all are texts."""

    def check(self, model: type[Model]) -> Model:
        """The options as `model`; those that have types must have the right ones."""
        try:
            return model.model_validate(dict(self.options), strict=self.typed)
        except ValidationError as error:
            raise Refused(wrong_fields(error)) from None


async def _read_submission(request: Request) -> Submission:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == MULTIPART:
        return await _from_form(request)
    if media_type == JSON:
        return await _from_json(request)
    if media_type.startswith("image/") or media_type in PICTURE_TYPES:
        return await _from_picture(request)
    raise unsupported(media_type, (MULTIPART, JSON, *PICTURE_TYPES))


SubmissionNeed = Annotated[Submission, Depends(_read_submission)]


async def _read_picture(submission: SubmissionNeed) -> Submission:
    if submission.picture is None:
        raise _no_picture("the bytes of a picture in base64 are expected")
    return submission


PictureNeed = Annotated[Submission, Depends(_read_picture)]


def unsupported(media_type: str, allowed: tuple[str, ...]) -> Refused:
    said = f"A body of type {media_type!r}" if media_type else "A body without a Content-Type"
    failure = Failure(
        "unsupported_media_type",
        f"{said} is not taken here.",
        "Send the picture as a form field: curl -F image=@screenshot.png ...",
        {"allowed": list(allowed)},
    )
    return Refused(failure, headers={"Accept": ", ".join(allowed)})


async def _from_form(request: Request) -> Submission:
    _refuse_query(request, "as form fields")
    limits = {"max_files": 1, "max_fields": MAX_FORM_FIELDS, "max_part_size": MAX_FIELD_BYTES}
    try:
        async with request.form(**limits) as form:
            return await _from_fields(form)
    except HTTPException as error:
        raise _bad_form(error) from None


async def _from_fields(form: FormData) -> Submission:
    fields = _once_each(form.multi_items())
    image = fields.pop("image", None)
    if not isinstance(image, UploadFile):
        raise _no_picture("a file in the form field 'image' is expected")
    # A form in a browser sends fields that nobody filled in as empty texts.
    options = {name: value for name, value in fields.items() if value != ""}
    return Submission(options, _not_empty(await image.read()))


async def _from_json(request: Request) -> Submission:
    _refuse_query(request, "in the JSON object")
    try:
        options = json.loads(await request.body(), object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise Refused(
            Failure("bad_request", f"The body is no JSON: {error}.", 'Send {"grid": "ABCD/EFGH"}.')
        ) from None
    if not isinstance(options, dict):
        raise Refused(
            Failure("invalid_request", "body: should be a JSON object.", 'Send {"grid": "ABCD/EFGH"}.')
        )
    picture = _from_base64(options.pop("image")) if "image" in options else None
    return Submission(options, picture, typed=True)


async def _from_picture(request: Request) -> Submission:
    options = _once_each(request.query_params.multi_items())
    return Submission(options, _not_empty(await request.body()))


def _once_each(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The values by name; of two with one name nobody could tell which is meant."""
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            field = {"field": name[:100], "message": "is given more than once"}
            failure = Failure(
                "invalid_request",
                f"{name[:100]}: is given more than once.",
                "Send each field once; a list is written 1,1,2 in a form and [1, 1, 2] in JSON.",
                {"fields": [field]},
            )
            raise Refused(failure)
        values[name] = value
    return values


def _from_base64(text: object) -> bytes:
    """The picture in a JSON object, as base64 or as a `data:` address with it."""
    try:
        if not isinstance(text, str):
            raise ValueError
        encoded = text.partition(",")[2] if text.startswith("data:") else text
        return _not_empty(base64.b64decode(encoded, validate=True))
    except ValueError:
        raise _no_picture("the bytes of a picture in base64 are expected") from None


def _bad_form(error: HTTPException) -> Refused:
    """What the parser of forms complains of: a limit, or no form at all."""
    if "maximum size" in error.detail or "Too many fields" in error.detail:
        failure = Failure(
            "form_too_large",
            f"A form may have {MAX_FORM_FIELDS} fields of {MAX_FIELD_BYTES:,} bytes beside the picture.",
            "Send the picture as a file, in the field 'image'.",
            {"max_fields": MAX_FORM_FIELDS, "max_field_bytes": MAX_FIELD_BYTES},
        )
        return Refused(failure)
    if "Too many files" in error.detail:
        return _no_picture("one file is expected, in the form field 'image'")
    return Refused(Failure("bad_request", f"The form cannot be read: {error.detail}", _FORM_HINT))


def _refuse_query(request: Request, place: str) -> None:
    """Options in two places could contradict each other."""
    if request.query_params:
        names = ", ".join(sorted(set(request.query_params)))
        raise Refused(Failure("invalid_request", f"{names}: with this kind of body, options stand {place}."))


def _not_empty(picture: bytes) -> bytes:
    if not picture:
        raise _no_picture("the bytes of a picture are expected")
    return picture


def _no_picture(expected: str) -> Refused:
    failure = Failure(
        "invalid_request",
        f"image: {expected}.",
        _FORM_HINT,
        {"fields": [{"field": "image", "message": expected}]},
    )
    return Refused(failure)
