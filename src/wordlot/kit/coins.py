"""The coins of Match, and why their denominations pay and change every score.

Six players have 40 points each in the pot, 240 in all (M1.1, M2.1). One share is ten coins, so the
sheet has six equal columns.

*Claim.* However 240 points are divided over the pot and up to six players, the coins of the kit
can be laid out so that each holds exactly its points. A payment only changes how the points are
divided, so every payment that the pot can afford, of 2 to 30 or what is left of it (M5.2, M6.1),
can be made: by handing coins over or, where they do not fit, after changing like for like around
the table. With fewer players the coins left in the box are one holder more, still seven at most.

*Why.* Deal coins from the largest down, each to anyone who is still owed its worth. That fails for
a coin worth d only when each of the h holders is owed at most d − 1, so h(d − 1) in all. But what
is owed is what is left to deal: this coin and all that are smaller. So it cannot fail where the
smaller coins together are worth at least h(d − 1) − d + 1, which is (h − 1)(d − 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wordlot.kit.options import MM

COINS_WORTH = 240
"""Points of all coins together (M1.1)."""
SHARES = 6
"""Players at most, each with 40 points of coins in the pot (M2.1, M2.2)."""
HOLDERS = SHARES + 1
"""Who can hold coins: the pot and six players."""
SHARE = (10, 10, 5, 5, 2, 2, 2, 2, 1, 1)
"""The coins of one player's share of 40, as one column of the sheet shows them."""
COINS = Counter({worth: SHARES * SHARE.count(worth) for worth in sorted(set(SHARE))})
"""How many there are of each denomination: 60 coins."""
COIN_RADIUS = {1: 9 * MM, 2: 10 * MM, 5: 11 * MM, 10: 12 * MM}
"""Half the width of each: 18 to 24 mm, so that they can be told by touch."""


def smaller_worth(worth: int) -> int:
    """Return what all coins of less than a denomination are worth together."""
    return sum(less * count for less, count in COINS.items() if less < worth)


def lay_out(owed: Sequence[int]) -> tuple[Counter[int], ...]:
    """Return the coins of each holder, for points that are owed and add up to all coins.

    Raises `ValueError` where they do not add up, or there are more holders than can be.
    """
    if sum(owed) != COINS_WORTH or min(owed) < 0 or len(owed) > HOLDERS:
        raise ValueError(f"{COINS_WORTH} points cannot be laid out as {tuple(owed)}")
    rest = list(owed)
    held: tuple[Counter[int], ...] = tuple(Counter() for _ in owed)
    for worth in sorted(COINS.elements(), reverse=True):
        holder = max(range(len(rest)), key=rest.__getitem__)
        assert rest[holder] >= worth, f"no one is owed {worth}: {rest}"
        rest[holder] -= worth
        held[holder][worth] += 1
    return held
