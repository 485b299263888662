"""`wordlot kit`: it writes a whole file or none, and says why not."""

import os
from pathlib import Path

import pytest

from wordlot import cli
from wordlot.core.errors import InvalidNotation
from wordlot.kit import KitOptions, Paper, kit_pdf, shop_zip
from wordlot.kit.files import write_whole


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["wordlot", "kit", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize("game", ["match", "bet-the-bag"])
def test_kit_is_written_where_asked(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "kit.pdf"
    assert run(monkeypatch, game, "-o", str(out), "--paper", "letter", "--backs") == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert [file.name for file in tmp_path.iterdir()] == ["kit.pdf"]


def test_folded_kit_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kit.pdf"
    assert run(monkeypatch, "bet-the-bag", "-o", str(out), "--folded") == 0
    assert out.read_bytes() == kit_pdf("bet-the-bag", KitOptions(folded=True))


def test_files_for_a_print_shop_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "bet-the-bag", "--shop", "--paper", "letter") == 0
    assert capsys.readouterr().out == "bet-the-bag.zip\n"
    written = (tmp_path / "bet-the-bag.zip").read_bytes()
    assert written == shop_zip("bet-the-bag", KitOptions(paper=Paper.LETTER))
    assert [file.name for file in tmp_path.iterdir()] == ["bet-the-bag.zip"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "no kit for 'chess'; there are bet-the-bag, match"),
        (["match", "--paper", "a5"], "no paper 'a5'"),
        (["match", "--deck", "klingon"], "no deck 'klingon'"),
        (["bet-the-bag", "--deck", "klingon"], "no tile set 'klingon'"),
        (["match", "--language", "latin"], "does not speak 'latin'"),
        (["match", "--deck-file", "gone.json"], "gone.json cannot be read"),
        (["match", "--backs", "--folded"], "choose backs or folded, not both"),
        (["match", "--shop", "--backs"], "backs, folded, bleed, crop_marks cannot be chosen"),
        (["match", "--shop", "--no-bleed"], "a print shop have backs and bleed and no marks"),
    ],
)
def test_what_is_unknown_is_named_and_nothing_is_written(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *arguments) == cli.BAD_INPUT
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_folder_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gone" / "match.pdf"
    assert run(monkeypatch, "match", "-o", str(out)) == cli.BAD_INPUT
    assert f"{out} cannot be written: No such file or directory" in capsys.readouterr().err


def test_file_that_breaks_off_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "kit.pdf"
    out.write_bytes(b"old")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidNotation, match="No space left on device"):
        write_whole(out, b"new")
    assert out.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["kit.pdf"]


def test_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(InvalidNotation, match="it is a folder"):
        write_whole(tmp_path, b"new")


def test_mode_of_a_replaced_file_stays(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    out.write_bytes(b"old")
    out.chmod(0o640)
    write_whole(out, b"new")
    assert out.stat().st_mode & 0o777 == 0o640


def test_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_pipe_is_written_into_and_stays() -> None:
    write_whole(Path(os.devnull), b"new")
    assert not Path(os.devnull).is_file()
