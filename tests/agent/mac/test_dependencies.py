"""What a Mac installs can be installed there, though only Linux is at hand: uv resolves for other systems."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.agent.mac.wheels import CHECKOUT, LOCK
from tests.conftest import require_tool

pytestmark = pytest.mark.slow

BUILT_ON_THE_SPOT = ("pyautogui", "pygetwindow", "pyrect", "pyscreeze", "pytweening")
"""They come as sources only; nothing in them has to be compiled."""
LOCKS = ("requirements.txt", "requirements-agent.txt", "requirements-dev.txt")
"""Each contains the one before."""
NEEDED = {"pyautogui", "pyobjc-framework-quartz", "pyobjc-framework-applicationservices"}
UNREACHABLE = ("error sending request", "Failed to fetch", "dns error", "Could not connect")


def uv(*arguments: str) -> str:
    """What uv prints; skips the test where the package index cannot be reached."""
    program = shutil.which("uv", path=str(CHECKOUT / ".venv" / "bin")) or require_tool("uv")
    done = subprocess.run(
        [program, *arguments], cwd=CHECKOUT, capture_output=True, text=True, timeout=100, check=False
    )
    if done.returncode and any(sign in done.stderr for sign in UNREACHABLE):
        pytest.skip(f"the package index cannot be reached: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def pins(lock: str) -> list[str]:
    """The lines `name==version ; where`."""
    return [line.rstrip("\\ ") for line in lock.splitlines() if re.match(r"[a-z]", line)]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_all_of_it_is_there_for_a_mac(python: str, tmp_path: Path) -> None:
    from_sources = [option for name in BUILT_ON_THE_SPOT for option in ("--no-binary", name)]
    wheels = ["--only-binary", ":all:", *from_sources]
    target = ["--python-platform", "aarch64-apple-darwin", "--python-version", python]
    target += ["--target", str(tmp_path / "mac")]
    told = uv(
        "pip", "install", "--dry-run", "--no-deps", "--require-hashes", *wheels, *target, "-r", str(LOCK)
    )
    installed = set(re.findall(r"^ \+ ([a-z0-9-]+)==", told, re.MULTILINE))
    assert installed >= NEEDED
    assert not installed & {"python-xlib", "mss", "python3-xlib", "mouseinfo"}


def test_the_lock_is_all_that_a_mac_needs(tmp_path: Path) -> None:
    """Resolved anew for macOS out of what the project asks for, with the lock's versions."""
    mac = ["--python-platform", "aarch64-apple-darwin", "--python-version", "3.12"]
    asked = ["pyproject.toml", "--extra", "agent", "--constraint", str(LOCK)]
    uv("pip", "compile", "--quiet", "--no-header", *mac, *asked, "-o", str(tmp_path / "mac.txt"))
    resolved = set(pins((tmp_path / "mac.txt").read_text("utf-8")))
    assert resolved <= {pin.split(" ;")[0] for pin in pins(LOCK.read_text("utf-8"))}
    assert {pin.split("==")[0] for pin in resolved} >= NEEDED


def test_the_largest_lock_is_what_the_project_asks_for(tmp_path: Path) -> None:
    lock = CHECKOUT / "requirements-dev.txt"
    renewed = Path(shutil.copy(lock, tmp_path))
    how = ["--universal", "--python-version", "3.11", "--extra", "dev", "--quiet", "--no-header"]
    uv("pip", "compile", *how, "pyproject.toml", "-o", str(renewed))
    assert pins(renewed.read_text("utf-8")) == pins(lock.read_text("utf-8"))


@pytest.mark.parametrize("name", LOCKS)
def test_locks_have_hashes_and_name_no_index(name: str) -> None:
    lock = (CHECKOUT / name).read_text("utf-8")
    assert "://" not in lock and "--index" not in lock and "--find-links" not in lock
    entries = re.findall(r"^\S+==[^\n]* \\\n    --hash=sha256:[0-9a-f]{64}", lock, re.MULTILINE)
    assert len(entries) == len(pins(lock)) > 50


def test_each_lock_contains_the_smaller_one() -> None:
    core, agent, dev = (set(pins((CHECKOUT / name).read_text("utf-8"))) for name in LOCKS)
    assert core <= agent <= dev
