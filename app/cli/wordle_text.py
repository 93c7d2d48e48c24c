"""How Wordle looks at the terminal: guesses in a box, what is known, suggestions, what a trial came to."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import typer

from app.cli.board_text import WIDTH
from worker.wire import JsonObject

_COLOURS: Final = {"g": typer.colors.GREEN, "y": typer.colors.YELLOW, "b": typer.colors.BRIGHT_BLACK}
_BAR: Final = 40
"""Columns of the longest bar."""
_NAMED: Final = 12
"""Words named in a line of words left."""
_UNKNOWN: Final = "_"


class Shown(NamedTuple):
    """A guess with its marks, `crane` and `gybbb`; marks are empty as long as there are none."""

    guess: str
    marks: str


def shown(clue: str) -> Shown:
    """`crane=gybbb`, as results have it."""
    guess, _, marks = clue.partition("=")
    return Shown(guess, marks)


def box_lines(guesses: Sequence[Shown]) -> Iterator[str]:
    """The guesses in a box, on the colours of their marks; the marks as letters stand beside it."""
    if not guesses:
        return
    length = len(guesses[0].guess)
    yield _rule("┌┬┐", length)
    for number, guess in enumerate(guesses):
        if number:
            yield _rule("├┼┤", length)
        yield f" │{'│'.join(_tiles(guess))}│ {guess.marks}".rstrip()
    yield _rule("└┴┘", length)


def _rule(corners: str, length: int) -> str:
    left, middle, right = list(corners)
    return f" {left}{middle.join(['───'] * length)}{right}"


def _tiles(guess: Shown) -> Iterator[str]:
    for letter, mark in zip(guess.guess.upper(), guess.marks.ljust(len(guess.guess)), strict=True):
        tile = f" {letter} "
        yield typer.style(tile, bg=_COLOURS[mark], bold=True) if mark in _COLOURS else tile


def known_lines(guesses: Sequence[Shown], length: int) -> Iterator[str]:
    """The pattern so far, and which letters are known to be in the word and not to be in it."""
    pattern = [_UNKNOWN] * length
    within: dict[str, None] = {}
    for guess, marks in guesses:
        for place, (letter, mark) in enumerate(zip(guess.upper(), marks, strict=True)):
            if mark == "g":
                pattern[place] = letter
            if mark in "gy":
                within[letter] = None
    tried = dict.fromkeys("".join(guess.upper() for guess, marks in guesses if marks))
    yield f"Pattern: {' '.join(pattern)}"
    yield f"Letters in the word: {' '.join(within) or 'none known'}"
    yield f"Letters not in it: {' '.join(letter for letter in tried if letter not in within) or 'none known'}"


def count_line(board: JsonObject) -> str:
    """How many words remain, and what share that is."""
    count, likely = board["left_count"], board["likely_count"]
    line = f"{count:,} {'word' if count == 1 else 'words'} left, {board['left_share']:.2%} of all"
    return f"{line}; {likely:,} of them are likely" if likely < count else line


def left_line(board: JsonObject) -> str:
    """The words left, the likeliest first."""
    named = [f"{left['word'].upper()} {left['share']:.1%}" for left in board["left"][:_NAMED]]
    more = board["left_count"] - len(named)
    return "; ".join(named) + (f"; and {more:,} more" if more > 0 else "")


def suggestion_lines(suggestions: Sequence[JsonObject]) -> Iterator[str]:
    """A table of guesses, each with what it is worth."""
    if not suggestions:
        return
    by = list(suggestions[0]["win_by"])
    has_score = suggestions[0]["score"] is not None
    heads = "".join(f"{'by ' + guess:>8}" for guess in by)
    yield (
        f"  {'':<14}{'left':>8}{'worst':>7}{'groups':>8}{'bits':>7}{'wins':>8}{heads}{'guesses':>9}"
        f"{'score' if has_score else '':>9}".rstrip()
    )
    for number, one in enumerate(suggestions, 1):
        word = one["word"].upper() + ("" if one["possible"] else "*")
        chances = "".join(f"{one['win_by'][guess]:>8.1%}" for guess in by)
        expected = "" if one["expected_guesses"] is None else f"{one['expected_guesses']:.3f}"
        score = f"{one['score']:>9.2f}" if has_score else ""
        yield (
            f"{number:>2} {word:<13}{one['expected_left']:>8.2f}{one['worst']:>7,}{one['groups']:>8,}"
            f"{one['bits']:>7.2f}{one['win_now']:>8.1%}{chances}{expected:>9}{score}".rstrip()
        )
    if not all(one["possible"] for one in suggestions):
        yield "   * cannot be the answer itself"


def why_lines(suggestion: JsonObject) -> list[str]:
    """Why a guess is suggested."""
    return textwrap.wrap(f"{suggestion['word'].upper()}: {suggestion['why']}", WIDTH)


def board_chance_lines(suggestion: JsonObject) -> Iterator[str]:
    """The chances on each of several boards that are not solved, with a suggestion."""
    told = [(number, board) for number, board in enumerate(suggestion["boards"], 1) if board]
    if not told:
        return
    yield f"{'':<16}{'wins':>8}" + "".join(f"{'by ' + guess:>8}" for guess in told[0][1]["win_by"])
    for number, board in told:
        chances = "".join(f"{chance:>8.1%}" for chance in board["win_by"].values())
        yield f"   Board {number:<7}{board['win_now']:>8.1%}{chances}"
    if suggestion["drawn"]:
        yield f"Chances and guesses are averages over {suggestion['drawn']} drawn games, played on well."


def advice_lines(result: JsonObject, limit: int | None = None) -> Iterator[str]:
    """All that is said about a game: each board, what is left of it, and what to guess next."""
    several = len(result["boards"]) > 1
    for number, board in enumerate(result["boards"], 1):
        if several:
            yield f"Board {number}:"
        yield from box_lines([shown(clue) for clue in board["clues"]])
        if board["solved"]:
            yield f"Solved: {board['left'][0]['word'].upper()}."
            continue
        yield f"{count_line(board)}:" if board["left"] else count_line(board)
        if board["left"]:
            yield from textwrap.wrap(left_line(board), WIDTH, initial_indent="  ", subsequent_indent="  ")
    if result["state"] == "over":
        yield _ending(result)
    if result["suggestions"]:
        yield ""
        yield f"Guess {result['guess']}, by {result['found_by']}:"
        yield from suggestion_lines(result["suggestions"][:limit])
        yield from why_lines(result["suggestions"][0])
        yield from board_chance_lines(result["suggestions"][0])


def _ending(result: JsonObject) -> str:
    if result["won"]:
        return f"The game is over: won in {_guesses(result['guess'] - 1)}."
    return f"The game is over: not won in {_guesses(result['max_guesses'])} (--max-guesses allows more)."


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"


def series_lines(series: JsonObject, rules: JsonObject, seconds: float) -> Iterator[str]:
    """What came of a strategy with one first guess: a histogram, and its figures."""
    most = max(series["histogram"].values(), default=1)
    yield f"{series['start'].upper()} first, then by {rules['strategy']}, {rules['mode']} mode:"
    for guesses in range(1, rules["max_guesses"] + 1):
        games = series["histogram"].get(str(guesses), 0)
        yield f"{guesses:>4} {games:>7,} {'█' * round(games / most * _BAR)}".rstrip()
    yield f"fail {series['lost']:>7,}"
    average = "-" if series["average"] is None else f"{series['average']:.4f}"
    yield f"Words: {series['games']:,}. Found: {series['won']:,}. Fails: {series['lost']:,}."
    yield f"Average of those found: {average} guesses ({series['total']:,} in all)."
    if series["failed"]:
        yield from textwrap.wrap(f"Not found: {', '.join(series['failed'])}.", WIDTH)
    yield f"Elapsed: {seconds:.1f} s."


def ranking_lines(series: Sequence[JsonObject], limit: int) -> Iterator[str]:
    """First guesses, the best first."""
    yield f"{'':>5} {'start':<13}{'mean':>8}{'average':>9}{'worst':>7}{'fails':>6}"
    for place, one in enumerate(series[:limit], 1):
        yield f"{place:>5} {one['start'].upper():<13}{_ranked(one)}"


def _ranked(one: JsonObject) -> str:
    average: Any = one["average"]
    told = "-" if average is None else f"{average:.4f}"
    worst = "-" if one["worst"] is None else one["worst"]
    return f"{one['mean']:>8.4f}{told:>9}{worst:>7}{one['lost']:>6,}"


def rating_lines(result: JsonObject) -> Iterator[str]:
    """How well a game was played."""
    yield from box_lines([shown(guess["clue"]) for guess in result["guesses"]])
    yield f"{'':<14}{'skill':>7}{'luck':>7}{'left':>14}  best"
    for guess in result["guesses"]:
        left = f"{guess['left_before']:,} > {guess['left_after']:,}"
        broken = "" if guess["kept_rules"] else f"  (not allowed in {result['mode']} mode)"
        yield (
            f"{shown(guess['clue']).guess.upper():<14}{_points(guess['skill']):>7}{_points(guess['luck']):>7}"
            f"{left:>14}  {guess['best'].upper()}{broken}"
        )
    yield f"{'in all':<14}{_points(result['skill']):>7}{_points(result['luck']):>7}"


def _points(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"
