"""Writes the translation and its cases, or checks that they are fresh."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

from wordlot.games.bet_the_bag.components import load_cards, load_tiles, tile_set_names
from wordlot.games.bet_the_bag.model import Blanks
from wordlot.games.match.deck import deck_names, load_deck
from wordlot.server.clauses.linking import Translation
from wordlot.server.clauses.sources import Place
from wordlot.words.generated import write_or_check

FOLDER = Path(__file__).parents[4] / "web" / "src" / "referee" / "clauses"
_HEAD = """\
// @ts-nocheck
/**
 * The rules of both games, translated from `wordlot.games` and `wordlot.core` by
 * `python -m wordlot.server.clauses`. Edit them there: nothing here is written by hand.
 */

import * as py from './python.ts';

"""
_BAG = "wordlot.games.bet_the_bag"
_MATCH = "wordlot.games.match"
EXPORTS = {
    "MATCH": Place(f"{_MATCH}.rules", "MATCH"),
    "BET_THE_BAG": Place(f"{_BAG}.rules", "BET_THE_BAG"),
    "composeMatch": Place(f"{_MATCH}.compose", "compose"),
    "worth": Place(f"{_MATCH}.placing", "worth"),
    "Crossword": Place(f"{_MATCH}.model", "Crossword"),
    "Draft": Place(f"{_MATCH}.model", "Draft"),
    "MatchPlay": Place(f"{_MATCH}.model", "Play"),
    "MatchOptions": Place(f"{_MATCH}.model", "MatchOptions"),
    "ROUND_CLOCKS_MS": Place(f"{_MATCH}.model", "ROUND_CLOCKS_MS"),
    "LAY_CLOCKS_MS": Place(f"{_MATCH}.model", "LAY_CLOCKS_MS"),
    "Bidding": Place(f"{_MATCH}.model", "Bidding"),
    "Void": Place(f"{_MATCH}.model", "Void"),
    "Dry": Place(f"{_MATCH}.model", "Dry"),
    "BagOptions": Place(f"{_BAG}.model", "BagOptions"),
    "BID_CLOCKS_MS": Place(f"{_BAG}.model", "BID_CLOCKS_MS"),
    "ATTEMPT_MS": Place(f"{_BAG}.model", "ATTEMPT_MS"),
    "CHALLENGE_MS": Place(f"{_BAG}.model", "CHALLENGE_MS"),
    "MOST_TILES": Place(f"{_BAG}.model", "MOST_TILES"),
    "MOST_SEATS_OUT": Place(f"{_BAG}.model", "MOST_SEATS_OUT"),
    "ACE": Place(f"{_BAG}.model", "ACE"),
    "BLANK": Place("wordlot.core.pieces", "BLANK"),
    "loadCards": Place(f"{_BAG}.components", "load_cards"),
    "Words": Place(f"{_BAG}.model", "Words"),
    "Blanks": Place(f"{_BAG}.model", "Blanks"),
    "Recycle": Place(f"{_BAG}.model", "Recycle"),
    "IllegalAction": Place("wordlot.core.errors", "IllegalAction"),
}
"""What the page uses of the rules, beside the types of actions, drafts and views."""


def _table(place: Place, cases: dict[str, object]) -> Callable[[Translation], str]:
    """Return what stands for a function that reads data files: its values, known beforehand."""

    def write(translation: Translation) -> str:
        rows = "".join(f"    {key}: () => {translation.literal(v)},\n" for key, v in cases.items())
        error = translation.need(Place("wordlot.core.errors", "InvalidNotation"))
        return (
            f"function {place.js}(...names) {{\n  const known = {{\n{rows}  }};\n"
            f"  const found = known[names.join()];\n"
            f"  if (found === undefined) throw new {error}(`there is no ${{names.join()}}`);\n"
            "  return found();\n}\n"
        )

    return write


def _given() -> dict[Place, Callable[[Translation], str]]:
    decks = Place(f"{_MATCH}.deck", "load_deck")
    tiles = Place(f"{_BAG}.components", "load_tiles")
    cards = Place(f"{_BAG}.components", "load_cards")
    sets: dict[str, object] = {f"'{name}'": load_tiles(name) for name in tile_set_names()}
    for name, blanks in product(tile_set_names(), Blanks):
        sets[f"'{name},{blanks.value}'"] = load_tiles(name, blanks)
    return {
        decks: _table(decks, {f"'{name}'": load_deck(name) for name in deck_names()}),
        tiles: _table(tiles, sets),
        cards: _table(cards, {"''": load_cards()}),
    }


def render() -> str:
    """Return the whole translation."""
    translation = Translation(_given())
    names = {name: translation.need(place) for name, place in EXPORTS.items()}
    exports = "".join(f"export const {name} = {js};\n" for name, js in names.items())
    return f"{_HEAD}{translation.text()}\n{exports}"


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` return 1 where one is not up to date."""
    return write_or_check("wordlot.server.clauses", {FOLDER / "rules.js": render()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
