"""Sheets to be folded in the middle: each back lies where the fold brings it behind its front."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from pypdf import PageObject

from tests.kit.reading import letters_on, pages, paths
from tests.kit.rendering import rendered
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Colour
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.games.match.deck import load_deck
from wordlot.kit import GAMES, KitOptions, Paper, kit_pdf
from wordlot.kit.bet_the_bag import contract_pieces, tile_pieces
from wordlot.kit.coins import COIN_RADIUS, COINS
from wordlot.kit.fonts import REGULAR, width
from wordlot.kit.match import CoinSheet, deck_of
from wordlot.kit.options import BLEED, MARGIN, MM
from wordlot.kit.palette import FULL
from wordlot.kit.pen import Rect
from wordlot.kit.sheets import HAIR, Grid, Pieces, grid_of
from wordlot.kit.texts import languages, load_texts

COIN_SHEETS = (1, 2)
DPI = 100


@cache
def kit(game: str, paper: Paper, language: str = "english") -> bytes:
    return kit_pdf(game, KitOptions(paper=paper, folded=True, language=language))


def printed(game: str, paper: Paper = Paper.A4) -> list[PageObject]:
    return pages(kit(game, paper))


def grid(paper: Paper, pieces: Pieces) -> Grid:
    return grid_of(KitOptions(paper=paper, folded=True), pieces)


def all_pieces() -> dict[str, Pieces]:
    texts = load_texts("english")
    deck, tiles = load_deck("english"), load_tiles("english")
    return {
        "yellow": deck_of(FULL, texts.match, deck, Colour.YELLOW),
        "red": deck_of(FULL, texts.match, deck, Colour.RED),
        "tiles": tile_pieces(FULL, texts.bet_the_bag, tiles),
        "contracts": contract_pieces(FULL, texts.bet_the_bag),
    }


def test_all_pieces_are_there_with_fronts_only_once() -> None:
    match = [letter for page in printed("match")[5:] for letter in letters_on(page)]
    assert Counter(match) == Counter(card.letter.upper() for card in load_deck("english").cards)
    assert len(match) == 78
    coins = [int(n) for i in COIN_SHEETS for n in letters_on(printed("match")[i])]
    assert Counter(coins) == Counter({worth: 2 * count for worth, count in COINS.items()})
    bag = [letter for page in printed("bet-the-bag")[1:7] for letter in letters_on(page)]
    assert len(bag) == 100 + 20


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("name", ["yellow", "red", "tiles", "contracts"])
def test_back_lies_as_far_from_the_fold_as_its_front_and_bleeds_meet_there(
    name: str, paper: Paper
) -> None:
    pieces = all_pieces()[name]
    cells = grid(paper, pieces)
    middle = paper.size[0] / 2
    for index in range(len(cells)):
        front = cells[index]
        back = front.mirrored(paper.size[0])
        assert back.x - middle == pytest.approx(middle - front.right)
        assert back.y == front.y
    assert cells.area.right + BLEED == pytest.approx(middle)
    assert cells.area.x - BLEED >= MARGIN


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", GAMES)
def test_right_half_is_drawn_as_backs_and_left_half_as_fronts(game: str, paper: Paper) -> None:
    """A corner of every cell is looked at, where there is nothing but its ground."""
    texts = load_texts("english")
    images = rendered(kit(game, paper), DPI)
    sheets = {"match": {"yellow": 5, "red": 9}, "bet-the-bag": {"tiles": 1, "contracts": 5}}
    for name, page in sheets[game].items():
        pieces = all_pieces()[name]
        cells = grid(paper, pieces)
        for index in range(len(cells)):
            for area, ground in zip(
                (cells[index], cells[index].mirrored(paper.size[0])), pieces.grounds, strict=True
            ):
                x, y = area.x + 1.5, area.y + 1.5
                shown = images[page].getpixel(
                    (int(x * DPI / 72), int((paper.size[1] - y) * DPI / 72))
                )
                assert isinstance(shown, tuple)
                meant = (ground.red, ground.green, ground.blue)
                assert all(abs(a - 255 * b) < 4 for a, b in zip(shown, meant, strict=True))
    assert texts.folded in pages(kit(game, paper))[5].extract_text()


@pytest.mark.parametrize("paper", Paper)
def test_coins_lie_behind_their_like(paper: Paper) -> None:
    width = paper.size[0]
    sheet = CoinSheet(paper.size, 3, folded=True)
    coins = list(sheet.places())
    assert Counter(worth for worth, _ in coins) == {w: c // 2 for w, c in COINS.items()}
    for worth, (x, _) in coins:
        assert x + COIN_RADIUS[worth] + BLEED <= width / 2 + 0.01
    for number in COIN_SHEETS:
        found: Counter[tuple[int, int, int]] = Counter()
        for path in paths(printed("match", paper)[number]):
            if path.curved and abs(path.stroke - HAIR) < 0.01:
                x, y = path.centre
                left, _, right, _ = path.bounds
                found[round(abs(x - width / 2)), round(y), round((right - left) / MM)] += 1
        assert set(found.values()) == {2}
        assert found.total() == 60


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", languages())
def test_word_about_the_fold_is_clear_of_marks_and_print(language: str, paper: Paper) -> None:
    said = load_texts(language).folded
    half = width(said, REGULAR, 6) / 2
    strip = Rect(MARGIN, paper.size[1] / 2 - half, 8, 2 * half)
    for game in GAMES:
        for page in pages(kit(game, paper, language)):
            if said not in page.extract_text():
                continue
            for left, low, right, top in shapes(page):
                across = min(right, strip.right) - max(left, strip.x)
                along = min(top, strip.top) - max(low, strip.y)
                assert min(across, along) <= 0.01


def shapes(page: PageObject) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of all that is painted, of each crop mark by itself."""
    for path in paths(page):
        if path.curved or len(path.points) % 2 or abs(path.stroke - HAIR) > 0.01:
            yield path.bounds
            continue
        for (ax, ay), (bx, by) in zip(path.points[::2], path.points[1::2], strict=True):
            yield min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def test_backs_and_folded_do_not_go_together() -> None:
    with pytest.raises(InvalidNotation, match="choose backs or folded"):
        kit_pdf("match", KitOptions(backs=True, folded=True))
