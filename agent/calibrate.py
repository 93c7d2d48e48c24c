"""Finds out how drags have to be made here, in a round of the game, and keeps it as a profile.

python -m agent calibrate --live
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from agent.calibrating import Switch, TemplateKeeper, Trials
from agent.desktop import PointerName
from agent.player import Player
from agent.ports import Pointer
from agent.profile import Profile
from agent.progress import Listener
from agent.round import Round, RoundResult, World
from agent.tempo import Tempo
from agent.trials import Course, Direction, tempo_at
from agent.wishes import Wishes
from agent.witness import Witness


@dataclass(frozen=True, slots=True)
class Findings:
    """What came of a calibrating round."""

    course: Course
    result: RoundResult
    tempo: Tempo
    """The quickest."""
    template_kept: bool

    @property
    def pointer(self) -> PointerName:
        return self.course.best_pointer()

    @property
    def works(self) -> dict[str, bool]:
        """By direction, as far as it is known of the best pointer."""
        sound = self.course.sound(self.pointer)
        known = (way for way in Direction if self.course.is_known(self.pointer, way))
        return {str(direction): direction in sound for direction in known}

    @property
    def is_whole(self) -> bool:
        """Whether the round went to its end."""
        return self.result.error is None

    def profile(self) -> Profile:
        return Profile(
            pointer=self.pointer,
            tempo=tempo_at(self.tempo, self.course.slowness_of(self.pointer)),
            works=self.works,
            made_on=f"{platform.platform()}, {datetime.now(UTC):%Y-%m-%d}",
        )


def calibrate(
    world: World,
    pointers: Mapping[PointerName, Pointer],
    template: TemplateKeeper,
    *,
    listener: Listener,
    wishes: Wishes | None = None,
    tempo: Tempo | None = None,
) -> Findings:
    """Play a round of trials.

    Args:
        world: its pointer and solver are not used.
        pointers: ways to drag, the preferred one first.
    """
    course, quickest, switch = Course(tuple(pointers)), tempo or Tempo(), Switch(pointers)

    def trials(player: Player, witness: Witness) -> Trials:
        return Trials(
            course,
            player,
            witness,
            window=world.window,
            clock=world.clock,
            choose=switch.choose,
            tempo=quickest,
            listener=listener,
        )

    result = Round(
        replace(world, pointer=switch, solver=template),
        wishes=wishes or Wishes(),
        tempo=quickest,
        listener=listener,
        dragging=trials,
    ).run()
    return Findings(course, result, quickest, template.has_kept)


def report(findings: Findings) -> Iterator[str]:
    """What works and what does not, in sentences."""
    course, best = findings.course, findings.pointer
    for pointer in course.pointers:
        if any(trial.pointer is pointer for trial in course.trials):
            yield f"{pointer}{' (taken)' if pointer is best else ''}:"
            yield from (f"  {direction}: {_found(course, pointer, direction)}" for direction in Direction)
    if not course.sound(best):
        yield f"{'No drag arrives' if findings.is_whole else 'Nothing was found out'}. Nothing was kept."
    elif not findings.is_whole:
        yield "It was stopped early: this is kept only where no profile was kept before."
    elif broken := [direction for direction, works in findings.works.items() if not works]:
        yield f"Words with {_listed(broken)} steps are left out from now on: such drags do not arrive here."
    if findings.template_kept:
        yield "The Start button was remembered: it is clicked only where it looks like that."


def _found(course: Course, pointer: PointerName, direction: Direction) -> str:
    speed = course.speed(pointer, direction)
    if speed is not None:
        return "works" if speed == 1 else f"works {speed:g} times slower"
    if course.is_known(pointer, direction):
        return "DOES NOT WORK at any speed"
    if course.has_tried(pointer, direction):
        return "did not arrive; this board had too few words for it, or too little time was left, to be sure"
    return "not tried; this board had no word for it, or no time was left"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def to_json(findings: Findings) -> dict[str, Any]:
    return {
        "pointer": str(findings.pointer),
        "slowness": findings.course.slowness_of(findings.pointer),
        "works": findings.works,
        "reason": findings.result.reason,
        "trials": [
            {
                "pointer": str(trial.pointer),
                "slowness": trial.slowness,
                "direction": str(trial.direction),
                "word": None if trial.along is None else trial.along.word.text,
                "expected": None if trial.along is None else trial.along.word.points,
                "gained": trial.gained,
            }
            for trial in findings.course.trials
        ],
    }
