"""`tilewise dictionary`: which word lists there are, bring one's own, look words up."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

import dictionaries
from app.cli.outcome import AsJson, Failed, bad_input, ending, is_plain, print_json, settings_of_machine
from app.problems import NOTHING_FOUND
from dictionaries import Dictionary, DictionaryError, Fitness, Language, WordList
from worker.wire import Failure

_SHOWN_DIGITS = 12
"""Of a hash, in tables; as many as `find` takes for a name."""

_PROGRESS_FROM_BYTES = 4_000_000
"""About a second of reading; a bar for less would only flicker."""


class FileKind(StrEnum):
    """How imported files are read."""

    auto = "auto"
    words = "words"
    text = "text"


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
    path: Annotated[Path, typer.Argument(help="A file, or a folder of them.")],
    name: Annotated[str, typer.Option(help="What to call it: a-z, 0-9, hyphens.")],
    language: Annotated[str, typer.Option(help="Code of the language whose letters it uses.")] = "en",
    kind: Annotated[
        FileKind, typer.Option("--as", help="words: one a line; text: running text or HTML, counted.")
    ] = FileKind.auto,
    replace: Annotated[bool, typer.Option("--replace", help="Take the name from another list.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring words of your own: lists, texts, pages.

    Upper case and accents are folded to the language's letters. Of a list, lines that hold anything else are
    left out; of a text, words are counted, and what is likely no word is left out. All of it is told. In a
    folder, names that begin with _ are skipped. Every request can name the list afterwards.
    """
    with _ending(as_json=as_json):
        dictionaries.check_name(name)
        read = _read_shown(path, dictionaries.language(language, _data_dir()), kind)
        dictionary = dictionaries.store(
            read.words,
            name=name,
            language_code=language,
            data_dir=_data_dir(),
            replace=replace,
            zipfs=read.zipfs,
            spellings=read.spellings,
        )
    if as_json:
        told = {"repeated": read.repeated, "dropped": read.dropped, "examples": read.examples}
        print_json({**_to_json(dictionary), **told})
        return
    typer.echo(f"Imported {dictionary.size:,} words as {name!r} ({dictionary.sha256[:_SHOWN_DIGITS]}).")
    for line in _left_out(read):
        typer.echo(f"  {line}")


@app.command("check")
def check_command(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words to look up.")],
    dictionary: Annotated[str, typer.Option(help="Name or SHA-256 of the list.")] = "",
    language: Annotated[str, typer.Option(help="Code of a language, for its own list.")] = "en",
    why: Annotated[bool, typer.Option("--why", help="Whether levels may ask for it, or why not.")] = False,
    nlp: Annotated[
        str, typer.Option(metavar="MODEL", help="With --why: a spaCy model that is asked about names.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Look words up, and how common they are.

    Exits 1 when the list lacks one of them.
    """
    with _ending(as_json=as_json):
        wanted = dictionaries.find(dictionary or language, data_dir=_data_dir())
        index = dictionaries.WordIndex.of(wanted)
        answers = [asdict(index.look_up(word)) for word in words]
        if why or nlp:
            fitness = _fitness(wanted, nlp)
            answers = [
                {**answer, "verdict": asdict(fitness.verdict(word))}
                for answer, word in zip(answers, words, strict=True)
            ]
    if as_json:
        print_json({"dictionary": {"name": wanted.name, "sha256": wanted.sha256}, "words": answers})
    else:
        for answer in answers:
            typer.echo("\n".join(_answer_lines(answer, wanted.name)))
    if not all(answer["found"] for answer in answers):
        raise typer.Exit(NOTHING_FOUND)


@app.command("feedback")
def feedback_command(
    dictionary: Annotated[str, typer.Argument(metavar="NAME", help="Name or SHA-256 of a list.")] = "en",
    accepted: Annotated[str, typer.Option(help="Words that a game took, parted by commas.")] = "",
    rejected: Annotated[str, typer.Option(help="Words that it refused.")] = "",
    clear: Annotated[bool, typer.Option("--clear", help="Forget what was told before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell what a game said of words, for `tilewise wordhunt` to go by; show what is known.

    Words that the game refused come last there, words that it took come first among those of equal points,
    and are found also when the list lacks them. A server on this machine without keys keeps the same.
    """
    with _ending(as_json=as_json):
        wanted = dictionaries.find(dictionary, data_dir=_data_dir())
        if clear:
            dictionaries.clear_feedback(wanted.name, _data_dir())
        taken, strange = _folded(accepted, wanted)
        refused, stranger = _folded(rejected, wanted)
        if taken or refused:
            dictionaries.add_feedback(wanted.name, _data_dir(), taken, refused)
        kept = dictionaries.read_feedback(wanted.name, _data_dir())
        words = [asdict(heard) for heard in kept.judged(dictionaries.WordIndex.of(wanted))]
    left_out = strange + stranger
    if as_json:
        told = {"name": wanted.name, "sha256": wanted.sha256}
        print_json({"dictionary": told, "version": kept.sha256 or None, "words": words, "left_out": left_out})
        return
    for heard in words:
        typer.echo(_heard_line(heard))
    for word in left_out:
        typer.echo(f"{word}: cannot be written in the list's letters, left out")
    if not words:
        typer.echo(f"Nothing is known of a game's words in {wanted.name}.")


def _folded(text: str, wanted: Dictionary) -> tuple[list[str], list[str]]:
    words = text.replace(",", " ").replace(";", " ").split()
    return dictionaries.fold_reports(words, dictionaries.language(wanted.language, _data_dir()))


def _heard_line(heard: Mapping[str, Any]) -> str:
    """As in `star: accepted (taken 3, refused 0), chance 99.9%`."""
    where = "" if heard["found"] else ", not in the list"
    counts = f"taken {heard['accepted']:,}, refused {heard['rejected']:,}"
    return f"{heard['word']}: {heard['game']} ({counts}){where}, chance {heard['chance']:.1%}"


def _fitness(wanted: Dictionary, model: str) -> Fitness:
    from dictionaries.nlp import SpacyTagger

    tagger = SpacyTagger.load(model) if model else None
    return dictionaries.Fitness.of(wanted, data_dir=_data_dir(), tagger=tagger)


def _answer_lines(answer: Mapping[str, Any], name: str) -> Iterator[str]:
    where = f"in {name}" if answer["found"] else f"not in {name}"
    level = "" if answer["level"] is None else f", {answer['rarity']} (SCOWL level {answer['level']})"
    verdict = answer.get("verdict")
    yield f"{answer['word']}: {where}{level}" + ("" if verdict is None else f", {_fitness_text(verdict)}")
    if verdict is not None:
        yield from (f"  {reason['sentence']}" for reason in verdict["reasons"])


def _fitness_text(verdict: Mapping[str, Any]) -> str:
    """As in `fit for players (Zipf 6.7; written más, mas)`."""
    word, written = verdict["word"], verdict["spellings"]
    known = [
        *([] if verdict["zipf"] is None else [f"Zipf {verdict['zipf']:.1f}"]),
        *([] if verdict["lemma"] == word else [f"a form of {verdict['lemma']}"]),
        *([] if written == (word,) else [f"written {', '.join(written)}"]),
    ]
    return (
        ("fit" if verdict["fit"] else "not fit")
        + " for players"
        + (f" ({'; '.join(known)})" if known else "")
    )


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
        examples = ", ".join(read.examples[reason])
        yield f"left out, {reason}: {count:,}" + (f" ({examples})" if examples else "")


def _read_shown(path: Path, tongue: Language, kind: FileKind) -> WordList:
    """Read files, with a progress bar where it takes time and someone watches."""
    files = dictionaries.files_in(path)
    size = sum(file.stat().st_size for file in files)
    if size < _PROGRESS_FROM_BYTES or not sys.stderr.isatty() or is_plain():
        return dictionaries.read_files(files, tongue, kind=kind.value)
    with typer.progressbar(length=size, label="Reading", file=sys.stderr) as bar:
        return dictionaries.read_files(files, tongue, kind=kind.value, progress=bar.update)


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
