from itertools import product
from pathlib import Path

import numpy as np
import pytest

from wordlot.words import tables as files
from wordlot.words.tables import Tables, UnusableTables, _Table, pack, write_whole

NUMBERS = np.arange(6, dtype=np.uint32).reshape(2, 3)
PACKED = pack({"made": "here"}, {"bytes": np.frombuffer(b"abc", np.uint8), "numbers": NUMBERS})


def test_packed_tables_come_back_as_they_were() -> None:
    tables = Tables.unpack(PACKED)
    assert tables.meta("made", str) == "here"
    assert tables.array("numbers").tolist() == NUMBERS.tolist()
    assert list(tables.words32("numbers")) == list(range(6))
    assert tables.array("bytes").tobytes() == b"abc"


def test_arrays_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Tables.unpack(PACKED).array("numbers")[0, 0] = 9


def test_a_mapped_file_holds_the_same_tables(tmp_path: Path) -> None:
    write_whole(tmp_path / "deep" / "file", PACKED)
    assert Tables.open(tmp_path / "deep" / "file").array("numbers").tolist() == NUMBERS.tolist()
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["file"]


@pytest.mark.parametrize("kept", [0, 5, 12, 40, len(PACKED) - 1])
def test_a_file_cut_short_is_unusable(tmp_path: Path, kept: int) -> None:
    (tmp_path / "file").write_bytes(PACKED[:kept])
    with pytest.raises(UnusableTables):
        Tables.open(tmp_path / "file")


def test_no_changed_bit_goes_unseen() -> None:
    for at, bit in product(range(len(PACKED)), range(8)):
        changed = bytearray(PACKED)
        changed[at] ^= 1 << bit
        with pytest.raises(UnusableTables):
            Tables.unpack(bytes(changed))


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (("|u1", (3,), 3), "no place at 3"),
        (("|u1", (3,), -64), "no place at -64"),
        (("|u1", (10**9, 10**9), 0), "no place at 0"),
        (("|u1", (3, -1), 0), "of kind"),
        (("|O8", (1,), 0), "of kind"),
        (("<u16", (1,), 0), "of kind"),
        (("<f4", (1,), 0), "other numbers"),
    ],
)
def test_a_table_that_lies_outside_or_is_of_no_known_kind_is_unusable(
    then: tuple[str, tuple[int, ...], int], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_Table", lambda *_: _Table(*then))
    packed = pack({}, {"numbers": NUMBERS})
    with pytest.raises(UnusableTables, match=told):
        Tables.unpack(packed).words32("numbers")


def test_a_table_that_is_not_there_is_told() -> None:
    tables = Tables.unpack(PACKED)
    for ask in (tables.offset, tables.words32, tables.array):
        with pytest.raises(UnusableTables, match="no table else"):
            ask("else")


def test_tables_of_an_older_release_are_unusable() -> None:
    with pytest.raises(UnusableTables, match="another release"):
        Tables.unpack(PACKED.replace(b"WLTABLE2", b"WLTABLE1"))


def test_meta_data_of_another_kind_is_unusable() -> None:
    with pytest.raises(UnusableTables, match="made"):
        Tables.unpack(PACKED).meta("made", int)
    with pytest.raises(UnusableTables, match="missing"):
        Tables.unpack(PACKED).meta("missing", int)


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_whole(tmp_path / "taken", PACKED)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
