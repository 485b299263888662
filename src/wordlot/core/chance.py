"""Chance handed in: a stream that is fixed by a committed seed and the seats' nonces (X3)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_DOMAIN = b"wordlot chance 1"
_WORD_BYTES = 8
_SPAN = 1 << (8 * _WORD_BYTES)


class Chance(Protocol):
    """What the rules may ask of chance."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely; n is at least 1."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in an order of which each is as likely."""
        ...


class Stream:
    """A `Chance` read from SHA-256 blocks: block i is SHA-256(key, i as 8 bytes, high first).

    Numbers are 8 bytes each, high byte first; those at or above the largest multiple of n are
    passed over, so that no number is likelier than another (X3).
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._buffer = b""

    def _word(self) -> int:
        if not self._buffer:
            self._buffer = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        word, self._buffer = self._buffer[:_WORD_BYTES], self._buffer[_WORD_BYTES:]
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely. `ValueError` if n is not 1 to 2**64."""
        if not 1 <= n <= _SPAN:
            raise ValueError(f"a number below {n} cannot be drawn")
        limit = _SPAN - _SPAN % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items shuffled (Fisher and Yates, from the last place down)."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def commitment(seed: bytes) -> str:
    """Return what is published of a seed when a game opens: its SHA-256 in hex (X3)."""
    return sha256(seed).hexdigest()


def derived(seed: bytes, label: str) -> bytes:
    """Return 32 bytes that nobody can foresee without the seed: HMAC-SHA-256 of a label."""
    return hmac.digest(seed, label.encode(), "sha256")


def bot_nonce(seed: bytes, seat: int) -> str:
    """Return the nonce of a bot, which follows from the committed seed and its seat (X3)."""
    return derived(seed, f"wordlot nonce 1/{seat}").hex()


def nonce_commitment(nonce: str) -> str:
    """Return what is published of a nonce before any is known: SHA-256 of a label and it (X3)."""
    return sha256(f"wordlot nonce 1/{nonce}".encode()).hexdigest()


def deal_key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """Return the key of a game: SHA-256 over the seed and every seat's nonce (X3).

    Each nonce is preceded by its length in bytes (4 bytes, high first), in the order of seats, so
    that neither the host nor one seat alone decides the deal.
    """
    digest = sha256(_DOMAIN + seed)
    for nonce in nonces:
        raw = nonce.encode()
        digest.update(len(raw).to_bytes(4, "big") + raw)
    return digest.digest()


def stream_at(key: bytes, seq: int) -> Stream:
    """Return the chance of the decision whose first event has number `seq`.

    Every decision has a stream of its own, so that a restart needs no position to be kept and a
    refused action uses nothing up.
    """
    return Stream(sha256(key + b"decision" + seq.to_bytes(8, "big")).digest())
