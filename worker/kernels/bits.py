"""Machine instructions that Numba has no name for, as LLVM code that every processor knows.

All numbers are uint64: Numba turns a sum of signed and unsigned into a float.
Loads and stores are not checked; callers keep their arrays larger than what they touch.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic as numba_intrinsic

LANES: Final = 16

intrinsic: Any = numba_intrinsic  # typed as if the context were an argument of the call

_BYTE: Final = ir.IntType(8)
_U32: Final = ir.IntType(32)
_U64: Final = ir.IntType(64)
_LANE_MASKS: Final = ir.VectorType(_U32, LANES)


@intrinsic
def trailing_zeros(typing: Any, value: Any) -> Any:
    """The position of the lowest set bit of a number that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def leading_zeros(typing: Any, value: Any) -> Any:
    """How many bits are above the highest set one of a number that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def ones(typing: Any, value: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lanes_meeting(typing: Any, table: Any, at: Any, mask: Any) -> Any:
    """Which of the 16 32-bit masks in the uint64 array's `table[at : at + 8]` share a bit with `mask`, as 16
    bits.

    One or two vector instructions instead of a loop: this is the search's innermost question.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _element(context, builder, signature.args[0], args[0], args[1])
        lanes = builder.load(builder.bitcast(pointer, _LANE_MASKS.as_pointer()), align=8)
        single = builder.insert_element(
            ir.Constant(_LANE_MASKS, ir.Undefined), builder.trunc(args[2], _U32), ir.Constant(_U32, 0)
        )
        zeros = ir.Constant(_LANE_MASKS, [0] * LANES)
        every = builder.shuffle_vector(single, single, zeros)
        meeting = builder.icmp_unsigned("!=", builder.and_(lanes, every), zeros)
        return builder.zext(builder.bitcast(meeting, ir.IntType(LANES)), _U64)

    return types.uint64(table, types.uint64, types.uint64), generate


@intrinsic
def prefetch(typing: Any, table: Any, at: Any) -> Any:
    """Have the processor fetch `table[at]`, which is wanted soon."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.bitcast(
            _element(context, builder, signature.args[0], args[0], args[1]), _BYTE.as_pointer()
        )
        shape = ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer(), _U32, _U32, _U32])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [_BYTE.as_pointer()], shape)
        builder.call(fetch, [pointer, _U32(0), _U32(3), _U32(1)])  # to read, keep close, data
        return context.get_dummy_value()

    return types.void(table, types.uint64), generate


@intrinsic
def copy_eight(typing: Any, target: Any, to: Any, source: Any, at: Any) -> Any:
    """Copy the 8 bytes `source[at : at + 8]` to `target[to : to + 8]`, both uint8."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        origin = _element(context, builder, signature.args[2], args[2], args[3])
        value = builder.load(builder.bitcast(origin, _U64.as_pointer()), align=1)
        goal = _element(context, builder, signature.args[0], args[0], args[1])
        builder.store(value, builder.bitcast(goal, _U64.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(target, types.uint64, source, types.uint64), generate


@intrinsic
def store_eight(typing: Any, target: Any, to: Any, value: Any) -> Any:
    """Write a number's 8 bytes, lowest first, to `target[to : to + 8]`, uint8."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        goal = _element(context, builder, signature.args[0], args[0], args[1])
        builder.store(args[2], builder.bitcast(goal, _U64.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(target, types.uint64, types.uint64), generate


def _element(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(data, [index], inbounds=True)
