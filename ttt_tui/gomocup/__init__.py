"""Computers that are engines for five in a row: programs of the Gomocup protocol, each in its own process.

Protocol: Petr Laštovička and Martin Petříček, Gomoku AI Protocol, plastovicka.github.io/protocl2en.htm. It
calls an engine a *brain*, and so do the names here. `dialogue` and `engine` are a manager's side, `server` is
an engine's. `own_player` runs a computer that a user has written in Python.
"""

from ttt_tui.errors import BrainFault
from ttt_tui.gomocup.dialogue import About, BrainProgram, ask_about
from ttt_tui.gomocup.engine import Brain
from ttt_tui.gomocup.own_player import OwnPlayer, OwnProgram
from ttt_tui.gomocup.protocol import GameType
from ttt_tui.gomocup.server import serve

__all__ = [
    "About",
    "Brain",
    "BrainFault",
    "BrainProgram",
    "GameType",
    "OwnPlayer",
    "OwnProgram",
    "ask_about",
    "serve",
]
