"""The told games still come out as they are told."""

from pathlib import Path

import pytest

from tests.games.match.drawing import show_play
from tests.playthroughs.telling import read_story, retell
from wordlot.games.match import model as m
from wordlot.words import Lexicon

TEXTS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_told_game_comes_out_the_same(path: Path, english: Lexicon) -> None:
    """M3.1, M6.1: after a deliberate change, `python -m tests.playthroughs` tells it anew."""
    text = path.read_text()
    assert retell(read_story(text), english).text() == text


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_told_game_goes_to_its_end(path: Path, english: Lexicon) -> None:
    """M6.2."""
    told = retell(read_story(path.read_text()), english)
    assert told.game.state.ended is m.End.POT_EMPTY


def test_both_ways_of_bidding_are_told(english: Lexicon) -> None:
    """M3.2."""
    told = {read_story(path.read_text()).options.bidding for path in TEXTS}
    assert told == set(m.Bidding)


def test_a_changed_move_is_noticed(english: Lexicon) -> None:
    path = next(path for path in TEXTS if "sealed" in path.stem)
    story = read_story(path.read_text())
    told = retell(story, english)
    laid = next(event for event in told.game.events if isinstance(event, m.PlayLaid))
    text = path.read_text().replace(f": bid {show_play(laid.play)}", ": pass", 1)
    assert text != path.read_text()
    assert retell(read_story(text), english).text() != text
