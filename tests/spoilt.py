"""Every file that a command reads, spoilt in many ways, and what may become of the command then."""

from __future__ import annotations

import asyncio
import io
import json
import resource
import shutil
import signal
import sqlite3
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from zlib import crc32

import httpx
import msgspec
import pytest

from tests.mutations import BYTES, TEXT, Mutation, mutated
from tests.server.harness import PuppetBots, serving
from tests.tables import TurnedClock
from tests.test_cli_files import Shelf, Told
from wordlot import cli
from wordlot.games.bet_the_bag import components
from wordlot.record import Trailer
from wordlot.server import serve
from wordlot.server.app import create_app
from wordlot.server.archive import CONTENTS
from wordlot.server.backup import back_up
from wordlot.server.folder_lock import HOLDER, LOCK, FolderLock
from wordlot.server.settings import Settings
from wordlot.server.tables_file import FILE, FORM
from wordlot.solver import compiling
from wordlot.words import Library

HERE = Path(__file__).parent
GAMES = Path(components.__file__).parents[1]
HANG_S = 60
"""Nothing here takes a second; a busy machine may take some."""
MOST_MIB = 256
"""By how much the memory of the process may grow beyond what it has had."""
MOST_SIGNS = 2_000
"""Of a sentence."""

Judge = Callable[["Bench", Told], bool]
Made = Callable[["Bench", Random], bytes]


class HangError(BaseException):
    """A command went on for too long."""


@dataclass(frozen=True)
class Case:
    """A file, the command that reads it, and what may come of that when the file is spoilt."""

    file: str
    words: tuple[str, ...]
    right: Judge
    kinds: tuple[Mutation, ...] = TEXT
    share: int = 10
    made: Made | None = None
    """What makes a spoilt file that is whole to all appearance; else its bytes are spoilt."""
    stdin: bool = False
    """Whether the file comes by standard input; it is the word `-` then."""


def any_end(_bench: Bench, _told: Told) -> bool:
    return True


def refused(_bench: Bench, told: Told) -> bool:
    """Checksums show each change."""
    return told.code == cli.BAD_INPUT


def as_before(bench: Bench, told: Told) -> bool:
    """What can be made again is made again."""
    # Where a server has set up the log of this process, it goes to standard output, before that.
    return told.code == 0 and any(map(told.out.endswith, bench.good))


def restored_whole(bench: Bench, told: Told) -> bool:
    """What comes back is what was packed; a few bytes of an archive mean nothing."""
    if told.code == cli.BAD_INPUT:
        return not bench.there.exists()
    return all((bench.there / name).read_bytes() == raw for name, raw in bench.packed.items())


def resealed_record(_bench: Bench, luck: Random) -> bytes:
    """Spoil a record by somebody who writes its hash anew."""
    body, _, end = _record(luck).rstrip(b"\n").rpartition(b"\n")
    _, body = mutated(luck, body + b"\n", TEXT)
    trailer = Trailer(msgspec.json.decode(end, type=Trailer).seed, sha256(body).hexdigest())
    return body + msgspec.json.encode(trailer) + b"\n"


def _record(luck: Random) -> bytes:
    return luck.choice(sorted((HERE / "records").glob("*.jsonl"))).read_bytes()


def spoilt_record(_bench: Bench, luck: Random) -> bytes:
    return mutated(luck, _record(luck), TEXT)[1]


def resealed_archive(bench: Bench, luck: Random) -> bytes:
    """Spoil what is in a backup, with checksums and hashes made anew."""
    with zipfile.ZipFile(io.BytesIO(bench.raw("BACKUP"))) as old:
        files = {name: old.read(name) for name in old.namelist()}
    name = luck.choice(list(files))
    _, files[name] = mutated(luck, files[name], TEXT if name == CONTENTS else BYTES)
    if name != CONTENTS:
        contents = json.loads(files[CONTENTS])
        contents["files"][name] = sha256(files[name]).hexdigest()
        files[CONTENTS] = json.dumps(contents).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", luck.choice((0, 8, 12, 14))) as new:
        for each, raw in files.items():
            new.writestr(each, raw)
    return packed.getvalue()


def resealed_tables(bench: Bench, luck: Random) -> bytes:
    """Spoil the head of a file of tables, with its checksum made anew."""
    raw = bench.raw("cache/" + bench.names["compiled"])
    size = int.from_bytes(raw[8:16], "little")
    _, head = mutated(luck, raw[20 : 20 + size], TEXT)
    begin = -(-(20 + size) // 64) * 64
    before = b"WLTABLE2" + len(head).to_bytes(8, "little")
    head += bytes(-(20 + len(head)) % 64)
    return before + crc32(head, crc32(before)).to_bytes(4, "little") + head + raw[begin:]


def spoilt_cell(bench: Bench, luck: Random) -> bytes:
    """Spoil a field of a row of the tables, as by somebody with a program for such files."""
    file = bench.folder / "tmp" / "cells.db"
    file.write_bytes(bench.raw(f"data/{FILE}"))
    with closing(sqlite3.connect(file)) as connection, connection:
        table = luck.choice([query.split(" FROM ")[1].split()[0] for query in FORM])
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = luck.choice(columns)
        row = luck.randrange(4)
        key = ", ".join(columns)
        found = connection.execute(f"SELECT {column} FROM {table} LIMIT 1 OFFSET {row}").fetchone()
        if found is not None:
            value: Any = luck.choice((None, -1, 2**62, 1.5, "x", b"", b"\xff", "", 0))
            if isinstance(found[0], bytes) and luck.random() < 0.7:
                value = mutated(luck, found[0], TEXT)[1]
            connection.execute(
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE ({key}) IN"
                f" (SELECT {key} FROM {table} LIMIT 1 OFFSET {row})",
                (value if value is not None else 0,),
            )
    raw = file.read_bytes()
    file.unlink()
    return raw


SERVE = ("serve", "--no-browser", "--port", "0")
CASES: dict[str, Case] = {
    "record": Case("RECORD", ("verify", "RECORD"), refused, share=20, made=spoilt_record),
    "record on standard input": Case(
        "RECORD", ("verify", "-"), refused, share=5, made=spoilt_record, stdin=True
    ),
    "record with its hash made anew": Case(
        "RECORD", ("verify", "RECORD"), any_end, share=10, made=resealed_record
    ),
    "position": Case("POSITION", ("solve", "match", "POSITION", "--lexicon", "mine"), any_end),
    "deck": Case(
        "DECK",
        ("solve", "match", "POSITION", "--lexicon", "mine", "--deck", "DECK"),
        any_end,
    ),
    "tile set": Case(
        "TILES", ("solve", "tiles", "rates", "--lexicon", "mine", "--tiles", "TILES"), any_end
    ),
    "tile set for odds": Case(
        "TILES",
        ("odds", "--contract", "3", "--lexicon", "mine", "--tiles", "-"),
        any_end,
        stdin=True,
    ),
    "deck of a kit": Case(
        "DECK", ("kit", "match", "--deck-file", "DECK", "-o", "OUT"), any_end, share=1
    ),
    "tile set of a kit": Case(
        "TILES", ("kit", "bet-the-bag", "--deck-file", "TILES", "-o", "OUT"), any_end, share=1
    ),
    "words": Case("WORDS", ("lexicon", "add", "new", "WORDS"), any_end),
    "words without bad lines": Case(
        "WORDS", ("lexicon", "add", "new", "-", "--skip-bad"), any_end, share=5, stdin=True
    ),
    "words put in": Case(
        "WORDS", ("lexicon", "add", "new", "--from", "mine", "--include", "WORDS"), any_end, share=5
    ),
    "words taken out": Case(
        "WORDS", ("lexicon", "add", "new", "--from", "mine", "--exclude", "WORDS"), any_end, share=5
    ),
    "list of editions": Case("data/lexicons/mine.json", ("lexicon", "info", "mine"), any_end),
    "list of editions, listed": Case(
        "data/lexicons/mine.json", ("lexicon", "list"), any_end, share=2
    ),
    "list of editions, removed": Case(
        "data/lexicons/mine.json", ("lexicon", "remove", "mine"), any_end, share=3
    ),
    "words that are kept": Case(
        "data/lexicons/sources/source", ("lexicon", "info", "mine"), refused, share=5
    ),
    "compiled lexicon": Case(
        "cache/compiled", ("solve", "tiles", "rates", "--lexicon", "mine"), as_before, BYTES
    ),
    "compiled lexicon with its checksum made anew": Case(
        "cache/compiled",
        ("solve", "tiles", "rates", "--lexicon", "mine"),
        any_end,
        made=resealed_tables,
    ),
    "tables of searches": Case(
        "cache/words", ("solve", "match", "POSITION", "--lexicon", "mine"), as_before, BYTES
    ),
    "tables of a contract": Case(
        "cache/least", ("odds", "--contract", "3", "--lexicon", "mine"), as_before, BYTES
    ),
    "backup": Case("BACKUP", ("restore", "BACKUP", "--data", "THERE"), restored_whole, BYTES, 25),
    "backup on standard input": Case(
        "BACKUP", ("restore", "-", "--data", "THERE"), restored_whole, BYTES, 5, stdin=True
    ),
    "backup with its hashes made anew": Case(
        "BACKUP", ("restore", "BACKUP", "--data", "THERE"), any_end, made=resealed_archive
    ),
    "tables": Case(f"data/{FILE}", SERVE, any_end, BYTES, 15),
    "tables, a field": Case(f"data/{FILE}", SERVE, any_end, BYTES, 10, made=spoilt_cell),
    "tables, backed up": Case(f"data/{FILE}", ("backup", "OUT"), any_end, BYTES, 15),
    "log of tables": Case(f"data/{FILE}-wal", SERVE, any_end, BYTES, 8),
    "log of tables, backed up": Case(f"data/{FILE}-wal", ("backup", "OUT"), any_end, BYTES, 5),
    "holder of the lock": Case(f"data/{HOLDER}", SERVE, refused, TEXT, 3),
    "compiled code": Case("kernels/x/f-1.1.nbc", (), any_end, BYTES, 5),
    "what of compiled code there is": Case("kernels/x/f-1.nbi", (), any_end, BYTES, 2),
    "mark of compiled code": Case("kernels/plays.ready", (), any_end, TEXT, 3),
}
"""Every file that a command reads, apart from those of the package itself."""


class Bench:
    """A folder with every file that commands read, each of which is spoilt and put back."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.there = folder / "deep" / "there"
        self.names: dict[str, str] = {}
        self.packed: dict[str, bytes] = {}
        self.good: set[bytes] = set()
        for name in ("data", "cache", "tmp"):
            (folder / name).mkdir()
        patch.setenv("WORDLOT_DATA", str(folder / "data"))
        patch.setenv("WORDLOT_CACHE", str(folder / "cache"))
        patch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        patch.setattr(serve, "_serve", self._look)
        patch.setattr("wordlot.server.folder_lock.WAIT_S", 0.01)
        patch.setattr("wordlot.server.logs.set_up", lambda: None)
        self.shelf = Shelf(folder, patch)
        self._fill()
        self._files = self._listed()
        self._most_mib = _peak_mib() + MOST_MIB

    def raw(self, name: str) -> bytes:
        """Return a file as it was before anything was spoilt."""
        return self._files[Path(name)]

    def attempt(self, luck: Random, name: str) -> str:
        """Spoil the file of a case and run what reads it; return what is wrong with that, if so."""
        case = CASES[name]
        kind, raw = "made anew", b""
        file = self._place(case.file)
        if case.made is None:
            kind, raw = mutated(luck, self.raw(file), case.kinds)
        else:
            raw = case.made(self, luck)
        (self.folder / file).write_bytes(raw)
        try:
            fault = self._tried(case, raw)
        finally:
            self._put_back()
        return f"{name}, {kind}: {fault}" if fault else ""

    def while_held(self, said: bytes) -> str:
        """Return what a server is told while another has the folder and has said this of itself."""
        with self._held(said):
            return self.shelf.run(*SERVE).err

    def _place(self, file: str) -> str:
        folder, _, last = file.rpartition("/")
        return f"{folder}/{self.names.get(last, last)}" if folder else file

    def _tried(self, case: Case, raw: bytes) -> str:
        try:
            with _bounded():
                if not case.words:
                    return self._sifted()
                with self._held(raw) if case.file.endswith(HOLDER) else nullcontext():
                    words = self.shelf.named(case.words, THERE=self.there)
                    told = self.shelf.run(*words, stdin=raw if case.stdin else b"")
        except (Exception, HangError) as error:  # noqa: BLE001 - this is what is looked for
            return f"raised {error.__cause__ or error!r:.500}"
        fault = _badly_told(told) or self._left_behind(case, told)
        if fault or case.right(self, told):
            return fault
        return f"ended with {told.code} and was not to: {told.out[:200]!r} {told.err[:300]!r}"

    @contextmanager
    def _held(self, said: bytes) -> Iterator[None]:
        lock = FolderLock(self.folder / "data")
        lock.take()
        (self.folder / "data" / HOLDER).write_bytes(said)
        try:
            yield
        finally:
            lock.give_back()

    def _sifted(self) -> str:
        kept = self.folder / "kernels"
        compiling.sift(kept)
        marked = bool(compiling._marks(kept))
        same = all(
            (self.folder / path).exists() and (self.folder / path).read_bytes() == raw
            for path, raw in self._files.items()
            if path.parts[0] == "kernels" and path.suffix != ".ready"
        )
        return "code is believed in that has changed" if marked and not same else ""

    def _left_behind(self, case: Case, told: Told) -> str:
        """Tell what a command left that it was not to leave."""
        served = case.words[0] == "serve"
        now = self._listed()
        new = [path for path in now if path not in self._files]
        drafts = [path for path in new if path.parts[0] == "tmp" or path.name.startswith(".")]
        if drafts:
            return f"left {drafts[0]}"
        if told.code and not served:
            changed = [
                path for path in {*now, *self._files} if now.get(path) != self._files.get(path)
            ]
            kept = [
                path
                for path in changed
                if path.parts[0] != "cache"
                and str(path) not in {self._place(case.file), f"data/{FILE}-shm"}
            ]
            if kept:
                return f"failed and changed {kept[0]}"
        return ""

    def _listed(self) -> dict[Path, bytes]:
        return {
            path.relative_to(self.folder): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file()
        }

    def _put_back(self) -> None:
        for path, raw in self._listed().items():
            if self._files.get(path) != raw:
                (self.folder / path).unlink()
        shutil.rmtree(self.folder / "deep", ignore_errors=True)
        for path, raw in self._files.items():
            if not (self.folder / path).exists():
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / path).write_bytes(raw)

    def _fill(self) -> None:
        folder = self.folder
        shutil.copy(GAMES / "match/decks/english.json", folder / "DECK")
        shutil.copy(GAMES / "bet_the_bag/tiles/english.json", folder / "TILES")
        (folder / "OWN").write_text("".join(f"{word}\n" for word in OWN.split()))
        Library().add("mine", folder / "OWN")
        asyncio.run(self._play())
        back_up(folder / "data", folder / "BACKUP")
        with zipfile.ZipFile(folder / "BACKUP") as packed:
            names = [name for name in packed.namelist() if name != CONTENTS]
            self.packed = {name: packed.read(name) for name in names}
        (folder / "data" / HOLDER).write_text("process 7 on a machine\n")
        (folder / "data" / LOCK).touch()
        code = folder / "kernels" / "x"
        code.mkdir(parents=True)
        (code / "f-1.nbi").write_bytes(bytes(range(200)))
        (code / "f-1.1.nbc").write_bytes(bytes(range(256)) * 10)
        compiling.mark(folder / "kernels", ["plays"])
        for case in CASES.values():
            if case.right is as_before:
                told = self.shelf.run(*self.shelf.named(case.words))
                assert told.code == 0, told.err
                self.good.add(told.out)
        (self.names["source"],) = (p.name for p in (folder / "data/lexicons/sources").iterdir())
        for path in (folder / "cache" / "lexicons").iterdir():
            kind = next((k for k in ("words", "least") if f"-{k}" in path.name), "compiled")
            self.names[kind] = f"lexicons/{path.name}"

    async def _play(self) -> None:
        """Leave two games that are on, and what of them is still in the log of the file."""
        data = self.folder / "data"
        async with serving(data) as house:
            for name in ("match", "bet-the-bag"):
                _, page, _ = await house.pair(game=name)
                await page.command("act", action={"type": "pass", "round": 1})
            for name in (FILE, f"{FILE}-wal"):
                shutil.copy(data / name, self.folder / "tmp")
        for name in (FILE, f"{FILE}-wal"):
            shutil.move(self.folder / "tmp" / name, data / name)

    def _look(self, lock: FolderLock, *_: object, **__: object) -> None:
        """Stand in for serving: start, ask for every table, and stop."""
        asyncio.run(_asked_for_all(self.folder / "data", lock))


OWN = """ab aba art arts at ate ear ears eat eats er era eras rat rate rates rats re sat sea seat
star stare tar tare tares tars tea tear tears teas est east"""


async def _asked_for_all(data: Path, lock: FolderLock) -> None:
    with closing(sqlite3.connect(data / FILE)) as connection:
        codes = [code for (code,) in connection.execute("SELECT code FROM tables")]
    try:
        await _asked(data, lock, codes)
    except Exception as error:
        # Where it serves, nobody is left to tell it as a command does.
        raise RuntimeError("the server broke") from error


async def _asked(data: Path, lock: FolderLock, codes: list[str]) -> None:
    app = create_app(Settings(data), brains=PuppetBots(), clock=TurnedClock(), lock=lock)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for path in ("/health", "/api/tables", *(f"/api/tables/{c}" for c in codes)):
                answer = await client.get(path)
                assert answer.status_code in {200, 404, 500, 503}, answer
                assert "text" in answer.json() or answer.status_code in {200, 503}, answer


@contextmanager
def _bounded() -> Iterator[None]:
    """End what hangs."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, HANG_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _badly_told(told: Told) -> str:
    """Tell how a command ended or spoke as none does."""
    if told.code not in {0, cli.BAD_INPUT}:
        return f"ended with {told.code}: {told.err[:300]!r}"
    if "Traceback" in told.err:
        return f"told a traceback: {told.err[-300:]!r}"
    said = told.err.splitlines()
    if told.code and not (said and said[-1].startswith("wordlot: ")):
        return f"told no reason: {told.err[:300]!r}"
    if max(map(len, said), default=0) > MOST_SIGNS:
        return f"told {len(told.err)} signs: {told.err[:200]!r}"
    out = "" if told.out.startswith(b"%PDF") else told.out.decode(errors="replace")
    odd = [sign for sign in told.err + out if not sign.isprintable() and sign != "\n"]
    return f"sent {odd[0]!r} to the terminal: {told.err[:300]!r}{out[:300]!r}" if odd else ""


def spoilt_often(folder: Path, patch: pytest.MonkeyPatch, luck: Random) -> Iterator[Counter[str]]:
    """Spoil files without an end; yields after each which it was, and faults by what they were."""
    bench = Bench(folder, patch)
    while True:
        name = luck.choices(list(CASES), [case.share for case in CASES.values()])[0]
        fault = bench.attempt(luck, name)
        if _peak_mib() > bench._most_mib:
            bench._most_mib = _peak_mib() + MOST_MIB
            fault = fault or f"{name}: took more than {MOST_MIB} MiB"
        yield Counter({f"file: {name}": 1, "files": 1} | ({f"fault: {fault}": 1} if fault else {}))
