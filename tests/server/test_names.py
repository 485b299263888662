import re
from pathlib import Path

import pytest

from wordlot.core.errors import IllegalAction
from wordlot.server import names
from wordlot.server.wire import Fault

SHOWN = (
    "Mira",
    "x",
    "7",
    "quiet otter",
    "O'Neill",
    "Jean-Luc",
    "D. J.",
    "Zoë",
    "Łucja",
    "Nguyễn Thị",
    "Ǆemal",
    "İpek",
    "Straße",
    "Мария",
    "Ґалаґан",
    "Ελένη",
    "Հայկ",
    "გიორგი",
    "שָׂרָה",
    "محمد",
    "علی‌رضا",  # ZWNJ between letters that would join (RFC 5892, A.1)
    "नेहा",
    "क्षत्रिय",
    "র‍্যাব",  # ZWJ after a letter that joins
    "ශ්‍රී",  # ZWJ after a virama (RFC 5892, A.2)
    "தமிழ்",
    "ശ്രീ",
    "ศิริพร",
    "ជីវ័ន",
    "བོད་",
    "ሰላም",
    "林小明",
    "さくら",
    "ユウキ",
    "ｱｷﾗ",
    "김민준",
    "ᏣᎳᎩ",
    "ⵉⴷⵉⵔ",
    "👍",
    "❤️",
    "👩🏽",
    "👨‍👩‍👧",
    "🏳️‍🌈",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "🇩🇪",
    "7️⃣",
    "Mira 🎲",
    "★ Ada ★",
    "C++",
    "№ 5",
    "y̆x",
)
REFUSED = {
    "": "nothing",
    " \t ": "blanks alone",
    "\u3164": "Hangul filler",
    "\u115f": "Hangul initial filler",
    "\u2800": "empty Braille cell",
    "a\u2800b": "empty Braille cell inside",
    "\uffa0": "halfwidth Hangul filler",
    "\u00ad": "soft hyphen",
    "Mi\u034fra": "grapheme joiner",
    "Mi\u180bra": "Mongolian variation selector",
    "Mi\u200bra": "zero width space",
    "Mi\u200cra": "ZWNJ between letters that do not join",
    "Mi\u200dra": "ZWJ likewise",
    "\u200d": "a joiner alone",
    "Mira\u200d": "a joiner at the end",
    "Mira\ufe0f": "an emoji's selector after a letter",
    "Mi\u2060ra": "word joiner",
    "Mira\U000e0067": "a flag's tag without a flag",
    "a\u202eb": "override of direction",
    "a\u2066b": "isolate",
    "\u200fMira": "mark of direction",
    "a\x00b": "a control",
    "a\ud800b": "half a character",
    "a\ue000b": "private use",
    "a\uffffb": "no character",
    "\u0301": "a lone accent",
    " \u0301a": "an accent first",
    "M \u0301a": "an accent on a blank",
    "M" + "\u0301\u0302\u0303": "stacked accents",
    "M\u0301\u0301": "one accent twice",
    "a\u20dd": "a circle around a letter",
    "M" + "\u0e31\u0e49\u0e31\u0e49\u0e31": "a tower of marks",
    "\ufdfd": "a sentence in one sign",
    "\ufdfa": "a sentence that counts as a letter",
    "\u2e3b": "a dash of three em",
    "𒐫": "cuneiform",
    "...": "nothing but points",
    "-": "a dash",
    "x" * 21: "too long",
    "林" * 13: "too wide",
    "👨‍👩‍👧" * 13: "too wide",
    "You": "the reader",
    "yоu": "the reader, with a letter of Cyrillic",
    "ＹＯＵ": "the reader, wide",
}
ALIKE = (
    ("Mira", "mira"),
    ("Mira", "ＭＩＲＡ"),
    ("Mira", "Мira"),
    ("mira", "Мira"),
    ("Mira", "Mirа"),
    ("Paypal", "Pаypаl"),
    ("IVAN", "lvan"),
    ("Bob", "B0b"),
    ("Mario", "Μario"),
    ("modern", "modem"),
    ("Zoë", "Zoe\u0308"),
    ("Anna", "𝐀nna"),
    ("Straße", "STRASSE"),
)
UNLIKE = (("Mira", "Mara"), ("Zoë", "Zoe"), ("Anna", "Hanna"), ("林", "森"), ("👍", "👎"))


@pytest.mark.parametrize("name", SHOWN)
def test_a_name_that_can_be_read_is_shown_as_it_is(name: str) -> None:
    assert names.clean(f"  {name} ") == name


def test_what_the_page_calls_its_reader_is_no_nickname() -> None:
    texts = Path(names.__file__).parents[3] / "web" / "src" / "messages" / "common.ts"
    called = re.search(r"^  you: '(.+)',$", texts.read_text(), re.MULTILINE)
    assert called is not None
    with pytest.raises(IllegalAction):
        names.clean(called[1])


def test_there_are_enough_names_for_a_judgement() -> None:
    assert len(SHOWN) >= 30
    assert len(REFUSED) >= 30


@pytest.mark.parametrize("name", REFUSED, ids=REFUSED.values())
def test_a_name_that_cannot_be_seen_whole_is_refused(name: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        names.clean(name)
    assert refusal.value.code is Fault.BAD_NICKNAME


def test_a_name_is_composed_and_its_blanks_are_single() -> None:
    assert names.clean(" Zoe\u0308 \u3000 T. ") == "Zoë T."


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert names.look_alike(one, ["Tom", other])
    assert names.look_alike(other, ["Tom", one])


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_differ_to_the_eye_are_two(one: str, other: str) -> None:
    assert not names.look_alike(one, [other])


def test_whatever_is_taken_is_taken_again_as_it_is() -> None:
    for code in range(0x20, 0x3000):
        try:
            name = names.clean("a" + chr(code))
        except IllegalAction:
            continue
        assert names.clean(name) == name
