"""Bots of Bet the Bag."""

from wordlot.bots.bet_the_bag.choose import choose, warm

__all__ = ["choose", "warm"]
