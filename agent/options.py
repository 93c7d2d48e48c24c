"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from agent.desktop import PHONE, PointerName, Target, is_mac
from agent.errors import BadOption
from agent.service import DEFAULT_URL, ServiceOptions
from agent.wishes import ROUND_SECONDS, Wishes

Service = Annotated[
    str, typer.Option("--service", envvar="TILEWISE_AGENT_SERVICE", help="Address of the service.")
]
ApiKey = Annotated[
    str,
    typer.Option(
        "--api-key",
        envvar="TILEWISE_AGENT_KEY",
        help="Key for it; rather set TILEWISE_AGENT_KEY, which others cannot see.",
        show_default=False,
    ),
]
Dictionary = Annotated[str, typer.Option("--dictionary", help="Name of a word list on the service.")]
BundleId = Annotated[
    str | None,
    typer.Option("--bundle-id", help=f"macOS: the program whose window is played in. [default: {PHONE}]"),
]
Title = Annotated[str | None, typer.Option("--title", help="Part of the window's title.")]
WindowId = Annotated[
    str | None, typer.Option("--window-id", help="The window's number, such as 0x1400003 (X11).")
]
Pointer = Annotated[
    PointerName, typer.Option("--pointer", help="How to drag; auto is what calibrate found, else pyautogui.")
]
Goal = Annotated[int | None, typer.Option("--target", help="Stop at so many points.")]
MaxWords = Annotated[int | None, typer.Option("--max-words", help="Stop at so many words.")]
PaceOption = Annotated[
    float | None,
    typer.Option("--pace", min=0.01, max=4, help="Seconds that an ordinary word takes, at least."),
]
Common = Annotated[
    int | None,
    typer.Option(
        "--common", min=10, max=80, help="Only words that are so common: SCOWL's level, 10 to 80 (rarest)."
    ),
]
Longest = Annotated[int | None, typer.Option("--longest", help="Letters of the longest words.")]
ShortFirst = Annotated[bool, typer.Option("--short-first", help="Short words before longer ones.")]
Seconds = Annotated[float, typer.Option("--seconds", help="That a round takes.")]
LogFile = Annotated[Path | None, typer.Option("--log", help="Write what happens to this file, for replay.")]
Seed = Annotated[int, typer.Option("--seed", help="Of the plan: the same number gives the same plan.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Live = Annotated[bool, typer.Option("--live", help="Really move the mouse.")]
Countdown = Annotated[
    float, typer.Option("--countdown", min=1, max=600, help="Seconds before anything moves.")
]

DEFAULT_SERVICE = DEFAULT_URL
DEFAULT_SECONDS = ROUND_SECONDS


def service_options(url: str, key: str, dictionary: str) -> ServiceOptions:
    return ServiceOptions(url, key, dictionary)


def target_of(bundle_id: str | None, title: str | None, window_id: str | None) -> Target:
    """The window meant; iPhone Mirroring when nothing is said on a Mac. Raises BadOption."""
    if title is not None and not title.strip():
        raise BadOption("--title is empty, which is a part of every title.")
    if title is None and window_id is None and not is_mac():
        raise BadOption("Which window is to be played in?", hint="Say --title or --window-id.")
    bundle = bundle_id or (PHONE if is_mac() and title is None else None)
    try:
        number = None if window_id is None else int(window_id, 0)
    except ValueError:
        raise BadOption(f"--window-id: {window_id!r} is no number.") from None
    return Target(bundle, title, number)


def wishes_of(**wishes: Any) -> Wishes:
    """Raises BadOption."""
    try:
        return Wishes(**wishes)
    except ValueError as error:
        raise BadOption(str(error)) from None
