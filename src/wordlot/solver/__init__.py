"""What tiles and cards can do: plays of Match, words of racks, and the odds of bids."""

from wordlot.solver.match import Candidate, Plays, plays
from wordlot.solver.racks import words_from

__all__ = ["Candidate", "Plays", "plays", "words_from"]
