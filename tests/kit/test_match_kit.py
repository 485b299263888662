"""The kit of Match: its letters are the deck's, its coins 240, its sheets four."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pypdf import PageObject

from tests.kit.reading import Matrix, letters_on, pages, paths
from wordlot.core.errors import IllegalAction, InvalidNotation
from wordlot.core.pieces import Card, Colour, letters
from wordlot.games.match.deck import CARDS_PER_COLOUR, load_deck
from wordlot.games.match.model import Kind, MatchCode
from wordlot.games.match.placing import Worth, check_play, spelled
from wordlot.kit import KitOptions, Paper, kit_pdf
from wordlot.kit.coins import COINS
from wordlot.kit.fonts import BOLD, width
from wordlot.kit.pictures import before_play, play_of, worth_of
from wordlot.kit.rules_pages import CELL
from wordlot.kit.texts import languages, load_texts
from wordlot.words import Lexicon

FRONT, COIN_SHEET, BOX, RULES, *DECKS = range(8)


@cache
def printed(paper: Paper = Paper.ORIGINAL, language: str = "english") -> list[PageObject]:
    return pages(kit_pdf("match", KitOptions(paper=paper, language=language)))


@pytest.mark.parametrize("paper", Paper)
def test_cards_are_those_of_the_deck_letter_by_letter(paper: Paper) -> None:
    """M1.1, M1.2."""
    found = printed(paper)
    cards = Counter(
        Card(letter.lower(), colour)
        for colour, sheets in ((Colour.YELLOW, DECKS[:2]), (Colour.RED, DECKS[2:]))
        for sheet in sheets
        for letter in letters_on(found[sheet])
    )
    assert cards == Counter(load_deck("english").cards)
    assert cards.total() == 2 * CARDS_PER_COLOUR


def test_coins_on_the_sheet_are_worth_240() -> None:
    """M1.1."""
    coins = [int(figure) for figure in letters_on(printed()[COIN_SHEET])]
    assert sum(coins) == 240
    assert Counter(coins) == COINS


def test_sheets_are_four_and_the_decks_are_apart() -> None:
    """M1.3: front, coins, box and rules; then two sheets for each deck."""
    titles = [page.extract_text() for page in printed()]
    assert len(titles) == 8
    for number, name in enumerate(("front", "coins", "box", "rules"), start=1):
        assert f"sheet {number} of 4: {name}" in titles[number - 1]
    assert all("deck" in title for title in titles[4:])


def test_colours_differ_in_print_by_sign_and_pattern() -> None:
    """Both stamps are in the file, and they are not the same drawing."""
    yellow, red = (pages(kit_pdf("match", KitOptions(ink_saving=True)))[n] for n in (4, 6))
    (dotted,) = yellow["/Resources"]["/XObject"].values()  # type: ignore[index]
    (hatched,) = red["/Resources"]["/XObject"].values()  # type: ignore[index]
    assert dotted.get_object().get_data() != hatched.get_object().get_data()


@pytest.mark.parametrize("language", languages())
def test_pictures_show_every_kind_of_play_and_each_is_legal(language: str) -> None:
    """M4.1 to M4.4; M4.2 forbids the one that is crossed out."""
    figures = load_texts(language).match.figures
    assert {figure.kind for figure in figures if figure.legal} == set(Kind)
    for figure in figures:
        play = play_of(figure)
        if figure.legal:
            check_play(before_play(figure), play.cards, play, None)
            continue
        with pytest.raises(IllegalAction) as refused:
            check_play(before_play(figure), play.cards, play, None)
        assert refused.value.code is MatchCode.NO_SUCH_PLACE
        assert refused.value.clause == "M4.2"


def test_pictures_in_english_make_words_of_the_lexicon(english: Lexicon) -> None:
    for figure in load_texts("english").match.figures:
        play = play_of(figure)
        word = letters(spelled(before_play(figure), play))
        assert english.has(word), "only its place may be wrong"
        if figure.legal:
            check_play(before_play(figure), play.cards, play, english)


def test_pictures_are_worth_what_the_worked_figures_say() -> None:
    """M5.3."""
    worths = [worth_of(figure) for figure in load_texts("english").match.figures]
    assert worths[1:4] == [Worth(6, 8), Worth(2, 5), Worth(4, 6)]


@pytest.mark.parametrize("language", languages())
def test_rules_sheet_names_value_and_score_of_every_picture(language: str) -> None:
    texts = load_texts(language).match
    shown = printed(language=language)[RULES].extract_text()
    for figure in texts.figures:
        if figure.legal:
            worth = worth_of(figure)
            assert texts.figure_worth.format(value=worth.value, score=worth.score) in shown


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", languages())
def test_no_picture_of_the_rules_covers_words(language: str, paper: Paper) -> None:
    page = printed(language=language, paper=paper)[RULES]
    texts = load_texts(language).match
    lines = {figure.heading for figure in texts.figures} | {texts.figure_illegal}
    worths = [worth_of(figure) for figure in texts.figures]
    lines |= {texts.figure_worth.format(value=w.value, score=w.score) for w in worths}
    cards = [path.bounds for path in paths(page) if path.bounds[2] - path.bounds[0] <= CELL]
    words: list[tuple[float, float, float]] = []

    def visit(text: str, cm: Matrix, tm: Matrix, _font: object, size: float) -> None:
        line = text.strip()
        if line in lines:
            left, base = cm[4] + tm[4], cm[5] + tm[5]
            words.append((left, base, left + width(line, BOLD, size)))

    page.extract_text(visitor_text=visit)
    assert len(words) == 2 * len(texts.figures)
    for left, base, right in words:
        for card_left, low, card_right, top in cards:
            apart = card_right <= left or right <= card_left or top <= base - 2 or low >= base + 8
            assert apart, (language, paper, left, base)


@pytest.mark.parametrize(
    ("language", "costs"),
    [
        ("english", "it costs that player as many points as were bid, at most what the player has"),
        ("german", "so viele Punkte, wie geboten waren, höchstens alle, die der Spieler hat"),
    ],
)
def test_rules_sheet_tells_what_a_void_bid_costs(language: str, costs: str) -> None:
    """M3.2."""
    text = " ".join(printed(language=language)[RULES].extract_text().split())
    assert costs in text


def deck_file(**changes: object) -> bytes:
    raw = {
        "name": "mine",
        "alphabet": "english",
        "yellow": {"a": 20, "e": 19},
        "red": {"s": 39},
    }
    return json.dumps({**raw, **changes}).encode()


def test_deck_of_ones_own_is_printed_even_with_letters_of_two_characters() -> None:
    raw = deck_file(yellow={"ch": 20, "ñ": 19})
    found = pages(kit_pdf("match", KitOptions(), deck_file=raw))
    yellow = Counter(letter for sheet in DECKS[:2] for letter in letters_on(found[sheet]))
    assert yellow == {"CH": 20, "Ñ": 19}


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (deck_file(red={"s": 38}), "38 red cards, not 39"),
        (deck_file(red={"語": 39}), "語"),
        (deck_file(red={"ⴰ": 39}), "ⴰ"),
        (b"{", "cannot be read"),
    ],
)
def test_deck_that_cannot_be_printed_is_refused_with_the_reason(raw: bytes, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        kit_pdf("match", KitOptions(), deck_file=raw)


def test_guide_tells_the_arithmetic_of_coins_and_box() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "kit.md").read_text("utf-8")
    counts = [f"{count} × {worth}" for worth, count in sorted(COINS.items())]
    for told in (*counts, "240", "74.8", "106.2", "24.35", "40 × 0.35 = 14"):
        assert told in guide
