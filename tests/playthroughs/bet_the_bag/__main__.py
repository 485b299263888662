"""Tell the playthroughs of Bet the Bag again, after a change of the rules or of their telling.

`python -m tests.playthroughs.bet_the_bag` plays the moves of every text here and writes what comes
of them now. `python -m tests.playthroughs.bet_the_bag NAME SEATS OPTIONS` plays a new game of
simple players, with the options as JSON.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from tests.playthroughs.bet_the_bag.players import play_story
from tests.playthroughs.bet_the_bag.telling import read_story, retell
from wordlot.games.bet_the_bag import model as m
from wordlot.words import load

FOLDER = Path(__file__).parent


def main(arguments: list[str]) -> None:
    lexicon = load()
    if arguments:
        name, seats, options = arguments
        told = play_story(
            int(seats),
            msgspec.json.decode(options, type=m.BagOptions),
            sha256(name.encode()).digest(),
            lexicon,
            Random(name),
        )
        (FOLDER / f"{name}.txt").write_text(told.text())
        return
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(retell(read_story(path.read_text()), lexicon).text())


if __name__ == "__main__":
    main(sys.argv[1:])
