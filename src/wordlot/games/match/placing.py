"""Where cards may be laid, what they spell there, and what that is worth (M4, M5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.pieces import Card, Word, letters, show_cards
from wordlot.core.protocol import LexiconLike
from wordlot.games.match.model import (
    DAY_MS,
    LONGEST,
    NO_COLUMN_MS,
    SHORTEST,
    Crossing,
    Crossword,
    Kind,
    Lane,
    MatchCode,
    MatchOptions,
    Play,
)


class Worth(msgspec.Struct, frozen=True):
    """What a play is worth: value of the bid and score of the word, in points (M5.1, M5.2)."""

    value: int
    score: int


def points(cards: Sequence[Card]) -> int:
    """Return the number of cards, doubled if they are all of one colour (M5.1, M5.2)."""
    one_colour = len({card.colour for card in cards}) == 1
    return 2 * len(cards) if one_colour else len(cards)


def free_columns(crossword: Crossword) -> tuple[int, ...]:
    """Return the columns where a new crossing word may stand (M4.2)."""
    taken = {c.column + d for c in crossword.crossings for d in (-1, 0, 1)}
    return tuple(i for i in range(len(crossword.base)) if i not in taken)


def round_clock_ms(options: MatchOptions, crossword: Crossword) -> int | None:
    """Return the clock of a round that opens on a crossword (M3.4)."""
    clock = options.round_clock_ms
    if clock is None or clock >= DAY_MS or not crossword.base or free_columns(crossword):
        return clock
    return min(clock, NO_COLUMN_MS)


def blocked_columns(crossword: Crossword) -> tuple[int, ...]:
    """Return the columns of the base word that no new crossing word may use (M4.2)."""
    free = free_columns(crossword)
    return tuple(i for i in range(len(crossword.base)) if i not in free)


def lanes(crossword: Crossword) -> tuple[Lane, ...]:
    """Return every place where a play may go, whatever the hand (M4.1 to M4.4)."""
    if not crossword.base:
        return (Lane(Kind.BASE),)
    crosses = tuple(Lane(Kind.CROSS, column) for column in free_columns(crossword))
    extensions = tuple(Lane(Kind.EXTEND_CROSS, c.column) for c in crossword.crossings)
    return (*crosses, Lane(Kind.EXTEND_BASE), *extensions)


def lying(crossword: Crossword, lane: Lane) -> tuple[Card, ...]:
    """Return the cards of a lane that already lie on the table, none for a base word.

    The lane must be one of `lanes`.
    """
    match lane.kind:
        case Kind.BASE:
            return ()
        case Kind.CROSS:
            return (crossword.base[lane.column],)
        case Kind.EXTEND_BASE:
            return crossword.base
        case Kind.EXTEND_CROSS:
            return next(c.cards for c in crossword.crossings if c.column == lane.column)


def spelled(crossword: Crossword, play: Play) -> tuple[Card, ...]:
    """Return all cards of the word that a play makes, in reading order (M4.5)."""
    return play.before + lying(crossword, play.lane) + play.after


def worth(crossword: Crossword, play: Play) -> Worth:
    """Return value and score of a play (M5.1, M5.2)."""
    return Worth(points(play.cards), points(spelled(crossword, play)))


def lay(crossword: Crossword, play: Play) -> Crossword:
    """Return the crossword with a play laid; nothing else moves (M4.5)."""
    word = spelled(crossword, play)
    match play.kind:
        case Kind.BASE:
            return Crossword(word)
        case Kind.EXTEND_BASE:
            shift = len(play.before)
            moved = (Crossing(c.column + shift, c.at, c.cards) for c in crossword.crossings)
            return Crossword(word, tuple(moved))
        case Kind.CROSS:
            new = Crossing(play.column, len(play.before), word)
            both = sorted((*crossword.crossings, new), key=lambda c: c.column)
            return Crossword(crossword.base, tuple(both))
        case Kind.EXTEND_CROSS:
            grown = (
                Crossing(c.column, c.at + len(play.before), word) if c.column == play.column else c
                for c in crossword.crossings
            )
            return Crossword(crossword.base, tuple(grown))


def cards_of(crossword: Crossword) -> tuple[Card, ...]:
    """Return every card of a crossword once, the base word first."""
    crossing = (card for c in crossword.crossings for card in c.cards[: c.at] + c.cards[c.at + 1 :])
    return (*crossword.base, *crossing)


def without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand less some cards, in its order. `NOT_HELD` where it lacks one (M4.5)."""
    gone = Counter(cards)
    rest = []
    for card in hand:
        if gone[card]:
            gone[card] -= 1
        else:
            rest.append(card)
    if missing := list(gone.elements()):
        detail = f"the hand {show_cards(hand)} does not hold {show_cards(missing)}"
        raise IllegalAction(Refusal.NOT_HELD, detail, "M4.5")
    return tuple(rest)


def check_play(
    crossword: Crossword, hand: Sequence[Card], play: Play, lexicon: LexiconLike | None
) -> Word:
    """Return the word that a play makes; `IllegalAction` where it may not be laid (M4).

    Without a lexicon the word itself is not judged.
    """
    _check_place(crossword, play)
    without(hand, play.cards)
    word = letters(spelled(crossword, play))
    shown = "".join(word).upper()
    if len(word) < SHORTEST:
        detail = f"{shown} is a single letter; a base word has {SHORTEST} or more"
        raise IllegalAction(MatchCode.TOO_SHORT, detail, "M4.1")
    if len(word) > LONGEST:
        detail = f"{shown} has {len(word)} letters; a word has {LONGEST} at most"
        raise IllegalAction(MatchCode.TOO_LONG, detail, "X2")
    if lexicon is not None and not lexicon.has(word):
        detail = f"{shown} is not a word of the lexicon {lexicon.pin.name}"
        raise IllegalAction(MatchCode.NOT_A_WORD, detail, "M4.5")
    return word


def _check_place(crossword: Crossword, play: Play) -> None:
    if not play.cards:
        raise IllegalAction(MatchCode.NO_CARDS, "a play lays at least one card", "M4.5")
    if play.lane in lanes(crossword) and not (play.kind is Kind.BASE and play.after):
        return
    raise IllegalAction(MatchCode.NO_SUCH_PLACE, *_why_no_place(crossword, play))


def _why_no_place(crossword: Crossword, play: Play) -> tuple[str, str]:
    """Return the sentence and the clause that say why a lane cannot be used."""
    where = f"column {play.column}"
    match play.kind:
        case Kind.BASE:
            return _why_no_base(crossword, play), "M4.1"
        case Kind.EXTEND_BASE:
            unplaced = f"the base word stands in column 0, not in {where}"
            return (unplaced if crossword.base else "there is no base word to extend"), "M4.3"
        case Kind.CROSS:
            taken = f"{where} has a crossing word, or stands beside one"
            missing = f"the base word has no {where} to cross"
            return (taken if play.column in blocked_columns(crossword) else missing), "M4.2"
        case Kind.EXTEND_CROSS:
            return f"{where} has no crossing word to extend", "M4.4"


def _why_no_base(crossword: Crossword, play: Play) -> str:
    if crossword.base:
        return "there is a base word already"
    if play.after:
        return "nothing lies on the table that letters could stand after"
    return f"a base word stands in column 0, not in column {play.column}"
