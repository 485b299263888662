"""What a Bet the Bag bot does next, from the view of its seat alone."""

from __future__ import annotations

from collections.abc import Sequence

from wordlot.bots.bet_the_bag import pace
from wordlot.bots.bet_the_bag.bidding import choose_bid
from wordlot.bots.bet_the_bag.bluff import phony
from wordlot.bots.bet_the_bag.character import CHARACTERS
from wordlot.bots.bet_the_bag.doubt import Occasion, occasion_of, suspicion, usual_runs
from wordlot.bots.bet_the_bag.sight import in_reach, spot
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
_DOUBT_SPREAD = 2.5
"""By what factor a mood makes a bot more or less suspicious."""
_WORD_IN_REACH, _NO_WORD_YET = 0.6, 0.3
"""The chance to fill the contract oneself where a bogus word passes the tiles on (B7.2)."""
_SHARED = 0.5
"""What is left of it for every bidder who is before."""


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
        case m.OpenAttemptOffer():
            return Decision(a.OpenAttempt(view.turn, view.attempt), pace.flip_ms(mind.mood))
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
        word = self._bluff()
        if word is not None:
            return Decision(self._submission(word), after_ms)
        return Decision(a.GiveUp(view.turn, view.attempt), after_ms)

    def judge(self, offer: m.ChallengeOffer) -> Decision:
        """Challenge a word where that is worth more than to accept it (B7).

        A challenge that fails gives the contract once more to the submitter; one that succeeds
        takes the contract back and a card with it, and passes the tiles on. What a rival loses
        counts as a part: there are others.
        """
        view = self._view
        assert view.contract is not None
        rank, rivals = view.contract.rank, len(view.seats) - 1
        bogus = self._suspicion()
        gain = (rank + offer.costs) / rivals + rank * self._hope()
        loss = (offer.points - rank) / rivals
        after_ms = pace.verdict_ms(self.mood)
        if bogus * gain > (1 - bogus) * loss:
            return Decision(a.Challenge(view.turn, view.attempt), after_ms)
        return Decision(a.Accept(view.turn, view.attempt), after_ms)

    def _suspicion(self) -> float:
        """Return how likely it holds the submitted word to be bogus."""
        view = self._view
        assert view.submission is not None
        leaning = self.mood.between(_DOUBT + view.attempt, -1, 1)
        doubt = self._character.doubt * _DOUBT_SPREAD**leaning
        return suspicion(view.submission.word, occasion_of(view), doubt, self._vocabulary)

    def _hope(self) -> float:
        """Return the chance that it fills the contract itself, if the tiles pass on."""
        view = self._view
        assert view.you is not None
        assert view.limit is not None
        bid = view.seats[view.you].bid
        if bid is None or bid < view.limit:
            return 0.0
        words, _ = in_reach(view, bid, self._vocabulary)
        before = sum(view.limit < other.tiles < bid for other in view.queue)
        return (_WORD_IN_REACH if len(words) else _NO_WORD_YET) * _SHARED**before

    def _bluff(self) -> Word | None:
        """Return a word that it does not know and dares to try, where words can be challenged.

        With no card to lose a bluff costs nothing (B7.1); else it has to be worth its risk, as
        far as the bot can tell from what it would itself think of the word.
        """
        view, character = self._view, self._character
        if view.options.words is not m.Words.CHALLENGE:
            return None
        occasion = occasion_of(view)
        often = character.bold_bluff if occasion.costs else character.bluff
        if self.mood.share(_BLUFF + view.attempt) >= often:
            return None
        word = phony(view, self.mood, self._vocabulary)
        return word if word is None or self._pays(word, occasion) else None

    def _pays(self, word: Word, occasion: Occasion) -> bool:
        """Tell whether a bluff is worth its risk, if all others judge as the bot would."""
        assert self._view.contract is not None
        doubt = suspicion(word, occasion, self._character.doubt, self._vocabulary)
        stands = (1 - doubt) ** (len(self._view.seats) - 1)
        return stands * self._view.contract.rank >= (1 - stands) * occasion.costs

    def _submission(self, word: Word) -> a.SubmitWord:
        spelled = compose(self._view, m.WordDraft(word))
        assert spelled.ready, f"{word} cannot be submitted: {spelled}"
        return a.SubmitWord(self._view.turn, self._view.attempt, word, spelled.lay, spelled.blanks)
