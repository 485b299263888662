"""Files of typed tables: written whole or not at all, checked when opened, memory-mapped."""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from zlib import crc32

import msgspec

from wordlot.core.reading import UNREADABLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

Buffer: TypeAlias = bytes | mmap.mmap

_MAGIC = b"WLTABLE1"
_ALIGN = 64
_PREAMBLE = len(_MAGIC) + 8


class UnusableTables(ValueError):
    """A file of tables that is truncated, damaged, or made for another purpose or machine."""


class _Table(msgspec.Struct, frozen=True, array_like=True):
    dtype: str
    shape: tuple[int, ...]
    offset: int
    """Bytes from the start of the body."""


class _Header(msgspec.Struct, frozen=True):
    byteorder: str
    meta: dict[str, msgspec.Raw]
    tables: dict[str, _Table]
    body_bytes: int
    body_crc32: int


class Tables:
    """Named read-only tables in one buffer, with the meta data they were packed with."""

    def __init__(self, buffer: Buffer, header: _Header, body: int) -> None:
        self.buffer = buffer
        self._header = header
        self._body = body

    @classmethod
    def unpack(cls, buffer: Buffer) -> Tables:
        """Read packed tables, and check every byte of them. Raises `UnusableTables`."""
        preamble = buffer[:_PREAMBLE]
        if len(preamble) < _PREAMBLE or not preamble.startswith(_MAGIC):
            raise UnusableTables("no header")
        header_bytes = int.from_bytes(preamble[len(_MAGIC) :], "little")
        body = _aligned(_PREAMBLE + header_bytes)
        try:
            header = msgspec.json.decode(buffer[_PREAMBLE : _PREAMBLE + header_bytes], type=_Header)
        except UNREADABLE as error:
            raise UnusableTables(f"header: {error}") from None
        if header.byteorder != sys.byteorder or len(buffer) != body + header.body_bytes:
            raise UnusableTables("made on another kind of machine, or cut short")
        with memoryview(buffer) as view:
            if crc32(view[body:]) != header.body_crc32:
                raise UnusableTables("a byte has changed")
        return cls(buffer, header, body)

    @classmethod
    def open(cls, path: Path) -> Tables:
        """Map a file into memory. Raises `UnusableTables`, or `OSError` where it cannot be read."""
        with path.open("rb") as file:
            try:
                buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise UnusableTables("empty file") from None
        return cls.unpack(buffer)

    def meta(self, key: str, kind: type[T]) -> T:
        """Return an entry of the meta data, read as a type. Raises `UnusableTables`."""
        try:
            return msgspec.json.decode(self._header.meta[key], type=kind)
        except (KeyError, *UNREADABLE) as error:
            raise UnusableTables(f"meta data {key}: {error}") from None

    def offset(self, name: str) -> int:
        """Return where a table begins, in bytes from the start of the buffer."""
        return self._body + self._header.tables[name].offset

    def words32(self, name: str) -> memoryview[int]:
        """Return a table of unsigned numbers of 32 bits as a flat view, without numpy."""
        at = self.offset(name)
        count = math.prod(self._header.tables[name].shape)
        return memoryview(self.buffer)[at : at + 4 * count].cast("I")

    def array(self, name: str) -> NDArray[Any]:
        """Return a table as a read-only array over the buffer."""
        import numpy as np

        table = self._header.tables[name]
        count = math.prod(table.shape)
        flat = np.frombuffer(self.buffer, table.dtype, count, self.offset(name))
        return flat.reshape(table.shape)

    def nbytes(self) -> int:
        """Return the size of all tables, in bytes."""
        return self._header.body_bytes


def pack(meta: Mapping[str, object], arrays: Mapping[str, np.ndarray[Any, Any]]) -> bytes:
    """Return the bytes that `Tables.unpack` reads, in this machine's byte order."""
    tables: dict[str, _Table] = {}
    body = bytearray()
    for name, array in arrays.items():
        tables[name] = _Table(array.dtype.str, array.shape, len(body))
        body += array.tobytes()
        body += bytes(_aligned(len(body)) - len(body))
    raw = {key: msgspec.Raw(msgspec.json.encode(value)) for key, value in meta.items()}
    header = msgspec.json.encode(_Header(sys.byteorder, raw, tables, len(body), crc32(body)))
    preamble = _MAGIC + len(header).to_bytes(8, "little") + header
    return preamble + bytes(_aligned(len(preamble)) - len(preamble)) + bytes(body)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whoever else writes it meanwhile.

    Folders are made as needed. Raises `OSError` where that is impossible, and leaves nothing.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _aligned(count: int) -> int:
    return -(-count // _ALIGN) * _ALIGN
