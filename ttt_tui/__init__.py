"""Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20, for 2 to 15 players."""

__version__ = "0.1.0"
