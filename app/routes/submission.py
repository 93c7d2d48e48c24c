"""Ways to send a puzzle: a form with a picture, a JSON object with or without one, or the bare picture."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request
from pydantic import BaseModel, ValidationError

from app.handlers import wrong_fields
from app.problems import Refused
from app.routes import forms
from app.routes.forms import JSON, MULTIPART, FileBody

PICTURE_TYPES: Final = (
    *(f"image/{kind}" for kind in ("png", "jpeg", "webp", "heic", "avif", "gif", "bmp", "tiff")),
    "application/octet-stream",
)
LISTS: Final = ("points", "directions")
"""Options that may be a list, written `1,1,2` in a form or an address."""
JSON_HINTS: Final = {
    "/wordhunt/solve": 'Send {"grid": "ABCD/EFGH"}.',
    "/wordsearch": 'Send {"grid": "CATS/ODOG", "words": ["cat", "dog"]}.',
    "/wordle/suggest": 'Send {"clues": ["crane=gybbb"]}.',
    "/wordle/rate": 'Send {"clues": ["crane", "slate"], "answer": "slate"}.',
    "/levels/words": 'Send {"letters": "there"}.',
    "/levels/solve": 'Send {"letters": "park", "crossword": ["####", "A...", "###."]}.',
    "/read": 'Send {"image": "..."}, the picture in base64.',
}
"""What each route takes for its shortest body."""
_IN_BASE64: Final = "the bytes of a picture in base64 are expected"

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
        return checked(self.options, model, typed=self.typed)


def checked(options: Mapping[str, Any], model: type[Model], *, typed: bool) -> Model:
    """Options as `model`; raises Refused, which names the wrong ones."""
    try:
        return model.model_validate(dict(options), strict=typed)
    except ValidationError as error:
        raise Refused(wrong_fields(error)) from None


async def json_body(request: Request, model: type[Model], expected: FileBody) -> Model:
    """The options of a body that can only be a JSON object; raises Refused."""
    media_type = forms.media_type_of(request)
    if media_type != JSON:
        raise forms.unsupported(media_type, (JSON,), expected)
    return checked(await forms.from_json(request, expected), model, typed=True)


def _picture_at(request: Request) -> FileBody:
    hint = JSON_HINTS[request.scope["route"].path]
    return FileBody("image", "a picture", "curl -F image=@screenshot.png ...", hint, lists=LISTS)


async def _read_submission(request: Request) -> Submission:
    media_type, expected = forms.media_type_of(request), _picture_at(request)
    if media_type == MULTIPART:
        return Submission(*await forms.from_form(request, expected))
    if media_type == JSON:
        return await _from_json(request, expected)
    if media_type.startswith("image/") or media_type in PICTURE_TYPES:
        return Submission(*await forms.from_file(request, expected))
    raise forms.unsupported(media_type, (MULTIPART, JSON, *PICTURE_TYPES), expected)


SubmissionNeed = Annotated[Submission, Depends(_read_submission)]


async def _read_picture(request: Request, submission: SubmissionNeed) -> Submission:
    if submission.picture is None:
        raise forms.no_file(_IN_BASE64, _picture_at(request))
    return submission


PictureNeed = Annotated[Submission, Depends(_read_picture)]


async def _from_json(request: Request, expected: FileBody) -> Submission:
    options = await forms.from_json(request, expected)
    picture = _from_base64(options.pop("image"), expected) if "image" in options else None
    return Submission(options, picture, typed=True)


def _from_base64(text: object, expected: FileBody) -> bytes:
    """The picture in a JSON object, as base64 or as a `data:` address with it."""
    try:
        if not isinstance(text, str):
            raise ValueError
        encoded = text.partition(",")[2] if text.startswith("data:") else text
        return forms.not_empty(base64.b64decode(encoded, validate=True), expected)
    except ValueError:
        raise forms.no_file(_IN_BASE64, expected) from None
