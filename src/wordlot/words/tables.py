"""Files of typed tables: written whole or not at all, checked when opened, memory-mapped."""

from __future__ import annotations

import contextlib
import logging
import math
import mmap
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from zlib import crc32

import msgspec

from wordlot.core.reading import UNREADABLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_log = logging.getLogger(__name__)

T = TypeVar("T")

Buffer: TypeAlias = bytes | mmap.mmap

_MAGIC = b"WLTABLE2"
_LENGTH = len(_MAGIC) + 8
"""Magic and the length of the header, which its checksum covers with it."""
_PREAMBLE = _LENGTH + 4
_ALIGN = 64
_DTYPE = re.compile(r"[<>|][biuf]([1248])")
"""Kinds of numbers in a table, with their bytes."""


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
        header, body = _read_header(buffer)
        if header.byteorder != sys.byteorder or len(buffer) != body + header.body_bytes:
            raise UnusableTables("made on another kind of machine, or cut short")
        with memoryview(buffer) as view:
            if crc32(view[body:]) != header.body_crc32:
                raise UnusableTables("a byte has changed")
        for name, table in header.tables.items():
            _check_place(name, table, header.body_bytes)
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
        """Return where a table begins, in bytes from the start of the buffer.

        Raises `UnusableTables` where there is no such table, as all that ask for one do.
        """
        return self._body + self._table(name).offset

    def words32(self, name: str) -> memoryview[int]:
        """Return a table of unsigned numbers of 32 bits as a flat view, without numpy."""
        at, table = self.offset(name), self._table(name)
        if table.dtype[1:] != "u4":
            raise UnusableTables(f"table {name} holds other numbers: {table.dtype}")
        count = math.prod(table.shape)
        return memoryview(self.buffer)[at : at + 4 * count].cast("I")

    def array(self, name: str) -> NDArray[Any]:
        """Return a table as a read-only array over the buffer."""
        import numpy as np

        table = self._table(name)
        count = math.prod(table.shape)
        flat = np.frombuffer(self.buffer, table.dtype, count, self.offset(name))
        return flat.reshape(table.shape)

    def nbytes(self) -> int:
        """Return the size of all tables, in bytes."""
        return self._header.body_bytes

    def _table(self, name: str) -> _Table:
        try:
            return self._header.tables[name]
        except KeyError:
            raise UnusableTables(f"no table {name}") from None


def _read_header(buffer: Buffer) -> tuple[_Header, int]:
    """Return the header and where the body begins. Raises `UnusableTables`."""
    if buffer[: len(_MAGIC)] != _MAGIC:
        raise UnusableTables("made by another release, or no tables at all")
    expected = int.from_bytes(buffer[_LENGTH:_PREAMBLE], "little")
    length = int.from_bytes(buffer[len(_MAGIC) : _LENGTH], "little")
    body = _aligned(_PREAMBLE + length)
    if body > len(buffer) or _header_crc32(buffer[:_LENGTH], buffer[_PREAMBLE:body]) != expected:
        raise UnusableTables("a byte of the header has changed, or it is cut short")
    try:
        header = msgspec.json.decode(buffer[_PREAMBLE : _PREAMBLE + length], type=_Header)
    except UNREADABLE as error:
        raise UnusableTables(f"header: {error}") from None
    return header, body


def _header_crc32(before: bytes, header: bytes) -> int:
    return crc32(header, crc32(before))


def _check_place(name: str, table: _Table, body_bytes: int) -> None:
    """Raise `UnusableTables` for a table that is not wholly in the body, or of no known numbers."""
    found = _DTYPE.fullmatch(table.dtype)
    if found is None or min(table.shape, default=0) < 0:
        shape = f"{table.shape}"
        raise UnusableTables(f"table {name!r:.40} is of kind {table.dtype!r:.40}, in {shape:.40}")
    size = math.prod(table.shape) * int(found[1])
    inside = 0 <= table.offset <= body_bytes - size
    if not inside or table.offset % _ALIGN:
        raise UnusableTables(f"table {name!r:.40} has no place at {table.offset}")


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
    length = len(header)
    header += bytes(_aligned(_PREAMBLE + length) - _PREAMBLE - length)
    before = _MAGIC + length.to_bytes(8, "little")
    checksum = _header_crc32(before, header).to_bytes(4, "little")
    return before + checksum + header + bytes(body)


def keep(
    path: Path | None,
    what: str,
    make: Callable[[], bytes],
    read: Callable[[Tables, Path | None], T],
) -> T:
    """Return what is read from a file of packed tables, made and kept there where it is not yet.

    A file that is damaged, or made by another release, is made again. Where nothing can be kept,
    and without a path, the tables stay in memory; `read` is told of no file then.
    """
    try:
        if path is not None:
            return read(Tables.open(path), path)
    except FileNotFoundError:
        pass
    except (OSError, UnusableTables) as error:
        _log.warning("%s in %s: made again (%s)", what, path, error)
    packed = make()
    try:
        if path is not None:
            write_whole(path, packed)
            return read(Tables.open(path), path)
    except (OSError, UnusableTables) as error:
        _log.warning("%s in %s: not kept (%s)", what, path, error)
    return read(Tables.unpack(packed), None)


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
