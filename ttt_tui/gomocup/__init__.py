"""Engines for five in a row that speak the Gomocup protocol, each a process of its own, as computers.

The protocol: Petr Laštovička and Martin Petříček, Gomoku AI Protocol, plastovicka.github.io/protocl2en.htm.
It calls an engine a *brain*, and so do we. This is the manager's side; `server` is an engine's.
"""

from ttt_tui.errors import BrainFault
from ttt_tui.gomocup.beginning import About, ask_about
from ttt_tui.gomocup.brain import Brain
from ttt_tui.gomocup.program import BrainProgram
from ttt_tui.gomocup.words import GameType

__all__ = ["About", "Brain", "BrainFault", "BrainProgram", "GameType", "ask_about"]
