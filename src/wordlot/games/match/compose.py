"""The legal places of a play that somebody is composing, without a word about the lexicon.

It answers what a page needs while a person types or taps: where the letters could go, which cards
they take, and what that is worth (M4, M5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from wordlot.core.pieces import Card, Colour, Letter, Word, letters
from wordlot.games.match import model as m
from wordlot.games.match.placing import lanes, lying, points, worth

Wish = tuple[Letter, Colour | None]
"""A letter of a draft, with the colour that was asked for."""


def compose(view: m.MatchView, draft: m.Draft) -> m.Composed:
    """Return the places for a draft, the best value first, then the best score.

    A draft is read as the whole new word first. In a chosen lane, where that fails, it is read as
    the letters to lay alone, and every split around what lies there is a place.
    """
    if view.hand is None or not draft.letters:
        return m.Composed((), ())
    wishes = tuple(zip_longest(draft.letters, draft.colours[: len(draft.letters)]))
    open_lanes = lanes(view.crossword)
    chosen = open_lanes if draft.lane is None else tuple(x for x in open_lanes if x == draft.lane)
    found = list(_whole_words(view, wishes, chosen))
    if not found and draft.lane is not None:
        found = list(_splits(view, wishes, chosen))
    unique = {p.play: p for p in found}.values()
    ranked = sorted(unique, key=lambda p: (-p.value, -p.score, p.play.kind, p.play.column))
    return m.Composed(tuple(ranked), () if ranked else _missing(view, draft.letters, chosen))


def _whole_words(
    view: m.MatchView, wishes: tuple[Wish, ...], chosen: Sequence[m.Lane]
) -> Iterator[m.Placement]:
    word = tuple(letter for letter, _ in wishes)
    for lane in chosen:
        old = letters(lying(view.crossword, lane))
        for start in _occurrences(word, old):
            end = start + len(old)
            placed = _place(view, lane, wishes[:start], wishes[end:])
            if placed is not None:
                yield placed


def _occurrences(word: Word, part: Word) -> Iterator[int]:
    """Yield where a part begins in a word; an empty part (a base word) begins at its end only."""
    starts = range(len(word) - len(part) + 1) if part else (len(word),)
    return (i for i in starts if word[i : i + len(part)] == part)


def _splits(
    view: m.MatchView, wishes: tuple[Wish, ...], chosen: Sequence[m.Lane]
) -> Iterator[m.Placement]:
    for lane in chosen:
        for cut in range(len(wishes), -1, -1):
            placed = _place(view, lane, wishes[:cut], wishes[cut:])
            if placed is not None:
                yield placed


def _place(
    view: m.MatchView, lane: m.Lane, before: tuple[Wish, ...], after: tuple[Wish, ...]
) -> m.Placement | None:
    """Return the placement with the best colours, or `None` where cards or room are lacking."""
    assert view.hand is not None
    old = lying(view.crossword, lane)
    length = len(before) + len(old) + len(after)
    if not before + after or not m.SHORTEST <= length <= m.LONGEST:
        return None
    cards = best_cards(view.hand, before + after, old)
    if cards is None:
        return None
    cut = len(before)
    play = m.Play(lane.kind, lane.column, cards[:cut], cards[cut:])
    what = worth(view.crossword, play)
    word = letters((*play.before, *old, *play.after))
    return m.Placement(play, word, what.value, what.score, _enough(view, what.value))


def _enough(view: m.MatchView, value: int) -> bool:
    if view.high is None:
        return True
    return value >= view.high if view.phase is not m.Phase.BIDDING else value > view.high


def best_cards(
    hand: Sequence[Card], wishes: Sequence[Wish], old: Sequence[Card]
) -> tuple[Card, ...] | None:
    """Choose cards for letters: the better value is taken, then the better score (M5).

    Colours that were asked for are kept. Returns the cards in the order of the letters, or `None`
    where the hand lacks one.
    """
    held = Counter(hand)
    choices = (_one_colour(held, wishes, colour) for colour in Colour)
    whole = [cards for cards in choices if cards is not None]
    if whole:
        return max(whole, key=lambda cards: points((*old, *cards)))
    return _any_colours(held, wishes)


def _one_colour(
    held: Counter[Card], wishes: Sequence[Wish], colour: Colour
) -> tuple[Card, ...] | None:
    if any(wish not in (None, colour) for _, wish in wishes):
        return None
    cards = tuple(Card(letter, colour) for letter, _ in wishes)
    return cards if not Counter(cards) - held else None


def _any_colours(held: Counter[Card], wishes: Sequence[Wish]) -> tuple[Card, ...] | None:
    """Give the letters with a colour asked for their cards first, then the others what is left."""
    left = Counter(held)
    cards: list[Card | None] = [None] * len(wishes)
    for i, (letter, wish) in sorted(enumerate(wishes), key=lambda x: x[1][1] is None):
        colours = Colour if wish is None else (wish,)
        card = next((c for c in (Card(letter, k) for k in colours) if left[c] > 0), None)
        if card is None:
            return None
        left[card] -= 1
        cards[i] = card
    return tuple(card for card in cards if card is not None)


def _missing(view: m.MatchView, word: Word, chosen: Sequence[m.Lane]) -> Word:
    """Return the letters that hand and table lack in the lane that comes nearest to the draft."""
    assert view.hand is not None
    wanted = Counter(word) - Counter(letters(view.hand))
    lacking = (wanted - Counter(letters(lying(view.crossword, lane))) for lane in chosen)
    return tuple(min(lacking, key=Counter.total, default=wanted).elements())
