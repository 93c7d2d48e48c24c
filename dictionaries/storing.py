"""Store a list of words under its hash and a name.

Whole files are written under temporary names and then moved, so that a reader or a second importer never sees
half a list.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path

from dictionaries.dictionary import Dictionary, content_hash, write_card
from dictionaries.errors import NameTaken, NoSuchDictionary
from dictionaries.language import language
from dictionaries.packing import pack_lines, pack_tenths
from dictionaries.shelf import IMPORTED_WORDS, check_name, find, imported_dir
from dictionaries.spelling import pack_spellings


def store(
    words: Set[str],
    *,
    name: str,
    language_code: str,
    data_dir: Path,
    replace: bool = False,
    zipfs: Mapping[str, float] | None = None,
    spellings: Mapping[str, Sequence[str]] | None = None,
) -> Dictionary:
    """Write folded words into the data directory and let a name stand for them.

    The same words under the same name are stored already, under another name they get that name as well.

    Args:
        zipfs: how common words are, where that was counted.
        spellings: how words are written where that is not as they are played, commonest first.

    Raises:
        BadName; NameTaken: the name stands for other words, and `replace` was not asked for; OSError.
    """
    check_name(name)
    content = sorted(words)
    sha256 = content_hash(content)
    folder = imported_dir(data_dir)
    path = folder / IMPORTED_WORDS.format(sha256=sha256)
    alphabet = language(language_code, data_dir).alphabet
    dictionary = Dictionary(name, language_code, alphabet, sha256, path, len(content))
    if not replace:
        _refuse_taken(dictionary, data_dir)  # before anything is written
    folder.mkdir(parents=True, exist_ok=True)
    # Words and tables before the cards that point to them.
    write_whole(path, "\n".join(content).encode())
    if zipfs:
        write_whole(folder / f"{sha256}.zipf.xz", pack_tenths(zipfs.get(word, 0.0) for word in content))
    if spellings:
        lines = (pack_spellings(word, spellings.get(word, ())) for word in content)
        write_whole(folder / f"{sha256}.spellings.xz", pack_lines(lines))
    write_whole(folder / f"{sha256}.json", write_card(dictionary).encode())
    card = folder / f"{name}.json"
    if replace:
        write_whole(card, write_card(dictionary).encode())
    elif not _claim(card, write_card(dictionary).encode()):
        _refuse_taken(dictionary, data_dir)  # another importer may have been faster
    return dictionary


def _refuse_taken(dictionary: Dictionary, data_dir: Path) -> None:
    try:
        holder = find(dictionary.name, data_dir=data_dir)
    except NoSuchDictionary:
        return
    if (holder.sha256, holder.language) != (dictionary.sha256, dictionary.language):
        raise NameTaken(
            f"The name {dictionary.name!r} stands for another list of {holder.size:,} words.",
            hint="Choose another name, or add --replace.",
        )


def write_whole(path: Path, content: bytes) -> None:
    """Write a whole file or nothing, over what is there."""
    with _draft(path, content) as draft:
        draft.replace(path)


def _claim(path: Path, content: bytes) -> bool:
    """Write a whole file unless there is one already; False says that there is."""
    with _draft(path, content) as draft:
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return False
    return True


@contextmanager
def _draft(path: Path, content: bytes) -> Iterator[Path]:
    """A finished file of another name in the same directory, removed at the end if it is still there."""
    import tempfile  # a dozen modules, which only an import needs

    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        draft.chmod(0o644)  # mkstemp's own mode would hide the list from a server that runs as another user
        yield draft
    finally:
        draft.unlink(missing_ok=True)
