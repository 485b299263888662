"""Keep a game of simple players as a record: `python -m tests.records NAME SEATS BIDDING`.

Any record of a finished game may be put into this folder; the tests then replay it, draw it again
and count its cards and coins.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from tests.games.match.game import Game
from tests.playthroughs.players import play_story
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.record import FORMAT, Header, Line, Named, write_record
from wordlot.words import load

FOLDER = Path(__file__).parent


def main(name: str, seats: str, bidding: str) -> None:
    options = m.MatchOptions(bidding=m.Bidding(bidding))
    seed = sha256(name.encode()).digest()
    told = play_story(int(seats), options, seed, load(), Random(name))
    (FOLDER / f"{name}.jsonl").write_bytes(record_of(told.game, seed))


def record_of(game: Game, seed: bytes) -> bytes:
    header = Header(
        format=FORMAT,
        game=MATCH.name,
        rules=MATCH.version,
        lexicon=game.setup.lexicon,
        table="RECORD",
        number=1,
        seats=tuple(Named(f"player {seat}") for seat in range(game.setup.seats)),
    )
    rows = zip(game.times, game.batches, game.events, strict=True)
    lines = (
        Line(seq, at, batch, msgspec.Raw(msgspec.json.encode(event)))
        for seq, (at, batch, event) in enumerate(rows, start=1)
    )
    return write_record(header, lines, seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
