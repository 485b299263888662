"""Every record in `tests/records` is replayed, drawn again, and its books are checked.

A record of a finished game that is put into that folder is a test of it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fingerprints import last_state
from tests.games.bet_the_bag.game import all_cards, all_tiles
from tests.games.match.books import check_books, check_payments
from wordlot.core.errors import CorruptRecord
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES
from wordlot.record import (
    AnyRules,
    Record,
    read_header,
    read_record,
    replay,
    states,
    verify,
)
from wordlot.words import Lexicon

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
FINGERPRINTS: dict[str, str] = json.loads((FOLDER / "fingerprints.json").read_text())
"""The SHA-256 of the last state of the records whose fold is never to change."""

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def read(path: Path) -> tuple[Record, AnyRules]:
    raw = path.read_bytes()
    rules = GAMES[read_header(raw).game].rules
    return read_record(raw, rules), rules


def check_match(record: Record, rules: AnyRules) -> None:
    events = [entry.event for entry in record.entries]
    for state in states(record, rules):
        check_books(state, events[0].deck)
    check_payments(events, replay(record, rules))


def check_bag(record: Record, rules: AnyRules) -> None:
    for state in states(record, rules):
        assert all_tiles(state) == list(load_tiles("english", state.setup.options.blanks).tiles)
        assert all_cards(state) == list(load_cards())


CHECKS: dict[str, Callable[[Record, AnyRules], Any]] = {
    "match": check_match,
    "bet_the_bag": check_bag,
}


@every_record
def test_a_record_is_of_a_finished_game_with_all_pieces_and_points_accounted_for(
    path: Path,
) -> None:
    """M1.1, M2.1, M6.1, M8.1: after every event."""
    record, rules = read(path)
    CHECKS[record.header.game](record, rules)
    outcome = rules.outcome(replay(record, rules))
    assert outcome is not None
    assert outcome.winners


@every_record
def test_a_record_is_drawn_again_from_its_seed(path: Path) -> None:
    """X3."""
    record, rules = read(path)
    assert verify(record, rules) == len(record.entries)


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_a_kept_record_folds_to_the_state_that_it_always_had(name: str) -> None:
    """M6.1: where it is meant to fold otherwise, the version of the rules goes up."""
    record, rules = read(FOLDER / f"{name}.jsonl")
    assert last_state(record, rules) == FINGERPRINTS[name]


def test_there_is_a_kept_record_of_every_version_of_each_game() -> None:
    kept = {(r.header.game, r.header.rules) for r, _ in map(read, RECORDS)}
    assert kept >= {(n, v) for n, g in GAMES.items() for v in range(1, g.rules.version + 1)}


@every_record
def test_the_words_of_a_record_are_in_its_lexicon(path: Path, english: Lexicon) -> None:
    """M4.5: where that is the lexicon of the package."""
    record, _ = read(path)
    if record.header.lexicon == english.pin:
        laid = [e.event for e in record.entries if isinstance(e.event, m.PlayLaid)]
        assert all(english.has(event.word) for event in laid)


@every_record
def test_a_record_that_was_changed_does_not_pass(path: Path) -> None:
    """X3: it carries the hash of what was written."""
    raw = path.read_bytes()
    with pytest.raises(CorruptRecord, match="hash"):
        read_record(raw.replace(b'"seq":9', b'"seq":8', 1), GAMES[read_header(raw).game].rules)
