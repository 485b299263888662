"""A game of Bet the Bag: a bot of one's own, which asks the odds, against two of the package.

    python examples/bet_the_bag.py

A bot is a function of what its seat may know (the view) and may do (the offers) to an action.
"""

from collections import Counter
from collections.abc import Sequence

import wordlot

RULES = wordlot.BET_THE_BAG
LEVELS = (wordlot.Level.EASY, wordlot.Level.MEDIUM)
"""Of seats 1 and 2; the bot of this file has seat 0."""
SEED = bytes(range(32))
SURE = 0.7
"""The odds at which the bot takes a number of tiles."""


def main() -> None:
    """Play and print what was bid and laid, and the result."""
    lexicon = wordlot.load("english")
    nonces = ("",) * (1 + len(LEVELS))
    key, now = wordlot.deal_key(SEED, nonces), wordlot.Millis(0)
    setup = wordlot.Setup(
        len(nonces), wordlot.BagOptions(), lexicon.pin, wordlot.commitment(SEED), nonces
    )
    state: wordlot.BagState = RULES.empty
    seq = 1
    events = RULES.open(setup, now=now, chance=wordlot.stream_at(key, seq))
    while True:
        for event in events:
            state = RULES.evolve(state, event)
            tell(event)
        seq += len(events)
        chance = wordlot.stream_at(key, seq)
        outcome = RULES.outcome(state)
        if outcome is not None:
            break
        if (asked := ask(state, lexicon)) is not None:
            seat, action = asked
            events = RULES.decide(state, action, by=seat, now=now, chance=chance, lexicon=lexicon)
            continue
        # Nobody wants to do anything more: the clock runs out.
        now = RULES.deadline(state) or now
        events = RULES.expire(state, now=now, chance=chance, lexicon=lexicon)
    print("points:", ", ".join(f"{name(seat)} {n}" for seat, n in enumerate(outcome.scores)))


def ask(
    state: wordlot.BagState, lexicon: wordlot.Lexicon
) -> tuple[wordlot.Seat, wordlot.BagAction] | None:
    """Return the first seat that wants to do something, and what."""
    for seat in RULES.awaited(state):
        view = RULES.view(state, seat)
        offers = RULES.offers(view)
        if seat == 0:
            action = choose(view, offers, lexicon)
        else:
            mood = wordlot.Stream(SEED + bytes((seat, state.turn)))
            level = LEVELS[seat - 1]
            action = wordlot.decide(
                RULES.name, view, offers, level=level, chance=mood, lexicon=lexicon
            ).action
        if action is not None:
            return seat, action
    return None


def choose(
    view: wordlot.BagView, offers: Sequence[wordlot.BagOffer], lexicon: wordlot.Lexicon
) -> wordlot.BagAction | None:
    """Return what the bot of this file does."""
    for offer in offers:
        match offer:
            case wordlot.FlipOffer():
                return wordlot.FlipCard(view.turn)
            case wordlot.BidTilesOffer(free=free):
                return bid(view, free, lexicon)
            case wordlot.SubmitOffer(least=least, lay=lay):
                return spell(view, least, lay, lexicon) or dig(view, offers)
            case wordlot.ChallengeOffer() if view.submission is not None:
                # It knows the lexicon by heart, and is hard to bluff.
                false = not lexicon.has(view.submission.word)
                answer = wordlot.Challenge if false else wordlot.Accept
                return answer(view.turn, view.attempt)
    return dig(view, offers)


def bid(view: wordlot.BagView, free: Sequence[int], lexicon: wordlot.Lexicon) -> wordlot.BagAction:
    """Bid the fewest tiles that are likely enough to hold a word, or pass."""
    assert view.contract is not None
    hand = view.hand or ()
    tiles = wordlot.load_tiles(view.options.tiles, view.options.blanks)
    unseen = wordlot.unseen_tiles(tiles, hand)
    odds = wordlot.odds(view.contract.rank, hand, unseen, lexicon).by_tiles
    for number in free:
        if (odds[number] or 0) >= SURE:
            return wordlot.BidTiles(view.turn, number)
    return wordlot.PassBid(view.turn)


def spell(
    view: wordlot.BagView, least: int, lay: int, lexicon: wordlot.Lexicon
) -> wordlot.BagAction | None:
    """Submit a word of the tiles on the table, and of some in the hand."""
    hand = view.hand or ()
    table = [tile.tile for tile in view.table]
    for word in wordlot.words_from((*table, *hand), lexicon, least):
        added = Counter(word) - Counter(table)
        if added.total() <= lay and not added - Counter(hand):
            return wordlot.SubmitWord(view.turn, view.attempt, word, tuple(added.elements()))
    return None


def dig(view: wordlot.BagView, offers: Sequence[wordlot.BagOffer]) -> wordlot.BagAction | None:
    """Draw a tile where one may, else give up."""
    for offer in offers:
        match offer:
            case wordlot.DrawOffer():
                return wordlot.DrawTile(view.turn, view.attempt)
            case wordlot.GiveUpOffer():
                return wordlot.GiveUp(view.turn, view.attempt)
    return None


def tell(event: wordlot.BagEvent) -> None:
    """Print what matters to a reader."""
    match event:
        case wordlot.TilesBid(seat=seat, tiles=tiles):
            print(f"{name(seat):7} bids {tiles}")
        case wordlot.WordSubmitted(seat=seat, word=word):
            print(f"{name(seat):7} says {''.join(word).upper()}")
        case wordlot.WordChallenged(seat=seat):
            print(f"{name(seat):7} doubts it")
        case _:
            pass


def name(seat: int) -> str:
    """Return how a seat is called here."""
    return "own bot" if seat == 0 else LEVELS[seat - 1].value


if __name__ == "__main__":
    main()
