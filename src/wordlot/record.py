"""A game's record on disk: JSON Lines, a header, then one event a line, then the seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from wordlot.core.chance import (
    SEED_BYTES,
    Stream,
    bot_nonce,
    commitment,
    deal_key,
    nonce_commitment,
    stream_at,
)
from wordlot.core.errors import CorruptRecord, UnknownVersion
from wordlot.core.protocol import LexiconPin, Millis, Rules, Seat, Setup
from wordlot.core.reading import UNREADABLE
from wordlot.core.seeds import SecretSeed, ToldSeed

FORMAT = 2
"""Raised when a line would be read differently, or promises another thing."""
FORMATS = (1, FORMAT)
"""Those that are known. In a record of format 1 no seat committed to its nonce (X3)."""

AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any, Any]


class Named(msgspec.Struct, frozen=True):
    """Who sat in a seat when the game began."""

    name: str
    bot: str | None = None
    """The level of a bot; none for a person."""


class Header(msgspec.Struct, frozen=True, tag_field="t", tag="header"):
    """The first line: what is needed to read the others."""

    format: int
    game: str
    rules: int
    """Version of the rules under which the events fold."""
    lexicon: LexiconPin
    table: str
    number: int
    """Which game at that table, from 1."""
    seats: tuple[Named, ...]


class Line(msgspec.Struct, frozen=True, tag_field="t", tag="event"):
    """One event as it is kept: its number, its time and the decision that it belongs to."""

    seq: int
    """Counts from 1 without a gap."""
    at: Millis
    batch: int
    """Number of the first event of its decision, which fixes the decision's chance (X3)."""
    event: msgspec.Raw


class Trailer(msgspec.Struct, frozen=True, tag_field="t", tag="end"):
    """The last line of a game that is over: the seed (X3), and the hash of all bytes before."""

    seed: str
    sha256: str


class Entry(msgspec.Struct, frozen=True):
    """An event that has been read."""

    seq: int
    at: Millis
    batch: int
    event: Any


class Record(msgspec.Struct, frozen=True):
    """A record that has been read; `seed` is none while the game runs."""

    header: Header
    entries: tuple[Entry, ...]
    seed: bytes | None


def told_seed(
    record: Record,
    rules: AnyRules,
    secret: SecretSeed,
    *,
    broken_off: bool = False,
    last: object = None,
) -> ToldSeed | None:
    """Return the seed of a game that is over by its own record; none while the game runs (X3).

    `last` is the state to which the record leads, where it has been folded already.

    Raises `CorruptRecord` where the seed is that of another game.
    """
    setup = getattr(record.entries[0].event, "setup", None) if record.entries else None
    if not isinstance(setup, Setup) or setup.commitment != secret.commitment:
        raise CorruptRecord(f"the seed is not that of game {record.header.number}")
    if record.header.number != secret.number:
        raise CorruptRecord(f"game {record.header.number} has not {secret!r}")
    last = replay(record, rules) if last is None and not broken_off else last
    if not broken_off and rules.outcome(last) is None:
        return None
    return ToldSeed(secret.number, secret.for_the_store().hex())


def write_record(header: Header, lines: Iterable[Line | Entry], seed: ToldSeed | None) -> bytes:
    """Return a record as bytes; with the seed of its game it is closed by a trailer.

    Its events come as they are kept, or as they were read.
    """
    assert seed is None or seed.number == header.number, "a seed closes the record of its own game"
    encode = msgspec.json.encode
    kept = (line if isinstance(line, Line) else _line(line) for line in lines)
    body = b"".join(encode(line) + b"\n" for line in (header, *kept))
    if seed is None:
        return body
    return body + encode(Trailer(seed.hex, sha256(body).hexdigest())) + b"\n"


def _line(entry: Entry) -> Line:
    return Line(entry.seq, entry.at, entry.batch, msgspec.Raw(msgspec.json.encode(entry.event)))


def read_header(raw: bytes) -> Header:
    """Return the first line of a record. `CorruptRecord` where it is none, or of another format."""
    head = raw.partition(b"\n")[0]
    try:
        header = msgspec.json.decode(head, type=Header)
    except UNREADABLE as error:
        raise CorruptRecord(f"line 1 is not the header of a record: {error}") from None
    if header.format not in FORMATS:
        known = ", ".join(map(str, FORMATS))
        raise CorruptRecord(f"line 1: format {header.format} is not known here, only {known}")
    return header


def format_of(setup: Setup[Any]) -> int:
    """Return the format of the record of a game: the newest where seats committed to nonces."""
    return FORMATS[0] if isinstance(setup.commitments, msgspec.UnsetType) else FORMAT


def read_record(raw: bytes, rules: AnyRules) -> Record:
    """Read a record of a game.

    Raises `CorruptRecord`, naming the line, for a record of another game or version, a line that
    is no event of the game, a gap, a time that runs backwards, or a hash that does not fit.
    """
    header = read_header(raw)
    _check_header(header, rules)
    rows = raw.split(b"\n")[1:]
    if not rows or rows.pop():
        raise CorruptRecord(f"line {len(rows) + 2} is cut off")
    seed = _read_trailer(raw, rows)
    body = rows[:-1] if seed is not None else rows
    entries = tuple(_read_entries(body, rules))
    if entries:
        check_opening(header, entries[0].event, where="line 2")
    return Record(header, entries, seed)


def _check_header(header: Header, rules: AnyRules) -> None:
    if header.game != rules.name:
        raise CorruptRecord(f"line 1: a record of {header.game!r}, not of {rules.name!r}")
    check_version(header, rules, where="line 1")


def check_version(header: Header, rules: AnyRules, *, where: str) -> None:
    """Refuse a game of a version of the rules that is not known here: `UnknownVersion`."""
    if rules.oldest <= header.rules <= rules.version:
        return
    known = str(rules.version)
    if rules.oldest < rules.version:
        known = f"{rules.oldest} to {known}"
    newer = header.rules > rules.version
    raise UnknownVersion(
        f"{where}: this game was begun under version {header.rules} of the rules of {header.game}; "
        f"known here is {known}" + ("; a later release of Wordlot knows it" if newer else "")
    )


def check_opening(header: Header, opening: object, *, where: str) -> None:
    """Refuse a first event that opens a game of another version than its header says."""
    version = getattr(opening, "version", header.rules)
    if version != header.rules:
        raise CorruptRecord(
            f"{where}: the game opens with version {version} of the rules, "
            f"and its header says {header.rules}"
        )


def _read_trailer(raw: bytes, rows: list[bytes]) -> bytes | None:
    number = len(rows) + 1
    if not rows or b'"t":"end"' not in rows[-1]:
        return None
    try:
        trailer = msgspec.json.decode(rows[-1], type=Trailer)
        seed = bytes.fromhex(trailer.seed)
    except (*UNREADABLE, ValueError) as error:
        raise CorruptRecord(f"line {number} is not the end of a record: {error}") from None
    written = msgspec.json.encode(Trailer(seed.hex(), trailer.sha256))
    if len(seed) != SEED_BYTES or rows[-1] != written:
        raise CorruptRecord(f"line {number} is not the end of a record as it was written")
    if trailer.sha256 != sha256(raw[: -len(rows[-1]) - 1]).hexdigest():
        raise CorruptRecord(f"line {number}: the lines before were changed, their hash is another")
    return seed


def _read_entries(rows: list[bytes], rules: AnyRules) -> Iterator[Entry]:
    lines = msgspec.json.Decoder(Line)
    before = Entry(0, Millis(0), 0, None)
    reader = EventReader(rules)
    for number, row in enumerate(rows, start=2):
        try:
            line = lines.decode(row)
        except UNREADABLE as error:
            raise CorruptRecord(f"line {number} is not an event: {error}") from None
        entry = reader.read(line, before, where=f"line {number}")
        yield entry
        before = entry


class EventReader:
    """Reads the events of one game, each in its place after the one before."""

    def __init__(self, rules: AnyRules) -> None:
        self._decoder = msgspec.json.Decoder(rules.event_type)

    def read(self, line: Line, before: Entry | None, *, where: str) -> Entry:
        """Return the event of a line. `CorruptRecord` for an unknown event or a gap."""
        seq, batch, at = (before.seq, before.batch, before.at) if before else (0, 0, 0)
        if line.seq != seq + 1:
            raise CorruptRecord(f"{where}: event {line.seq} follows event {seq}")
        if line.batch not in {line.seq, batch} or line.batch < 1:
            raise CorruptRecord(f"{where}: event {line.seq} cannot belong to decision {line.batch}")
        if line.at < at:
            raise CorruptRecord(f"{where}: time runs back from {at} ms to {line.at} ms")
        try:
            event = self._decoder.decode(line.event)
        except UNREADABLE as error:
            raise CorruptRecord(f"{where}: an event that is not known here: {error}") from None
        return Entry(line.seq, line.at, line.batch, event)


def states(record: Record, rules: AnyRules) -> Iterator[Any]:
    """Yield the state after each event. `CorruptRecord` names the line that does not fold."""
    state = rules.empty
    for number, entry in enumerate(record.entries, start=2):
        try:
            state = rules.evolve(state, entry.event)
        except Exception as error:
            # Rules are total over their own events only, so anything may break on others.
            raise CorruptRecord(
                f"line {number} does not follow from those before: {error!r}"
            ) from (error)
        yield state


def replay(record: Record, rules: AnyRules) -> Any:  # noqa: ANN401 - each game has a state of its own
    """Return the last state of a record."""
    state = rules.empty
    for state in states(record, rules):  # noqa: B007 - the last one is wanted
        pass
    return state


def fingerprint(state: object) -> str:
    """Return the SHA-256 (hex) of a state, by which two replays are compared."""
    return sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()


def verify(record: Record, rules: AnyRules, seed: bytes | None = None) -> int:
    """Draw everything again from the seed and return the number of events that were checked (X3).

    The seed is the record's own unless one is given. Raises `CorruptRecord` where there is no
    seed, where it is not the one that was committed to, or where an event was drawn otherwise.
    """
    seed = record.seed if seed is None else seed
    if seed is None:
        raise CorruptRecord("the record has no seed yet: the game is not over")
    setup = _checked_setup(record, seed)
    _check_nonces(record.header, setup, seed)
    key = deal_key(seed, setup.nonces)
    state = rules.empty
    chance: Stream | None = None
    after = states(record, rules)
    for number, entry in enumerate(record.entries, start=2):
        if chance is None or entry.batch == entry.seq:
            chance = stream_at(key, entry.batch)
        _check_draw(rules, state, entry, chance, number)
        state = next(after)
    return len(record.entries)


class Fairness(msgspec.Struct, frozen=True):
    """What a record tells of who could have chosen its deal (X3)."""

    sworn: bool
    """Whether seats committed to nonces; else whoever ran the server could choose the last one."""
    withheld: tuple[Seat, ...] = ()
    """Seats that committed and did not reveal."""
    without: tuple[Seat, ...] = ()
    """Seats that committed to nothing."""


def fairness(record: Record) -> Fairness:
    """Return what a record tells of its nonces; `verify` tells whether that is true."""
    setup: Setup[Any] = record.entries[0].event.setup
    if isinstance(setup.commitments, msgspec.UnsetType):
        return Fairness(sworn=False)
    pairs = list(zip(setup.commitments, setup.nonces, strict=True))
    return Fairness(
        sworn=True,
        withheld=tuple(Seat(i) for i, (sworn, nonce) in enumerate(pairs) if sworn and not nonce),
        without=tuple(Seat(i) for i, (sworn, _) in enumerate(pairs) if not sworn),
    )


def _check_nonces(header: Header, setup: Setup[Any], seed: bytes) -> None:
    """Hold every nonce to its commitment, and those of bots to the seed (X3)."""
    if header.format != format_of(setup):
        raise CorruptRecord(f"line 2: not the commitments of a record of format {header.format}")
    if isinstance(setup.commitments, msgspec.UnsetType):
        return
    if not len(setup.commitments) == len(setup.nonces) == setup.seats:
        raise CorruptRecord("line 2: there is not a commitment and a nonce for each seat")
    pairs = zip(header.seats, setup.commitments, setup.nonces, strict=True)
    for seat, (named, sworn, nonce) in enumerate(pairs):
        if named.bot is not None and nonce != bot_nonce(seed, seat):
            raise CorruptRecord(f"line 2: the nonce of the bot in seat {seat} is made up")
        if nonce and sworn != nonce_commitment(nonce):
            raise CorruptRecord(f"line 2: seat {seat} had committed to another nonce")


def _check_draw(rules: AnyRules, state: object, entry: Entry, chance: Stream, number: int) -> None:
    try:
        drawn = rules.redraw(state, entry.event, chance)
    except Exception as error:
        # As in `states`: an event that the rules never made may break anything.
        raise CorruptRecord(f"line {number} cannot be drawn again: {error!r}") from error
    if drawn != entry.event:
        raise CorruptRecord(f"line {number}: the seed draws something else than the record says")


def _checked_setup(record: Record, seed: bytes) -> Setup[Any]:
    if not record.entries or not isinstance(
        setup := getattr(record.entries[0].event, "setup", None), Setup
    ):
        raise CorruptRecord("line 2 does not open a game")
    if setup.commitment != commitment(seed):
        raise CorruptRecord("line 2: the commitment is not that of the seed")
    header = record.header
    if (setup.lexicon, setup.seats) != (header.lexicon, len(header.seats)):
        raise CorruptRecord("line 2: lexicon or seats differ from those of the header")
    return setup
