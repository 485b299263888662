"""What a Bet the Bag bot bids: the number that is worth most, or the least it has the nerve for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from wordlot.bots.bet_the_bag.character import Character
from wordlot.bots.bet_the_bag.sight import usable
from wordlot.bots.mood import Mood
from wordlot.core.pieces import Tile
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.bet_the_bag.model import ACE, HAND, BagView, BidTilesOffer
from wordlot.solver.odds import odds
from wordlot.words import Lexicon

DEALS = 800
"""Deals by which a bot knows its odds: to three points or so, as well as a good player does."""
TILE = 0.4
"""Points that the tile of a pass is worth at the start of a game (B4.2)."""

_LIKE = 0.6
"""How far the failure of a lower bid tells that one's own fails too: both use the same draws."""
_TEMPTING = (0.25, 0.8)
"""Seats still to bid choose numbers whose odds lie here."""
_HOPELESS = 0.15
"""Where lower bids fail so seldom, a bid is not worth the tile of a pass."""
_ODDS, _RIVAL, _BAG, _WOBBLE = 201, 202, 203, 210

Curve: TypeAlias = Mapping[int, float]
"""Odds by number of tiles."""


def choose_bid(
    view: BagView, offer: BidTilesOffer, character: Character, mood: Mood, vocabulary: Lexicon
) -> int | None:
    """Return the number to bid; none to pass for a tile."""
    unseen = unseen_tiles(view, vocabulary)
    own = _curve(view, usable(view.hand or (), vocabulary), unseen, character, mood.key, vocabulary)
    if character.nerve is not None:
        return _by_nerve(view, offer, own, character, mood)
    rival = mood.shuffled(_RIVAL, unseen)
    typical = _curve(view, rival[:HAND], rival[HAND:], character, mood.key + 1, vocabulary)
    guessed = {
        number: min(1.0, max(0.0, share + _misjudged(mood, character, number)))
        for number, share in own.items()
    }
    worths = worth_of_numbers(view, offer, guessed, typical)
    best = max(worths, key=worths.__getitem__)
    return best if worths[best] > TILE * _rest_of_game(view) else None


def worth_of_numbers(
    view: BagView, offer: BidTilesOffer, own: Curve, typical: Curve
) -> dict[int, float]:
    """Return the points that each free number can be expected to earn.

    A bid earns the contract when all lower ones fail and it does not. Of those the seats before
    are known; each seat after may go below as well.
    """
    assert view.contract is not None
    after = len(view.seats) - len(view.bids) - sum(seat.passed for seat in view.seats) - 1
    low, high = _TEMPTING
    tempting = [number for number in offer.free if low <= typical[number] <= high]
    worths = {}
    for number in offer.free:
        left = 1.0
        before = [bid.tiles for bid in offer.taken if bid.tiles < number]
        for lower in before:
            left *= 1 - typical[lower]
        below = [other for other in tempting if other < number]
        if below:
            success = sum(typical[other] for other in below) / len(below)
            left *= (1 - success * len(below) / len(tempting)) ** after
        known = _LIKE * max((own[lower] for lower in before), default=0.0)
        worths[number] = view.contract.rank * left * max(0.0, own[number] - known) / (1 - known)
    return worths


def unseen_tiles(view: BagView, lexicon: Lexicon) -> tuple[Tile, ...]:
    """Return the tiles that a seat does not see, as far as the lexicon has them, sorted."""
    every = Counter(load_tiles(view.options.tiles, view.options.blanks).tiles)
    every -= Counter([*(view.hand or ()), *(lying.tile for lying in view.table)])
    return usable(sorted(every.elements()), lexicon)


def _curve(
    view: BagView,
    hand: Sequence[Tile],
    unseen: Sequence[Tile],
    character: Character,
    seed: int,
    vocabulary: Lexicon,
) -> Curve:
    """Return what a bot makes of each number of tiles, taking the bag for a part of the unseen."""
    assert view.contract is not None
    bag = Mood(seed).shuffled(_BAG, unseen)[: view.bag]
    found = odds(
        view.contract.rank, hand, bag, vocabulary, deals=DEALS, seed=Mood(seed).number(_ODDS)
    )
    return {
        tiles: character.trust * share
        for tiles, share in enumerate(found.by_tiles)
        if share is not None
    }


def _by_nerve(
    view: BagView, offer: BidTilesOffer, own: Curve, character: Character, mood: Mood
) -> int | None:
    """Return the least free number whose odds are enough, unless lower bids leave no hope."""
    assert character.nerve is not None
    misjudged = _misjudged(mood, character, 0)
    enough = [
        number
        for number in offer.free
        if own[number] / character.trust + misjudged >= character.nerve
    ]
    if not enough:
        return None
    left = 1.0
    for bid in view.bids:
        if bid.tiles < enough[0]:
            left *= 1 - own[bid.tiles]
    return enough[0] if left > _HOPELESS else None


def _misjudged(mood: Mood, character: Character, number: int) -> float:
    """Return by how much a bot takes the odds of a number for more than they are."""
    return mood.between(_WOBBLE + number, -character.wobble, character.wobble)


def _rest_of_game(view: BagView) -> float:
    """Return the share of the contracts that is expected to be still to come (B3.2)."""
    aces_left = sum(card.rank == ACE for card in load_cards()) - len(view.aces)
    return view.pile * max(0, aces_left) / (aces_left + 1) / len(load_cards())
