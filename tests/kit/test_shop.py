"""The files for a print shop: each side by itself, with its bleed, and nothing near the cut."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from itertools import product
from math import ceil, floor
from zipfile import ZipFile

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.colors import Color

from tests.kit.reading import letters_on, pages
from tests.kit.rendering import rendered
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.games.match.deck import load_deck
from wordlot.kit import GAMES, KitOptions, Paper, shop_zip
from wordlot.kit.coins import COINS
from wordlot.kit.make import kit_plan
from wordlot.kit.options import BLEED, INCH, MM, SHOP_DPI
from wordlot.kit.sheets import Pieces
from wordlot.kit.texts import languages, load_texts

PIXELS = SHOP_DPI / INCH
STEMS = {
    "match": ["yellow", "red", "coins-1", "coins-2", "coins-5", "coins-10"],
    "bet-the-bag": ["tiles", "contracts"],
}
EVERY = [
    (game, KitOptions(language=language, ink_saving=saving))
    for game, language, saving in product(GAMES, languages(), (False, True))
]
IN_COLOUR = [(game, options) for game, options in EVERY if not options.ink_saving]


@cache
def shop(game: str, options: KitOptions = KitOptions()) -> Mapping[str, bytes]:  # noqa: B008
    with ZipFile(BytesIO(shop_zip(game, options))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pieces_of(game: str, options: KitOptions) -> Mapping[str, Pieces]:
    return kit_plan(game, options, None).pieces


def pictures(game: str, options: KitOptions, stem: str) -> dict[str, Image.Image]:
    """The pictures of a kind of piece, by the end of their names."""
    begin = f"png/{stem}-"
    return {
        name.removeprefix(begin).removesuffix(".png"): Image.open(BytesIO(content))
        for name, content in shop(game, options).items()
        if re.match(rf"{begin}(\d\d-|back)", name)
    }


def told_count(side: str) -> int:
    return int(side.rpartition("-x")[2])


def colours_outside(image: Image.Image, pieces: Pieces) -> list[tuple[int, tuple[int, ...]]]:
    """The colours of a side where it may show nothing but ground; all else is painted over.

    A pixel counts as inside when a part of it is.
    """
    edge = (3 + 4) * MM * PIXELS
    inner = (floor(edge), floor(edge), ceil(image.width - edge), ceil(image.height - edge))
    seen = image.copy()
    draw = ImageDraw.Draw(seen)
    (draw.ellipse if pieces.round else draw.rectangle)(inner, fill=seen.getpixel((0, 0)))
    found = seen.getcolors(1 << 20)
    assert found is not None
    return found  # type: ignore[return-value]


def bytes_of(colour: Color) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in (colour.red, colour.green, colour.blue))


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_every_picture_is_its_piece_and_3_mm_of_bleed_around_it_at_300_dpi(
    game: str, options: KitOptions
) -> None:
    for stem, pieces in pieces_of(game, options).items():
        for image in pictures(game, options, stem).values():
            for found, side in zip(image.size, pieces.size, strict=True):
                assert abs(found - (side / MM + 6) / 25.4 * 300) <= 1
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            assert image.mode == "RGB"


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_ground_alone_reaches_from_4_mm_inside_the_cut_to_every_edge(
    game: str, options: KitOptions
) -> None:
    """So there are no marks either; the ground is smoothed nowhere, as it fills the page."""
    looked = 0
    for stem, pieces in pieces_of(game, options).items():
        for side, image in pictures(game, options, stem).items():
            ground = pieces.grounds[side.startswith("back")]
            (found,) = colours_outside(image, pieces)
            assert found == (image.width * image.height, bytes_of(ground)), (stem, side)
            looked += 1
    assert looked == sum(name.startswith("png/") for name in shop(game, options))


@pytest.mark.parametrize(("game", "options"), IN_COLOUR)
def test_every_side_shows_something_and_no_two_fronts_are_alike(
    game: str, options: KitOptions
) -> None:
    for stem in pieces_of(game, options):
        sides = pictures(game, options, stem)
        fronts = [image.tobytes() for side, image in sides.items() if side[0] != "b"]
        assert len(set(fronts)) == len(fronts)
        for image in sides.values():
            assert len(image.getcolors(1 << 20) or ()) > 1


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_each_pdf_has_a_page_for_each_side_and_tells_its_cut(
    game: str, options: KitOptions
) -> None:
    for stem, pieces in pieces_of(game, options).items():
        found = pages(shop(game, options)[f"{stem}.pdf"])
        assert len(found) == 2 * len(pieces.faces)
        wide, high = pieces.size
        cut = [BLEED, BLEED, BLEED + wide, BLEED + high]
        whole = [0, 0, wide + 2 * BLEED, high + 2 * BLEED]
        for page in found:
            assert [float(x) for x in page.mediabox] == pytest.approx(whole, abs=0.01)
            assert [float(x) for x in page.bleedbox] == pytest.approx(whole, abs=0.01)
            assert [float(x) for x in page.trimbox] == pytest.approx(cut, abs=0.01)


@pytest.mark.parametrize("game", GAMES)
def test_front_and_back_come_in_turn(game: str) -> None:
    for stem, pieces in pieces_of(game, KitOptions()).items():
        images = rendered(shop(game)[f"{stem}.pdf"], 60)
        backs = {image.tobytes() for image in images[1::2]}
        assert len(backs) == 1
        fronts = {image.tobytes() for image in images[::2]}
        assert len(fronts) == len(set(pieces.labels))
        # A coin has the same on both sides.
        assert (fronts == backs) == pieces.round


def test_pieces_are_those_of_the_decks() -> None:
    match = Counter(
        letter
        for stem in ("yellow", "red")
        for page in pages(shop("match")[f"{stem}.pdf"])
        for letter in letters_on(page)
    )
    assert match == Counter(card.letter.upper() for card in load_deck("english").cards)
    tiles = [
        letter for page in pages(shop("bet-the-bag")["tiles.pdf"]) for letter in letters_on(page)
    ]
    assert Counter(tiles) == Counter(tile.upper() for tile in load_tiles("english").tiles)
    assert tiles.count(BLANK) == 2
    for worth, count in COINS.items():
        found = [n for page in pages(shop("match")[f"coins-{worth}.pdf"]) for n in letters_on(page)]
        assert found == [str(worth)] * 2 * count


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_names_and_the_sheet_of_sizes_tell_how_many_there_are(
    game: str, options: KitOptions
) -> None:
    every = pieces_of(game, options)
    assert list(every) == STEMS[game]
    (sheet,) = pages(shop(game, options)["sizes.pdf"])
    text = re.sub(r"\s+", " ", sheet.extract_text())
    for stem, pieces in every.items():
        counts = {side: told_count(side) for side in pictures(game, options, stem)}
        back = counts.pop(next(side for side in counts if side[0] == "b"))
        assert sum(counts.values()) == back == len(pieces.faces)
        wide, high = (side / MM for side in pieces.size)
        pixels = " × ".join(f"{(side + 6) / 25.4 * 300:.0f}" for side in (wide, high))
        cut = rf"{wide:.0f}[ \w,]*" if pieces.round else f"{wide:.0f} × {high:.0f}"
        row = rf"(\d+) {stem}\.pdf {cut} {wide + 6:.0f} × {high + 6:.0f} {pixels}"
        told = re.search(row, text)
        assert told is not None, (row, text)
        assert int(told[1]) == len(pieces.faces)
    for part in ("3 mm", "4 mm", "300"):
        assert part in text


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_the_same_for_every_paper_and_the_rest_is_on_it(game: str) -> None:
    plain = shop(game)
    for paper in Paper:
        found = shop(game, KitOptions(paper=paper))
        for name, content in found.items():
            if name in {"sizes.pdf", "sheets.pdf"}:
                for page in pages(content):
                    size = [float(side) for side in page.mediabox[2:]]
                    assert size == pytest.approx(paper.size, abs=0.01)
            else:
                assert content == plain[name]


@pytest.mark.parametrize("language", languages())
def test_what_is_larger_than_a_piece_is_there_too(language: str) -> None:
    texts = load_texts(language)
    options = KitOptions(language=language)
    titles = {
        "match": [texts.match.cover, texts.match.box, texts.match.rules],
        "bet-the-bag": [
            texts.bet_the_bag.rules,
            texts.bet_the_bag.tents,
            *(texts.bet_the_bag.racks.format(number=number) for number in (1, 2, 3)),
        ],
    }
    for game in GAMES:
        found = pages(shop(game, options)["sheets.pdf"])
        assert len(found) == len(titles[game])
        for page, title in zip(found, titles[game], strict=True):
            assert title in page.extract_text()


@pytest.mark.parametrize("game", GAMES)
def test_same_choices_make_the_same_bytes(game: str) -> None:
    options = KitOptions(language="german")
    assert shop_zip(game, options) == shop_zip(game, options)


@pytest.mark.parametrize("sign", ["/", "..", "a/b", "a:", "\\"])
def test_a_sign_that_no_file_may_be_called_by_is_no_letter(sign: str) -> None:
    raw = json.dumps({"name": "mine", "letters": {"a": 1, sign: 1}, "blanks": 1}).encode()
    with pytest.raises(InvalidNotation):
        shop_zip("bet-the-bag", KitOptions(), deck_file=raw)


@pytest.mark.parametrize(
    "options",
    [
        KitOptions(backs=True),
        KitOptions(folded=True),
        KitOptions(bleed=False),
        KitOptions(crop_marks=False),
    ],
)
def test_what_cannot_be_chosen_is_refused(options: KitOptions) -> None:
    with pytest.raises(InvalidNotation, match="print shop have backs and bleed and no marks"):
        shop_zip("match", options)


def test_what_draws_pixels_is_loaded_only_for_them() -> None:
    code = (
        "import sys; from wordlot.kit import KitOptions, kit_pdf, shop_zip; "
        "kit_pdf('match', KitOptions()); "
        "assert 'pypdfium2' not in sys.modules; "
        "shop_zip('match', KitOptions()); "
        "assert 'pypdfium2' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
