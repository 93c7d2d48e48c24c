"""What `calibrate` found to work here, kept for the next rounds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from agent.desktop import PointerName
from agent.errors import BadProfile
from agent.kinds import fits
from agent.places import write_whole
from agent.tempo import Tempo

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Profile:
    """How drags are made here; the defaults hold where nothing was calibrated."""

    pointer: PointerName = PointerName.AUTO
    tempo: Tempo = field(default_factory=Tempo)
    works: Mapping[str, bool] = field(default_factory=dict)
    """By direction, whether drags arrive; empty when none was tried."""
    made_on: str = ""
    """Which system, and when."""

    @property
    def broken(self) -> tuple[str, ...]:
        """Directions in which drags do not arrive."""
        return tuple(direction for direction, does in self.works.items() if not does)

    def to_json(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The inverse of `to_json`; raises ValueError, TypeError or KeyError for anything else."""
        fields: dict[str, Any] = json.loads(text)
        if fields.pop("version") != VERSION:
            raise ValueError("it is of another version")
        tempo, pointer = Tempo(**fields.pop("tempo")), PointerName(fields.pop("pointer"))
        works = dict(fields["works"])
        if not fits(tuple(works.values()), tuple[bool, ...]):
            raise ValueError("`works` tells something else than yes or no")
        return cls(pointer, tempo, works, str(fields["made_on"]))

    def save(self, path: Path) -> None:
        """Raises OSError."""
        write_whole(path, self.to_json().encode())


def profile_path(directory: Path) -> Path:
    return directory / "profile.json"


def load_profile(path: Path) -> Profile:
    """The profile, or the defaults where there is none.

    Raises:
        BadProfile: what is there cannot be used.
    """
    try:
        return Profile.from_json(path.read_text("utf-8"))
    except FileNotFoundError:
        return Profile()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = f"it has no {error}" if isinstance(error, KeyError) else error
        raise BadProfile(f"The profile {path} cannot be used: {why}.") from None
