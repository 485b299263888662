"""Instructions that kernels need and numba does not offer: bits of a word, and eight at once.

They are written as LLVM's vectors of eight words of 64 bits, which become one instruction or a few,
whatever the processor has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

AT_ONCE = 8
"""Words of 64 bits that are looked at together."""

MARK = 63
"""The bit of a slot that `found8` passes over."""

Words: TypeAlias = NDArray[np.uint64]
Emit: TypeAlias = Callable[..., Any]

_WORD = ir.IntType(64)
_EIGHT = ir.VectorType(_WORD, AT_ONCE)
_NONE = ir.Constant(_EIGHT, [0] * AT_ONCE)
_FALSE = ir.Constant(ir.IntType(1), 0)


def _popcount(_context: Any, _word: Any) -> tuple[Any, Emit]:  # noqa: ANN401, numba's
    def emit(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(given[0])

    return types.uint64(types.uint64), emit


def _lowest(_context: Any, _word: Any) -> tuple[Any, Emit]:  # noqa: ANN401, numba's
    def emit(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:  # noqa: ANN401
        return builder.cttz(given[0], _FALSE)

    return types.uint64(types.uint64), emit


def _highest(_context: Any, _word: Any) -> tuple[Any, Emit]:  # noqa: ANN401, numba's
    def emit(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:  # noqa: ANN401
        return builder.sub(ir.Constant(_WORD, 63), builder.ctlz(given[0], _FALSE))

    return types.uint64(types.uint64), emit


def _equal8(_context: Any, words: Any, _at: Any, _bits: Any, _care: Any) -> tuple[Any, Emit]:  # noqa: ANN401
    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ANN401
        eight = _load(context, builder, signature.args[0], given)
        wrong = builder.xor(eight, _eight_of(builder, given[2]))
        wrong = builder.and_(wrong, _eight_of(builder, given[3]))
        return _flags(builder, builder.icmp_unsigned("==", wrong, _NONE))

    return types.uint64(words, types.int64, types.uint64, types.uint64), emit


def _near8(_context: Any, words: Any, _at: Any, _lacking: Any, _most: Any) -> tuple[Any, Emit]:  # noqa: ANN401
    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ANN401
        eight = _load(context, builder, signature.args[0], given)
        beyond = builder.and_(eight, _eight_of(builder, given[2]))
        count = builder.call(_named(builder, "llvm.ctpop.v8i64", _EIGHT), [beyond])
        few = builder.icmp_unsigned("<=", count, _eight_of(builder, given[3]))
        return _flags(builder, few)

    return types.uint64(words, types.int64, types.uint64, types.uint64), emit


def _found8(_context: Any, slots: Any, _at: Any, _key: Any, _low: Any) -> tuple[Any, Emit]:  # noqa: ANN401
    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ANN401
        eight = _load(context, builder, signature.args[0], given)
        low = _eight_of(builder, given[3])
        other = builder.xor(eight, _eight_of(builder, given[2]))
        other = builder.and_(other, ir.Constant(_EIGHT, [(1 << MARK) - 1] * AT_ONCE))
        same = builder.icmp_unsigned("<=", other, low)
        kept = builder.select(same, builder.and_(eight, low), _NONE)
        return builder.call(_named(builder, "llvm.vector.reduce.or.v8i64", _WORD), [kept])

    return types.uint64(slots, types.int64, types.uint64, types.uint64), emit


def _load(context: Any, builder: Any, kind: Any, given: Any) -> Any:  # noqa: ANN401, LLVM's
    array = context.make_array(kind)(context, builder, value=given[0])
    first = builder.gep(array.data, [given[1]])
    return builder.load(builder.bitcast(first, _EIGHT.as_pointer()), align=8, typ=_EIGHT)


def _eight_of(builder: Any, word: Any) -> Any:  # noqa: ANN401, LLVM's
    undefined = ir.Constant(_EIGHT, ir.Undefined)
    one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    first = ir.Constant(ir.VectorType(ir.IntType(32), AT_ONCE), [0] * AT_ONCE)
    return builder.shuffle_vector(one, undefined, first)


def _flags(builder: Any, truths: Any) -> Any:  # noqa: ANN401, LLVM's
    return builder.zext(builder.bitcast(truths, ir.IntType(AT_ONCE)), _WORD)


def _named(builder: Any, name: str, gives: Any) -> Any:  # noqa: ANN401, LLVM's
    """Return a function of eight words; numba's own way to name it fails on vectors."""
    declared = builder.module.globals.get(name)
    return declared or ir.Function(builder.module, ir.FunctionType(gives, [_EIGHT]), name)


popcount = cast(Callable[[np.uint64], np.uint64], intrinsic(_popcount))
"""How many bits of a word are set."""
lowest = cast(Callable[[np.uint64], np.uint64], intrinsic(_lowest))
"""The number of the lowest bit that is set; 64 where none is."""
highest = cast(Callable[[np.uint64], np.uint64], intrinsic(_highest))
"""The number of the highest bit that is set, in a word that has one."""

Test: TypeAlias = Callable[[Words, int, np.uint64, np.uint64], np.uint64]

equal8 = cast(Test, intrinsic(_equal8))
"""`equal8(words, at, bits, care)`: a flag for each of eight words that has the same bits as `bits`
wherever `care` has one. All eight must lie in the array."""
near8 = cast(Test, intrinsic(_near8))
"""`near8(words, at, lacking, most)`: a flag for each of eight words that has at most so many of the
bits that lack."""
found8 = cast(Test, intrinsic(_found8))
"""`found8(slots, at, key, low)`: the low bits of those of eight slots whose other bits but `MARK`
are the key's, whose own low bits are 0; 0 when there is none."""
