"""Three ways to send a puzzle: a form with a picture, a JSON object, or the picture itself as the body."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request
from pydantic import BaseModel, ValidationError
from starlette.datastructures import UploadFile

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

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Submission:
    """A picture with options in text form, or a JSON object without one."""

    options: Mapping[str, Any]
    picture: bytes | None = None

    def check(self, model: type[Model]) -> Model:
        """The options as `model`; JSON must have the right types, forms and addresses only know texts."""
        try:
            return model.model_validate(dict(self.options), strict=self.picture is None)
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
        raise unsupported(JSON, (MULTIPART, *PICTURE_TYPES))
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
    async with request.form(max_files=1, max_fields=MAX_FORM_FIELDS, max_part_size=MAX_FIELD_BYTES) as form:
        image = form.get("image")
        if not isinstance(image, UploadFile):
            raise _no_picture("a file in the form field 'image' is expected")
        # A form in a browser sends fields that nobody filled in as empty texts.
        options = {name: value for name, value in form.items() if name != "image" and value != ""}
        return Submission(options, _not_empty(await image.read()))


async def _from_json(request: Request) -> Submission:
    _refuse_query(request, "in the JSON object")
    try:
        options = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise Refused(
            Failure("bad_request", f"The body is no JSON: {error}.", 'Send {"grid": "ABCD/EFGH"}.')
        ) from None
    if not isinstance(options, dict):
        raise Refused(
            Failure("invalid_request", "body: should be a JSON object.", 'Send {"grid": "ABCD/EFGH"}.')
        )
    return Submission(options)


async def _from_picture(request: Request) -> Submission:
    return Submission(dict(request.query_params), _not_empty(await request.body()))


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
        "curl -F image=@screenshot.png ...",
        {"fields": [{"field": "image", "message": expected}]},
    )
    return Refused(failure)
