"""What games are called, however their name is written."""

from __future__ import annotations


def game_named(name: str) -> str:
    """Return the name that `Rules` has for a game: `bet-the-bag` is `bet_the_bag`.

    A name that no game has comes back as it is, for whoever looks it up to refuse.
    """
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    return plain if plain in {"bet_the_bag", "match"} else name
