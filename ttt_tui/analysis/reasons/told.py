"""A reason in a player's words: `makes two threats at once`, `O wins by fours: f7 g8 h9`."""

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_tui.analysis.reasons.reason import Reason, ReasonKind
from ttt_tui.analysis.words import by_fours, either, length, spelled
from ttt_tui.engine import Setup, Square

MOST_ALTERNATIVES = 3
"""The squares of which any will do are named up to so many, and counted beyond."""

MOST_FOURS = 5
"""The fours of a win that are named; of a longer one the first."""


def told(reason: Reason, setup: Setup, viewer: int | None) -> str:
    """Return a reason as a phrase that may follow the move's name: `blocks your four`.

    `viewer` is the seat of the person who reads it and is addressed, None for nobody in particular.
    """
    return _ReasonWords(setup, viewer).phrase(reason)


def sentence(reason: Reason, square: Square, setup: Setup, viewer: int | None) -> str:
    """Return a reason as a sentence about a move on a square: `h9 blocks your four`."""
    name, phrase = setup.geometry.name(square), told(reason, setup, viewer)
    match reason.kind:
        case (
            ReasonKind.MISSES_LINE | ReasonKind.MISSES_FOURS | ReasonKind.MISSES_WIN | ReasonKind.MISSES_DRAW
        ):
            return phrase  # it is about other moves
        case ReasonKind.LETS_WIN_BY_FOURS | ReasonKind.LETS_WIN:
            return f"after {name}, {phrase}"
        case ReasonKind.ONLY_ANSWER | ReasonKind.OTHERS_LOSE:
            return f"{name}: {phrase}"
        case ReasonKind.ONLY_WIN | ReasonKind.ONLY_DRAW:
            return f"{name} is {phrase}"
        case ReasonKind.BLOCKS:
            return f"{name} {phrase.removesuffix(f' at {name}')}"
    return f"{name} {phrase}"


@dataclass(frozen=True, slots=True)
class _ReasonWords:
    """How reasons are said to one viewer."""

    setup: Setup
    viewer: int | None

    def phrase(self, reason: Reason) -> str:
        """Return what is said of a reason."""
        k = self.setup.geometry.line_length
        who, whose = self._owner(reason.player)
        match reason.kind:
            case ReasonKind.WINS:
                return "wins at once"
            case ReasonKind.MISSES_LINE:
                return f"{self._any(reason)} would have won at once"
            case ReasonKind.LETS_COMPLETE:
                return f"lets {who} win at once with {self._any(reason)}"
            case ReasonKind.LETS_FORK:
                return f"lets {who} make two threats at {self._any(reason)}"
            case ReasonKind.LOSES_SOONER:
                return f"loses {_in(reason)} instead of {reason.best_plies}"
            case ReasonKind.LETS_WIN_BY_FOURS:
                return f"{who} {'win' if who == 'you' else 'wins'} {self._by_fours(reason)}"
            case ReasonKind.LETS_WIN:
                return f"{who} can win {_in(reason)}"
            case ReasonKind.MISSES_FOURS:
                return f"{who} could have won {self._by_fours(reason)}"
            case ReasonKind.MISSES_WIN:
                return f"{self._any(reason)} would have won {_in(reason)}"
            case ReasonKind.WINS_LATER:
                return f"wins {_in(reason)} instead of {reason.best_plies}"
            case ReasonKind.MISSES_DRAW:
                return f"{self._any(reason)} would have held the draw"
            case ReasonKind.FORKS:
                return f"makes {spelled(len(reason.squares))} threats at once"
            case ReasonKind.WINS_BY_FOURS:
                return f"wins {self._by_fours(reason)}"
            case ReasonKind.WINS_BY_FORCE:
                return "wins by force" if reason.plies is None else f"wins by force {_in(reason)}"
            case ReasonKind.BLOCKS if k == 3:
                return f"blocks {whose} line at {self._any(reason)}"
            case ReasonKind.BLOCKS:
                return f"blocks {whose} {spelled(k - 1)}"
            case ReasonKind.ONLY_ANSWER:
                return "every other move loses at once"
            case ReasonKind.ONLY_WIN:
                return "the only move that wins"
            case ReasonKind.ONLY_DRAW:
                return "the only move that draws"
            case ReasonKind.OTHERS_LOSE:
                return "every other move loses"
            case ReasonKind.STOPS_FOURS if len(reason.squares) == 1:
                return f"stops {who} from making two threats at once"
            case ReasonKind.STOPS_FOURS:
                return f"stops {who} from winning {by_fours(k)}"
            case ReasonKind.STOPS_RUN:
                return f"stops {whose} open {spelled(k - 2)}"
            case ReasonKind.MAKES_RUN:
                return f"makes an open {spelled(k - 2)}"
            case ReasonKind.THREATENS_FOURS if len(reason.squares) == 1:
                return f"threatens to make two threats at {self._any(reason)}"
            case ReasonKind.THREATENS_FOURS:
                return f"threatens to win {self._by_fours(reason)}"
            case ReasonKind.THREATENS_LINE:
                return f"threatens a line at {self._any(reason)}"
            case ReasonKind.GIVES_RUN:
                squares = " ".join(self._names(reason.squares))
                return f"gives {who} an open {spelled(k - 2)} at {squares}"

    def _owner(self, player: int) -> tuple[str, str]:
        """Return how a player is called, and what is that player's."""
        symbol = self.setup.players[player].symbol
        return ("you", "your") if player == self.viewer else (symbol, f"{symbol}'s")

    def _names(self, squares: Sequence[Square]) -> list[str]:
        return [self.setup.geometry.name(square) for square in squares]

    def _any(self, reason: Reason) -> str:
        """Return the squares of which any will do: `a2 or c1`, `any of 5 squares`."""
        names = self._names(reason.squares)
        return either(names) if len(names) <= MOST_ALTERNATIVES else f"any of {len(names)} squares"

    def _by_fours(self, reason: Reason) -> str:
        """Return how a win by fours is told: `by fours: f7 g8 h9`."""
        names = self._names(reason.squares[:MOST_FOURS])
        more = " …" if len(reason.squares) > MOST_FOURS else ""
        return f"{by_fours(self.setup.geometry.line_length)}: {' '.join(names)}{more}"


def _in(reason: Reason) -> str:
    """Return how long a win takes: `in 5 plies`, `in at most 9 plies`, `by force` if no length is known."""
    return "by force" if reason.plies is None else f"in {length(reason.plies, reason.is_exact)}"
