"""Bots: what a seat without a person does next, chosen from its view alone."""

from wordlot.bots.choose import decide, plays_game, warm
from wordlot.bots.levels import LEVELS, Decision, Level, LevelInfo

__all__ = ["LEVELS", "Decision", "Level", "LevelInfo", "decide", "plays_game", "warm"]
