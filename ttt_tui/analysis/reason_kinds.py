"""Kinds of true statements about a move: reasons for it, reasons against it, and other effects."""

from dataclasses import dataclass
from enum import StrEnum

from ttt_tui.engine import Mask, Square


class ReasonKind(StrEnum):
    """The kinds of statements about a move, the most important reasons first. Lines have k squares.

    The *mover* makes the move, *next* is the player who moves after that. *Proved* means: taken from a
    `Proof`; everything else is true by definition of the positions before and after the move, never by a
    score. A line is a player's as long as that player is still in the game, no other stone is in it, and the
    player has as many turns left as the line has empty squares: a dead board is judged by the same. A line
    that can no longer be completed is no reason, nor are the lines of players who resigned.

    In Vanishing a line that a player can complete next is one with the stones that stay then.

    In Ultimate a line is one of small boards, and to complete it is to win the game. A small board that is
    *undecided* belongs to neither player, and to *win* one is to complete a line in it. By the rule
    `most-boards` a game can end without a line, which counts as a line here.
    """

    WINS = "wins"
    """It completes a line; then nothing else is said."""
    LOSES_LINE = "loses by a line"
    """It completes a line where that loses: the mover is out. Then nothing else is said."""
    MISSES_LINE = "misses a line"
    """It does not complete a line where the mover could: on `squares`."""
    LETS_COMPLETE = "lets complete a line"
    """After it the opponent `player` completes a line on any of `squares`. A reason is about the next player
    only."""
    LETS_FORK = "lets make two threats"
    """After it the other side cannot complete a line, but a stone of its own on any of `squares` makes two or
    more squares that do, while the mover has none. Two players."""
    LOSES_SOONER = "loses sooner"
    """It loses in `plies`, and the best defence would have lasted `best_plies`: both lengths are exact."""
    LETS_WIN_BY_FOURS = "lets win by fours"
    """After it the other side wins by continuous fours, two or more, on `squares`, in this order, and in none
    of the ways above. Two players."""
    LETS_WIN = "lets win by force"
    """After it the other side is proved to win, in at most `plies`, and by none of the ways above."""
    MISSES_FOURS = "misses fours"
    """The mover would have won by continuous fours on `squares`, the thought's own line, and is not known to
    win with this move. Two players."""
    MISSES_WIN = "misses a win"
    """The mover is proved to win with a stone on any of `squares`, in at most `plies` from before the move,
    and is not known to win with this one."""
    WINS_LATER = "wins later"
    """It wins in `plies`, and the quickest win takes `best_plies`: both lengths are exact."""
    MISSES_DRAW = "misses a draw"
    """A stone on any of `squares` is proved to hold a draw, and this one is proved to lose."""
    GIVES_BOARD = "gives a board"
    """After it the other player can win the small boards `boards`, with a stone on any of `squares`."""
    MISSES_BOARD = "misses a board"
    """It wins no small board, where the mover could have won `boards` with a stone on any of `squares`."""
    FREES = "lets play anywhere"
    """After it the other player may play on any open board, on more than one."""
    FORKS = "makes two threats"
    """After it two or more squares complete a line of the mover's, `squares`, that did not before; `earlier`
    are those that did."""
    OPENS_LINE = "opens a line"
    """After it the square that a line of the mover's lacks, that of `squares`, has the other player's oldest
    stone, which leaves with that player's next one. Vanishing."""
    WINS_BY_FOURS = "wins by fours"
    """It is the first of two or more continuous fours, `squares`, that win for the mover. Two players."""
    WINS_BY_FORCE = "wins by force"
    """It is proved to win, in at most `plies` from before it, and by none of the ways above."""
    BLOCKS = "blocks"
    """It takes the only square that completes a line of the opponent `player`."""
    ONLY_ANSWER = "only answer"
    """After every other move the next player can complete a line, and the mover cannot at once."""
    ONLY_SAFE = "only safe move"
    """It completes no line, and every other move does, where that loses."""
    ONLY_WIN = "only win"
    """It is proved to win, and every other move not to."""
    ONLY_DRAW = "only draw"
    """It is proved to draw, and every other move to lose."""
    OTHERS_LOSE = "others lose"
    """Every other move is proved to lose; the value of this one is not proved."""
    DENIES_GAME = "denies the game"
    """After it the other player cannot win the small board any more, by which that player would have had a
    line of boards."""
    TAKES_BOARD = "takes a board"
    """It wins the small board."""
    ONLY_QUIET = "only quiet move"
    """After every other move the next player can win a small board, and not after this one."""
    ONLY_SENDING = "only move that sends"
    """After every other move the next player can win a small board or may play on any open board, and neither
    after this one. Some of them give a board, some do not."""
    KEEPS_BOARD = "keeps a board"
    """It takes the only square by which the other player could have won the small board."""
    BLOCKS_ON_BOARD = "blocks on a board"
    """It takes one of several such squares."""
    SENDS_TO_THREATS = "sends to threats"
    """The board that it leads to, `boards` as in all the following ones, is undecided. The mover has two or
    more squares there that win it, and the other player, who has to play there, none."""
    SENDS_TO_DECIDED = "sends to a decided board"
    """Somebody has won that board."""
    SENDS_TO_LOST = "sends to a lost board"
    """The other player, who has to play there, cannot win that board any more."""
    SENDS_TO_UNNEEDED = "sends to a board that is not needed"
    """Each line of boards through that board has another one that the other player cannot win any more. A
    line of boards alone wins."""
    SENDS_TO_QUIET = "sends to a quiet board"
    """The other player, who has to play there, cannot win that undecided board with one stone; after another
    move that player could win a small board or choose one."""
    NEARS_GAME = "nears the game"
    """It wins a small board, and each of `boards`, which the mover can still win, would make a line of boards
    now and would not have before."""
    THREATENS_BOARD = "threatens a board"
    """After it a stone on any of `squares` would win the small board for the mover, and not before."""
    STOPS_FOURS = "stops fours"
    """Moving in the mover's place the other side would have won by continuous fours on `squares`; now it has
    no such win. A single four is one that makes two threats at once. Nobody completes a line in one move,
    before or after. Two players, lines of four or more."""
    STOPS_RUN = "stops a run"
    """It takes from k−2 stones of the opponent `player`, `squares`, what made them an open run."""
    MAKES_RUN = "makes a run"
    """It makes k−2 stones, `squares`, an open run: one more stone makes two ways to win."""
    THREATENS_FOURS = "threatens fours"
    """Moving once more the mover would win by continuous fours on `squares`, and had no such win before it.
    A single four is one that makes two threats at once. Nobody completes a line in one move. Two players."""
    THREATENS_LINE = "threatens a line"
    """After it one more square completes a line of the mover's, that of `squares`; `earlier` are those that
    did before."""
    GIVES_RUN = "gives a run"
    """The expected reply makes k−2 stones of the next player, `squares`, an open run."""
    CLOSES_LINE = "closes a line"
    """It takes the square that lines of the opponent `player` in one direction lack; those stones have no
    line that way any more. It is no reason, nor are the following ones."""
    BLOCKS_LINE = "blocks a line"
    """It takes such a square, and those stones can still become a line that way."""
    EXTENDS = "extends a line"
    """It makes a line of k−2 stones, `squares`, the fullest in its direction, which is no open run."""
    SENDS = "sends"
    """The other player has to play on the board that it leads to, `boards`."""
    CENTRE = "takes the centre"
    """It takes the middle of a board that is small, and nothing else is true."""
    CORNER = "takes a corner"
    """It takes a corner of a board that is small, and nothing else is true."""

    @property
    def is_fault(self) -> bool:
        """Whether it speaks against the move."""
        return self in _FAULTS


_FAULTS = frozenset(
    {
        ReasonKind.LOSES_LINE,
        ReasonKind.MISSES_LINE,
        ReasonKind.LETS_COMPLETE,
        ReasonKind.LETS_FORK,
        ReasonKind.LOSES_SOONER,
        ReasonKind.LETS_WIN_BY_FOURS,
        ReasonKind.LETS_WIN,
        ReasonKind.MISSES_FOURS,
        ReasonKind.MISSES_WIN,
        ReasonKind.WINS_LATER,
        ReasonKind.MISSES_DRAW,
        ReasonKind.GIVES_BOARD,
        ReasonKind.MISSES_BOARD,
        ReasonKind.FREES,
        ReasonKind.GIVES_RUN,
    }
)

OF_ULTIMATE = frozenset(
    {
        ReasonKind.GIVES_BOARD,
        ReasonKind.MISSES_BOARD,
        ReasonKind.FREES,
        ReasonKind.DENIES_GAME,
        ReasonKind.TAKES_BOARD,
        ReasonKind.ONLY_QUIET,
        ReasonKind.ONLY_SENDING,
        ReasonKind.KEEPS_BOARD,
        ReasonKind.BLOCKS_ON_BOARD,
        ReasonKind.SENDS_TO_THREATS,
        ReasonKind.SENDS_TO_DECIDED,
        ReasonKind.SENDS_TO_LOST,
        ReasonKind.SENDS_TO_UNNEEDED,
        ReasonKind.SENDS_TO_QUIET,
        ReasonKind.NEARS_GAME,
        ReasonKind.THREATENS_BOARD,
        ReasonKind.SENDS,
    }
)
"""The kinds that no other game has."""

OF_VANISHING = frozenset({ReasonKind.OPENS_LINE})
"""The kinds that only Vanishing has."""

IMPORTANCE = {kind: place for place, kind in enumerate(ReasonKind)}
"""The place of each kind, the most important first."""


FACTS = (
    ReasonKind.WINS,
    ReasonKind.LOSES_LINE,
    ReasonKind.MISSES_LINE,
    ReasonKind.CLOSES_LINE,
    ReasonKind.BLOCKS_LINE,
    ReasonKind.FORKS,
    ReasonKind.OPENS_LINE,
    ReasonKind.THREATENS_LINE,
    ReasonKind.LETS_COMPLETE,
    ReasonKind.STOPS_RUN,
    ReasonKind.MAKES_RUN,
    ReasonKind.EXTENDS,
    ReasonKind.CENTRE,
    ReasonKind.CORNER,
    ReasonKind.TAKES_BOARD,
    ReasonKind.KEEPS_BOARD,
    ReasonKind.BLOCKS_ON_BOARD,
    ReasonKind.FREES,
    ReasonKind.SENDS,
)
"""The kinds that the rules alone tell, in the order of a log of moves: the act before its consequences."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A true statement about a move."""

    kind: ReasonKind
    player: int
    """The owner of the line, win or run: an opponent for the `LETS_…`, `BLOCKS`, `STOPS_…`, `GIVES_RUN`,
    `ONLY_ANSWER`, `CLOSES_LINE` and `BLOCKS_LINE`, and for `DENIES_GAME`, `GIVES_BOARD`, `FREES`,
    `KEEPS_BOARD`, `BLOCKS_ON_BOARD`, `ONLY_QUIET`, `ONLY_SENDING` and the `SENDS…`, else the mover."""
    squares: tuple[Square, ...] = ()
    """The squares it is about; in reading order where no order is said. For `WINS`, `LOSES_LINE`,
    `WINS_BY_FORCE`, `WINS_LATER`, `LOSES_SOONER`, `BLOCKS`, `BLOCKS_LINE`, `CLOSES_LINE`, `OTHERS_LOSE`, the
    `ONLY_…`, `CENTRE` and `CORNER` the square of the move, for `LETS_WIN` none. The reasons of Ultimate have
    the square of the move where nothing else is said."""
    plies: int | None = None
    """How many plies a proved win takes at most, None if unknown; only for `LETS_WIN`, `MISSES_WIN`,
    `WINS_BY_FORCE` and `WINS_LATER`; for `LOSES_SOONER`, how many a proved loss takes."""
    is_exact: bool = False
    """Whether no way is known to be shorter; of several squares, by none of them."""
    best_plies: int | None = None
    """How many plies the best move's win or loss takes; only for `WINS_LATER` and `LOSES_SOONER`."""
    line: Mask = 0
    """All squares of all lines that a fact is about, and of a run those at its ends. They have one direction,
    save for `WINS`, `LOSES_LINE`, `MISSES_LINE`, `LETS_COMPLETE`, `FORKS` and `THREATENS_LINE`."""
    earlier: tuple[Square, ...] = ()
    """Squares that completed a line of the mover's before the move; only for `FORKS` and `THREATENS_LINE`."""
    boards: int = 0
    """The small boards of Ultimate that it is about, as a nine (see `engine.nine_boards`)."""
