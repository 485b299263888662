"""Players that do anything that is offered to them, from what their seat sees alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wordlot.core.pieces import BLANK, letters
from wordlot.core.protocol import LexiconPin
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as b
from wordlot.games.match import model as m
from wordlot.games.match.placing import spelled, worth

ROUNDS = 60
"""After so many all pass until the cards run out: void calls could feed a pot for ever (M3.2)."""
LONGEST = 3
"""Letters of the longest word of `Short`."""


class Short:
    """A lexicon in which all that has two or three letters is a word, so that any play is one."""

    pin = LexiconPin("short", "3" * 64)

    def has(self, word: Sequence[str]) -> bool:
        return 2 <= len(word) <= LONGEST


def any_move(view: Any, offers: Sequence[Any], luck: Random) -> Any:  # noqa: ANN401 - of any game
    """Return an action that has to be accepted under `Short`; none where nothing is offered."""
    if not offers:
        return None
    if isinstance(view, m.MatchView):
        return _match_move(view, offers, luck)
    return _bag_move(view, luck.choice(offers), luck)


def _match_move(view: m.MatchView, offers: Sequence[m.Offer], luck: Random) -> m.Action:
    for offer in offers:
        if isinstance(offer, m.OpenLayingOffer):
            return m.OpenLaying(view.round)
        if view.round > ROUNDS:
            break
        if isinstance(offer, m.PassOffer) or (
            isinstance(offer, m.BidOffer) and luck.random() < 0.1
        ):
            continue
        if isinstance(offer, m.BidOffer) and view.options.bidding is m.Bidding.CALLED:
            return m.CallBid(
                view.round, luck.randint(offer.least, min(offer.most, offer.least + 2))
            )
        for _ in range(12):
            play = _play(view, luck.choice(offer.lanes), luck) if offer.lanes else None
            if play is not None and worth(view.crossword, play).value >= offer.least:
                make = m.LayPlay if isinstance(offer, m.LayOffer) else m.PlaceBid
                return make(view.round, play)
    return m.Pass(view.round)


def _play(view: m.MatchView, lane: m.Lane, luck: Random) -> m.Play | None:
    hand = view.hand or ()
    cards = luck.sample(hand, min(len(hand), luck.randint(1, LONGEST)))
    cut = len(cards) if lane.kind is m.Kind.BASE else luck.randint(0, len(cards))
    play = m.Play(lane.kind, lane.column, tuple(cards[:cut]), tuple(cards[cut:]))
    return play if cards and 2 <= len(letters(spelled(view.crossword, play))) <= LONGEST else None


def _bag_move(view: b.BagView, offer: b.Offer, luck: Random) -> a.Action:  # noqa: C901, PLR0911, one each
    turn, attempt, hand = view.turn, view.attempt, view.hand or ()
    match offer:
        case b.FlipOffer():
            return a.FlipCard(turn)
        case b.BidTilesOffer():
            return a.BidTiles(turn, luck.choice(offer.free[:6]))
        case b.PassBidOffer():
            return a.PassBid(turn)
        case b.OpenAttemptOffer():
            return a.OpenAttempt(turn, attempt)
        case b.DrawOffer():
            return a.DrawTile(turn, attempt)
        case b.LayTilesOffer():
            return a.LayTiles(turn, attempt, tuple(luck.sample(hand, luck.randint(1, offer.most))))
        case b.SubmitOffer():
            return _submission(view, offer, luck)
        case b.GiveUpOffer():
            return a.GiveUp(turn, attempt)
        case b.ChallengeOffer():
            return a.Challenge(turn, attempt)
        case b.AcceptOffer():
            return a.Accept(turn, attempt)


def _submission(view: b.BagView, offer: b.SubmitOffer, luck: Random) -> a.SubmitWord:
    table = [lying.tile for lying in view.table]
    needed = max(0, offer.least - len(table))
    lay = luck.sample(view.hand or (), luck.randint(needed, offer.lay))
    tiles = [*table, *lay]
    luck.shuffle(tiles)
    tiles = tiles[: luck.randint(offer.least, min(len(tiles), b.LONGEST))]
    blanks = tuple(at for at, tile in enumerate(tiles) if tile == BLANK)
    word = tuple("e" if tile == BLANK else tile for tile in tiles)
    return a.SubmitWord(view.turn, view.attempt, word, tuple(lay), blanks)
