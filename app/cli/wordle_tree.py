"""`tilewise wordle tree`: the best decision tree of a game, with proof or a bound."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.outcome import (
    AsJson,
    bad_input,
    context_of,
    ending,
    is_plain,
    print_json,
    settings_of_machine,
    write_file,
)
from app.cli.processes import usable_cores
from app.cli.wordle_game import AllowedFile, AnswersFile, DictionaryName, Length, game_members
from app.cli.wordle_proofs import ProofFile
from app.problems import NOTHING_FOUND
from worker.solvers.wordle_clues import Mode
from worker.wire import JsonObject
from worker.wordle_games import open_game
from worker.wordle_results import tree_json

if TYPE_CHECKING:
    from worker.solvers.wordle import WordleWords
    from worker.solvers.wordle_narrow import NarrowSearch
    from worker.solvers.wordle_tree import TreeOptions, TreeProgress, TreeSearch

_BAR: Final = 1_000


def tree(
    answers: AnswersFile = None,
    allowed: AllowedFile = None,
    start: Annotated[
        str | None, typer.Option(metavar="WORD", help="The first guess; the best one is found unless said.")
    ] = None,
    mode: Annotated[Mode, typer.Option(help="easy, or hard: hints must be used.")] = Mode.EASY,
    max_guesses: Annotated[int, typer.Option(help="Guesses of a game: no answer may take more.")] = 6,
    seconds: Annotated[
        float | None,
        typer.Option(help="Stop after about so long, with the best tree so far and a bound; till proven."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="For games too large for a proof: try about so many guesses of each state, 1 to 1000.",
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Cores to use where no start is given, or a width.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is found in a file, and go on with it next time."),
    ] = None,
    dictionary: DictionaryName = None,
    length: Length = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the tree as JSON.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the decision tree with the fewest guesses over all answers, and prove that none is better.

    Without a start every allowed word is one, which takes minutes to days; stopped with Ctrl-C or --seconds,
    the command tells the best tree so far and a total that no tree comes below, and with --resume the next
    call goes on from there. Where ten thousand words may be the answer a proof is out of reach: --width finds
    a good tree of one start, the better the wider. Exits 1 when there is no tree within the guesses of a
    game, or none is known.

    \b
    Examples:
      tilewise wordle tree --start salet
      tilewise wordle tree --answers a.txt --allowed g.txt --start palet --mode hard --max-guesses 5
      tilewise wordle tree --mode hard --seconds 60 --out tree.json --json
      tilewise wordle tree --seconds 3600 --resume proof.json
      tilewise wordle tree --allowed g.txt --start lants --width 600 --resume lants.json --out tree.json
    """
    began = time.perf_counter()
    with ending(as_json=as_json):
        if seconds is not None and not seconds >= 0:
            raise bad_input(f"--seconds is a number from 0 up, not {seconds:g}.")
        if width is not None and start is None:
            raise bad_input("--width is for the search of one start.", "Give --start WORD, too.")
        if resume is not None and start is not None and width is None:
            raise bad_input(
                "--resume is for the search of all starts, or with --width.", "Leave --start or --resume out."
            )
        request = _request(answers, allowed, dictionary, length, mode)
        words, options = _game(request, start, mode, max_guesses)
        proofs = None if resume is None else ProofFile(resume, words, options)
        search = _search(words, options, width, _threads(jobs), proofs)
        _run(search, None if seconds is None else began + seconds, proofs)
        result = search.result()
        if out is not None and result.tree is not None:
            write_file(out, json.dumps(result.tree, ensure_ascii=False, separators=(",", ":")).encode())
    told = {**tree_json(result, words, options), "seconds": round(time.perf_counter() - began, 2)}
    if as_json:
        print_json(told)
    else:
        for line in _lines(told):
            typer.echo(line)
    raise typer.Exit(0 if result.tree else NOTHING_FOUND)


def _threads(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise bad_input(f"--jobs is at least 1, not {jobs}.")
    return jobs or usable_cores()


def _request(
    answers: Path | None, allowed: Path | None, dictionary: str | None, length: int | None, mode: Mode
) -> JsonObject:
    request = game_members(
        context_of(settings_of_machine()),
        dictionary=dictionary,
        length=length,
        answers=answers,
        allowed=allowed,
        probabilities=None,
        exclude=None,
        mode=mode,
    )
    if request["answers"] and request["allowed"]:
        strange = set(map(str.casefold, request["answers"])) - set(map(str.casefold, request["allowed"]))
        if strange:
            listed = ", ".join(sorted(strange)[:5])
            raise bad_input(
                f"{answers}: {len(strange):,} answers are not among the allowed words: {listed}.",
                "Add them to the allowed words, or leave --allowed out.",
            )
    return request


def _game(
    request: JsonObject, start: str | None, mode: Mode, max_guesses: int
) -> tuple[WordleWords, TreeOptions]:
    game = open_game(request, context_of(settings_of_machine()))
    # Loads Numba.
    from worker.solvers.wordle_tree import TreeOptions, check_size

    check_size(game.words)
    return game.words, TreeOptions(None if start is None else game.fold(start), mode, max_guesses)


def _search(
    words: WordleWords, options: TreeOptions, width: int | None, threads: int, proofs: ProofFile | None
) -> TreeSearch | NarrowSearch:
    from worker.kernels.patterns import pattern_matrix
    from worker.solvers.wordle_narrow import KnownGroups, NarrowSearch
    from worker.solvers.wordle_proof import Known
    from worker.solvers.wordle_tree import TreeSearch

    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    with nullcontext() if proofs is None else proofs.reading() as told:
        if width is not None:
            groups = None if told is None else KnownGroups(**told)
            return NarrowSearch(words, patterns, options, width, threads=threads, known=groups)
        known = None if told is None else Known(**told)
        return TreeSearch(words, patterns, options, threads=threads, known=known)


def _run(search: TreeSearch | NarrowSearch, end: float | None, proofs: ProofFile | None) -> None:
    """Take turns till the end of the search, of the time, or of the patience."""
    from worker.solvers.wordle_tree import TURN

    with _bar() as show:
        try:
            while not search.run(TURN):
                show(search.progress)
                if proofs is not None:
                    proofs.keep(search.known.to_json())
                if end is not None and time.perf_counter() > end:
                    break
        except KeyboardInterrupt:
            pass
    if proofs is not None:
        proofs.keep(search.known.to_json(), now=True)


@contextmanager
def _bar() -> Iterator[Callable[[TreeProgress], None]]:
    """A bar on stderr, where someone watches: how far the stage is, the best so far, the bound."""
    if not sys.stderr.isatty() or is_plain():
        yield lambda progress: None
        return
    with typer.progressbar(length=_BAR, file=sys.stderr, show_eta=False) as bar:

        def show(progress: TreeProgress) -> None:
            best = "none yet" if progress.start is None else f"{progress.start.upper()} {progress.total:,}"
            bar.label = f"{progress.stage:6} best: {best}, none below {progress.lower_bound:,}"
            bar.pos = round(_BAR * progress.share)
            bar.render_progress()

        yield show


def _lines(told: dict[str, Any]) -> Iterator[str]:
    proof = told["proof"]
    if told["total"] is not None:
        yield (
            f"{told['start'].upper()}: {told['total']:,} guesses for {told['answers']:,} answers, "
            f"{told['mean']:.5f} on average, {told['worst']} at most ({told['mode']} mode)."
        )
        yield "Answers by guesses: " + ", ".join(f"{n}: {count:,}" for n, count in told["guesses"].items())
    yield _verdict(told)
    if proof["starts"] > 1:
        yield f"Of {proof['starts']:,} starts {proof['ruled_out']:,} are shown to be no better."
    yield (
        f"States opened: {proof['states']:,}. Groups bounded by every guess: {proof['bounds']:,}. "
        f"Elapsed: {told['seconds']:.1f} s."
    )


def _verdict(told: dict[str, Any]) -> str:
    one = "No start" if told["proof"]["starts"] > 1 else "No tree with this start"
    if told["possible"] is False:
        return f"{one} finds every answer within {_guesses(told['max_guesses'])}: proven."
    if told["proven"]:
        return f"{one} comes to fewer: proven."
    least = f"{one} comes below {told['lower_bound']:,}"
    if told["total"] is None:
        return f"No tree within {_guesses(told['max_guesses'])} is known yet. {least}."
    return f"{least}; the gap is {told['gap']:,}."


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
