"""Levels: layouts against the level maker that Tilewise started from, words of wheels against brute force.

    python -m tests.benchmarks levels

Layouts are those of the reference's 50 sets where they are there, and of sets drawn from the English list;
every layout is checked by the slow validator. Times are CPU time, kernels warm. The checksum is the sum of
the areas.

    mean area      of the smallest box, any aspect; sets that are not all placed count with what they have
    best known     sets that are not larger than the best layout known before (reference only)
    within limits  sides up to 12, one at most 1.5 times the other, as screens of games want
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from dictionaries import find
from tests.benchmarks.table import Table, cpu_seconds
from tests.reference.levels import layout_faults, words_by_counting
from tests.shared_data import shared_data_dir
from worker.lexicon import open_lexicon
from worker.solvers.levels_layout import Layout, LayoutOptions, lay_out
from worker.solvers.levels_layout_chance import boards
from worker.solvers.levels_layout_search import batch_of, lay_out_batch
from worker.solvers.levels_words import wheel_words

SEEDS = (0, 1, 2)
ROUNDS = (50, 1_000, 18_000)
ORIGINAL_SECONDS = 0.3
HARD = {"bring": 40, "clever": 35}
"""Sets whose smallest layout needs words set down together."""
DRAWN = 50
WHEELS = 200


@dataclass(frozen=True)
class WordSet:
    letters: str
    words: list[str]
    best_known: int | None = None


def tables() -> Iterator[Table]:
    drawn = drawn_sets()
    known = known_sets()
    lay_out(drawn[0].words)  # so that compiling is not timed
    for name, sets in (("the reference's sets", known), ("sets of the English list", drawn)):
        if sets:
            yield layouts(name, sets)
    if known:
        yield hard_ones(known)
    yield packs(known or drawn)
    yield wheels()


def known_sets() -> list[WordSet]:
    path = shared_data_dir() / "levels" / "sets.json"
    rows = json.loads(path.read_text()) if path.is_file() else []
    return [WordSet(row["letters"], row["words"], row["best_known_area"]) for row in rows]


def drawn_sets() -> list[WordSet]:
    """Wheels of 4 to 7 letters with their common words, up to 16 of them."""
    levels = find("en").levels()
    common = [word for word, level in levels.items() if level <= 35 and 3 <= len(word) <= 7]
    dice = random.Random(1)
    sets: list[WordSet] = []
    while len(sets) < DRAWN:
        wheel = dice.choice([word for word in common if len(word) > 3])
        words = [word for word in common if Counter(word) <= Counter(wheel)]
        if len(words) >= 4:
            sets.append(WordSet(wheel, dice.sample(words, min(len(words), 16))))
    return sets


def layouts(name: str, sets: Sequence[WordSet]) -> Table:
    columns = (
        "method",
        "all placed",
        "mean area",
        "best known",
        "density",
        "ms a set",
        "slowest",
        "checksum",
    )
    table = Table(f"layouts of {name} ({len(sets)})", columns)
    _add(table, f"original, {ORIGINAL_SECONDS} s", sets, original)
    for rounds in ROUNDS:
        for seed in SEEDS if rounds == max(ROUNDS) else SEEDS[:1]:
            options = LayoutOptions(rounds=rounds, seed=seed)
            _add(table, f"{rounds:,} rounds, seed {seed}", sets, partial(lay_out, options=options))
    screen = LayoutOptions(rounds=max(ROUNDS), max_side=12, max_aspect=1.5)
    _add(table, "within limits", sets, partial(lay_out, options=screen))
    return table


def original(words: Sequence[str]) -> Layout:
    """The fullest board of those made in the time."""
    end = time.process_time() + ORIGINAL_SECONDS
    made = takewhile(lambda _: time.process_time() < end, boards(words, LayoutOptions(method="monte-carlo")))
    best = max(made, key=len, default=[])
    known = {each.word for each in best}
    return Layout.of(best, [word for word in words if word not in known])


def _add(table: Table, name: str, sets: Sequence[WordSet], method: Callable[[Sequence[str]], Layout]) -> None:
    made, seconds = [], []
    for each in sets:
        started = time.process_time()
        made.append(method(each.words))
        seconds.append(time.process_time() - started)
        _check(each.words, made[-1])
    areas = [layout.area for layout in made]
    best = [area <= each.best_known for area, each in zip(areas, sets, strict=True) if each.best_known]
    table.add(
        name,
        sum(not layout.missing for layout in made),
        f"{sum(areas) / len(areas):.2f}",
        f"{sum(best)} of {len(best)}" if best else "-",
        f"{sum(layout.density for layout in made) / len(made):.3f}",
        f"{1000 * sum(seconds) / len(seconds):.1f}",
        f"{1000 * max(seconds):.1f}",
        sum(areas),
    )


def _check(words: Sequence[str], layout: Layout) -> None:
    placed = [word for word in words if word not in layout.missing]
    faults = layout_faults(
        placed, [(each.word, each.row, each.col, each.across) for each in layout.placements]
    )
    if faults:
        raise AssertionError(f"{words}: {faults}")


def hard_ones(known: Sequence[WordSet]) -> Table:
    table = Table("sets that need words set down together", ("wheel", "smallest", "found", "rounds", "ms"))
    for each in known:
        if each.letters in HARD:
            for rounds in (2_000, 6_000):
                run = partial(lay_out, each.words, LayoutOptions(rounds=rounds))
                ms = 1000 * cpu_seconds({"it": run}, rounds=3)["it"]
                table.add(each.letters, HARD[each.letters], run().area, f"{rounds:,}", f"{ms:.1f}")
    return table


def packs(sets: Sequence[WordSet]) -> Table:
    """The same sets again and again, each time from another seed, in one call."""
    table = Table(
        "many in one call, within limits",
        ("rounds", "layouts a second", "all placed", "mean area", "checksum"),
    )
    listed = [each.words for each in sets] * 20
    batch = batch_of(listed, range(len(listed)), find("en").alphabet)
    options = LayoutOptions(max_side=12, max_aspect=1.5)
    for rounds in (0, 10, 50, 200):
        made = lay_out_batch(batch, rounds, options)
        seconds = cpu_seconds({"it": partial(lay_out_batch, batch, rounds, options)}, rounds=3)["it"]
        areas = made.boxes[:, 0].astype(int) * made.boxes[:, 1]
        placed = (made.boxes[:, 2] == 0).mean()
        table.add(
            rounds, f"{len(listed) / seconds:,.0f}", f"{placed:.1%}", f"{areas.mean():.2f}", areas.sum()
        )
    return table


def wheels() -> Table:
    table = Table(
        "words of a wheel, English, ms", ("letters", "kernel", "Python", "brute force", "words", "checksum")
    )
    dictionary = find("en")
    words = [*dictionary.words()]
    with tempfile.TemporaryDirectory() as cache:
        lexicon = open_lexicon(dictionary, Path(cache))
        wheel_words("there", lexicon, engine="numba")
        for size in (5, 7, 9, 12):
            dice = random.Random(size)
            drawn = dice.sample([word for word in words if len(word) == size], WHEELS)
            found = [wheel_words(wheel, lexicon, engine="numba") for wheel in drawn]
            seconds = cpu_seconds(
                {
                    "kernel": lambda: [wheel_words(wheel, lexicon, engine="numba") for wheel in drawn],  # noqa: B023
                    "Python": lambda: [wheel_words(wheel, lexicon, engine="python") for wheel in drawn],  # noqa: B023
                },
                rounds=2,
            )
            started = time.process_time()
            expected = words_by_counting(drawn[0], words, 3)
            brute = time.process_time() - started
            assert set(found[0]) == expected
            each = [f"{1000 * seconds[name] / WHEELS:.3f}" for name in ("kernel", "Python")]
            count = sum(map(len, found))
            table.add(size, *each, f"{1000 * brute:.0f}", f"{count / WHEELS:.1f}", count)
    return table
