"""`tilewise dictionary`: which word lists there are, bring one's own, look words up."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

import dictionaries
from app.cli.outcome import AsJson, Failed, bad_input, ending, is_plain, print_json, settings_of_machine
from app.problems import NOTHING_FOUND
from dictionaries import Dictionary, DictionaryError, Language, WordList
from worker.wire import Failure

_SHOWN_DIGITS = 12
"""Of a hash, in tables; as many as `find` takes for a name."""

_PROGRESS_FROM_BYTES = 4_000_000
"""About a second of reading; a bar for less would only flicker."""

app = typer.Typer(
    name="dictionary",
    help="Word lists: list them, import one, look words up.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
)


@app.command("list")
def list_command(as_json: AsJson = False) -> None:
    """Show every word list that a request can name."""
    with _ending(as_json=as_json):
        found = dictionaries.listed(data_dir=_data_dir())
    if as_json:
        print_json([_to_json(dictionary) for dictionary in found])
        return
    typer.echo(f"{'name':<24}{'language':<12}{'words':>9}  {'sha256':<{_SHOWN_DIGITS}}  origin")
    for dictionary in found:
        typer.echo(_table_line(dictionary))


@app.command("import")
def import_command(
    path: Annotated[Path, typer.Argument(help="Text file with one word a line.")],
    name: Annotated[str, typer.Option(help="What to call it: a-z, 0-9, hyphens.")],
    language: Annotated[str, typer.Option(help="Code of the language whose letters it uses.")] = "en",
    replace: Annotated[bool, typer.Option("--replace", help="Take the name from another list.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring a word list of your own.

    Upper case and accents are folded to the language's letters; lines that hold anything else are left out
    and counted. Every request can name the list afterwards.
    """
    with _ending(as_json=as_json):
        dictionaries.check_name(name)
        read = _read_shown(path, dictionaries.language(language, _data_dir()))
        dictionary = dictionaries.store(
            read.words, name=name, language_code=language, data_dir=_data_dir(), replace=replace
        )
    if as_json:
        print_json({**_to_json(dictionary), "repeated": read.repeated, "dropped": read.dropped})
        return
    typer.echo(f"Imported {dictionary.size:,} words as {name!r} ({dictionary.sha256[:_SHOWN_DIGITS]}).")
    for line in _left_out(read):
        typer.echo(f"  {line}")


@app.command("check")
def check_command(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words to look up.")],
    dictionary: Annotated[str, typer.Option(help="Name or SHA-256 of the list.")] = "en",
    as_json: AsJson = False,
) -> None:
    """Look words up, and how common they are.

    Exits 1 when the list lacks one of them.
    """
    with _ending(as_json=as_json):
        wanted = dictionaries.find(dictionary, data_dir=_data_dir())
        index = dictionaries.WordIndex.of(wanted)
        answers = [asdict(index.look_up(word)) for word in words]
    if as_json:
        print_json({"dictionary": {"name": wanted.name, "sha256": wanted.sha256}, "words": answers})
    else:
        for answer in answers:
            typer.echo(_answer_line(answer, wanted.name))
    if not all(answer["found"] for answer in answers):
        raise typer.Exit(NOTHING_FOUND)


def _answer_line(answer: Mapping[str, Any], name: str) -> str:
    where = f"in {name}" if answer["found"] else f"not in {name}"
    level = "" if answer["level"] is None else f", {answer['rarity']} (SCOWL level {answer['level']})"
    return f"{answer['word']}: {where}{level}"


def _table_line(dictionary: Dictionary) -> str:
    origin = "shipped" if dictionary.built_in else "imported"
    short_hash = dictionary.sha256[:_SHOWN_DIGITS]
    return f"{dictionary.name:<24}{dictionary.language:<12}{dictionary.size:>9,}  {short_hash}  {origin}"


def _to_json(dictionary: Dictionary) -> dict[str, Any]:
    return {
        "name": dictionary.name,
        "language": dictionary.language,
        "words": dictionary.size,
        "sha256": dictionary.sha256,
        "origin": "shipped" if dictionary.built_in else "imported",
    }


def _left_out(read: WordList) -> Iterator[str]:
    if read.repeated:
        yield f"repeated: {read.repeated:,}"
    for reason, count in read.dropped.items():
        yield f"left out, {reason}: {count:,}"


def _read_shown(path: Path, tongue: Language) -> WordList:
    """Read a list, with a progress bar where it takes time and someone watches."""
    size = path.stat().st_size
    if size < _PROGRESS_FROM_BYTES or not sys.stderr.isatty() or is_plain():
        return dictionaries.read_list(path, tongue)
    with typer.progressbar(length=size, label="Reading", file=sys.stderr) as bar:
        return dictionaries.read_list(path, tongue, progress=bar.update)


def _data_dir() -> Path:
    return settings_of_machine().data_dir


@contextmanager
def _ending(*, as_json: bool) -> Iterator[None]:
    """As `ending`, also for what is wrong with a word list or its file."""
    with ending(as_json=as_json):
        try:
            yield
        except dictionaries.NoSuchDictionary as error:
            raise Failed(Failure("unknown_dictionary", str(error), error.hint)) from None
        except DictionaryError as error:
            raise bad_input(str(error), error.hint) from None
        except OSError as error:
            raise bad_input(f"{error.filename or 'The file'}: {error.strerror or error}.") from None
