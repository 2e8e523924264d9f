"""A game between computers, where anything that thinks can have a seat.

>>> from ttt_tui.computer import LEVELS, Thought, play_game
>>> from ttt_tui.engine import Game, Geometry, Player, Setup
>>> class Reader:
...     def think(self, position, limit):
...         return Thought(position.moves[0])
>>> game = Game(Setup(Geometry(4, 4, 4), [Player("Reader"), Player("Rules")]))
>>> outcome = play_game(game, [Reader(), LEVELS["rules"].make(seed=1)])
>>> outcome.termination, game.setup.players[outcome.winner].name
(<Termination.LINE: 'line'>, 'Rules')
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from ttt_tui.computer.base import A_SECOND, Thought
from ttt_tui.engine import Game, IllegalMove, Limit, Outcome, Position
from ttt_tui.errors import IllegalAnswer


class Thinker(Protocol):
    """A chooser of moves: every `Computer`, and any class with this one method.

    A type checker takes a list of different ones as what it is called, `list[Thinker]`.
    """

    def think(self, position: Position, limit: Limit, /) -> Thought:
        """Return the move to play in a position, which is a copy to try moves on.

        To keep inside the limit is its own affair.
        """
        ...


def play_game(
    game: Game,
    computers: Sequence[Thinker],
    limit: Limit = A_SECOND,
    watch: Callable[[Game], object] | None = None,
) -> Outcome:
    """Let computers, one for each seat, play a game on from where it is, and return how it ended.

    `limit` is what each may use for a move; a player of the set-up with a limit keeps that. `watch` is called
    after each move: `watch=print` shows the board. The computers are not closed, so that they can play again;
    those of `LEVELS` break ties in the same way then, and vary only with their seeds.

    Raises `IllegalAnswer` where a computer answers no legal move. What it raises itself comes through, with a
    note whose move it was. In both cases the game is left as it was before that move.
    """
    players = game.setup.players
    if len(computers) != len(players):
        raise ValueError(f"{len(players)} players need as many computers, not {len(computers)}")
    while game.outcome is None:
        mover = game.position.to_move
        player = players[mover]
        who = f"{player.name} ({player.symbol}), move {len(game.moves) + 1}"
        try:
            thought = computers[mover].think(
                game.position.copy(), limit if player.limit == Limit() else player.limit
            )
        except Exception as error:
            error.add_note(f"raised by the computer of {who}")
            raise
        _place(game, thought, who)
        if watch is not None:
            watch(game)
    return game.outcome


def _place(game: Game, thought: Thought, who: str) -> None:
    """Make the move of a thought, which may come from a program without types."""
    if not isinstance(thought, Thought) or not isinstance(thought.move, int):
        raise IllegalAnswer(f"{who}: {thought!r:.100} is not a Thought with a square")
    geometry = game.setup.geometry
    name = geometry.name(thought.move) if thought.move in geometry else thought.move
    try:
        game.place(thought.move)
    except IllegalMove as refusal:
        raise IllegalAnswer(f"{who}: {name} is not a legal move: {refusal}") from refusal
