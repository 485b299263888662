"""What can a hand do? All plays of Match on a crossword, the best bids first.

python examples/find_plays.py
"""

import wordlot

# RATE lies across, all yellow but the T; TOAD hangs from its T. Small letters are yellow cards.
CROSSWORD = wordlot.Crossword(
    base=wordlot.parse_cards("raTe"),
    crossings=(wordlot.Crossing(column=2, at=0, cards=wordlot.parse_cards("ToAd")),),
)
HAND = wordlot.parse_cards("cSslPyn")


def main() -> None:
    """Print the five best bids for `HAND`, with what each would take."""
    found = wordlot.plays(CROSSWORD, HAND, wordlot.load("english"))
    print(f"{wordlot.show_cards(HAND)} has {len(found)} legal plays; the best bids:")
    for candidate in found[:5]:
        word, lane = "".join(candidate.word).upper(), candidate.play.lane
        place = f"{lane.kind} at column {lane.column}"
        print(f"  bid {candidate.value:2}, takes {candidate.score:2}: {word:8} {place}")


if __name__ == "__main__":
    main()
