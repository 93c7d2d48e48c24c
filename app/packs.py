"""Packs of levels as files: JSON, or NDJSON with the pack itself in the first line and a level in each other;
plain or gzipped.

A pack's JSON as workers write it has a level a line, so it is turned into NDJSON without being parsed.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from worker.levels_results import LEVELS, without_levels

KINDS: Final = ("json", "ndjson", "json.gz", "ndjson.gz")
_PIECE: Final = 1 << 16
_GZIP: Final = 31
"""For zlib: a gzip header, the largest window. It has no name and no time: the same pack is the same file."""
_GZIP_MAGIC: Final = b"\x1f\x8b"

Json = dict[str, Any]


class Pack(NamedTuple):
    """A pack that was read."""

    head: Json
    """All but the levels."""
    levels: Iterable[Json]
    """Read as they are asked for, once, where the file has one a line."""


def kind_of(path: Path) -> str | None:
    """Which kind of file a name says, if any."""
    return next((kind for kind in KINDS if path.name.lower().endswith(f".{kind}")), None)


def pack_file(pack: bytes, kind: str) -> Iterator[bytes]:
    """The content of a file, in pieces.

    Args:
        pack: as a worker writes it.
    """
    pieces = _ndjson(pack) if kind.startswith("ndjson") else _pieces(pack)
    return _gzipped(pieces) if kind.endswith(".gz") else pieces


def read_pack(file: BinaryIO) -> Pack:
    """A pack from a file of any kind, whatever it is called.

    Raises:
        ValueError: it is none of them, or damaged.
    """
    magic = file.read(2)
    file.seek(0)
    lines: Any = gzip.GzipFile(fileobj=file) if magic == _GZIP_MAGIC else file
    try:
        first = lines.readline()
        head = _object(first)
        if head is not None and "levels" not in head:
            return Pack(head, _each(lines))
        whole = head if head is not None else json.loads(first + lines.read())
        return Pack({name: value for name, value in whole.items() if name != "levels"}, whole["levels"])
    except (OSError, EOFError, zlib.error, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


def _object(line: bytes) -> Json | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _each(lines: Iterable[bytes]) -> Iterator[Json]:
    return (json.loads(line) for line in lines if line.strip())


def _pieces(content: bytes) -> Iterator[bytes]:
    return (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))


def _ndjson(pack: bytes) -> Iterator[bytes]:
    yield without_levels(pack) + b"\n"
    levels = pack.partition(LEVELS)[2].split(b"\n")[:-2]
    yield from (line.rstrip(b",") + b"\n" for line in levels)


def _gzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=_GZIP)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()
