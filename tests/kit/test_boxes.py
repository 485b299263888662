"""What a PDF tells a print shop: where its pages are cut, how far colour goes, its fonts."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from pypdf import PageObject
from pypdf.generic import RectangleObject

from tests.kit.reading import pages, paths
from wordlot.kit import GAMES, KitOptions, Paper, kit_pdf
from wordlot.kit.options import BLEED
from wordlot.kit.sheets import HAIR

WHOLE = {"match": (0, 3), "bet-the-bag": (0,)}
"""The sheets that are pieces themselves: the front and the rules."""
MARKS = {"match": (4, 5, 6, 7), "bet-the-bag": (1, 2, 3)}
"""The sheets with crop marks, which stand outside the box."""


@cache
def kit(game: str, paper: Paper, *, bleed: bool = True, crop_marks: bool = False) -> bytes:
    return kit_pdf(game, KitOptions(paper=paper, backs=True, bleed=bleed, crop_marks=crop_marks))


def sides(box: RectangleObject) -> tuple[float, float, float, float]:
    left, low, right, top = map(float, box)
    return left, low, right, top


def cut_extent(page: PageObject) -> tuple[float, float, float, float]:
    """What the lines of cuts, folds and cells span, which are hair lines all."""
    lines = [path for path in paths(page) if abs(path.stroke - HAIR) < 0.01]
    points = [point for path in lines for point in path.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", GAMES)
def test_trim_box_holds_what_is_cut_out_and_no_more(game: str, paper: Paper) -> None:
    for number, page in enumerate(pages(kit(game, paper))):
        trim = sides(page.trimbox)
        if number // 2 in WHOLE[game] or not paths(page):
            assert trim == sides(page.mediabox)
        elif (game, number) != ("match", 4):
            assert trim == pytest.approx(cut_extent(page), abs=0.05), (game, number)


@pytest.mark.parametrize("game", GAMES)
def test_bleed_box_is_3_mm_wider_where_there_is_bleed(game: str) -> None:
    for number, page in enumerate(pages(kit(game, Paper.A4))):
        assert {"/TrimBox", "/BleedBox"} <= set(page)
        wide = 0 if number // 2 in WHOLE[game] or not paths(page) else BLEED
        grown = [a - b for a, b in zip(sides(page.bleedbox), sides(page.trimbox), strict=True)]
        assert grown == pytest.approx([-wide, -wide, wide, wide], abs=0.01)
    for page in pages(kit(game, Paper.A4, bleed=False)):
        assert sides(page.bleedbox) == sides(page.trimbox)


@pytest.mark.parametrize("game", GAMES)
def test_crop_marks_stand_outside_the_bleed(game: str) -> None:
    found = pages(kit(game, Paper.LETTER, crop_marks=True))
    for sheet in MARKS[game]:
        left, low, right, top = sides(found[2 * sheet].bleedbox)
        marks = [path for path in paths(found[2 * sheet]) if abs(path.stroke - HAIR) < 0.01]
        assert marks
        for path in marks:
            for x, y in path.points:
                assert not (left < x < right and low < y < top)


def contents(page: PageObject) -> Iterator[bytes]:
    """The operators of a page and of its forms."""
    content = page.get_contents()
    yield b"" if content is None else content.get_data()
    for form in page["/Resources"].get("/XObject", {}).values():  # type: ignore[attr-defined]
        yield form.get_object().get_data()


@pytest.mark.parametrize("game", GAMES)
def test_no_font_is_named_that_nothing_is_drawn_in(game: str) -> None:
    """Every font is embedded, and the content of some page asks for it."""
    pdf = kit(game, Paper.A4)
    found = pages(pdf)
    drawn = {
        name.decode()
        for page in found
        for part in contents(page)
        for name in re.findall(rb"(/F\S+) [\d.]+ Tf", part)
    }
    for page in found:
        for font, entry in page["/Resources"]["/Font"].items():  # type: ignore[index]
            assert font in drawn
            assert "+Inter" in str(entry.get_object()["/BaseFont"])
    assert b"Helvetica" not in pdf
