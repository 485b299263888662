"""Kits and word lists over HTTP: what is asked for, or a code that says why not."""

from __future__ import annotations

import asyncio
from io import BytesIO

import httpx
import pytest
from pypdf import PdfReader

from tests.server.harness import House
from wordlot.core.errors import IllegalAction
from wordlot.kit import KitOptions, Paper, kit_pdf, shop_zip
from wordlot.server import downloads
from wordlot.server.downloads import KEPT, WAITING, Kits
from wordlot.words import Library

LARGEST = 2 * 2**20
pytestmark = pytest.mark.anyio


async def get(house: House, path: str, **headers: str) -> httpx.Response:
    return await house.person().http.get(path, headers=headers)


async def test_a_kit_is_given_as_a_file_with_the_choices_of_its_address(house: House) -> None:
    choices = "paper=letter&language=german&ink_saving=true&backs=1&bleed=false&crop_marks=0"
    response = await get(house, f"/kit/match.pdf?{choices}")
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"] == 'attachment; filename="wordlot-match.pdf"'
    assert response.content == kit_pdf(
        "match",
        KitOptions(
            paper=Paper.LETTER,
            language="german",
            ink_saving=True,
            backs=True,
            bleed=False,
            crop_marks=False,
        ),
    )
    pages = PdfReader(BytesIO(response.content)).pages
    assert [float(side) for side in pages[0].mediabox[2:]] == [612.0, 792.0]
    plain = await get(house, "/kit/match.pdf")
    assert len(PdfReader(BytesIO(plain.content)).pages) * 2 == len(pages)


async def test_a_kit_to_fold_is_given(house: House) -> None:
    response = await get(house, "/kit/match.pdf?folded=true")
    assert response.content == kit_pdf("match", KitOptions(folded=True))


async def test_files_for_a_print_shop_are_given(house: House) -> None:
    response = await get(house, "/kit/match.zip?paper=letter&language=german&ink_saving=1")
    assert response.headers["content-type"] == "application/zip"
    assert response.headers["content-disposition"] == 'attachment; filename="wordlot-match.zip"'
    chosen = KitOptions(paper=Paper.LETTER, language="german", ink_saving=True)
    assert response.content == shop_zip("match", chosen)
    assert len(response.content) <= LARGEST
    head = {"if-none-match": response.headers["etag"]}
    again = await get(house, "/kit/match.zip?paper=letter&language=german&ink_saving=1", **head)
    assert (again.status_code, again.content) == (304, b"")


async def test_a_kit_that_a_browser_has_is_not_sent_again(house: House) -> None:
    first = await get(house, "/kit/bet-the-bag.pdf")
    assert first.status_code == 200
    again = await get(house, "/kit/bet-the-bag.pdf", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("path", "code", "named"),
    [
        ("/kit/chess.pdf", "no_game", "chess"),
        ("/kit/match.pdf?paper=a7", "bad_options", "a7"),
        ("/kit/match.pdf?deck=klingon", "bad_options", "klingon"),
        ("/kit/match.pdf?language=klingon", "bad_options", "klingon"),
        ("/kit/match.pdf?deck=../../secret", "bad_options", "secret"),
        ("/kit/match.pdf?backs=perhaps", "bad_options", "perhaps"),
        ("/kit/match.pdf?backs=1&folded=1", "bad_options", "folded"),
        ("/kit/match.pdf?colour=green", "bad_options", "colour"),
        ("/kit/chess.zip", "no_game", "chess"),
        ("/kit/match.zip?backs=1", "bad_options", "backs"),
        ("/kit/match.zip?bleed=0", "bad_options", "bleed"),
        ("/kit/match.zip?shop=1", "bad_options", "shop"),
        ("/api/lexicons/klingon", "no_lexicon", "klingon"),
        ("/api/lexicons/english/0123.txt", "no_lexicon", "0123"),
    ],
)
async def test_a_bad_choice_is_named(house: House, path: str, code: str, named: str) -> None:
    response = await get(house, path)
    assert response.status_code == 422
    body = response.json()
    assert body["code"] == code
    assert named in body["text"]


async def test_kits_are_drawn_one_at_a_time_and_few_may_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that nobody can load the machine down."""
    running, most = 0, 0
    gate = asyncio.Event()

    async def draw(*_: object) -> bytes:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await gate.wait()
        running -= 1
        return b"%PDF"

    monkeypatch.setattr("asyncio.to_thread", draw)
    kits = Kits()
    asked = [
        asyncio.create_task(kits.take("match", KitOptions(deck=f"deck {i}")))
        for i in range(WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(IllegalAction, match="try again"):
        await kits.take("match", KitOptions())
    gate.set()
    assert await asyncio.gather(*asked) == [b"%PDF"] * WAITING
    assert most == 1


async def test_only_the_last_kits_are_kept_and_each_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []

    def draw(_game: str, options: KitOptions, form: str) -> bytes:
        drawn.append(f"{options.deck} {form}")
        return b"%PDF"

    monkeypatch.setattr(downloads, "_draw", draw)
    kits = Kits()
    await asyncio.gather(*(kits.take("match", KitOptions(paper=Paper.A4)) for _ in range(4)))
    assert drawn == ["english pdf"]
    await asyncio.gather(*(kits.take("match", KitOptions(), "zip") for _ in range(4)))
    assert drawn == ["english pdf", "english zip"]
    for i in range(2 * KEPT):
        await kits.take("match", KitOptions(deck=str(i)))
    assert len(kits._kept) == KEPT


async def test_the_words_of_a_lexicon_come_whole_small_and_for_ever(house: House) -> None:
    told = (await get(house, "/api/lexicons/english")).json()
    lexicon = Library(house.app.state.settings.data).load()
    assert told["sha256"] == lexicon.pin.sha256
    assert "".join(told["letters"]) == "abcdefghijklmnopqrstuvwxyz"
    path = f"/api/lexicons/english/{told['sha256']}.txt"
    response = await get(house, path)
    assert "immutable" in response.headers["cache-control"]
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) < 300_000
    assert read_words(response.text) == {"".join(word) for word in lexicon.words()}


def read_words(text: str) -> set[str]:
    words = set()
    before = ""
    for line in text.splitlines():
        before = before[: int(line[0], 16)] + line[1:]
        words.add(before)
    return words
