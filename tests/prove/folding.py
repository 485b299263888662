"""Promises about records: a table is what its record says, now and in later releases."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.fingerprints import last_state
from tests.prove.players import Short
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.tables import any_opening, moves, new_table
from tests.tables import MemoryLog, TurnedClock
from wordlot.core.errors import CorruptRecord, IllegalAction
from wordlot.core.protocol import Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.bet_the_bag import events as bag_events
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES
from wordlot.record import AnyRules, Record, fingerprint, read_header, read_record
from wordlot.table import Table
from wordlot.words import Library

RECORDS = Path(__file__).parents[1] / "records"


class _Shadow:
    """A second table, folded from the bytes of the log, and a third one from a kept state."""

    def __init__(self, rules: AnyRules, luck: Random) -> None:
        self._rules = rules
        self._luck = luck
        self._decoder = msgspec.json.Decoder(rules.event_type)
        self._state_type = type(rules.empty)
        self.state: Any = rules.empty
        self._continued: Any = rules.empty
        self.events = 0
        self.differing = 0

    def follow(self, log: MemoryLog, live: object) -> None:
        for line in log.lines[self.events :]:
            event = self._decoder.decode(line.event)
            self.state = self._rules.evolve(self.state, event)
            self._continued = self._rules.evolve(self._continued, event)
            self.differing += self.state != self._continued
            if self._luck.random() < 0.02:
                kept = msgspec.json.encode(self.state)
                self._continued = msgspec.json.decode(kept, type=self._state_type)
        self.events = len(log.lines)
        self.differing += self.state != live


async def _followed(name: str, luck: Random) -> tuple[int, int]:
    """Play a game; return its events, and how often two of its states differed."""
    log, clock = MemoryLog(), TurnedClock()
    opening = any_opening(name, luck, Short())
    table = new_table(name, log, clock)
    shadow = _Shadow(table.rules, luck)
    await table.open(opening)
    differing = 0
    async for _ in moves(table, clock, luck):
        shadow.follow(log, table.state)
        if luck.random() < 0.01:
            differing += await _restored(log, table, opening.seed)
    differing += await _restored(log, table, opening.seed)
    await table.close()
    return shadow.events, shadow.differing + differing


async def _restored(log: MemoryLog, table: Table, seed: SecretSeed) -> bool:
    again = new_table(table.rules.name, log, TurnedClock())
    await again.restore(1, seed)
    await again.close()
    return fingerprint(again.state) != fingerprint(table.state)


EVENTS = 1_000_000


def _follow_games(scale: Scale, luck: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    for i in scale.until(lambda: counts["events"], short=5_000, long=EVENTS, least=4):
        events, differing = asyncio.run(_followed(("match", "bet_the_bag")[i % 2], luck))
        counts.update(events=events, differing=differing, games=1)
    return counts


@promise(4)
def live_is_replay(scale: Scale) -> Finding:
    """Random games of both kinds with random settings. After every decision the live state is
    compared with a fold of the logged bytes and with a fold continued from a kept state; now and
    then, and at the end, with a table restored from the log.
    """
    counts = scale.divided(_follow_games, "live is replay")
    return Finding(
        f"{counts['differing']} differences in {counts['events']:,} events of "
        f"{counts['games']:,} games",
        counts["differing"] == 0 and counts["events"] > 0,
        (Goal("events", EVENTS, counts["events"]),),
    )


@promise(6)
def kept_records_hold(_scale: Scale) -> Finding:
    """The records kept of each released version of the rules are replayed and compared with the
    fingerprints of their last states; no lexicon is at hand in a replay. The name of each event
    in turn is replaced by an unknown one. A table goes on with its word list after the host has
    replaced the list by one without that word.
    """
    known = json.loads((RECORDS / "fingerprints.json").read_text())
    same = refused = lines = verdicts = 0
    for name, expected in known.items():
        raw = (RECORDS / f"{name}.jsonl").read_bytes()
        record, rules = _read(raw)
        same += last_state(record, rules) == expected
        verdicts += sum(_is_verdict(entry.event) for entry in record.entries)
        for spoilt in _spoilt(raw):
            lines += 1
            refused += _is_refused(spoilt)
    kept = _verdict_survives_another_list()
    return Finding(
        f"{same} of {len(known)} records with the same last state, {verdicts:,} verdicts on words "
        f"kept without a list; {refused:,} of {lines:,} unknown events refused; verdict after a "
        f"change of the list: {'kept' if kept else 'changed'}",
        same == len(known) and refused == lines and lines > 0 and kept,
    )


def _read(raw: bytes) -> tuple[Record, AnyRules]:
    rules = GAMES[read_header(raw).game].rules
    return read_record(raw, rules), rules


def _is_verdict(event: object) -> bool:
    judged = m.PlayLaid | bag_events.WordChallenged | bag_events.WordSubmitted
    return isinstance(event, judged)


def _spoilt(raw: bytes) -> list[bytes]:
    """Return the record, unclosed, with one unknown event in each of its lines in turn."""
    head, *rows, _end, last = raw.split(b"\n")
    assert last == b""
    step = max(1, len(rows) // 60)
    found = []
    for at in range(0, len(rows), step):
        changed = rows[at].replace(b'"event":{"type":"', b'"event":{"type":"later_', 1)
        assert changed != rows[at]
        found.append(b"\n".join([head, *rows[:at], changed, *rows[at + 1 :], b""]))
    return found


def _is_refused(raw: bytes) -> bool:
    try:
        _read(raw)
    except CorruptRecord as error:
        return "not known" in str(error)
    return False


def _verdict_survives_another_list() -> bool:
    """Tell whether a pinned edition judges as before, while new tables are judged anew."""
    with TemporaryDirectory() as folder:
        library = Library(Path(folder) / "data", Path(folder) / "cache")
        words = Path(folder) / "words.txt"
        words.write_text("tar\nrate\n")
        library.add("house", words)
        pin = library.load("house").pin
        words.write_text("rate\n")
        library.add("house", words, replace=True)
        pinned, current = library.load("house", sha256=pin.sha256), library.load("house")
        return _lays(pinned, "tar") and not _lays(current, "tar")


def _lays(lexicon: Any, word: str) -> bool:  # noqa: ANN401 - any lexicon
    from tests.games.match.game import Game, standing

    game: Game = standing(word, "xyz")
    game.lexicon = lexicon
    try:
        game.bid(Seat(0), f"base {word}")
    except IllegalAction as error:
        if error.code is not m.MatchCode.NOT_A_WORD:
            raise
        return False
    return True
