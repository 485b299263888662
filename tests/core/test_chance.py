from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.chance import Stream, commitment, deal_key, stream_at

KEY = b"k" * 32
SEED = bytes(range(32))


def words(key: bytes, blocks: int) -> list[int]:
    """Write the stream out by hand: four numbers of 8 bytes from each block."""
    raw = b"".join(sha256(key + i.to_bytes(8, "big")).digest() for i in range(blocks))
    return [int.from_bytes(raw[i : i + 8], "big") for i in range(0, len(raw), 8)]


def test_numbers_are_read_from_sha256_blocks_in_order() -> None:
    """X3: anybody can write the stream out with SHA-256 alone."""
    stream = Stream(KEY)
    assert [stream.below(1 << 64) for _ in range(12)] == words(KEY, 3)


def test_the_first_numbers_of_a_known_key() -> None:
    """X3: a change of the stream would change every deal, so its figures stand here."""
    stream = Stream(bytes(32))
    assert [stream.below(1 << 64) for _ in range(4)] == [
        0x2C34CE1DF23B838C,
        0x5ABF2A7F6437CCA3,
        0xD3067ED509FF25F1,
        0x1DF6B11B582B51EB,
    ]


def test_numbers_that_would_make_some_likelier_are_passed_over() -> None:
    """X3: at 3 times 2**62 one word in four is beyond the largest multiple."""
    n = 3 << 62
    drawn = words(KEY, 16)
    kept = [word for word in drawn if word < n]
    assert len(kept) < len(drawn)
    stream = Stream(KEY)
    assert [stream.below(n) for _ in kept] == kept


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**6))
def test_a_number_lies_below_its_bound(key: bytes, n: int) -> None:
    stream = Stream(key)
    assert all(0 <= stream.below(n) < n for _ in range(5))


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_a_bound_that_no_number_can_meet_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        Stream(KEY).below(n)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=80))
def test_a_shuffle_keeps_every_item(key: bytes, items: list[int]) -> None:
    """X3."""
    assert Counter(Stream(key).shuffle(items)) == Counter(items)


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    """X3: as the docstring says, so that others can check a deal."""
    deck, drawn = list("abcdef"), iter(words(KEY, 2))
    for i in (5, 4, 3, 2, 1):
        j = next(drawn) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert Stream(KEY).shuffle("abcdef") == tuple(deck)


class NaiveSwaps(Stream):
    """The well-known fault: every place is swapped with any place."""

    def shuffle(self, items: Sequence[str]) -> tuple[str, ...]:  # type: ignore[override]
        deck = list(items)
        for i in range(len(deck)):
            j = self.below(len(deck))
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


LIMIT_23 = 71.0
"""Chi-square with 23 degrees of freedom is above this 0.85 times in a million."""


def deviation(kind: type[Stream]) -> float:
    """Return chi-square of the 24 orders of four items over many decisions of one game."""
    runs = 24_000
    seen = Counter(kind(sha256(b"%d" % i).digest()).shuffle("abcd") for i in range(runs))
    expected = runs / factorial(4)
    return sum((seen[order] - expected) ** 2 / expected for order in permutations("abcd"))


def test_every_order_is_as_likely() -> None:
    """X3: at one chance in a million, with fixed seeds."""
    assert deviation(Stream) < LIMIT_23


def test_a_naive_shuffle_would_be_found() -> None:
    """X3: the test before this one can tell."""
    assert deviation(NaiveSwaps) > LIMIT_23


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """X3."""
    assert commitment(SEED) == sha256(SEED).hexdigest()


def test_the_key_of_a_deal_is_the_hash_of_seed_and_nonces() -> None:
    """X3: each nonce behind its length."""
    raw = b"wordlot chance 1" + SEED + b"\0\0\0\1a" + b"\0\0\0\2\xc3\xa9" + b"\0\0\0\0"
    assert deal_key(SEED, ["a", "é", ""]) == sha256(raw).digest()


def test_a_seat_changes_the_deal_with_its_nonce() -> None:
    """X3: neither the host nor one seat alone decides."""
    nonces = [["a", "b"], ["a", "c"], ["b", "a"], ["ab", ""], ["", "ab"], ["a"], ["a", "b", ""]]
    keys = {deal_key(SEED, each) for each in nonces}
    assert len(keys) == len(nonces)
    assert deal_key(bytes(32), ["a", "b"]) not in keys


def test_every_decision_has_a_stream_of_its_own() -> None:
    """X3: fixed by the key and the number of its first event."""
    streams = [stream_at(KEY, seq) for seq in (1, 2, 3)]
    firsts = [stream.below(1 << 64) for stream in streams]
    own = sha256(KEY + b"decision" + (2).to_bytes(8, "big")).digest()
    assert firsts[1] == words(own, 1)[0]
    assert len(set(firsts)) == 3
    assert stream_at(KEY, 1).below(1 << 64) == firsts[0]
