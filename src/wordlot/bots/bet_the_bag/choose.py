"""What a Bet the Bag bot does next, from the view of its seat alone."""

from __future__ import annotations

from collections.abc import Sequence

from wordlot.bots.bet_the_bag import pace
from wordlot.bots.bet_the_bag.bidding import choose_bid
from wordlot.bots.bet_the_bag.character import CHARACTERS
from wordlot.bots.bet_the_bag.doubt import looks_odd, phony, usual_runs
from wordlot.bots.bet_the_bag.sight import spot
from wordlot.bots.levels import Decision, Level
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import known
from wordlot.core.chance import Chance
from wordlot.core.pieces import Word
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import load_cards
from wordlot.games.bet_the_bag.compose import compose
from wordlot.solver.odds import odds
from wordlot.solver.warming import make_ready
from wordlot.words import Lexicon

_BLUFF, _DOUBT = 401, 402
_DOUBT_SPREAD = 0.15
_UNUSUAL = 0.25
"""How likely, as a share of `doubt`, a word is bogus that is not known but looks like one."""


def choose(
    view: m.BagView, offers: Sequence[m.Offer], *, level: Level, chance: Chance, lexicon: Lexicon
) -> Decision:
    """Return what a bot of a level does next; see `wordlot.bots.decide`."""
    if not offers:
        return Decision(None, 0)
    mind = _Mind(view, level, Mood.drawn(chance), lexicon)
    match offers[0]:
        case m.FlipOffer():
            return Decision(a.FlipCard(view.turn), pace.flip_ms(mind.mood))
        case m.BidTilesOffer() as offer:
            return mind.bid(offer)
        case m.ChallengeOffer() as offer:
            return mind.judge(offer)
    return mind.attempt(can_draw=any(isinstance(offer, m.DrawOffer) for offer in offers))


def warm(lexicon: Lexicon) -> None:
    """Make the vocabularies of all levels, what bots have learned of them, and compile searches."""
    make_ready(["tiles"])
    contracts = {card.rank for card in load_cards() if card.rank != m.ACE}
    for level in Level:
        vocabulary = known(lexicon, level)
        usual_runs(vocabulary)
        for contract in sorted(contracts):
            odds(contract, (), vocabulary.alphabet.faces, vocabulary, deals=1)


class _Mind:
    """A bot before one decision."""

    def __init__(self, view: m.BagView, level: Level, mood: Mood, lexicon: Lexicon) -> None:
        self.mood = mood
        self._view = view
        self._level = level
        self._lexicon = lexicon
        self._character = CHARACTERS[level]
        self._vocabulary = known(lexicon, level)

    def bid(self, offer: m.BidTilesOffer) -> Decision:
        """Bid a number, or pass for a tile (B4)."""
        after_ms = pace.bid_ms(self._view, self.mood)
        tiles = choose_bid(self._view, offer, self._character, self.mood, self._vocabulary)
        if tiles is None:
            return Decision(a.PassBid(self._view.turn), after_ms)
        return Decision(a.BidTiles(self._view.turn, tiles), after_ms)

    def attempt(self, *, can_draw: bool) -> Decision:
        """Submit a word that it spots, else draw, else bluff or give up (B5).

        It draws first and lays only what the word needs, since a laid tile never comes back.
        """
        view = self._view
        spotted = spot(view, self.mood, level=self._level, lexicon=self._lexicon, last=not can_draw)
        if spotted is not None:
            after_ms = pace.submit_ms(view, self.mood, self._character, spotted.commonness)
            return Decision(self._submission(spotted.word), after_ms)
        if can_draw:
            after_ms = pace.draw_ms(view, self.mood, self._character)
            return Decision(a.DrawTile(view.turn, view.attempt), after_ms)
        after_ms = pace.last_ms(view, self.mood, self._character)
        if self._dares() and (word := phony(view, self.mood, self._vocabulary)) is not None:
            return Decision(self._submission(word), after_ms)
        return Decision(a.GiveUp(view.turn, view.attempt), after_ms)

    def judge(self, offer: m.ChallengeOffer) -> Decision:
        """Challenge a word that is likely bogus for all it knows, else accept it (B7).

        A challenge that fails gives the contract once more to the submitter; one that succeeds
        takes the contract back and a card with it.
        """
        view = self._view
        assert view.submission is not None
        assert view.contract is not None
        after_ms = pace.verdict_ms(self.mood)
        bogus = self._doubt(view.submission.word)
        rank = view.contract.rank
        if bogus * (rank + offer.costs) > (1 - bogus) * (offer.points - rank):
            return Decision(a.Challenge(view.turn, view.attempt), after_ms)
        return Decision(a.Accept(view.turn, view.attempt), after_ms)

    def _doubt(self, word: Word) -> float:
        """Return how likely it holds a word to be bogus, from its own vocabulary only (B7.5)."""
        if self._vocabulary.has(word):
            return 0.0
        doubt = self._character.doubt
        if not looks_odd(word, self._vocabulary):
            doubt *= _UNUSUAL
        spread = self.mood.between(_DOUBT + self._view.attempt, -_DOUBT_SPREAD, _DOUBT_SPREAD)
        return min(1.0, max(0.0, doubt + spread))

    def _dares(self) -> bool:
        """Tell whether it tries a word that it does not know, where words can be challenged."""
        view = self._view
        if view.options.words is not m.Words.CHALLENGE or view.you is None:
            return False
        safe = not view.seats[view.you].won
        often = self._character.bluff if safe else self._character.bold_bluff
        return self.mood.share(_BLUFF + view.attempt) < often

    def _submission(self, word: Word) -> a.SubmitWord:
        spelled = compose(self._view, m.WordDraft(word))
        assert spelled.ready, f"{word} cannot be submitted: {spelled}"
        return a.SubmitWord(self._view.turn, self._view.attempt, word, spelled.lay, spelled.blanks)
