"""The PDFs of both kits, read back: sizes, margins, fonts, bytes, fronts behind backs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace
from pypdf import PageObject
from pypdf.generic import NameObject

from tests.kit.reading import letters_on, pages, paths
from tests.kit.rendering import rendered, save_pages
from wordlot.kit import GAMES, KitOptions, Paper, kit_pdf
from wordlot.kit.options import MARGIN, MM
from wordlot.kit.sheets import HAIR, MARK
from wordlot.kit.texts import languages

MEGABYTES_2 = 2 * 2**20
REGISTER = 0.2 * MM
"""How far front and back may be apart."""
BACKS = KitOptions(backs=True)
LINES = KitOptions(crop_marks=False, backs=True)
CHOICES = (
    KitOptions(),
    BACKS,
    LINES,
    KitOptions(ink_saving=True, backs=True),
    KitOptions(bleed=False),
    KitOptions(bleed=False, crop_marks=False, ink_saving=True),
)
EVERY = (
    *product(GAMES, Paper, ["english"], CHOICES),
    *product(GAMES, Paper, [name for name in languages() if name != "english"], CHOICES[:1]),
)


@cache
def kit(game: str, paper: Paper, language: str, choice: KitOptions) -> bytes:
    return kit_pdf(game, replace(choice, paper=paper, language=language))


def printed(
    game: str, choice: KitOptions = CHOICES[0], paper: Paper = Paper.A4
) -> list[PageObject]:
    return pages(kit(game, paper, "english", choice))


def crop_marks(page: PageObject) -> Iterator[tuple[str, float]]:
    """Yield the crop marks of a page: "x" and where an upright one stands, "y" for level ones."""
    for path in paths(page):
        if len(path.points) % 2 or path.curved or abs(path.stroke - HAIR) > 0.01:
            continue
        for (ax, ay), (bx, by) in zip(path.points[::2], path.points[1::2], strict=True):
            if abs(ax - bx) < 0.01 and abs(abs(ay - by) - MARK) < 0.01:
                yield "x", ax
            elif abs(ay - by) < 0.01 and abs(abs(ax - bx) - MARK) < 0.01:
                yield "y", ay


def farthest(fronts: list[float], backs: list[float]) -> float:
    assert len(fronts) == len(backs)
    return max(abs(a - b) for a, b in zip(sorted(fronts), sorted(backs), strict=True))


@pytest.mark.parametrize(("game", "paper", "language", "choice"), EVERY)
def test_kit_is_of_its_paper_small_and_white_at_the_edges(
    game: str, paper: Paper, language: str, choice: KitOptions
) -> None:
    pdf = kit(game, paper, language, choice)
    assert len(pdf) <= MEGABYTES_2
    width, height = paper.size
    for page in pages(pdf):
        assert [float(x) for x in page.mediabox] == pytest.approx([0, 0, width, height], abs=0.01)
        for path in paths(page):
            left, low, right, top = path.bounds
            assert min(left, low) >= MARGIN - 0.01
            assert right <= width - MARGIN + 0.01
            assert top <= height - MARGIN + 0.01


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", GAMES)
def test_rendered_pages_leave_the_margin_white_texts_too(game: str, paper: Paper) -> None:
    """The pages on A4 stay in build/kit for the eye."""
    dpi = 100
    images = rendered(kit(game, paper, "english", KitOptions()), dpi)
    if paper is Paper.A4:
        save_pages(game, images)
    edge = int(MARGIN / 72 * dpi) - 1
    for image in images:
        inside = image.copy()
        inside.paste("white", (edge, edge, image.width - edge, image.height - edge))
        assert inside.getextrema() == ((255, 255),) * 3


def test_original_paper_is_8_25_by_11_75_inch() -> None:
    """M1.3."""
    assert Paper.ORIGINAL.size == (8.25 * 72, 11.75 * 72)


@pytest.mark.parametrize("game", GAMES)
def test_fonts_are_embedded_and_nothing_is_a_picture_of_pixels(game: str) -> None:
    for page in printed(game, BACKS):
        assert not page.images
        fonts = page["/Resources"].get("/Font", {})  # type: ignore[attr-defined]
        for font in (entry.get_object() for entry in fonts.values()):
            if font["/Subtype"] == "/TrueType":
                assert "/FontFile2" in font["/FontDescriptor"].get_object()
                assert NameObject("/ToUnicode") in font


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_in_an_embedded_font(game: str) -> None:
    for page in printed(game, BACKS):
        used: set[str] = set()

        def visit(text: str, _cm: object, _tm: object, font: object, _size: float) -> None:
            if text.strip() and isinstance(font, dict):
                used.add(str(font["/BaseFont"]))  # noqa: B023, called before the next page

        page.extract_text(visitor_text=visit)
        assert all("+Inter" in name for name in used), used


@pytest.mark.parametrize("game", GAMES)
def test_same_choices_make_the_same_bytes(game: str) -> None:
    options = KitOptions(backs=True)
    assert kit_pdf(game, options) == kit_pdf(game, options)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", GAMES)
def test_cuts_register_front_to_back_within_a_fifth_of_a_millimetre(
    game: str, paper: Paper
) -> None:
    """A turn over the long edge takes x to the page's width less x, and leaves y."""
    found = printed(game, BACKS, paper)
    width, _ = paper.size
    compared = 0
    for front, back in zip(found[::2], found[1::2], strict=True):
        fronts, backs = list(crop_marks(front)), list(crop_marks(back))
        if not backs:
            continue
        for axis in "xy":
            here = [width - at if axis == "x" else at for kind, at in fronts if kind == axis]
            there = [at for kind, at in backs if kind == axis]
            assert farthest(here, there) <= REGISTER
        compared += 1
    assert compared == (4 if game == "match" else 3)


@pytest.mark.parametrize("paper", Paper)
def test_coins_register_front_to_back_each_behind_its_like(paper: Paper) -> None:
    front, back = printed("match", BACKS, paper)[2:4]
    width, _ = paper.size

    def cuts(page: PageObject, *, turned: bool) -> Counter[tuple[int, int, int]]:
        """The cut circles by place and size, in fifths of a millimetre."""
        found: Counter[tuple[int, int, int]] = Counter()
        for path in paths(page):
            if path.curved and abs(path.stroke - HAIR) < 0.01:
                x, y = path.centre
                left, _, right, _ = path.bounds
                x = width - x if turned else x
                found[round(x / REGISTER), round(y / REGISTER), round((right - left) / MM)] += 1
        return found

    assert cuts(front, turned=True) == cuts(back, turned=False)
    assert sum(cuts(front, turned=False).values()) == 60
    assert letters_on(front) == letters_on(back)


@pytest.mark.parametrize("game", GAMES)
def test_without_crop_marks_there_are_lines_between_the_cards(game: str) -> None:
    with_marks, without = printed(game, BACKS), printed(game, LINES)
    assert any(list(crop_marks(page)) for page in with_marks)
    assert not any(list(crop_marks(page)) for page in without)
    cards = 8 if game == "match" else 2
    boxes = [path for path in paths(without[cards]) if abs(path.stroke - HAIR) < 0.01]
    assert len(boxes) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_has_a_back_page_where_backs_are_wanted(game: str) -> None:
    assert len(printed(game, BACKS)) == 2 * len(printed(game))
