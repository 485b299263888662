"""When a Bet the Bag bot acts: as fast as people with tiles in their hands, always in time."""

from __future__ import annotations

from wordlot.bots.bet_the_bag.character import Character
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import STEPS
from wordlot.games.bet_the_bag.model import ATTEMPT_MS, BagView

COMMON_ZIPF = 6.0
"""Words as common as this are seen at once."""

_FLIP_MS = (700, 2_000)
_BID_MS = (2_500, 7_000)
_SHARE_OF_BID_CLOCK = 0.6
_VERDICT_MS = (1_800, 5_500)
_BEGIN_MS = 1_500
_DRAWING_MS = 34_000
"""What all draws of an attempt may take."""
_SPOT_MS = (1_200, 3_000)
_RARE_MS = 350
_LATEST_MS = ATTEMPT_MS - 3_000
_FLIP, _BID, _VERDICT, _STEP, _SPOT = 501, 502, 503, 504, 505
_STEPS_APART = 64


def flip_ms(mood: Mood) -> int:
    """Return when a bot flips the card of its turn (B3.1)."""
    return round(mood.between(_FLIP, *_FLIP_MS))


def bid_ms(view: BagView, mood: Mood) -> int:
    """Return when a bot that is asked bids or passes (B4.3)."""
    clock = view.options.bid_clock_ms
    time_ms = mood.between(_BID, *_BID_MS)
    return round(time_ms if clock is None else min(time_ms, _SHARE_OF_BID_CLOCK * clock))


def verdict_ms(mood: Mood) -> int:
    """Return when a bot accepts or challenges a word (B7.4)."""
    return round(mood.between(_VERDICT, *_VERDICT_MS))


def draw_ms(view: BagView, mood: Mood, character: Character) -> int:
    """Return when a bot draws its next tile, if it saw no word in those before (B5.1)."""
    return _until(view, mood, character, _mine(view) + 1)


def submit_ms(view: BagView, mood: Mood, character: Character, commonness: int) -> int:
    """Return when a bot submits a word that it spots, later when it is rare (in `STEPS`)."""
    rarity = max(0.0, COMMON_ZIPF - commonness / STEPS)
    spotting = mood.between(_SPOT + _STEPS_APART * view.attempt + len(view.table), *_SPOT_MS)
    here = _until(view, mood, character, _mine(view))
    return min(_LATEST_MS, round(here + spotting + _RARE_MS * rarity))


def last_ms(view: BagView, mood: Mood, character: Character) -> int:
    """Return when a bot that can draw no more and sees no word ends its attempt."""
    here = _until(view, mood, character, _mine(view))
    return min(_LATEST_MS, here + character.last_look_ms)


def _mine(view: BagView) -> int:
    """Return how many tiles the seat of a view has brought onto the table."""
    return sum(lying.seat == view.you for lying in view.table)


def _until(view: BagView, mood: Mood, character: Character, draws: int) -> int:
    """Return when so many tiles have been drawn, each after a look at those before it."""
    assert view.contract is not None
    assert view.limit is not None
    found = len(view.table) - _mine(view)
    hand = len(view.hand or ())
    steps = []
    for lying in range(found, max(found + draws, view.limit)):
        usual = character.quick_ms if lying + hand < view.contract.rank else character.look_ms
        purpose = _STEP + _STEPS_APART * (view.attempt + 1) + lying
        steps.append(usual * mood.between(purpose, 0.75, 1.25))
    press = min(1.0, _DRAWING_MS / sum(steps)) if steps else 1.0
    return round(_BEGIN_MS + press * sum(steps[:draws]))
