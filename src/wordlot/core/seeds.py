"""The seed of a game in two types: one that nobody is told, and one that everybody may know.

A game's seed is secret until the game is over (X3). `SecretSeed` answers what follows from it, and
nothing that leaves the server can hold it: neither JSON nor `repr` nor pickle takes it. `ToldSeed`
is made from it by `wordlot.record.told_seed` alone, which looks at the record of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import msgspec

from wordlot.core.chance import SEED_BYTES, bot_nonce, commitment, deal_key, derived


class SecretSeed:
    """The seed of one game at a table, by the game's number. `ValueError` where it is too short."""

    __slots__ = ("__seed", "number")

    def __init__(self, seed: bytes, number: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.__seed = seed
        self.number = number

    @property
    def commitment(self) -> str:
        """Return what is published of it from the start: its SHA-256 in hex (X3)."""
        return commitment(self.__seed)

    def deal_key(self, nonces: Sequence[str]) -> bytes:
        """Return the key of the game with these nonces (X3)."""
        return deal_key(self.__seed, nonces)

    def derived(self, label: str) -> bytes:
        """Return 32 bytes that nobody can foresee without it: HMAC-SHA-256 of a label."""
        return derived(self.__seed, label)

    def bot_nonce(self, seat: int) -> str:
        """Return the nonce of the bot in a seat of the game (X3)."""
        return bot_nonce(self.__seed, seat)

    def for_the_store(self) -> bytes:
        """Return the bytes, which the store keeps and the record of a game that is over tells."""
        return self.__seed

    def __repr__(self) -> str:
        """Tell which game it belongs to."""
        return f"<the secret seed of game {self.number}>"

    def __reduce__(self) -> NoReturn:
        """Refuse to be written down: `TypeError`."""
        raise TypeError("a secret seed is not written down")


class ToldSeed(msgspec.Struct, frozen=True):
    """The seed of a game that is over (X3)."""

    number: int
    """Which game at its table, from 1."""
    hex: str
