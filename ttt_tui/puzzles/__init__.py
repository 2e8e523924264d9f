"""Puzzles: positions of two players in which one move keeps the value, proved. No screen and no store."""
