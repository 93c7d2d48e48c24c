"""`tilewise doctor`: what is installed, what is missing, and what that means."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.check import Check
from app.cli.outcome import AsJson, ending, print_json, settings_of_machine

if TYPE_CHECKING:
    from app.settings import Settings

_LEAST_SPACE = 8 << 20
"""Bytes; a word graph has some three million, and the bundled broker ends when it cannot write."""


def doctor(as_json: AsJson = False) -> None:
    """Say what is installed, what is missing, and what that means.

    Exits 1 when something is missing that Tilewise cannot work without.
    """
    with ending(as_json=as_json):
        settings = settings_of_machine()
    checks = list(check_all(settings))
    healthy = all(check.ok for check in checks if check.needed)
    if as_json:
        print_json({"ok": healthy, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            _show(check)
    raise typer.Exit(0 if healthy else 1)


def check_all(settings: Settings) -> Iterator[Check]:
    # pydantic and the broker's client take longer to load than `--help` may take.
    from app.cli.service_checks import service_checks

    yield _python()
    yield _packages()
    yield from service_checks(settings)
    yield from (_writable(name, getattr(settings, name)) for name in ("data_dir", "cache_dir", "runtime_dir"))
    yield _dictionaries(settings.data_dir)
    yield _tesseract(settings)
    yield _llm(settings)
    yield from _unknown_variables(settings)


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("Python", sys.version_info >= (3, 11), True, found, "Tilewise needs Python 3.11 or newer.")


def _packages() -> Check:
    """Every package that ours names without an extra."""
    missing = [name for name in _required_packages() if not _is_installed(name)]
    return Check(
        "packages",
        not missing,
        True,
        f"missing: {', '.join(missing)}" if missing else "all installed",
        "Run `make install`.",
    )


def _required_packages() -> list[str]:
    lines = [line for line in requires("tilewise") or [] if "extra ==" not in line]
    return sorted({line.split(";")[0].split(">")[0].split("=")[0].split("<")[0].strip() for line in lines})


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _writable(name: str, path: Path) -> Check:
    existing = next(folder for folder in (path, *path.parents) if folder.exists())
    ok = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
    elsewhere = f"or set TILEWISE_{name.upper()} to another place."
    if ok and shutil.disk_usage(existing).free < _LEAST_SPACE:
        return Check(name, False, True, f"{path}: the disk is full", f"Make room, {elsewhere}")
    return Check(name, ok, True, str(path), f"Make it writable, {elsewhere}")


def _dictionaries(data_dir: Path) -> Check:
    import dictionaries

    try:
        found = dictionaries.listed(data_dir=data_dir)
    except dictionaries.DictionaryError as error:
        return Check("dictionaries", False, True, str(error), error.hint)
    names = ", ".join(f"{dictionary.name} ({dictionary.size:,} words)" for dictionary in found)
    return Check("dictionaries", bool(found), True, names or "none", "Reinstall Tilewise.")


def _tesseract(settings: Settings) -> Check:
    if not settings.tesseract:
        return Check("Tesseract", False, False, "switched off", "Unset TILEWISE_TESSERACT to use it.")
    meaning = "Not needed: letters are read by our own model; Tesseract is a second opinion on doubtful ones."
    found = _tesseract_version(shutil.which("tesseract"))
    return Check("Tesseract", found is not None, False, found or "not installed", meaning)


def _tesseract_version(path: str | None) -> str | None:
    """Its path and version; None when it is not there or does not run."""
    if path is None:
        return None
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return f"{path} ({next(iter(told.stdout.splitlines()), 'version unknown')})"


def _llm(settings: Settings) -> Check:
    """Whether one is set up; it is not asked here, since that costs money."""
    options = settings.llm_options()
    meaning = "Not needed: without TILEWISE_OPENAI_API_KEY doubtful letters stay doubtful, at no cost."
    found = "no key is set" if options is None else f"{options.model} at {options.base_url}"
    return Check("LLM", options is not None, False, found, meaning)


def _unknown_variables(settings: Settings) -> Iterator[Check]:
    """A misspelt setting would otherwise be ignored without a word."""
    from app.settings import PREFIX, variable_name

    known = {variable_name(knob) for knob in type(settings).model_fields} | _OTHERS_VARIABLES
    for name in sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known):
        yield Check(name, False, False, "no such setting", "It is ignored; look for a typing error.")


_OTHERS_VARIABLES = {
    *("TILEWISE_REQUIRE_ALL", "TILEWISE_SHARED_DATA"),  # the tests'
    *("TILEWISE_AGENT_SERVICE", "TILEWISE_AGENT_KEY"),
}


def _show(check: Check) -> None:
    mark, colour = _MARKS[(check.ok, check.needed)]
    typer.echo(f"{typer.style(f'{mark:<8}', fg=colour)}{check.name:<14}{check.found}")
    if not check.ok:
        typer.echo(f"{'':<22}{check.meaning}")


_MARKS = {
    (True, True): ("ok", typer.colors.GREEN),
    (True, False): ("ok", typer.colors.GREEN),
    (False, True): ("MISSING", typer.colors.RED),
    (False, False): ("without", typer.colors.YELLOW),
}
