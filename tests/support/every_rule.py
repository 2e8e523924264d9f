"""The words of every combination of rules, and the reference board for them."""

from tests.support.reference import SCRIPTS, Board

EACH_RULE = (
    "usual", "exactly", "misere", "drop", "torus", "shared", "notakto", "wild", "renju", "exactly, misere",
    "exactly, drop", "exactly, torus", "exactly, wild", "misere, drop", "misere, torus", "misere, wild",
    "drop, torus", "drop, shared", "drop, notakto", "drop, wild", "torus, notakto", "torus, wild",
    "double", "exactly, double", "misere, double", "drop, double", "torus, double", "notakto, double",
    "wild, double", "pie", "swap", "swap2",
)  # fmt: skip
"""Each rule by itself and with each other one that makes a game of its own."""

THREE_AND_MORE = (
    "exactly, shared", "exactly, notakto", "torus, shared", "exactly, misere, drop", "exactly, misere, torus",
    "exactly, misere, wild", "exactly, drop, torus", "exactly, drop, shared", "exactly, drop, notakto",
    "exactly, drop, wild", "exactly, torus, shared", "exactly, torus, notakto", "exactly, torus, wild",
    "misere, drop, torus", "misere, drop, wild", "misere, torus, wild", "drop, torus, shared",
    "drop, torus, notakto", "drop, torus, wild", "exactly, misere, drop, torus",
    "exactly, misere, drop, wild", "exactly, misere, torus, wild", "exactly, drop, torus, shared",
    "exactly, drop, torus, notakto", "exactly, drop, torus, wild", "misere, drop, torus, wild",
    "exactly, misere, drop, torus, wild", "shared, double", "misere, wild, double", "drop, torus, double",
    "pie, double", "pie, misere", "pie, drop", "swap, torus", "swap, misere", "swap2, exactly",
)  # fmt: skip
"""All other combinations."""


def suits(words: str, size: tuple[int, int, int]) -> bool:
    """Whether games by these rules are possible on a board: the stones of swap2 must not make a line."""
    return "swap2" not in words or size[2] > 3


def board_by(words: str, size: tuple[int, int, int], first: int = 0) -> Board:
    """The empty reference board of two players with the rules that these words mean."""
    is_notakto = "notakto" in words
    opening = next((word for word in SCRIPTS if word in words.split(", ")), "free")
    marks = "wild" if "wild" in words else "shared" if is_notakto or "shared" in words else "own"
    return Board(
        *size, [0, 1], first, exactly="exactly" in words, misere="misere" in words or is_notakto,
        drop="drop" in words, torus="torus" in words, marks=marks, black=first if words == "renju" else None,
        double="double" in words, script=SCRIPTS[opening], began=first, front=first,
    )  # fmt: skip
