import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numba
import pytest

from tests.solver.test_racks import lexicon_of
from wordlot.core.pieces import parse_tiles
from wordlot.solver import deals, exact, filling, laying, spelling, words_from
from wordlot.solver.compiling import folder, keeping_folder, mark, sift
from wordlot.solver.index import FORMAT, contract_of, index_of
from wordlot.solver.warming import COMPILING, COMPILING_ALWAYS, SEARCHES, main, make_ready

WORDS = "ab aba abba baba cab crab brace"


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "lexicons").glob("*-v*-*-v*.tables"))


def test_tables_of_searches_are_kept_beside_the_lexicon(tmp_path: Path) -> None:
    lexicon = lexicon_of(WORDS, tmp_path)
    assert kept(tmp_path) == []
    index_of(lexicon)
    contract_of(lexicon, 4)
    assert len(kept(tmp_path)) == 2
    again = lexicon_of(WORDS, tmp_path)
    times = [file.stat().st_mtime_ns for file in kept(tmp_path)]
    assert words_from(parse_tiles("abab"), again) == words_from(parse_tiles("abab"), lexicon)
    assert contract_of(again, 4).tree.masks.tolist() == contract_of(lexicon, 4).tree.masks.tolist()
    assert [file.stat().st_mtime_ns for file in kept(tmp_path)] == times


def test_damaged_tables_are_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    index_of(lexicon_of(WORDS, tmp_path))
    (file,) = kept(tmp_path)
    good = file.read_bytes()
    file.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    with caplog.at_level(logging.WARNING):
        assert words_from(parse_tiles("crab"), lexicon_of(WORDS, tmp_path))
    assert "made again" in caplog.text
    assert file.read_bytes() == good


def test_tables_that_cannot_be_kept_stay_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lexicon = lexicon_of(WORDS, tmp_path)
    assert lexicon.file is not None
    lexicon.file.with_name(f"{lexicon.file.stem}-words-v{FORMAT}.tables").mkdir()
    with caplog.at_level(logging.WARNING):
        assert words_from(parse_tiles("crab"), lexicon)
    assert "not kept" in caplog.text


def test_compiled_code_is_kept_by_the_hash_of_its_sources(tmp_path: Path) -> None:
    source = tmp_path / "kernels.py"
    source.write_text("one")
    one = keeping_folder(tmp_path / "cache", [source])
    assert one is not None
    assert one.is_dir()
    assert keeping_folder(tmp_path / "cache", [source]) == one
    source.write_text("two")
    assert keeping_folder(tmp_path / "cache", [source]) != one


def test_where_nothing_can_be_written_code_is_compiled_for_the_process_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "cache").write_text("a file stands in the way")
    assert keeping_folder(tmp_path / "cache", []) is None


def test_searches_are_compiled_apart_and_only_once(tmp_path: Path) -> None:
    commands: list[Sequence[str]] = []
    said: list[str] = []
    for _ in range(2):
        make_ready(["plays"], kept=tmp_path, run=commands.append, say=said.append)
    assert said == [COMPILING] * 2
    assert [command[-1] for command in commands] == ["plays", "plays"], "nothing came of it yet"
    (tmp_path / "plays.ready").touch()
    make_ready(["plays"], kept=tmp_path, run=commands.append, say=said.append)
    assert (len(commands), len(said)) == (2, 2)
    make_ready(["plays"], kept=None, run=commands.append, say=said.append)
    assert (len(commands), said[2:]) == (2, [COMPILING_ALWAYS])
    make_ready(["plays", "tiles"], kept=tmp_path, run=commands.append)
    assert len(commands) == 3


def test_what_is_made_ready_is_searched_and_marked() -> None:
    main(list(SEARCHES))
    assert folder is None or all((folder / f"{name}.ready").exists() for name in SEARCHES)


def compiled(kept: Path) -> dict[str, bytes]:
    """Keep what numba would, and say that it is ready."""
    files = {"x/f-1.nbi": b"what there is", "x/f-1.1.nbc": b"code", "x/g-1.nbi": b"more"}
    (kept / "x").mkdir()
    for name, content in files.items():
        (kept / name).write_bytes(content)
    mark(kept, ["plays", "tiles"])
    return files


def left(kept: Path) -> set[str]:
    return {path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()}


def test_compiled_code_that_has_not_changed_stays(tmp_path: Path) -> None:
    files = compiled(tmp_path)
    sift(tmp_path)
    assert left(tmp_path) == {*files, "plays.ready", "tiles.ready"}
    (tmp_path / "x/new.nbc").write_bytes(b"compiled since")
    sift(tmp_path)
    assert "x/new.nbc" in left(tmp_path)
    assert "plays.ready" in left(tmp_path)


@pytest.mark.parametrize("name", ["x/f-1.nbi", "x/f-1.1.nbc"])
@pytest.mark.parametrize("content", [b"", b"what there is!", b"code\0"])
def test_compiled_code_that_has_changed_is_never_run(
    tmp_path: Path, name: str, content: bytes
) -> None:
    files = compiled(tmp_path)
    (tmp_path / name).write_bytes(content)
    sift(tmp_path)
    assert left(tmp_path) == {*files} - {name}


def test_a_mark_that_has_changed_is_believed_in_nothing(tmp_path: Path) -> None:
    files = compiled(tmp_path)
    (tmp_path / "other").write_bytes(b"not of numba")
    for content in (b"", b"[", b'{"../../x": ""}', b'{"other": ""}', b'{"/etc/hosts": ""}', b"[1]"):
        (tmp_path / "plays.ready").write_bytes(content)
        sift(tmp_path)
        assert left(tmp_path) == {*files, "other", "tiles.ready"}
    assert Path("/etc/hosts").exists()


def test_searches_answer_over_code_that_was_damaged(tmp_path: Path) -> None:
    """A process finds it removed, compiles what lacks, and the next one is ready again."""
    asked = (
        "import sys; sys.path.insert(0, sys.argv[1])",
        "import twice; assert twice.twice(4) == 8",
        "from wordlot.solver.compiling import folder, mark; mark(folder, ['plays'])",
    )
    source = (
        "from wordlot.solver.compiling import kernel\n@kernel\ndef twice(n):\n    return 2 * n\n"
    )
    (tmp_path / "twice.py").write_text(source)
    command = [sys.executable, "-c", "\n".join(asked), str(tmp_path)]
    told = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    subprocess.run(command, check=True, env=told)
    files = sorted((tmp_path / "cache").rglob("*.nb[ci]"))
    assert len(files) == 2
    for file in files:
        good = file.read_bytes()
        file.write_bytes(good[: len(good) // 2])
        subprocess.run(command, check=True, env=told)
        assert len(file.read_bytes()) == len(good)


def test_kernels_let_other_threads_run() -> None:
    """So a server goes on answering while one of them runs."""
    kernels = [
        each
        for module in (deals, exact, filling, laying, spelling)
        for each in vars(module).values()
        if isinstance(each, numba.core.dispatcher.Dispatcher)
    ]
    assert len(kernels) > 20
    assert all(each.targetoptions["nogil"] for each in kernels)


@pytest.mark.parametrize("module", ["wordlot.server.app", "wordlot.cli", "wordlot.words"])
def test_nothing_that_starts_a_server_waits_for_the_compiler(module: str) -> None:
    program = f"import sys, {module}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
