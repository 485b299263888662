"""Views of Bet the Bag drawn as text, for bots to look at."""

from collections.abc import Mapping

from wordlot.bots import Level, decide
from wordlot.bots.levels import Decision
from wordlot.core.chance import Stream
from wordlot.core.pieces import parse_tiles
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.words import Lexicon

ME = Seat(0)
OTHER = Seat(1)
CONTRACTS = 15
"""Cards that are still to be flipped in these views."""


def _card(rank: int) -> m.ContractCard:
    return m.ContractCard(rank, m.Suit.CLUBS)


def _won(rank: int, *, doubled: bool = False) -> tuple[m.ScoreCard, ...]:
    """Return one score card, or none for a rank of 0."""
    return (m.ScoreCard(_card(rank), doubled=doubled),) if rank else ()


def _seats(
    number: int, bids: Mapping[int, int], won: Mapping[int, tuple[m.ScoreCard, ...]]
) -> tuple[m.BagSeat, ...]:
    return tuple(
        m.BagSeat(
            score=sum(card.points for card in won.get(i, ())),
            won=won.get(i, ()),
            hand=3,
            bid=bids.get(i),
            passed=False,
            failed=False,
        )
        for i in range(number)
    )


def _view(
    phase: m.BagPhase,
    hand: str,
    contract: int,
    bids: Mapping[int, int],
    won: Mapping[int, tuple[m.ScoreCard, ...]],
    number: int,
    options: m.BagOptions | None,
    *,
    bag: int = 80,
    pile: int = CONTRACTS,
    aces: int = 0,
    table: str = "",
    mine: str = "",
    word: str = "",
) -> m.BagView:
    chosen = options or m.BagOptions()
    queue = tuple(
        sorted((m.TileBid(Seat(i), n) for i, n in bids.items()), key=lambda bid: bid.tiles)
    )
    lying = [(tile, OTHER) for tile in parse_tiles(table)] + [(t, ME) for t in parse_tiles(mine)]
    attempting = {m.BagPhase.ATTEMPT: ME, m.BagPhase.CHALLENGE: OTHER}.get(phase)
    return m.BagView(
        you=ME,
        options=chosen,
        phase=phase,
        turn=4,
        on_turn=OTHER,
        closes_at=Millis(90_000),
        letters=load_tiles(chosen.tiles).letters,
        contract=_card(contract),
        aces=tuple(_card(1) for _ in range(aces)),
        gone=(),
        pile=pile,
        bag=bag,
        out=0,
        table=tuple(m.TableTile(tile, seat, drawn=True) for tile, seat in lying),
        bids=tuple(m.TileBid(Seat(i), n) for i, n in bids.items()),
        queue=queue,
        attempt=0 if attempting is None else 1,
        attempting=attempting,
        limit=None if attempting is None else bids.get(attempting),
        submission=m.Submission(OTHER, tuple(word), ()) if word else None,
        tried=None,
        seats=_seats(number, bids, won),
        awaited=(ME,),
        hand=parse_tiles(hand),
        outcome=None,
    )


def bidding(
    hand: str,
    contract: int,
    bids: Mapping[int, int] | None = None,
    *,
    seats: int = 2,
    pile: int = CONTRACTS,
    aces: int = 0,
    bag: int = 80,
) -> m.BagView:
    """Return what seat 0 sees when it is asked for a bid, after those of `bids`."""
    taken = bids or {}
    phase = m.BagPhase.BIDDING
    return _view(phase, hand, contract, taken, {}, seats, None, pile=pile, aces=aces, bag=bag)


def attempt(
    hand: str,
    contract: int,
    limit: int,
    *,
    table: str = "",
    mine: str = "",
    bag: int = 80,
    won: int = 0,
    seats: int = 2,
    options: m.BagOptions | None = None,
) -> m.BagView:
    """Return what seat 0 sees in its minute: tiles found on the table, and those it drew."""
    phase, bids, cards = m.BagPhase.ATTEMPT, {0: limit}, {0: _won(won)}
    return _view(
        phase, hand, contract, bids, cards, seats, options, bag=bag, table=table, mine=mine
    )


def submitted(
    word: str,
    contract: int,
    *,
    won: int = 0,
    doubled: bool = False,
    limit: int = 0,
    mine: int = 0,
    hand: str = "abc",
) -> m.BagView:
    """Return what seat 0 sees when seat 1 has submitted a word and has a card of `won` points.

    Unless there is a `limit`, seat 1 bid as many tiles as the word has; seat 0 bid `mine`, if any.
    """
    bids = {1: limit or len(word)} | ({0: mine} if mine else {})
    phase, cards = m.BagPhase.CHALLENGE, {1: _won(won, doubled=doubled)}
    return _view(phase, hand, contract, bids, cards, 2, None, table=word, word=word)


def answer(seen: m.BagView, level: Level, lexicon: Lexicon, mood: int = 0) -> Decision:
    """Return what a bot of a level does with a view, in one of many moods."""
    offers = BET_THE_BAG.offers(seen)
    chance = Stream(b"mood %d" % mood)
    return decide("bet_the_bag", seen, offers, level=level, chance=chance, lexicon=lexicon)
