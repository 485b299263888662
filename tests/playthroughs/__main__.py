"""Tell the playthroughs again, after a change of the rules or of their telling.

`python -m tests.playthroughs` plays the moves of every text here and writes what comes of them now;
the difference in version control is what the change did. `python -m tests.playthroughs NAME SEATS
BIDDING` plays a new game of simple players.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.playthroughs.players import play_story
from tests.playthroughs.telling import read_story, retell
from wordlot.games.match import model as m
from wordlot.words import load

FOLDER = Path(__file__).parent


def main(arguments: list[str]) -> None:
    lexicon = load()
    if arguments:
        name, seats, bidding = arguments
        options = m.MatchOptions(bidding=m.Bidding(bidding))
        seed = sha256(name.encode()).digest()
        told = play_story(int(seats), options, seed, lexicon, Random(name))
        (FOLDER / f"{name}.txt").write_text(told.text())
        return
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(retell(read_story(path.read_text()), lexicon).text())


if __name__ == "__main__":
    main(sys.argv[1:])
