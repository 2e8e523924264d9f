"""Verdicts of positions, the worth of moves, reviews of games. Below every screen; keeps nothing anywhere."""
