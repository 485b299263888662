"""The texts of the kit by language: data files, read whole and checked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.games.match.model import Kind


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a rules sheet. `<b>` and `<i>` are understood in the texts."""

    heading: str
    texts: tuple[str, ...]


class LaidCrossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A crossing word that lies before the play of a figure: cards as `parse_cards` reads them."""

    column: int
    before: str
    after: str


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a play: what lies, what is laid, and what to say of it.

    Value and score are not in the file: the game's own rules count them (M5).
    """

    heading: str
    text: str
    kind: Kind
    before: str = ""
    after: str = ""
    column: int = 0
    base: str = ""
    crossing: LaidCrossing | None = None
    legal: bool = True


class MatchTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of the kit of Match."""

    name: str
    tagline: str
    players: str
    yellow: str
    red: str
    cover: str
    coins: str
    box: str
    rules: str
    making_heading: str
    making: tuple[str, ...]
    coin_heading: str
    coin_text: str
    box_heading: str
    box_steps: tuple[str, ...]
    box_back: tuple[str, ...]
    aid_heading: str
    aid: tuple[str, ...]
    rules_lead: str
    needed_heading: str
    needed: tuple[str, ...]
    figures_heading: str
    figure_worth: str
    figure_illegal: str
    figures: tuple[Figure, ...]
    sections: tuple[Section, ...]


class BagTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of the kit of Bet the Bag."""

    name: str
    tagline: str
    rules: str
    tiles: str
    contracts: str
    tents: str
    racks: str
    ace: str
    contract: str
    tent: str
    tent_steps: str
    rack_steps: str
    making_heading: str
    making: tuple[str, ...]
    rules_lead: str
    example_heading: str
    example_bids: tuple[tuple[str, int], ...]
    example_passes: str
    example_table: str
    example_laid: str
    example_text: str
    sections: tuple[Section, ...]


class ShopTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of the sheet of sizes for a print shop."""

    heading: str
    lead: str
    columns: tuple[str, str, str, str, str, str]
    """Pieces, count, file, size when cut, size with bleed, and the latter in pixels."""
    coins: str
    across: str
    """How large what is round is cut."""
    notes: tuple[str, ...]


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All texts of one language."""

    code: str
    """The tag of the language (BCP 47), as the PDF carries it."""
    cut: str
    fold: str
    glue: str
    sheet: str
    folded: str
    """What to do with a sheet whose backs lie beside its fronts."""
    shop: ShopTexts
    match: MatchTexts
    bet_the_bag: BagTexts


@cache
def languages() -> tuple[str, ...]:
    """Return the names of the languages, sorted."""
    found = (files("wordlot.kit") / "languages").iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in found if f.name.endswith(".toml")))


@cache
def load_texts(language: str) -> Texts:
    """Return the texts of a language. `InvalidNotation` lists the languages for any other."""
    if language not in languages():
        known = ", ".join(languages())
        raise InvalidNotation(f"the kit does not speak {language!r}; it speaks {known}")
    raw = (files("wordlot.kit") / "languages" / f"{language}.toml").read_bytes()
    return msgspec.toml.decode(raw, type=Texts)
