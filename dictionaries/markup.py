"""The text of a web page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Final

_HIDDEN: Final = re.compile("script|style|template|noscript")
_INLINE: Final = re.compile("a|abbr|b|bdi|big|cite|code|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|u")
"""Elements that a word may go on through: half of it may be bold."""


def without_markup(texts: Iterable[str]) -> Iterator[str]:
    """What a page shows, piece by piece as it comes in; words end where elements do, but for inline ones."""
    stripper = _Stripper()
    for text in texts:
        stripper.feed(text)
        yield stripper.take()
    stripper.close()
    yield stripper.take()


class _Stripper(HTMLParser):
    """The text of a page, without what is not shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[str] = []
        self._hidden = 0

    def take(self) -> str:
        """What was read since the last time."""
        text = "".join(self._pieces)
        self._pieces.clear()
        return text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += bool(_HIDDEN.fullmatch(tag))
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - bool(_HIDDEN.fullmatch(tag)))
        self._part(tag)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._pieces.append(data)

    def _part(self, tag: str) -> None:
        if not _INLINE.fullmatch(tag):
            self._pieces.append(" ")
