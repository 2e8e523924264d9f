"""Levels for tests that are repeated for each: all in the slow tier, else some steps of the ladder."""

from tests.support.sampling import sampled
from ttt_tui.computer import LEVELS
from ttt_tui.names import CLASSIC_NAMES

SOME_LEVELS = sampled((*LEVELS,), (*CLASSIC_NAMES, "expert 1", "expert 6", "expert"))

SEARCHING = ("minimax", "negamax", "expert")
"""The levels that search at every move, as deep as their limit allows."""

CARELESS = ("random", "expert 1", "expert 2")
"""The levels that may overlook a line that is completed, or has to be stopped, in one move."""
