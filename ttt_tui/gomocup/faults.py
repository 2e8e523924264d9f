"""What a brain can do wrong. Each text is a predicate that follows the brain's name: "did not start"."""

from ttt_tui.computer.base import Fault


class BrainFault(Fault):
    """A brain did not do what it was asked to; `str(error)` says what it did, without a full stop.

    Its process is then ended; the next request starts it again.
    """

    kind = "failed"
    """What tables and JSON call it."""


class DidNotStart(BrainFault):
    """The program could not be run."""

    kind = "did not start"


class Died(BrainFault):
    """It ended, or closed its output, when an answer was due."""

    kind = "died"


class Hung(BrainFault):
    """It did not answer what is answered at once, or did not even read it."""

    kind = "hung"


class Overran(BrainFault):
    """It had not moved when its time and the grace were over. Nobody waits to see whether it ever will."""

    kind = "overran"


class IllegalBrainMove(BrainFault):
    """It answered a square that is not on the board, or that has a stone."""

    kind = "illegal move"


class TalkedNonsense(BrainFault):
    """What it answered is no answer."""

    kind = "nonsense"


class Flooded(BrainFault):
    """It said more than anybody could want to know."""

    kind = "flood"


class CommandRefused(BrainFault):
    """It answered ERROR or UNKNOWN."""

    kind = "refused"
