"""The one judge of nicknames: what can be shown, and which names look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn

import regex
from confusable_homoglyphs.utils import load
from idna import valid_contextj
from wcwidth import wcswidth

from wordlot.core.errors import IllegalAction
from wordlot.server.wire import Fault

LONGEST = 20
"""Signs of a nickname, as a reader counts them (grapheme clusters, UAX #29)."""
WIDEST = 24
"""Columns of a nickname (UAX #11): a letter of Latin has one, one of Chinese and an emoji two."""
MARKS = 4
"""Marks that one sign may carry; UTS #39, 5.4, calls more of them a sign of abuse."""
ACCENTS = 2
"""Loose marks on one sign that no script calls its own: they pile up beyond the line."""
VIRAMA = 9
"""The combining class of marks that join two letters of an Indic script."""
RESERVED = ("you",)
"""What the page calls the person who reads it."""

# UAX #31, tables 5 (recommended) and 7 (limited use): scripts that people write today.
_SCRIPTS = regex.findall(
    r"\w+",
    """
    Common Inherited Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek
    Gujarati Gurmukhi Hangul Han Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar
    Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam Balinese Bamum Batak Canadian_Aboriginal
    Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha Limbu Lisu Mandaic Meetei_Mayek
    Miao New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra Sundanese
    Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
    """,
)
_WRITTEN = regex.compile("[" + "".join(rf"\p{{Script={name}}}" for name in _SCRIPTS) + "]")
_SIGN = regex.compile(r"[\p{L}\p{N}\p{M}\p{P}\p{S} ]")
_INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}--[ ]]", regex.V1)
# Shown as nothing though Unicode counts them as signs: Braille's empty cell, empty note head.
_EMPTY = frozenset("\u2800\U0001d159")
# Wider than any letter: dashes of two and three em; a sentence in one sign has a script's symbol.
_ENDLESS = frozenset("\u2e3a\u2e3b")
_FOREIGN_SYMBOL = regex.compile(r"[\p{S}--\p{Script=Common}--\p{Script=Inherited}]", regex.V1)
_SHOWN = regex.compile(r"[\p{L}\p{N}\p{S}]")
_MARK = regex.compile(r"\p{M}")
_BASE = regex.compile(r"[\p{L}\p{N}]")
_ACCENT = regex.compile(r"[\p{M}&&\p{Script=Inherited}]", regex.V1)
_ENCLOSING = regex.compile(r"\p{Me}")
_JOINERS = frozenset("\u200c\u200d")
_PART = r"\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?"
_EMOJI = regex.compile(
    rf"{_PART}(?:\u200d{_PART})*"
    r"|\p{Regional_Indicator}{2}"
    r"|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,7}\U000e007f"
    r"|[0-9#*]\ufe0f?\u20e3"
)
_CLUSTER = regex.compile(r"\X")
_LIGATURE = 4
"""Letters that one sign may stand for (NFKC): the longest of today's scripts has four."""


def clean(text: str) -> str:
    """Return a nickname as it is shown: NFC, with single spaces inside and none around.

    `IllegalAction` (`BAD_NICKNAME`) for one that is empty, too long or too wide, that has signs
    which cannot be seen or reach beyond their line, or that the page uses for its reader. Joiners
    are taken where a script needs them (RFC 5892, appendix A) and in emoji (UTS #51).
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    clusters = _CLUSTER.findall(name)
    if not 1 <= len(clusters) <= LONGEST:
        _refuse(f"a nickname has 1 to {LONGEST} letters")
    at = 0
    for cluster in clusters:
        if not _EMOJI.fullmatch(cluster):
            _check_signs(name, cluster, at)
        at += len(cluster)
    if not (_SHOWN.search(name) or any(map(_EMOJI.fullmatch, clusters))):
        _refuse("a nickname has a letter, a digit or a picture")
    if wcswidth(name) > WIDEST:
        _refuse(f"a nickname is at most {WIDEST} columns wide")
    if look_alike(name, RESERVED):
        _refuse(f"{name} is what the page calls you")
    return name


def look_alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name can be taken for one of the others: by case, width or like shapes."""
    keys = _keys(name)
    return any(keys & _keys(other) for other in others)


def _check_signs(name: str, cluster: str, at: int) -> None:
    """Refuse a cluster of a name that does not show all that it holds; `at` is its place."""
    marks = _MARK.findall(cluster)
    if marks and not _BASE.match(cluster):
        _refuse("an accent needs a letter to stand on")
    accents = _ACCENT.findall(unicodedata.normalize("NFD", cluster))
    loose = len(accents) > ACCENTS and _ACCENT.search(cluster)
    if loose or len(marks) > MARKS or len(set(accents)) < len(accents):
        _refuse("a letter carries too many accents")
    for offset, sign in enumerate(cluster):
        if sign in _JOINERS:
            if not _joins(name, at + offset):
                _refuse("a nickname has no signs that cannot be seen")
        elif not _is_plain(sign):
            _refuse("a nickname has letters, digits and signs that can be seen")


def _is_plain(sign: str) -> bool:
    if _INVISIBLE.match(sign) or sign in _EMPTY or sign in _ENDLESS or _ENCLOSING.match(sign):
        return False
    if _FOREIGN_SYMBOL.match(sign) or not (_SIGN.match(sign) and _WRITTEN.match(sign)):
        return False
    return len(unicodedata.normalize("NFKC", sign)) <= _LIGATURE


def _joins(name: str, at: int) -> bool:
    """Tell whether a joiner changes how the letters beside it are written (RFC 5892, A.1, A.2).

    Bengali also has one between a letter and the virama after it.
    """
    if at + 1 < len(name) and at and _BASE.match(name[at - 1]) and _is_virama(name[at + 1]):
        return True
    try:
        return valid_contextj(name, at)
    except ValueError:
        # A sign beside it is of no script that is known to join.
        return False


def _is_virama(sign: str) -> bool:
    return unicodedata.combining(sign) == VIRAMA


@cache
def _prototypes() -> dict[str, str]:
    """Return the sign, or signs, that each sign is taken for (UTS #39, confusables)."""
    data: dict[str, list[dict[str, Any]]] = load("confusables.json")
    found: dict[str, str] = {}
    for sign, alike in data.items():
        if len(sign) == 1:
            # The data links each sign with its prototype both ways, so that has the most links.
            shapes = [sign, *(entry["c"] for entry in alike)]
            found[sign] = max(shapes, key=lambda shape: (len(data.get(shape, ())), shape))
    return found


def _skeleton(text: str) -> str:
    """Return a text with each sign as its prototype (UTS #39, section 4)."""
    known = _prototypes()
    before, shape = "", unicodedata.normalize("NFD", text)
    while shape != before:
        before = shape
        shape = unicodedata.normalize("NFD", "".join(known.get(sign, sign) for sign in shape))
        if len(shape) > 4 * len(text) + 4:
            break
    return shape


def _keys(name: str) -> frozenset[str]:
    """Return what two names share that look alike, with small letters or with capitals."""
    plain = "".join(sign for sign in name if not _INVISIBLE.match(sign))
    plain = unicodedata.normalize("NFKC", plain)
    shapes = {plain.casefold(), _skeleton(plain).casefold()}
    return frozenset(_skeleton(shape) for shape in shapes)


def _refuse(text: str) -> NoReturn:
    raise IllegalAction(Fault.BAD_NICKNAME, text)
