"""When a Match bot acts: never before a person could have read the board, always in time."""

from __future__ import annotations

from wordlot.bots.match.character import Character
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import STEPS
from wordlot.games.match.model import NO_COLUMN_MS, MatchOptions, MatchView, Phase
from wordlot.games.match.placing import cards_of, free_columns

LEAST_MS = 3_000
"""Nobody reads board and hand and finds a word in less."""
COMMON_ZIPF = 6.0
"""Words as common as this come to mind at once."""

_CARD_MS = 140
_LYING_MS = 60
_MOST_LYING = 20
_UNHURRIED_MS = 60_000
"""Longer clocks, or none, make nobody slower."""
_SHARE_OF_CLOCK = 0.55
_BID_MS = 1_100
_BID_SPREAD_MS = 700
_MOST_BIDS = 3
_SPARE_MS = 2_000

_QUICKNESS, _PATIENCE, _BIDS, _EAGERNESS = 101, 102, 103, 104


def read_ms(view: MatchView) -> int:
    """Return the least time to read the board of a view, in milliseconds."""
    hand = len(view.hand or ())
    lying = min(_MOST_LYING, len(cards_of(view.crossword)))
    return LEAST_MS + _CARD_MS * hand + _LYING_MS * lying


def clock_ms(view: MatchView) -> int:
    """Return what the clock of the phase showed when it opened; a minute stands for no clock."""
    if view.phase is Phase.LAYING:
        return min(_UNHURRIED_MS, view.options.lay_clock_ms)
    clock = min(_UNHURRIED_MS, _round_clock_ms(view.options))
    if view.crossword.base and not free_columns(view.crossword):
        return min(clock, NO_COLUMN_MS)
    return clock


def idea_ms(view: MatchView, mood: Mood, character: Character, commonness: int | None) -> int:
    """Return when a bot has its idea, or none (`commonness` is that of its word, in `STEPS`)."""
    rarity = 0.0 if commonness is None else max(0.0, COMMON_ZIPF - commonness / STEPS)
    reading = read_ms(view)
    thinking = (character.quick - 1) * reading + character.rare_ms * rarity
    return _within(view, reading + thinking + mood.share(_QUICKNESS) * character.spread_ms)


def is_eager(mood: Mood, character: Character) -> bool:
    """Tell whether a bot bids one of its first ideas this round, and waits for nobody."""
    return mood.share(_EAGERNESS) < character.eager


def bid_ms(view: MatchView, mood: Mood, character: Character, commonness: int) -> int:
    """Return when a bot with an idea acts, the bids that it has to take in included."""
    patience = 0.0
    if not is_eager(mood, character):
        patience = mood.between(_PATIENCE, 0.3, 1) * character.patience_ms
    idea = idea_ms(view, mood, character, commonness)
    return _within(view, idea + patience) + _taking_in_ms(view, mood)


def pass_ms(view: MatchView, mood: Mood, character: Character) -> int:
    """Return when a bot that found nothing at all gives up."""
    return idea_ms(view, mood, character, None) + _taking_in_ms(view, mood)


def lay_ms(view: MatchView, mood: Mood) -> int:
    """Return when a bot whose called bid won lays its play; it has the word in mind already."""
    return _within(view, mood.between(_QUICKNESS, LEAST_MS, 2 * LEAST_MS))


def _within(view: MatchView, time_ms: float) -> int:
    """Return a time that the clock allows: what is beyond the limit is pressed into its last part.

    So bots that are all in a hurry do not all act in one moment.
    """
    limit = _SHARE_OF_CLOCK * clock_ms(view)
    easy = 0.6 * limit
    if time_ms > easy:
        beyond = time_ms - easy
        time_ms = easy + beyond * (limit - easy) / (beyond + limit - easy)
    return max(LEAST_MS, round(time_ms))


def _taking_in_ms(view: MatchView, mood: Mood) -> int:
    """Return what the bids of the round add: each one is seen before it is answered."""
    bids = min(_MOST_BIDS, sum(seat.bid is not None or seat.voided for seat in view.seats))
    room = clock_ms(view) * (1 - _SHARE_OF_CLOCK) - _SPARE_MS
    each = _BID_MS + mood.share(_BIDS) * _BID_SPREAD_MS
    return round(min(bids * each, room))


def _round_clock_ms(options: MatchOptions) -> int:
    return _UNHURRIED_MS if options.round_clock_ms is None else options.round_clock_ms
