"""Ways in which a file goes wrong: by a disk, by a hand, and by somebody who means it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

Mutation: TypeAlias = Callable[[Random, bytearray], bytes]

NUMBERS = (
    *(b"0", b"-1", b"-0", b"1.5", b"1e999", b"-1e308", b"1e-400", b"9" * 400, b"NaN", b"null"),
    *(b"2147483648", b"9223372036854775807", b"-9223372036854775808", b"18446744073709551616"),
)
TEXTS = (
    *(b'""', b"[]", b"{}", b"null", b"true", b'"\\ud800"', b'"\\u0000"', b'"\xe2\x80\xae"'),
    *(b'"\x1b[2J"', b'"\\u001b]0;x\\u0007"', b'"../../x"', b'"' + b"x" * 3_000 + b'"', b"\xff"),
)
DEEP = (b"[" * 100_000, b'{"a":' * 50_000, b"[" * 50_000 + b"]" * 50_000)
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")
_VALUE = re.compile(rb'"[^"]*"|\[[^\[\]]*\]|true|false|null')


def _span(luck: Random, raw: bytes | bytearray) -> slice:
    """Return a part of a file: mostly a few bytes, at times most of it."""
    begin = luck.randrange(len(raw) + 1)
    size = int(len(raw) ** luck.random())
    return slice(begin, begin + size)


def flipped(luck: Random, raw: bytearray) -> bytes:
    for _ in range(luck.choice((1, 1, 1, 2, 8))):
        if raw:
            raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
    return bytes(raw)


def cut(luck: Random, raw: bytearray) -> bytes:
    return bytes(raw[: luck.randrange(len(raw) + 1)])


def without(luck: Random, raw: bytearray) -> bytes:
    del raw[_span(luck, raw)]
    return bytes(raw)


def inserted(luck: Random, raw: bytearray) -> bytes:
    at = luck.randrange(len(raw) + 1)
    size = luck.choice((1, 2, 4, 64, 5_000))
    raw[at:at] = luck.choice((luck.randbytes(size), bytes(size), b"\xff" * size, b"\n" * size))
    return bytes(raw)


def doubled(luck: Random, raw: bytearray) -> bytes:
    span = _span(luck, raw)
    raw[span.stop : span.stop] = raw[span]
    return bytes(raw)


def zeroed(luck: Random, raw: bytearray) -> bytes:
    span = _span(luck, raw)
    raw[span] = bytes(len(raw[span]))
    return bytes(raw)


def swapped(luck: Random, raw: bytearray) -> bytes:
    size = luck.choice((1, 16, 512, 4_096))
    one, other = (luck.randrange(len(raw) // size + 1) * size for _ in range(2))
    if one != other:
        first, second = raw[one : one + size], raw[other : other + size]
        if len(first) == len(second):
            raw[one : one + size], raw[other : other + size] = second, first
    return bytes(raw)


def _replaced(
    luck: Random, raw: bytearray, found: re.Pattern[bytes], by: tuple[bytes, ...]
) -> bytes:
    places = [match.span() for match in found.finditer(raw)]
    if places:
        begin, end = luck.choice(places)
        raw[begin:end] = luck.choice(by)
    return bytes(raw)


def renumbered(luck: Random, raw: bytearray) -> bytes:
    return _replaced(luck, raw, _NUMBER, NUMBERS)


def retold(luck: Random, raw: bytearray) -> bytes:
    return _replaced(luck, raw, _VALUE, (*TEXTS, *NUMBERS))


def nested(luck: Random, raw: bytearray) -> bytes:
    if luck.random() < 0.5:
        return _replaced(luck, raw, _VALUE, DEEP)
    at = luck.randrange(len(raw) + 1)
    raw[at:at] = luck.choice(DEEP)
    return bytes(raw)


def other(luck: Random, _raw: bytearray) -> bytes:
    return luck.choice((b"", b"\0", b"\n", b"{}", b"[]", b"\xef\xbb\xbf", luck.randbytes(3_000)))


BYTES: tuple[Mutation, ...] = (flipped, cut, without, inserted, doubled, zeroed, swapped, other)
TEXT: tuple[Mutation, ...] = (*BYTES, renumbered, retold, nested)


def mutated(luck: Random, raw: bytes, kinds: tuple[Mutation, ...]) -> tuple[str, bytes]:
    """Return what was done to a file, and the file; it is another one afterwards."""
    while True:
        kind = luck.choice(kinds)
        if (found := kind(luck, bytearray(raw))) != raw:
            return kind.__name__, found
