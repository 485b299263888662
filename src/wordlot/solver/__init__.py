"""What a hand can do: every legal play of Match, with value and score."""

from wordlot.solver.match import Candidate, Plays, plays

__all__ = ["Candidate", "Plays", "plays"]
