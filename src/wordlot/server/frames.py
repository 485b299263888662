"""The plain case of WebSocket frames: short text, whole and in one piece (RFC 6455, 5.2).

All else is left to the library. Its parser takes 20 µs for a frame and 12 µs to write one; half of
what a busy server did was that.
"""

from __future__ import annotations

_TEXT = 0x81
"""The last frame of a message, of text, without extensions."""
_PING, _PONG = 0x89, 0x8A
_MASKED = 0x80
_MASK = 4
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""Marks in the place of a length that takes so many bytes."""


def text_frame(payload: bytes) -> bytes:
    """Return a server's frame of a text in UTF-8."""
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_TEXT, _TWO_BYTES, size >> 8, size & 0xFF)) + payload
    return bytes((_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big") + payload


def plain_texts(data: bytes) -> list[str] | None:
    """Return the texts of a client's frames where `data` is whole frames of text, and nothing else.

    None where it is not, be it that something is missing or that it breaks the protocol.
    """
    texts, at, size = [], 0, len(data)
    while at < size:
        start, length = _payload(data, at)
        end = start + length
        if data[at] != _TEXT or not start or end > size:
            return None
        masked = int.from_bytes(data[start:end], "big")
        pad = -length % _MASK
        mask = int.from_bytes(data[start - _MASK : start] * ((length + pad) // _MASK), "big")
        try:
            texts.append((masked ^ mask >> 8 * pad).to_bytes(length, "big").decode())
        except UnicodeDecodeError:
            return None
        at = end
    return texts


def is_control(data: bytes) -> bool:
    """Tell whether `data` is one whole ping or pong of a client, and nothing else."""
    if len(data) < 2 or data[0] not in {_PING, _PONG}:
        return False
    start, length = _payload(data, 0)
    return bool(start) and start + length == len(data) and data[1] & 0x7F < _TWO_BYTES


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Return where the payload of the frame at `at` starts, and its bytes; 0 where it is not plain.

    A longer form of a length than it needs is not plain.
    """
    if at + 2 > len(data) or not data[at + 1] & _MASKED:
        return 0, 0
    length = data[at + 1] & 0x7F
    if length < _TWO_BYTES:
        return at + 2 + _MASK, length
    if length == _EIGHT_BYTES or at + 4 > len(data):
        return 0, 0
    length = data[at + 2] << 8 | data[at + 3]
    return (at + 4 + _MASK, length) if length >= _TWO_BYTES else (0, 0)
