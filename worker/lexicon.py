"""A word list as a minimal word graph (DAWG), mapped from disk as it is searched.

The graph is one table of edges, four unsigned 32-bit numbers each. A *node* is nothing but a run of edges, in
alphabetical order; whether a word ends is a property of the edge that spells its last letter. An edge says
all about the node it leads to, so that a step costs one memory access:

    0  mask    which letters go on from there (bit 0 = first letter of the alphabet); 0 ends the graph
    1  base    where that node's edges begin, times two; plus one when a word ends with this edge
    2  skip    how many words the earlier edges of the same node lead to
    3  longest how many letters may still follow

The edge for `letter` of a node (mask, base) stands at `base + popcount(mask & (bit(letter) - 1))`. Adding up
`skip` (and one for each word passed) along a word's edges numbers the words in alphabetical order from 0
without gaps (a minimal perfect hash, Lucchesi and Kowaltowski 1993), so found words need no strings.

The file is the header, then the edges: `cache_dir/<sha256 of the list>-v<format>.dawg`.
"""

from __future__ import annotations

import logging
import mmap
import os
import struct
import unicodedata
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from worker.whole_files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

log = logging.getLogger(__name__)

FORMAT: Final = 1
_MAGIC: Final = b"TILEDAWG"
# magic, format, edges, words, longest word, root mask, root base, checksum; sha256; alphabet (UTF-8)
_HEADER: Final = struct.Struct("<8s7I32s128s")
_HEADER_SIZE: Final = 256
_EDGE_BYTES: Final = 16


class WordSource(Protocol):
    """What is needed of a dictionary to make its graph; `dictionaries.Dictionary` has it."""

    @property
    def sha256(self) -> str: ...
    @property
    def alphabet(self) -> str: ...
    def words(self) -> Iterator[str]: ...


class DamagedLexicon(ValueError):
    """A graph file that is cut short, altered or of another list; it is built anew."""


class Lexicon:
    """A word graph over one alphabet; words have numbers 0 .. word_count - 1 in alphabetical order."""

    def __init__(self, image: mmap.mmap | bytes, *, verify: bool = False) -> None:
        """Take a graph file's content; raises DamagedLexicon. `verify` reads it all, else only the header."""
        header = _read_header(image)
        (_, _, edges, words, longest, mask, base, checksum, digest, alphabet) = header
        self.alphabet: str = alphabet.rstrip(b"\0").decode()
        self.sha256: str = digest.hex()
        self.word_count: int = words
        self.max_length: int = longest
        self.root_mask: int = mask
        self.root_base: int = base
        body = memoryview(image)[_HEADER_SIZE : _HEADER_SIZE + edges * _EDGE_BYTES]
        if verify and zlib.crc32(body) != checksum:
            raise DamagedLexicon("the word graph's checksum is wrong")
        self.edge_numbers: memoryview[int] = body.cast("I")
        """The edge table flat, for Python: four numbers an edge."""
        self._codes = {letter: code for code, letter in enumerate(self.alphabet)}

    @cached_property
    def edges(self) -> NDArray[np.uint32]:
        """The edge table for kernels, uint32 (edges, 4), read-only."""
        import numpy as np

        return np.frombuffer(self.edge_numbers, dtype=np.uint32).reshape(-1, 4)

    def __len__(self) -> int:
        return self.word_count

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.index(word) is not None

    def __iter__(self) -> Iterator[str]:
        """Every word in alphabetical order."""
        return (self.word(index) for index in range(self.word_count))

    def codes(self, letters: str) -> tuple[int, ...] | None:
        """Letters as numbers, accents dropped where the alphabet has none; None when one is foreign to it.

        >>> english.codes("Qué")
        (16, 20, 4)
        """
        found = [self._code(letter) for letter in letters.lower()]
        return None if None in found else tuple(code for code in found if code is not None)

    def _code(self, letter: str) -> int | None:
        code = self._codes.get(letter)
        if code is None and len(letter) == 1:
            code = self._codes.get(unicodedata.normalize("NFD", letter)[0])
        return code

    def index(self, word: str) -> int | None:
        """The word's number, or None when it is no word of the list; it must be spelled as in the list."""
        mask, base, number, is_word = self.root_mask, self.root_base, 0, 0
        for letter in word:
            code = self._codes.get(letter)
            if code is None or not mask >> code & 1:
                return None
            at = 4 * (base + (mask & ((1 << code) - 1)).bit_count())
            mask, packed, skip, _ = self.edge_numbers[at : at + 4]
            number += is_word + skip
            base, is_word = packed >> 1, packed & 1
        return number if is_word else None

    def word(self, index: int) -> str:
        """The word with this number; raises IndexError."""
        if not 0 <= index < self.word_count:
            raise IndexError(f"word {index} of {self.word_count}")
        mask, base, spelled = self.root_mask, self.root_base, []
        while True:
            letter, (mask, packed, skip, _) = self._edge_towards(index, mask, base)
            spelled.append(letter)
            index, base = index - skip, packed >> 1
            if packed & 1:
                if index == 0:
                    return "".join(spelled)
                index -= 1

    def _edge_towards(self, index: int, mask: int, base: int) -> tuple[str, memoryview[int]]:
        """The letter and numbers of the node's last edge that skips at most `index` words."""
        low, high = base, base + mask.bit_count() - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.edge_numbers[4 * middle + 2] <= index:
                low = middle
            else:
                high = middle - 1
        for _ in range(low - base):
            mask &= mask - 1
        code = (mask & -mask).bit_length() - 1
        return self.alphabet[code], self.edge_numbers[4 * low : 4 * low + 4]


def open_lexicon(dictionary: WordSource, cache_dir: Path, *, verify: bool = False) -> Lexicon:
    """Map the dictionary's graph from `cache_dir`, building it there first when it is missing or damaged.

    Several processes may do so at once: each builds its own temporary file and renames it into place. Where
    nothing can be written the graph stays in memory. Raises ValueError when the list has words that are not
    of its alphabet.
    """
    path = cache_dir / f"{dictionary.sha256}-v{FORMAT}.dawg"
    try:
        return _map(path, dictionary, verify=verify)
    except FileNotFoundError:
        pass
    except (DamagedLexicon, OSError) as error:
        log.warning("word graph %s is built anew: %s", path.name, error)
    image = build_image(dictionary)
    try:
        write_whole(path, image)
        return _map(path, dictionary, verify=verify)
    except OSError as error:
        log.warning("word graph %s stays in memory, %s cannot hold it: %s", path.name, cache_dir, error)
        return Lexicon(image)


def build_image(dictionary: WordSource) -> bytes:
    """The content of a dictionary's graph file; the same bytes for the same list."""
    from worker.lexicon_build import build_graph

    graph = build_graph(dictionary.words(), dictionary.alphabet)
    body = graph.edges.tobytes()
    header = _HEADER.pack(
        _MAGIC,
        FORMAT,
        len(graph.edges),
        graph.word_count,
        graph.max_length,
        graph.root_mask,
        graph.root_base,
        zlib.crc32(body),
        bytes.fromhex(dictionary.sha256),
        dictionary.alphabet.encode(),
    )
    return header.ljust(_HEADER_SIZE, b"\0") + body


def _read_header(image: mmap.mmap | bytes) -> tuple[Any, ...]:
    if len(image) < _HEADER_SIZE:
        raise DamagedLexicon("the word graph has no header")
    header = _HEADER.unpack_from(image)
    magic, version, edges = header[:3]
    if magic != _MAGIC or version != FORMAT:
        raise DamagedLexicon("this is no word graph of this format")
    if len(image) != _HEADER_SIZE + edges * _EDGE_BYTES:
        raise DamagedLexicon(f"the word graph has {len(image)} bytes where its header promises more or fewer")
    return header


def _map(path: Path, dictionary: WordSource, *, verify: bool) -> Lexicon:
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:  # which mmap refuses with a plain ValueError
            raise DamagedLexicon("the word graph is empty")
        image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    lexicon = Lexicon(image, verify=verify)
    if (lexicon.sha256, lexicon.alphabet) != (dictionary.sha256, dictionary.alphabet):
        raise DamagedLexicon("the word graph is that of another list")
    return lexicon
