"""Which words the game took and which it refused, for the service's word list.

What could not be told is kept in a file, by service and list, and told with the next round; what the service
refuses for good is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

from agent.errors import Service, ServiceRefused
from agent.places import write_whole
from agent.ports import Solver
from agent.round import RoundResult
from agent.service import ServiceOptions

TELLING: Final = frozenset({"over", "played", "target", "max-words", "time"})
"""Ends of rounds in which refused words were refused by the game, not by whatever stopped the round."""
MOST: Final = 1000
"""Words of a kind that the service takes at once."""


@dataclass(frozen=True, slots=True)
class Learned:
    """Words in the order in which they were dragged."""

    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()

    @classmethod
    def of(cls, result: RoundResult, *, is_whole: bool = True) -> Self:
        """Points that came are believed in any case; refusals are not where others played before in the same
        round, who may have had those words already."""
        return cls(result.accepted, result.refused if is_whole and result.reason in TELLING else ())

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(tuple(map(str, value["accepted"])), tuple(map(str, value["rejected"])))

    def __bool__(self) -> bool:
        return bool(self.accepted or self.rejected)

    def __add__(self, later: Learned) -> Learned:
        return Learned(self.accepted + later.accepted, self.rejected + later.rejected)

    def parts(self) -> Iterator[Learned]:
        """As much at a time as the service takes."""
        for start in range(0, max(len(self.accepted), len(self.rejected)), MOST):
            yield Learned(self.accepted[start : start + MOST], self.rejected[start : start + MOST])


def untold_path(directory: Path) -> Path:
    return directory / "untold.json"


def tell(
    learned: Learned,
    solver: Solver,
    options: ServiceOptions,
    path: Path,
    dropped: Callable[[Learned, str], None],
) -> bool:
    """Send what was learned, with what could not be sent before.

    Args:
        path: where what cannot be sent is kept.
        dropped: told of words that the service will never take, and why.

    Returns:
        Whether the service has it all now.

    Raises:
        OSError: the file cannot be written.
    """
    key = f"{options.url} {options.dictionary}"
    untold = _load(path)
    left, lost = _send(untold.pop(key, Learned()) + learned, solver)
    for part, why in lost:
        dropped(part, why)
    if left:
        untold[key] = left
    _keep(untold, path)
    return not left and not lost


def _send(learned: Learned, solver: Solver) -> tuple[Learned, list[tuple[Learned, str]]]:
    """What could not be sent, and what never can be, with the reason."""
    left, lost = Learned(), []
    for part in learned.parts():
        try:
            solver.feedback(part.accepted, part.rejected)
        except ServiceRefused as refusal:
            if refusal.is_final:
                lost.append((part, refusal.message))
            else:
                left += part
        except Service:
            left += part
    return left, lost


def _load(path: Path) -> dict[str, Learned]:
    """By service and list; nothing when the file is not there or is broken: it is no great loss."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {key: Learned.from_json(value) for key, value in json.loads(path.read_text("utf-8")).items()}
    return {}


def _keep(untold: Mapping[str, Learned], path: Path) -> None:
    if untold:
        write_whole(path, json.dumps({key: asdict(one) for key, one in untold.items()}).encode())
    else:
        path.unlink(missing_ok=True)
