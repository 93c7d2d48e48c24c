"""Tables of figures, and fair clocks."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


class Unavailable(Exception):
    """What the benchmark needs is not on this machine."""


@dataclass
class Table:
    """Printed as Markdown, columns aligned."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *cells: object) -> None:
        self.rows.append(tuple(map(str, cells)))

    def __str__(self) -> str:
        lines = [self.columns, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.columns))]
        rule = tuple("-" * width for width in widths)
        table = [self._line(line, widths) for line in (self.columns, rule, *self.rows)]
        return "\n".join([f"### {self.title}", "", *table])

    @staticmethod
    def _line(cells: tuple[str, ...], widths: list[int]) -> str:
        return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))} |"


def cpu_seconds(contenders: Mapping[str, Callable[[], object]], *, rounds: int) -> dict[str, float]:
    """The best CPU time of each contender over some rounds, in which they take turns: drift hits all
    alike."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, run in contenders.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    return best
