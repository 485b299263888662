"""Keep a game of simple players as a record: `python -m tests.records NAME GAME SEATS OPTIONS`.

The options are JSON. Any record of a finished game may be put into this folder; the tests then
replay it, draw it again and count its pieces and points.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.games.bet_the_bag.game import Game as BagGame
from tests.games.match.game import Game as MatchGame
from tests.playthroughs.bet_the_bag import players as bag_players
from tests.playthroughs.players import play_story as play_match
from wordlot.core.seeds import ToldSeed
from wordlot.games.registry import GAMES
from wordlot.record import FORMAT, Header, Line, Named, write_record
from wordlot.words import load

FOLDER = Path(__file__).parent
STORIES: dict[str, Any] = {"match": play_match, "bet_the_bag": bag_players.play_story}


def main(name: str, game: str, seats: str, options: str) -> None:
    seed = sha256(name.encode()).digest()
    chosen = msgspec.json.decode(options, type=GAMES[game].rules.options_type)
    told = STORIES[game](int(seats), chosen, seed, load(), Random(name))
    (FOLDER / f"{name}.jsonl").write_bytes(record_of(game, told.game, seed))


def record_of(name: str, game: MatchGame | BagGame, seed: bytes) -> bytes:
    header = Header(
        format=FORMAT,
        game=name,
        rules=GAMES[name].rules.version,
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
    return write_record(header, lines, ToldSeed(1, seed.hex()))


if __name__ == "__main__":
    main(*sys.argv[1:])
