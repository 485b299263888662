"""What a page takes away with it: kits to print, and word lists for a table without a network."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wordlot.core.errors import IllegalAction, InvalidNotation
from wordlot.core.pieces import show_tiles
from wordlot.core.protocol import LexiconPin
from wordlot.server.static import FOREVER
from wordlot.server.turns import Turns
from wordlot.server.wire import Fault
from wordlot.words import Lexicon, Library

if TYPE_CHECKING:
    from wordlot.kit import KitOptions

Form: TypeAlias = Literal["pdf", "zip"]
"""A PDF to print at home, or files for a print shop."""
_MEDIA: dict[Form, str] = {"pdf": "application/pdf", "zip": "application/zip"}
KEPT = 12
"""The most kits in memory; none is larger than 2 MB, in either form."""
WAITING = 8
"""The most requests that wait for a kit to be drawn; a kit takes a second or two."""
_SWITCH = {"true": True, "1": True, "false": False, "0": False}


class Kits:
    """Kits as they were last asked for: one is drawn at a time, beside the event loop."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, KitOptions, Form], bytes] = {}
        self._turns = Turns(WAITING, "many kits are being drawn just now")

    async def take(self, game: str, options: KitOptions, form: Form = "pdf") -> bytes:
        """Return a kit in a form. `IllegalAction` for a bad choice, or when too many wait."""
        key = (game, options, form)
        if key in self._kept:
            return self._kept[key]
        async with self._turns.turn():
            if key not in self._kept:
                self._keep(key, await asyncio.to_thread(_draw, game, options, form))
            return self._kept[key]

    def _keep(self, key: tuple[str, KitOptions, Form], content: bytes) -> None:
        while len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = content


def _draw(game: str, options: KitOptions, form: Form) -> bytes:
    from wordlot.kit import kit_pdf, shop_zip

    try:
        return kit_pdf(game, options) if form == "pdf" else shop_zip(game, options)
    except InvalidNotation as error:
        raise IllegalAction(Fault.BAD_OPTIONS, str(error)) from None


async def kit(request: Request) -> Response:
    """Give the kit of a game to print, by the choices of `KitOptions` after the `?`."""
    return await _give(request, "pdf")


async def shop(request: Request) -> Response:
    """Give the files of a game for a print shop, by the choices of `KitOptions` after the `?`."""
    return await _give(request, "zip")


async def _give(request: Request, form: Form) -> Response:
    from wordlot.kit import kit_named

    try:
        game = kit_named(request.path_params["game"][:32])
    except InvalidNotation as error:
        raise IllegalAction(Fault.NO_GAME, str(error)) from None
    kits: Kits = request.app.state.kits
    content = await kits.take(game, _kit_options(request.query_params), form)
    headers = {
        "Cache-Control": "no-cache",
        "ETag": f'"{sha256(content).hexdigest()[:32]}"',
        "Content-Disposition": f'attachment; filename="wordlot-{game}.{form}"',
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=_MEDIA[form])


def _kit_options(asked: Mapping[str, str]) -> KitOptions:
    """Read the choices of an address. `IllegalAction` names what cannot be chosen."""
    from wordlot.kit import KitOptions, paper_named

    known = KitOptions.__struct_fields__
    for name in asked:
        if name not in known:
            text = f"a kit has no {name[:32]!r}; it has {', '.join(sorted(known))}"
            raise IllegalAction(Fault.BAD_OPTIONS, text)
    plain = KitOptions()
    try:
        paper = paper_named(asked.get("paper", plain.paper)[:32])
    except InvalidNotation as error:
        raise IllegalAction(Fault.BAD_OPTIONS, str(error)) from None
    return KitOptions(
        paper=paper,
        deck=asked.get("deck", plain.deck)[:32],
        language=asked.get("language", plain.language)[:32],
        ink_saving=_switch(asked, "ink_saving", usual=plain.ink_saving),
        backs=_switch(asked, "backs", usual=plain.backs),
        folded=_switch(asked, "folded", usual=plain.folded),
        bleed=_switch(asked, "bleed", usual=plain.bleed),
        crop_marks=_switch(asked, "crop_marks", usual=plain.crop_marks),
    )


def _switch(asked: Mapping[str, str], name: str, *, usual: bool) -> bool:
    value = asked.get(name)
    if value is None:
        return usual
    if value not in _SWITCH:
        text = f"{name} is true or false, not {value[:32]!r}"
        raise IllegalAction(Fault.BAD_OPTIONS, text)
    return _SWITCH[value]


class WordFile(msgspec.Struct, frozen=True, dict=True):
    """The words of a lexicon as a page takes them."""

    pin: LexiconPin
    content: bytes

    @cached_property
    def packed(self) -> bytes:
        """The content, compressed."""
        return gzip.compress(self.content, mtime=0)


def write_words(lexicon: Lexicon) -> bytes:
    """Return a lexicon as text that is small on the way: a word a line, sorted.

    A line begins with the number of characters (a digit of base 16) that it shares with the word
    before, and goes on with the rest. Letters of several characters stand in brackets.
    """
    lines = []
    before = ""
    for word in sorted(show_tiles(word) for word in lexicon.words()):
        pairs = zip(before, word, strict=False)
        shared = min(15, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
        lines.append(f"{shared:x}{word[shared:]}\n")
        before = word
    return "".join(lines).encode()


class WordFiles:
    """The word lists that pages have asked for, each written once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._files: dict[LexiconPin, WordFile] = {}
        self._writing = asyncio.Lock()

    async def find(self, name: str, sha256: str | None = None) -> Lexicon:
        """Return a lexicon: the edition in force now, or that of a hash.

        `IllegalAction` where there is none.
        """
        try:
            return await asyncio.to_thread(self._library.load, name, sha256=sha256)
        except InvalidNotation as error:
            raise IllegalAction(Fault.NO_LEXICON, str(error)) from None

    async def take(self, name: str, sha256: str) -> WordFile:
        """Return the words of an edition. `IllegalAction` where there is none."""
        async with self._writing:
            pin = LexiconPin(name, sha256)
            if pin not in self._files:
                lexicon = await self.find(name, sha256)
                self._files[pin] = await asyncio.to_thread(_pack, lexicon)
            return self._files[pin]


def _pack(lexicon: Lexicon) -> WordFile:
    file = WordFile(lexicon.pin, write_words(lexicon))
    _ = file.packed
    return file


async def words(request: Request) -> Response:
    """Give the words of a lexicon, at an address that holds their hash."""
    files: WordFiles = request.app.state.word_files
    file = await files.take(request.path_params["name"], request.path_params["sha256"])
    headers = {
        "Cache-Control": FOREVER,
        "ETag": f'"{file.pin.sha256}"',
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = file.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = file.packed
    return Response(content, headers=headers, media_type="text/plain")
