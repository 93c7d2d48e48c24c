"""The stub is as strict as pyobjc, and the simulated Mac's numbers are those of the wheels."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.agent.mac import accessibility, machine
from tests.agent.mac.machine import Machine
from tests.agent.mac.metadata import read_framework, split_types
from tests.agent.mac.wheels import read_from_wheel


def test_types_are_told_apart() -> None:
    assert split_types("^{__CGEvent=}^{__CGEventSource=}I{CGPoint=dd}I") == [
        "^{__CGEvent=}",
        "^{__CGEventSource=}",
        "I",
        "{CGPoint=dd}",
        "I",
    ]
    assert split_types("v^^{__CFError=}@?{CGRect={CGPoint=dd}{CGSize=dd}}r^v") == [
        "v",
        "^^{__CFError=}",
        "@?",
        "{CGRect={CGPoint=dd}{CGSize=dd}}",
        "^v",
    ]


def test_modules_pass_on_what_their_parents_in_the_wheels_have() -> None:
    def parents(wheel: str, module: str) -> set[str]:
        (listed,) = re.findall(r"parents=\(([^)]*)\)", read_from_wheel(wheel, f"{module}/__init__.py"))
        return {name for name in re.findall(r"\w+", listed) if not name.startswith("_")}

    assert {"CoreGraphics", "ImageIO", "AppKit"} <= parents("pyobjc-framework-quartz", "Quartz")
    assert {"HIServices", "Quartz"} <= parents("pyobjc-framework-applicationservices", "ApplicationServices")
    assert parents("pyobjc-framework-cocoa", "AppKit") == {"Foundation"}
    assert parents("pyobjc-framework-cocoa", "Foundation") == {"CoreFoundation"}


def test_the_simulated_numbers_are_those_of_the_wheels() -> None:
    graphics, services = read_framework("CoreGraphics").values, read_framework("HIServices").values
    kinds = [graphics[f"kCGEvent{kind}"] for kind in ("MouseMoved", "LeftMouseDown", "LeftMouseUp")]
    assert [*kinds, graphics["kCGEventLeftMouseDragged"]] == [5, 1, 2, 6]
    assert (machine.MOVED, machine.DOWN, machine.UP, machine.DRAGGED) == (5, 1, 2, 6)
    assert graphics["kCGWindowListOptionOnScreenOnly"] == 1 and graphics["kCGWindowImageBestResolution"] == 8
    assert (
        services["kAXValueTypeCGPoint"],
        services["kAXValueTypeCGSize"],
    ) == (accessibility.POINT, accessibility.SIZE)
    errors = ("Success", "CannotComplete", "NoValue", "APIDisabled")
    assert tuple(services[f"kAXError{error}"] for error in errors) == (
        accessibility.SUCCESS,
        accessibility.CANNOT_COMPLETE,
        accessibility.NO_ATTRIBUTE,
        accessibility.DISABLED,
    )


def test_the_classes_methods_are_those_of_the_wheels_where_they_tell() -> None:
    selectors = read_framework("AppKit").selectors
    assert "mouseLocation" in selectors["NSEvent"] and "NSRunningApplication" in selectors


def test_names_that_the_wheels_lack_do_not_exist(mac: Machine) -> None:
    import ApplicationServices
    import Quartz

    with pytest.raises(AttributeError):
        _ = Quartz.CGEventCreateTouch
    with pytest.raises(AttributeError):
        _ = ApplicationServices.kAXFrontmost
    assert ApplicationServices.kAXFrontmostAttribute == "AXFrontmost"


@pytest.mark.parametrize(
    "arguments",
    [
        (None, 1, (0.0, 0.0)),  # too few
        (None, 1.0, (0.0, 0.0), 0),  # a fraction as event type
        (None, -1, (0.0, 0.0), 0),  # below an unsigned one
        (None, 1, (0.0, 0.0, 0.0), 0),  # no point
        (None, 1, 5, 0),
        ("source", 1, (0.0, 0.0), 0),  # another object
    ],
)
def test_wrong_arguments_are_refused(mac: Machine, arguments: tuple[Any, ...]) -> None:
    import Quartz

    with pytest.raises((TypeError, ValueError)):
        Quartz.CGEventCreateMouseEvent(*arguments)
