"""A game's record: what is written is read again, and nothing else is."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from tests.games.match.game import SEED, Game
from tests.games.match.players import EverySecond, play_out
from tests.tally import TALLY
from wordlot.cli import app
from wordlot.core.chance import bot_nonce, deal_key, nonce_commitment, stream_at
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import ToldSeed
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.record import (
    FORMAT,
    Fairness,
    Header,
    Line,
    Named,
    Trailer,
    fairness,
    fingerprint,
    format_of,
    read_header,
    read_record,
    replay,
    states,
    verify,
    write_record,
)


@cache
def played(seats: int = 3, luck: int = 1) -> Game:
    game = Game(seats, m.MatchOptions(bidding=m.Bidding.SEALED), lexicon=EverySecond())
    play_out(game, Random(luck))
    return game


def lines_of(game: Game) -> list[Line]:
    rows = zip(game.times, game.batches, game.events, strict=True)
    return [
        Line(seq, at, batch, msgspec.Raw(msgspec.json.encode(event)))
        for seq, (at, batch, event) in enumerate(rows, start=1)
    ]


def header_of(game: Game) -> Header:
    return Header(
        format=FORMAT,
        game="match",
        rules=MATCH.version,
        lexicon=game.setup.lexicon,
        table="CDFHJK",
        number=1,
        seats=tuple(Named(f"player {seat}") for seat in range(game.setup.seats)),
    )


def raw_of(game: Game, seed: bytes | None = SEED) -> bytes:
    told = seed and ToldSeed(1, seed.hex())
    return write_record(header_of(game), lines_of(game), told or None)


def sealed(rows: list[bytes]) -> bytes:
    """Close rows with a trailer that fits them, as a forger would."""
    body = b"".join(row + b"\n" for row in rows)
    trailer = Trailer(SEED.hex(), sha256(body).hexdigest())
    return body + msgspec.json.encode(trailer) + b"\n"


def rows_of(game: Game) -> list[bytes]:
    return raw_of(game, None).splitlines()


def test_a_record_is_read_as_it_was_written() -> None:
    game = played()
    record = read_record(raw_of(game), MATCH)
    assert record.header == header_of(game)
    assert [entry.event for entry in record.entries] == game.events
    assert [entry.at for entry in record.entries] == game.times
    assert record.seed == SEED


def test_a_replay_ends_in_the_state_in_which_the_game_ended() -> None:
    game = played()
    record = read_record(raw_of(game), MATCH)
    assert fingerprint(replay(record, MATCH)) == fingerprint(game.state)
    assert len(list(states(record, MATCH))) == len(game.events)


def test_a_running_game_has_a_record_without_a_seed() -> None:
    record = read_record(raw_of(played(), None), MATCH)
    assert record.seed is None
    with pytest.raises(CorruptRecord, match="no seed yet"):
        verify(record, MATCH)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("luck", [1, 2])
def test_every_deal_of_a_whole_game_is_that_of_its_seed(seats: int, luck: int) -> None:
    """X3."""
    game = played(seats, luck)
    record = read_record(raw_of(game), MATCH)
    assert verify(record, MATCH) == len(game.events)


def test_any_flipped_bit_is_found() -> None:
    """X3: in each byte of a record one bit after the other is wrong once, spread over the bits."""
    raw = raw_of(played(2))
    for place in range(len(raw)):
        wrong = bytearray(raw)
        wrong[place] ^= 1 << place % 8
        with pytest.raises(CorruptRecord):
            verify(read_record(bytes(wrong), MATCH), MATCH)


def test_every_place_at_which_a_record_is_cut_off_is_found() -> None:
    raw = raw_of(played(2))
    for length in range(0, len(raw), 7):
        with pytest.raises(CorruptRecord):
            verify(read_record(raw[:length], MATCH), MATCH)


def test_cards_dealt_otherwise_than_the_seed_says_are_found_though_all_hashes_fit() -> None:
    """X3: a host who stacked the pile cannot write a record that holds."""
    game = played()
    rows = rows_of(game)
    at = next(i for i, event in enumerate(game.events) if isinstance(event, m.PileShuffled))
    shuffled = game.events[at]
    assert isinstance(shuffled, m.PileShuffled)
    other = m.PileShuffled(shuffled.pile[1:] + shuffled.pile[:1])
    line = lines_of(game)[at]
    rows[at + 1] = msgspec.json.encode(
        Line(line.seq, line.at, line.batch, msgspec.Raw(msgspec.json.encode(other)))
    )
    with pytest.raises(CorruptRecord, match=f"line {at + 2}: the seed draws something else"):
        verify(read_record(sealed(rows), MATCH), MATCH)


def test_a_hand_dealt_from_elsewhere_than_the_top_of_the_pile_is_found() -> None:
    """X3: a host who slipped somebody a card cannot write a record that holds."""
    game = played()
    rows = rows_of(game)
    at = next(i for i, event in enumerate(game.events) if isinstance(event, m.CardsDrawn))
    drawn = game.events[at]
    assert isinstance(drawn, m.CardsDrawn)
    assert drawn.cards is not None
    other = msgspec.structs.replace(drawn, cards=drawn.cards[::-1])
    line = lines_of(game)[at]
    rows[at + 1] = msgspec.json.encode(
        Line(line.seq, line.at, line.batch, msgspec.Raw(msgspec.json.encode(other)))
    )
    with pytest.raises(CorruptRecord, match=f"line {at + 2}"):
        verify(read_record(sealed(rows), MATCH), MATCH)


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    """X3."""
    record = read_record(raw_of(played()), MATCH)
    with pytest.raises(CorruptRecord, match="the commitment is not that of the seed"):
        verify(record, MATCH, bytes(32))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.pop(5), "line 6: event 6 follows event 4"),
        (lambda rows: rows.insert(5, rows[5]), "line 7: event 5 follows event 5"),
        (
            lambda rows: rows.__setitem__(4, b'{"t":"event","seq":4,"at":0,"batch":1,"event":{}}'),
            "line 5: an event that is not known here",
        ),
        (
            lambda rows: rows.__setitem__(
                4, b'{"t":"event","seq":4,"at":0,"batch":1,"event":{"type":"card_burnt"}}'
            ),
            "line 5: an event that is not known here: Invalid value 'card_burnt'",
        ),
        (lambda rows: rows.__setitem__(4, b"{}"), "line 5 is not an event"),
        (lambda rows: rows.__setitem__(4, b"\xff"), "line 5 is not an event"),
        (
            lambda rows: rows.__setitem__(4, rows[4].replace(b'"batch":1', b'"batch":3')),
            "line 5: event 4 cannot belong to decision 3",
        ),
        (
            lambda rows: rows.__setitem__(-1, rows[-1].replace(b'"at":', b'"at":-')),
            "time runs back",
        ),
        (lambda rows: rows.__setitem__(1, rows[2].replace(b'"seq":2', b'"seq":1')), "line 2"),
    ],
)
def test_a_broken_record_is_refused_with_the_line(change: object, message: str) -> None:
    rows = rows_of(played())
    assert callable(change)
    change(rows)
    with pytest.raises(CorruptRecord, match=message):
        verify(read_record(sealed(rows), MATCH), MATCH)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"format":2', b'"format":3', "format 3 is not known here"),
        (b'"game":"match"', b'"game":"chess"', "a record of 'chess', not of 'match'"),
        (b'"rules":', b'"rules":7', "version 7"),
        (b'"t":"header"', b'"t":"heads"', "not the header of a record"),
    ],
)
def test_a_record_of_another_kind_is_refused(old: bytes, new: bytes, message: str) -> None:
    raw = raw_of(played()).replace(old, new, 1)
    with pytest.raises(CorruptRecord, match=message):
        read_record(raw, MATCH)


def test_a_record_of_another_game_is_refused_though_it_is_whole() -> None:
    with pytest.raises(CorruptRecord, match="not of 'tally'"):
        read_record(raw_of(played()), TALLY)


def test_the_header_alone_tells_the_game() -> None:
    assert read_header(raw_of(played())).game == "match"
    with pytest.raises(CorruptRecord):
        read_header(b"")


def test_wordlot_verify_tells_whether_a_record_holds(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(raw_of(played()))
    told = CliRunner().invoke(app, ["verify", str(file)])
    assert told.exit_code == 0
    assert f"{len(played().events)} events hold" in told.output
    file.write_bytes(raw_of(played()).replace(b'"at":0', b'"at":1', 1))
    assert isinstance(CliRunner().invoke(app, ["verify", str(file)]).exception, CorruptRecord)


def with_setup(game: Game, *, bot: bool = False, **changes: object) -> bytes:
    """Return a record of which the setup, and so every draw, is another, and all hashes fit."""
    first = game.events[0]
    assert isinstance(first, m.MatchOpened)
    setup = msgspec.structs.replace(first.setup, **changes)
    header = header_of(game)
    if bot:
        header = msgspec.structs.replace(header, seats=(Named("Pip", "easy"), *header.seats[1:]))
    chance = stream_at(deal_key(SEED, setup.nonces), 1)
    lines = [
        Line(seq, Millis(0), 1, msgspec.Raw(msgspec.json.encode(event)))
        for seq, event in enumerate(MATCH.open(setup, now=Millis(0), chance=chance), start=1)
    ]
    header = msgspec.structs.replace(header, format=format_of(setup))
    return write_record(header, lines, ToldSeed(1, SEED.hex()))


def sworn(*nonces: str) -> tuple[str, ...]:
    return tuple(nonce and nonce_commitment(nonce) for nonce in nonces)


def test_a_nonce_that_was_not_committed_to_is_found_though_every_draw_is_of_it() -> None:
    """X3: who knows all others cannot choose the last one."""
    raw = with_setup(Game(2), nonces=("nonce 0", "tried last"))
    with pytest.raises(CorruptRecord, match="seat 1 had committed to another nonce"):
        verify(read_record(raw, MATCH), MATCH)


def test_a_made_up_nonce_of_a_bot_is_found_though_it_fits_its_commitment() -> None:
    """X3: the nonces of bots follow from the seed."""
    made = bot_nonce(SEED, 0)
    good = with_setup(
        Game(2), bot=True, nonces=(made, "nonce 1"), commitments=sworn(made, "nonce 1")
    )
    assert verify(read_record(good, MATCH), MATCH)
    bad = with_setup(Game(2), bot=True)
    with pytest.raises(CorruptRecord, match="the nonce of the bot in seat 0 is made up"):
        verify(read_record(bad, MATCH), MATCH)


def test_a_seat_that_did_not_reveal_and_one_that_added_nothing_are_told_apart() -> None:
    """X3."""
    silent = with_setup(Game(2), nonces=("nonce 0", ""))
    assert fairness(read_record(silent, MATCH)) == Fairness(sworn=True, withheld=(Seat(1),))
    plain = with_setup(Game(2), nonces=("nonce 0", ""), commitments=sworn("nonce 0", ""))
    assert fairness(read_record(plain, MATCH)) == Fairness(sworn=True, without=(Seat(1),))
    for raw in (silent, plain):
        assert verify(read_record(raw, MATCH), MATCH)


def test_a_record_without_commitments_is_none_of_today() -> None:
    """X3: it holds as what it is, and a changed number of the format does not make it better."""
    older = with_setup(Game(2), commitments=msgspec.UNSET)
    assert b'"format":1' in older
    record = read_record(older, MATCH)
    assert verify(record, MATCH)
    assert not fairness(record).sworn
    rows = older.replace(b'"format":1', b'"format":2').splitlines()[:-1]
    with pytest.raises(CorruptRecord, match="not the commitments of a record of format 2"):
        verify(read_record(sealed(rows), MATCH), MATCH)


def test_the_command_tells_what_a_record_leaves_open(tmp_path: Path) -> None:
    """X3."""
    file = tmp_path / "game.jsonl"
    told = {}
    for name, raw in {
        "older": with_setup(Game(2), commitments=msgspec.UNSET),
        "silent": with_setup(Game(2), nonces=("nonce 0", "")),
        "fair": with_setup(Game(2)),
    }.items():
        file.write_bytes(raw)
        told[name] = CliRunner().invoke(app, ["verify", str(file)]).output
    assert "an older record" in told["older"]
    assert "seat 1 (player 1) committed to a nonce and did not reveal it" in told["silent"]
    assert told["fair"].count("\n") == 1
