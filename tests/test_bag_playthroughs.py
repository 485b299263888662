"""The told games of Bet the Bag still come out as they are told."""

import re
from pathlib import Path

import pytest

from tests.playthroughs.bet_the_bag.telling import read_story, retell
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.words import Lexicon

TEXTS = sorted((Path(__file__).parent / "playthroughs" / "bet_the_bag").glob("*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_told_game_comes_out_the_same(path: Path, english: Lexicon) -> None:
    """B3.1, B5.1: after a change, `python -m tests.playthroughs.bet_the_bag` tells it anew."""
    text = path.read_text()
    assert retell(read_story(text), english).text() == text


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_told_game_goes_to_its_end(path: Path, english: Lexicon) -> None:
    """B3.2."""
    told = retell(read_story(path.read_text()), english)
    assert told.game.state.phase is m.BagPhase.OVER


def test_both_ways_of_judging_words_are_told(english: Lexicon) -> None:
    """B7.4, B7.1: with challenges of either outcome, and refused words."""
    told = [retell(read_story(path.read_text()), english) for path in TEXTS]
    assert {story.game.setup.options.words for story in told} == set(m.Words)
    events = [event for story in told for event in story.game.events]
    verdicts = {event.in_lexicon for event in events if isinstance(event, e.WordChallenged)}
    assert verdicts == {True, False}
    for kind in (e.WordRefused, e.CardLost, e.ContractDiscarded, e.WordAccepted):
        assert any(isinstance(event, kind) for event in events)


def test_a_changed_move_is_noticed(english: Lexicon) -> None:
    text = TEXTS[0].read_text()
    changed = re.sub(r": bid \d+", ": pass", text, count=1)
    assert changed != text
    assert retell(read_story(changed), english).text() != changed
