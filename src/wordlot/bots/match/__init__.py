"""Bots of Match."""

from wordlot.bots.match.choose import choose, warm

__all__ = ["choose", "warm"]
