"""Ways to send a word list: a form with a file, a JSON object with words, or the bare file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request

from app.routes import forms
from app.routes.forms import JSON, MULTIPART, FileBody, Options
from app.routes.submission import checked
from app.schemas.lists import ListOptions, ListWords, WordsToCheck

TEXT: Final = "text/plain"
_LIST: Final = FileBody(
    "file",
    "a word list",
    "curl -F file=@words.txt -F name=my-words ...",
    'Send {"name": "my-words", "words": ["cat", "dog"]}.',
)
_SOME_WORDS: Final = 'Send {"words": ["cat", "dog"]}.'
_WORDS: Final = FileBody("words", "words", _SOME_WORDS, _SOME_WORDS)


@dataclass(frozen=True, slots=True)
class ListUpload:
    """A word list as it came: text with one word a line."""

    name: str
    language: str
    replace: bool
    content: bytes


async def _read_upload(request: Request) -> ListUpload:
    media_type = forms.media_type_of(request)
    if media_type == MULTIPART:
        return _upload(*await forms.from_form(request, _LIST))
    if media_type == JSON:
        asked = checked(await forms.from_json(request, _LIST), ListWords, typed=True)
        # A word with a line's end in it is two words, as it is in a file.
        return ListUpload(asked.name, asked.language, asked.replace, "\n".join(asked.words).encode())
    if media_type == TEXT:
        return _upload(*await forms.from_file(request, _LIST))
    raise forms.unsupported(media_type, (MULTIPART, JSON, TEXT), _LIST)


def _upload(options: Options, content: bytes) -> ListUpload:
    asked = checked(options, ListOptions, typed=False)
    return ListUpload(asked.name, asked.language, asked.replace, content)


async def _read_words(request: Request) -> WordsToCheck:
    media_type = forms.media_type_of(request)
    if media_type != JSON:
        raise forms.unsupported(media_type, (JSON,), _WORDS)
    return checked(await forms.from_json(request, _WORDS), WordsToCheck, typed=True)


UploadNeed = Annotated[ListUpload, Depends(_read_upload)]
WordsNeed = Annotated[WordsToCheck, Depends(_read_words)]
