"""The tiles of a word that somebody is composing, without a word about the lexicon (B5.2)."""

from __future__ import annotations

from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.spelling import spell


def compose(view: m.BagView, draft: m.WordDraft) -> m.Spelling:
    """Return what a draft takes from the table and from your hand, and whether it is enough.

    It counts with your own bid, also while others attempt, so that one may compose ahead. A player
    without a bid at this contract sees what the tiles would give with the most that can be bid.
    """
    word = draft.letters
    room = _limit(view) - len(view.table)
    spelled = spell(
        word,
        table=[lying.tile for lying in view.table],
        hand=view.hand or (),
        room=room,
        alphabet=view.letters,
        blanks=draft.blanks,
    )
    lay = tuple(BLANK if s.blank else s.letter for s in spelled if s.source is m.Source.HAND)
    missing = tuple(s.letter for s in spelled if s.source is m.Source.NOWHERE)
    over = max(0, len(lay) - room)
    short = max(0, (view.contract.rank if view.contract else 0) - len(word))
    yours = view.phase is m.BagPhase.ATTEMPT and view.you in view.awaited
    return m.Spelling(
        letters=spelled,
        lay=lay,
        blanks=tuple(at for at, s in enumerate(spelled) if s.blank),
        missing=missing,
        over=over,
        short=short,
        ready=yours and not (missing or over or short),
    )


def _limit(view: m.BagView) -> int:
    """Return your own bid where it still counts, else the most that can be bid (B4.1)."""
    return next((bid.tiles for bid in view.queue if bid.seat == view.you), m.MOST_TILES)
