"""Modules that look like pyobjc's and act on a simulated Mac.

A name exists only if the pinned wheels have it; a function takes only what its signature there takes, and
what the simulated Mac answers has to have the shape that pyobjc gives it. Everything else fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from tests.agent.mac.metadata import Framework, Signature, read_framework, split_types

MODULES = {
    "Quartz": ("CoreGraphics", "ImageIO", "AppKit", "CoreFoundation"),
    "ApplicationServices": ("HIServices", "AppKit", "CoreFoundation"),
    "AppKit": ("AppKit", "CoreFoundation"),
}
"""Which frameworks each module passes on, as their `__init__` in the wheels say."""

_RANGES = {"I": (0, 2**32), "i": (-(2**31), 2**31), "S": (0, 2**16), "Q": (0, 2**64), "q": (-(2**63), 2**63)}
_BRIDGED: dict[str, type | tuple[type, ...]] = {
    "__CFString": str,
    "__CFDictionary": dict,
    "__CFData": (bytes, bytearray),
    "__CFArray": list,
}


class StubModule(ModuleType):
    def __init__(self, name: str, machine: object) -> None:
        super().__init__(name)
        self._frameworks = [_framework(framework) for framework in MODULES[name]]
        self._machine = machine

    def __getattr__(self, name: str) -> Any:
        for framework in self._frameworks:
            if name in framework.functions:
                return self._function(name, framework.functions[name])
            if name in framework.values:
                return framework.values[name]
            if name in framework.selectors:
                return getattr(self._machine, name)
        raise AttributeError(f"pyobjc's {self.__name__} has no {name}")

    def _function(self, name: str, signature: Signature) -> Callable[..., Any]:
        answer = getattr(self._machine, name, None)
        if answer is None:
            raise AttributeError(f"this Mac has no {name}")

        def call(*arguments: Any) -> Any:
            check_arguments(name, signature, arguments)
            result = answer(*arguments)
            if signature.outputs and not (
                isinstance(result, tuple) and len(result) == 1 + len(signature.outputs)
            ):
                raise AssertionError(
                    f"{name} returns its result and {len(signature.outputs)} more: {result!r}"
                )
            return result

        return call


@cache
def _framework(name: str) -> Framework:
    return read_framework(name)


def check_arguments(name: str, signature: Signature, arguments: Sequence[Any]) -> None:
    """Raises TypeError or ValueError, as pyobjc would."""
    if len(arguments) != len(signature.arguments):
        raise TypeError(f"{name} needs {len(signature.arguments)} arguments, got {len(arguments)}")
    for place, (kind, value) in enumerate(zip(signature.arguments, arguments, strict=True)):
        if not (value is None if place in signature.outputs else fits(kind, value)):
            raise ValueError(f"{name}: argument {place} is no {kind!r}: {value!r}")


def fits(kind: str, value: Any) -> bool:
    """Whether pyobjc turns the value into that type without a loss."""
    if kind in _RANGES:
        least, beyond = _RANGES[kind]
        return isinstance(value, int) and least <= value < beyond
    if kind in "df":
        return isinstance(value, (int, float))
    if kind in "BZ":
        return isinstance(value, (bool, int))
    if kind.startswith("{"):
        return _is_structure(kind, value)
    if kind.startswith("^{"):
        return value is None or _is_object(kind[2:].rstrip("=}"), value)
    return kind == "@"


def _is_structure(kind: str, value: Any) -> bool:
    fields = split_types(kind[kind.index("=") + 1 : -1])
    if not isinstance(value, tuple) or len(value) != len(fields):
        return False
    return all(fits(field, part) for field, part in zip(fields, value, strict=True))


def _is_object(name: str, value: Any) -> bool:
    if name in _BRIDGED:
        return isinstance(value, _BRIDGED[name])
    return bool(getattr(value, "is_a", None) == name)
