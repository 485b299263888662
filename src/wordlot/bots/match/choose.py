"""What a Match bot does next, from the view of its seat alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wordlot.bots.levels import Decision, Level
from wordlot.bots.match.character import CHARACTERS, FIRST_IDEAS
from wordlot.bots.match.pace import LEAST_MS, bid_ms, is_eager, lay_ms, pass_ms
from wordlot.bots.match.sight import noticed
from wordlot.bots.match.worth import Rivals, rivals_at_first, rivals_now, worths
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import commonness
from wordlot.core.chance import Chance
from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import (
    LEAST_VALUE,
    Bidding,
    BidOffer,
    CallBid,
    Crossword,
    LayOffer,
    LayPlay,
    MatchView,
    Offer,
    OpenLaying,
    OpenLayingOffer,
    Pass,
    PlaceBid,
)
from wordlot.solver import Candidate, Plays
from wordlot.solver.warming import make_ready
from wordlot.words import Lexicon


def choose(
    view: MatchView, offers: Sequence[Offer], *, level: Level, chance: Chance, lexicon: Lexicon
) -> Decision:
    """Return what a bot of a level does next; see `wordlot.bots.decide`."""
    if not offers or view.hand is None:
        return Decision(None, 0)
    mind = _Mind(view, level, Mood.drawn(chance), lexicon)
    for offer in offers:
        match offer:
            case BidOffer():
                return mind.bid(offer)
            case OpenLayingOffer():
                return Decision(OpenLaying(view.round), LEAST_MS)
            case LayOffer():
                return mind.lay(offer)
    return mind.bid(None)


def warm(lexicon: Lexicon) -> None:
    """Load the lexicon's tables and the commonness of its words, and search once."""
    make_ready(["plays"])
    commonness(lexicon)
    hand = tuple(Card(letter, Colour.YELLOW) for letter in lexicon.alphabet.faces[:7])
    noticed(Crossword(), hand, Mood(0), level=Level.HARD, lexicon=lexicon)


class _Mind:
    """A bot before one decision."""

    def __init__(self, view: MatchView, level: Level, mood: Mood, lexicon: Lexicon) -> None:
        assert view.hand is not None
        self._view = view
        self._mood = mood
        self._lexicon = lexicon
        self._character = CHARACTERS[level]
        self._eager = is_eager(mood, self._character)
        self._found = noticed(view.crossword, view.hand, mood, level=level, lexicon=lexicon)

    def bid(self, offer: BidOffer | None) -> Decision:
        """Bid the play that is worth most, if any is worth it, else pass.

        The time is that of the first idea in the round, so that bids of others make no bot
        quicker.
        """
        first = self._best(LEAST_VALUE, rivals_at_first(self._view))
        best = None if offer is None else self._best(offer.least, rivals_now(self._view))
        leave = Pass(self._view.round)
        if first is None and best is None:
            return Decision(leave, pass_ms(self._view, self._mood, self._character))
        ideas = [idea for idea in (first, best) if idea is not None]
        after_ms = max(self._bid_ms(idea) for idea in ideas)
        if best is None:
            return Decision(leave, after_ms)
        if self._view.options.bidding is Bidding.CALLED:
            return Decision(CallBid(self._view.round, best.value), after_ms)
        return Decision(PlaceBid(self._view.round, best.play), after_ms)

    def lay(self, offer: LayOffer) -> Decision:
        """Lay the play that is worth most of those that make the called bid good (M3.2)."""
        best = self._best(offer.least, Rivals(()), at_any_price=True)
        after_ms = lay_ms(self._view, self._mood)
        if best is None:
            return Decision(Pass(self._view.round), after_ms)
        return Decision(LayPlay(self._view.round, best.play), after_ms)

    def _best(self, least: int, rivals: Rivals, *, at_any_price: bool = False) -> Candidate | None:
        enough = np.flatnonzero(self._found.columns.value >= least)
        ideas: Plays = self._found.take(
            enough[: FIRST_IDEAS if self._eager else self._character.ideas]
        )
        if not len(ideas):
            return None
        worth = worths(self._view, ideas, rivals, self._character, self._mood, self._lexicon)
        at = int(np.argmax(worth))
        return ideas[at] if at_any_price or worth[at] > 0 else None

    def _bid_ms(self, idea: Candidate) -> int:
        number = self._lexicon.number(idea.word)
        assert number is not None
        common = int(commonness(self._lexicon)[number])
        return bid_ms(self._view, self._mood, self._character, common)
