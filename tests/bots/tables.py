"""Views of Match drawn as text, for bots to look at."""

from collections.abc import Sequence

from wordlot.bots import Level, decide
from wordlot.bots.levels import Decision
from wordlot.core.chance import Stream
from wordlot.core.pieces import parse_cards
from wordlot.core.protocol import Millis, Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.words import Lexicon

ME = Seat(0)


def crossword(base: str, *crossings: tuple[int, int, str]) -> m.Crossword:
    """Draw a crossword; a crossing is its column, the index of its base letter, its letters."""
    drawn = (m.Crossing(column, at, parse_cards(text)) for column, at, text in crossings)
    return m.Crossword(parse_cards(base), tuple(drawn))


def view(
    hand: str,
    on_table: m.Crossword | None = None,
    *,
    pot: int = 100,
    bids: Sequence[int | None] = (None, None),
    passed: Sequence[int] = (),
    options: m.MatchOptions | None = None,
    laying: bool = False,
) -> m.MatchView:
    """Return what seat 0 sees: one of `bids` for each other seat, none where it has not bid."""
    cards = parse_cards(hand)
    mine = max((bid for bid in bids if bid is not None), default=0) if laying else None
    made = (mine, *bids)
    seats = tuple(
        m.SeatView(0, len(cards) if i == 0 else 7, bid, i in passed, voided=False)
        for i, bid in enumerate(made)
    )
    standing = [(bid, Seat(i)) for i, bid in enumerate(made) if bid is not None]
    high, leader = max(standing, default=(None, None))
    waiting = (i for i, bid in enumerate(made) if bid is None and i not in passed)
    return m.MatchView(
        you=ME,
        options=options or m.MatchOptions(),
        phase=m.Phase.LAYING if laying else m.Phase.BIDDING,
        round=3,
        closes_at=Millis(60_000),
        clock_ms=Millis(60_000),
        crossword=on_table or m.Crossword(),
        pot=pot,
        pile=30,
        discards=0,
        seats=seats,
        high=high,
        leader=ME if laying else leader,
        laying=ME if laying else None,
        awaited=(ME,) if laying else tuple(Seat(i) for i in waiting),
        hand=cards,
        your_play=None,
        ended=None,
        outcome=None,
    )


def answer(seen: m.MatchView, level: Level, lexicon: Lexicon, mood: int = 0) -> Decision:
    """Return what a bot of a level does with a view, in one of many moods."""
    chance = Stream(b"mood %d" % mood)
    return decide("match", seen, MATCH.offers(seen), level=level, chance=chance, lexicon=lexicon)
