"""What a framework of macOS offers to Python: names, values and signatures, as pyobjc's metadata say.

pyobjc's wheels describe each framework in a generated file, `_metadata.py`. It is run here with a stand-in
for `objc`, the part that needs a Mac.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

from tests.agent.mac.wheels import read_from_wheel

WHEELS = {
    "CoreGraphics": ("pyobjc-framework-quartz", "Quartz/CoreGraphics/_metadata.py"),
    "ImageIO": ("pyobjc-framework-quartz", "Quartz/ImageIO/_metadata.py"),
    "HIServices": ("pyobjc-framework-applicationservices", "HIServices/_metadata.py"),
    "AppKit": ("pyobjc-framework-cocoa", "AppKit/_metadata.py"),
    "CoreFoundation": ("pyobjc-framework-cocoa", "CoreFoundation/_metadata.py"),
}
_TYPE = re.compile(r"[rnoNR]*(\^*)(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|@\??|.)")


@dataclass(frozen=True, slots=True)
class Signature:
    """Types in the notation of the Objective-C runtime: `d` a double, `{CGPoint=dd}` a structure."""

    result: str
    arguments: tuple[str, ...]
    outputs: frozenset[int]
    """Arguments that carry values back: pyobjc takes None for them and returns them behind the result."""


@dataclass(slots=True)
class Framework:
    values: dict[str, Any] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    selectors: dict[str, set[str]] = field(default_factory=dict)
    """By class, the methods that have metadata: those with other than plain types."""


def read_framework(name: str) -> Framework:
    selectors: dict[str, set[str]] = {}
    described = _run(read_from_wheel(*WHEELS[name]), selectors)
    framework = Framework(selectors=selectors)
    for function, (encoding, *more) in described["functions"].items():
        framework.functions[function] = _signature(encoding, more[1] if len(more) > 1 else {})
    for constant in filter(None, described["constants"].split("$")):
        extern = constant.split("@")[0]
        framework.values[extern] = extern
    for enum in filter(None, described["enums"].split("$")):
        label, number = enum.split("@")
        framework.values[label] = float(number) if "." in number else int(number)
    framework.values.update(described["misc"])
    return framework


def split_types(encoding: str) -> list[str]:
    """The result's type, then those of the arguments."""
    return [pointers + kind for pointers, kind in _TYPE.findall(encoding)]


def _signature(encoding: bytes, more: dict[str, Any]) -> Signature:
    result, *arguments = split_types(encoding.decode("ascii"))
    outputs = {at for at, how in more.get("arguments", {}).items() if how.get("type_modifier") in ("o", b"o")}
    return Signature(result, tuple(arguments), frozenset(outputs))


def _run(source: str, selectors: dict[str, set[str]]) -> dict[str, Any]:
    stand_in = _objc(selectors)
    before = sys.modules.get("objc")
    sys.modules["objc"] = stand_in
    try:
        names: dict[str, Any] = {"__name__": "metadata"}
        exec(compile(source, "_metadata.py", "exec"), names)  # pinned by its hash
        return names
    finally:
        if before is None:
            del sys.modules["objc"]
        else:
            sys.modules["objc"] = before


def _objc(selectors: dict[str, set[str]]) -> ModuleType:
    class Objc(ModuleType):
        arch = "arm64"

        def registerMetaDataForSelector(self, owner: bytes, selector: bytes, _: object) -> None:
            selectors.setdefault(owner.decode(), set()).add(selector.decode())

        def __getattr__(self, _: str) -> Any:
            return lambda *_, **__: SimpleNamespace()

    return Objc("objc")
