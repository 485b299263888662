"""Simple players with a lexicon, who make the games that are told here and kept as records."""

from __future__ import annotations

from random import Random

from tests.games.bet_the_bag.game import show_word
from tests.playthroughs.bet_the_bag.telling import Move, Teller
from wordlot.core.pieces import Word, show_tiles
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.compose import compose
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.solver import words_from
from wordlot.words import Lexicon


def play_story(
    seats: int, options: m.BagOptions, seed: bytes, lexicon: Lexicon, luck: Random
) -> Teller:
    """Play a game to its end and return it told."""
    teller = Teller(seats, options, seed, lexicon)
    while teller.game.state.phase is not m.BagPhase.OVER:
        _next_move(teller, lexicon, luck)
    return teller


def _next_move(teller: Teller, lexicon: Lexicon, luck: Random) -> None:
    state = teller.game.state
    due = BET_THE_BAG.deadline(state)
    if luck.random() < 0.04 and due is not None:
        teller.wait_until(due)
        return
    at = teller.game.at + luck.randrange(500, 4_000, 250)
    if due is not None:
        at = min(at, due - 1)
    seat = luck.choice(BET_THE_BAG.awaited(state))
    for what in _tries(teller, seat, lexicon, luck):
        if teller.move(Move(at, seat, what)):
            return


def _tries(teller: Teller, seat: Seat, lexicon: Lexicon, luck: Random) -> list[str]:
    """Return what to try until something is accepted: now and then a fault comes first."""
    view = teller.game.view(seat)
    match view.phase:
        case m.BagPhase.FLIP:
            return ["flip"]
        case m.BagPhase.BIDDING:
            return _bids(view, luck)
        case m.BagPhase.OPENING:
            return ["open"]
        case m.BagPhase.ATTEMPT:
            return _attempt(view, lexicon, luck)
        case _:
            assert view.submission is not None
            bogus = not lexicon.has(view.submission.word)
            return ["challenge" if luck.random() < (0.6 if bogus else 0.1) else "accept"]


def _bids(view: m.BagView, luck: Random) -> list[str]:
    assert view.contract is not None
    if luck.random() < 0.2:
        return ["pass"]
    number = view.contract.rank + luck.choice([0, 1, 1, 2, 2, 3, 4])
    return [f"bid {tiles}" for tiles in range(number, m.MOST_TILES + 1)]


def _attempt(view: m.BagView, lexicon: Lexicon, luck: Random) -> list[str]:
    assert view.contract is not None
    assert view.limit is not None
    tiles = [lying.tile for lying in view.table]
    found = [
        spelled
        for word in words_from((*tiles, *(view.hand or ())), lexicon, view.contract.rank)
        if (spelled := compose(view, m.WordDraft(word))).ready
    ]
    if found:
        best = min(found, key=lambda spelled: len(spelled.lay))
        return [_submit(best)]
    phony = compose(view, m.WordDraft(tuple(reversed([*tiles, *(view.hand or ())]))))
    if phony.ready and luck.random() < 0.5:
        return [_submit(phony)]
    first = ["lay q"] if luck.random() < 0.03 else []
    return [*first, "draw", "give_up"]


def _submit(spelled: m.Spelling) -> str:
    word: Word = tuple(s.letter for s in spelled.letters)
    laying = f" laying {show_tiles(spelled.lay)}" if spelled.lay else ""
    return f"submit {show_word(word, spelled.blanks)}{laying}"
