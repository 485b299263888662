"""Where texts stand, in every language and on every paper: measured on the pages as drawn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import pypdfium2
import pytest

from tests.kit.reading import pages, paths
from wordlot.kit import GAMES, KitOptions, Paper, kit_pdf, rules_pages
from wordlot.kit.options import MARGIN
from wordlot.kit.prose import together
from wordlot.kit.rules_pages import CELL
from wordlot.kit.texts import Section, languages, load_texts

RULES = {"match": 3, "bet-the-bag": 0}
EVERY = list(product(GAMES, Paper, languages()))


@dataclass(frozen=True)
class Line:
    """A run of text on one line, by the outline of its glyphs."""

    text: str
    left: float
    low: float
    right: float
    top: float


@cache
def kit(game: str, paper: Paper, language: str) -> bytes:
    return kit_pdf(game, KitOptions(paper=paper, language=language))


@cache
def lines(game: str, paper: Paper, language: str) -> Sequence[Sequence[Line]]:
    """The texts of every page."""
    document = pypdfium2.PdfDocument(kit(game, paper, language))
    try:
        return [list(_lines(page.get_textpage())) for page in document]
    finally:
        document.close()


def _lines(page: pypdfium2.PdfTextPage) -> Iterator[Line]:
    for index in range(page.count_rects()):
        box = page.get_rect(index)
        yield Line(page.get_text_bounded(*box).strip(), *box)


@pytest.mark.parametrize(("game", "paper", "language"), EVERY)
def test_no_text_leaves_the_page_or_lies_on_another(game: str, paper: Paper, language: str) -> None:
    wide, high = paper.size
    for number, page in enumerate(lines(game, paper, language)):
        assert page
        for line in page:
            assert min(line.left, line.low) >= MARGIN, (number, line)
            assert line.right <= wide - MARGIN, (number, line)
            assert line.top <= high - MARGIN, (number, line)
        for one, other in combinations(page, 2):
            across = min(one.right, other.right) - max(one.left, other.left)
            along = min(one.top, other.top) - max(one.low, other.low)
            assert min(across, along) < 0.3, (number, one, other)


@pytest.mark.parametrize(("game", "paper", "language"), EVERY)
def test_no_line_begins_with_a_unit_or_ends_in_a_product(
    game: str, paper: Paper, language: str
) -> None:
    for page in lines(game, paper, language):
        for line in page:
            assert not re.match(r"(×|%|mm|g/m²|Zoll)(\W|$)", line.text), line
            assert not line.text.endswith("×"), line


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ganz gelb: 5 × 2.", ["ganz", "gelb:", "5 × 2."]),
        ("bis 0,35 mm und 100 %, etwa", ["bis", "0,35 mm", "und", "100 %,", "etwa"]),
        ("Schachtel, 3 × 4¼ × 1 Zoll", ["Schachtel,", "3 × 4¼ × 1 Zoll"]),
        ("liegen R A B L J und kein", ["liegen", "R A B L J", "und", "kein"]),
        ("um 10 Minuten, in 2 Zügen", ["um", "10", "Minuten,", "in", "2", "Zügen"]),
    ],
)
def test_what_is_read_at_one_glance_stays_on_one_line(text: str, parts: list[str]) -> None:
    found = [part.replace("\N{NO-BREAK SPACE}", " ") for part in together(text).split(" ")]
    assert found == parts


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", languages())
def test_pictures_keep_clear_of_the_words_above_and_below(language: str, paper: Paper) -> None:
    """By the height of a small letter."""
    page = pages(kit("match", paper, language))[RULES["match"]]
    cards = [path.bounds for path in paths(page) if path.bounds[2] - path.bounds[0] <= CELL]
    texts = load_texts(language).match
    headings = {figure.heading for figure in texts.figures}
    worth = re.compile(rf"{texts.figure_worth.split()[0]} \d+ ·|{texts.figure_illegal}$")
    above = below = 0
    for line in lines("match", paper, language)[RULES["match"]]:
        near = [
            (low, top)
            for left, low, right, top in cards
            if right > line.left and left < line.left + 130
        ]
        if line.text in headings:
            above += 1
            assert line.low - max(top for _, top in near if top < line.top) >= 5, line
        elif worth.match(line.text):
            below += 1
            assert min(low for low, _ in near if low > line.low) - line.top >= 5, line
    assert above == below == len(texts.figures)


@pytest.mark.parametrize("language", languages())
def test_rules_of_match_ask_for_a_timer_and_a_dictionary(language: str) -> None:
    asked = {
        "english": ("timer", "dictionary"),
        "german": ("Uhr für eine", "Wörterbuch"),
    }
    shown = pages(kit("match", Paper.A4, language))[RULES["match"]].extract_text()
    for thing in asked[language]:
        assert thing in shown


def test_columns_of_the_rules_part_between_paragraphs_where_they_balance() -> None:
    sections = (Section("one", ("a", "b", "c", "d")), Section("two", ("e",)))
    blocks = rules_pages._blocks(sections)
    assert [block.heading for block in blocks] == ["one", None, None, None, "two"]
    assert [block.last for block in blocks] == [False, False, False, True, True]
    assert rules_pages._first_of_second([20, 10, 10, 10, 10]) == 2
