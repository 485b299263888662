"""A data folder by other names, and for other eyes: links, copies, and who may read what."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import serving
from tests.server.test_guests import in_one_browser, seat
from wordlot.core.errors import InvalidNotation
from wordlot.server import tables_file
from wordlot.server.folder_lock import FolderLock
from wordlot.server.tables_file import FILE

pytestmark = pytest.mark.anyio


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("no_umask")
async def test_nothing_of_a_data_folder_is_for_others_whatever_the_umask(tmp_path: Path) -> None:
    async with serving(tmp_path / "deep" / "data") as house:
        await house.person().create()
        found = [tmp_path / "deep" / "data", *(tmp_path / "deep" / "data").iterdir()]
        assert len(found) >= 4
        open_ = {
            path.name: oct(path.stat().st_mode) for path in found if path.stat().st_mode & 0o77
        }
        assert open_ == {}


@pytest.mark.usefixtures("no_umask")
def test_the_tables_are_never_open_to_others_not_even_when_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "chmod", lambda _path, _mode: None)
    tables_file.check(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("linked", ["folder", "file"])
def test_one_server_at_a_time_has_tables_by_whatever_link(tmp_path: Path, linked: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    tables_file.check(here)
    if linked == "folder":
        there.symlink_to(here)
    else:
        there.mkdir()
        (there / FILE).symlink_to(here / FILE)
    one, other = FolderLock(here), FolderLock(there)
    one.take()
    with pytest.raises(InvalidNotation, match=f"in use by process {os.getpid()}"):
        other.take()
    one.give_back()
    other.take()
    with pytest.raises(InvalidNotation, match="in use by process"):
        FolderLock(here).take()
    other.give_back()


def test_tables_with_two_names_are_not_opened_by_either(tmp_path: Path) -> None:
    """SQLite would write a log for each, and lose what is in one of them."""
    here, there = tmp_path / "here", tmp_path / "there"
    tables_file.check(here)
    there.mkdir()
    os.link(here / FILE, there / FILE)
    for folder in (here, there):
        with pytest.raises(InvalidNotation, match="has 2 names") as told:
            tables_file.check(folder)
        assert str(folder / FILE) in str(told.value)
    (there / FILE).unlink()
    tables_file.check(here)


@pytest.mark.parametrize("use", [tables_file.check, lambda folder: FolderLock(folder).take()])
def test_a_folder_that_is_a_link_to_nowhere_is_told(tmp_path: Path, use: object) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(InvalidNotation, match=r"link cannot be used: .*leads nowhere"):
        use(link)  # type: ignore[operator]
    assert not (tmp_path / "nowhere").exists()


async def test_a_copy_of_a_folder_at_another_port_takes_no_seat_from_the_original(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "here") as house:
        mira = house.person()
        code = await mira.create()
        cookies = mira.http.cookies
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    async with serving(tmp_path / "here") as one, serving(tmp_path / "there") as two:
        here, there = in_one_browser((one, two))
        here.http.cookies.update(cookies)
        for who in (here, there, here, there):
            assert await seat(await who.open(code)) == 0
            assert "set-cookie" not in (await who.http.get("/api/yours")).headers
            await who.create()
        # Who is new to both is one guest at both.
        here, there = in_one_browser((one, two))
        assert (await here.sit(code, "Tom")).json() == {"seat": 1}
        assert (await there.sit(code, "Tom")).json() == {"seat": 1}
        assert await seat(await here.open(code)) == 1
