"""What the service counts for those who run it, all machines together; no I/O here.

The counts lie in one hash in the broker, each under its name and labels joined by `|`; they only grow. Jobs
are counted by the script that ends them, so exactly. Workers add the rest once a second, with a write that
they make anyway, or with their next heartbeat when nothing is left to do; a killed worker takes with it what
it has not yet written.

    jobs|{task}|{state}                    jobs that have ended
    errors|{task}|{code}                   jobs that have failed in a worker, by their error
    stage|{task}|{stage}|{bucket}          runs of a stage, by the first of `BUCKETS` that they fit in
    stage_seconds|{task}|{stage}           seconds spent in a stage
    llm_calls|{outcome}                    LLMs asked: `answered` or `failed`
    llm_tokens|{direction}                 `input`, `output`
    llm_dollars                            what they cost, by the prices that the workers were told
    restarts|{reason}                      workers that were replaced
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final

from worker.wire import JsonObject

COUNTS_KEY: Final = "tilewise:counts"
BUCKETS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Upper bounds in seconds: a typed board takes 0.3 ms, a picture a tenth of a second, an LLM several."""
BEYOND: Final = "+Inf"

Count = Callable[[str, float], None]
"""Takes a count's name with its labels, and by how much it grows."""
Command = tuple[str, str, str, float]


def named(*parts: str) -> str:
    return "|".join(parts)


def count_command(name: str, by: float = 1) -> Command:
    return ("HINCRBYFLOAT", COUNTS_KEY, name, by)


def count_stages(count: Count, task: str, ms: Mapping[str, float]) -> None:
    """Count how long the stages of a part took."""
    for stage, spent in ms.items():
        seconds = spent / 1000
        bucket = next((str(bound) for bound in BUCKETS if seconds <= bound), BEYOND)
        count(named("stage", task, stage, bucket), 1)
        count(named("stage_seconds", task, stage), seconds)


def count_llm(count: Count, told: JsonObject) -> None:
    """Count an LLM's answer, as results show it."""
    count(named("llm_calls", "failed" if told["why"] else "answered"), 1)
    count(named("llm_tokens", "input"), told["input_tokens"])
    count(named("llm_tokens", "output"), told["output_tokens"])
    count("llm_dollars", told["cost"])


class Tally:
    """Counts of one worker that have yet to be written."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, float] = defaultdict(float)

    def add(self, name: str, by: float = 1) -> None:
        if by:
            self._counts[name] += by

    def commands(self) -> list[Command]:
        return [count_command(name, by) for name, by in self._counts.items()]

    def clear(self) -> None:
        """They are written."""
        self._counts.clear()
