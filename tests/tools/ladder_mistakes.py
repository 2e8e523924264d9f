"""Measure how people-like the steps of the ladder err: `python -m tests.tools.ladder_mistakes [--games N]`.

Without another option each step plays against the step above it and against the expert, and the table counts,
of the games that it lost, those in which it passed up a line of its own in one move, or let the opponent
complete one on the only square where that could: it had no line of its own then, and its last stone stood
elsewhere. It counts the stones that have no line in common with any stone, after the sixth, and those that
block none of several squares where the opponent completes a line. In Ultimate a line is one of boards, and
the opponent was let complete it by a move after which that could be done at once, while it could not be after
another one.

`--review` prints the mean accuracy of each step against itself, `--three` the share of games not lost on 3×3
against a perfect player, and `--several` the mean score of a step among players of the step three below it.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from tests.support.perfect_play import PerfectPlayer
from ttt_tui.analysis.judge import Judge, Judgement, ReportJudgement, ignore_judgement
from ttt_tui.analysis.review import GameReview, accuracy
from ttt_tui.computer import LEVELS, Stop
from ttt_tui.computer.base import NEVER, Thinker
from ttt_tui.computer.levels import STEPS, screen_name
from ttt_tui.engine import Game, GameName, Geometry, Limit, Mask, Position, Rules, Setup

EXPERT = Limit(nodes=2000)
"""What the expert may use for a move; the other steps have limits of their own below it or not far above."""

BOARDS = {
    "15×15 five": Geometry(15, 15, 5),
    "9×9 five": Geometry(9, 9, 5),
    "7×6 four": Geometry(7, 6, 4),
    "Connect Four": Geometry(7, 6, 4, Rules.parse("drop")),
    "5×5 four": Geometry(5, 5, 4),
    "3×3": Geometry(3, 3, 3),
    "Ultimate": Geometry(9, 9, 3, Rules.parse("ultimate")),
}

EARLY = 6
"""Stones on the board up to which one may stand away from all others."""

JUDGED = Limit(nodes=1500)
"""What a review may use for a position."""


def play(geometry: Geometry, seats: Sequence[Thinker], watch: Callable[[Position, int], None]) -> int | None:
    """Return the seat of the winner, if any. `watch` gets each position and the move in it."""
    game = Game(Setup(geometry, len(seats)))
    while game.outcome is None:
        move = seats[game.position.to_move].think(game.position, EXPERT).move
        watch(game.position, move)
        game.place(move)
    return game.outcome.winner


# --- mistakes --------------------------------------------------------------------------------------------


def completing(position: Position, player: int) -> set[int]:
    """Return the squares that can be played now and complete a line of a player."""
    mine, legal, found = position.stones[player], position.legal, set()
    for line in position.geometry.lines:
        gap: Mask = line & ~mine
        if gap and not gap & (gap - 1) and gap & legal:
            found.add(gap.bit_length() - 1)
    return found


def is_far(position: Position, square: int) -> bool:
    """Return whether no line through a square has a stone."""
    return not any(line & position.occupied for line in position.geometry.lines_through[square])


@dataclass
class Mistakes:
    """What was counted in the games of a step."""

    games: int = 0
    lost: int = 0
    unblocked: int = 0
    """Lost games that ended by a line on the only square for it, which the last stone could have taken."""
    passed_up: int = 0
    """Lost games in which the step did not complete a line that it could."""
    stones: int = 0
    far: int = 0
    """Stones that have no line in common with any stone."""
    let_be: int = 0
    """Stones that block none of several squares where the opponent completes a line."""

    def play(self, geometry: Geometry, step: str, opponent: str, games: int) -> None:
        """Play games with each seat in turn, and count."""
        for number in range(games):
            seat = number % 2
            computers = [LEVELS[step].make(number), LEVELS[opponent].make(number + 1000)]
            seats = computers if seat == 0 else computers[::-1]
            moves: list[tuple[bool, bool]] = []

            def watch(
                position: Position, move: int, seat: int = seat, moves: list[tuple[bool, bool]] = moves
            ) -> None:
                if position.to_move == seat:
                    moves.append(self._count(position, move))

            winner = play(geometry, seats, watch)
            self.games += 1
            if winner == 1 - seat and moves:
                self.lost += 1
                self.unblocked += moves[-1][0]
                self.passed_up += any(passed for _, passed in moves)
            for computer in computers:
                computer.close()

    def _count(self, position: Position, move: int) -> tuple[bool, bool]:
        """Count a stone; return whether it lets a single line in one be, and passes up one of its own."""
        mover = position.to_move
        mine, theirs = completing(position, mover), completing(position, 1 - mover)
        self.stones += 1
        self.far += position.ply > EARLY and is_far(position, move)
        self.let_be += not mine and len(theirs) > 1 and move not in theirs
        return not mine and len(theirs) == 1 and move not in theirs, bool(mine) and move not in mine

    @property
    def share(self) -> float:
        """The per cent of the lost games with either mistake, at most."""
        return 100 * (self.unblocked + self.passed_up) / self.lost if self.lost else 0.0


class UltimateMistakes(Mistakes):
    """What was counted in games of Ultimate."""

    def _count(self, position: Position, move: int) -> tuple[bool, bool]:
        """Count a stone; return whether it lets a line of boards be needlessly, and passes up one."""
        wins = position.completing(position.to_move)
        self.stones += 1
        return not wins and gives_game(position, move) and not all(
            gives_game(position, other) for other in position.moves
        ), bool(wins) and not wins >> move & 1


def gives_game(position: Position, move: int) -> bool:
    """Return whether the other player can complete a line of boards after a move."""
    after = position.copy()
    after.play(move)
    return after.completing(after.to_move) != 0


def measure_mistakes(geometry: Geometry, step: str, games: int) -> Mistakes:
    """Return what a step does in so many games against the step above it, and so many against the expert."""
    counted = UltimateMistakes() if geometry.rules.game is GameName.ULTIMATE else Mistakes()
    above = STEPS[STEPS.index(step) + 1]
    for opponent in {above: None, STEPS[-1]: None}:
        counted.play(geometry, step, opponent, games)
    return counted


def print_mistakes(games: int, boards: list[str]) -> None:
    print("board         step      games lost unblocked passed-up share%  stones  far let-be", flush=True)
    for board in boards:
        for step in STEPS[:-1]:
            found = measure_mistakes(BOARDS[board], step, games)
            print(
                f"{board:13} {screen_name(step):9} {found.games:5} {found.lost:4} {found.unblocked:9} "
                f"{found.passed_up:9} {found.share:6.1f} {found.stones:7} {found.far:4} {found.let_be:6}",
                flush=True,
            )


# --- reviews ---------------------------------------------------------------------------------------------


class NodeJudge:
    """A judge whose limit is one of nodes, so that a busy machine judges alike."""

    by = ""

    def __init__(self) -> None:
        self._judge = Judge()

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        return self._judge.judge(position, JUDGED, stop, report)

    def close(self) -> None:
        self._judge.close()


def accuracies(geometry: Geometry, step: str, games: int) -> Iterator[float]:
    """Yield the mean accuracy of both players in each game of a step against itself."""
    for number in range(games):
        game = Game(Setup(geometry, 2))
        seats = [LEVELS[step].make(2 * number), LEVELS[step].make(2 * number + 1)]
        while game.outcome is None:
            game.place(seats[game.position.to_move].think(game.position, EXPERT).move)
        review, judge = GameReview(game, [1.0]), NodeJudge()
        while review.work(judge):
            pass
        judge.close()
        found = [each for each in (accuracy(review, player) for player in (0, 1)) if each is not None]
        if found:
            yield sum(found) / len(found)


def print_accuracies(games: int, boards: list[str]) -> None:
    print("board         step      games accuracy ±95%", flush=True)
    for board in boards:
        for step in STEPS:
            mean, error = mean_and_error([*accuracies(BOARDS[board], step, games)])
            print(f"{board:13} {screen_name(step):9} {games:5} {mean:8.1f} {error:5.1f}", flush=True)


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Return the mean, and half of the 95 % interval of it."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


# --- three in a row --------------------------------------------------------------------------------------


def not_lost(step: str, games: int) -> int:
    """Return the games that a step did not lose on 3×3 against the perfect player, in each seat by turns."""
    count = 0
    for number in range(games):
        seat, computer = number % 2, LEVELS[step].make(number)
        seats = [computer, PerfectPlayer(number)]
        winner = play(BOARDS["3×3"], seats if seat == 0 else seats[::-1], lambda position, move: None)
        computer.close()
        count += winner != 1 - seat
    return count


def print_three(games: int) -> None:
    print("step      games not-lost% ±95%", flush=True)
    for step in STEPS:
        share = not_lost(step, games) / games
        error = 1.96 * sqrt(share * (1 - share) / games)
        print(f"{screen_name(step):9} {games:5} {100 * share:9.1f} {100 * error:5.1f}", flush=True)


# --- several players -------------------------------------------------------------------------------------


def scores(geometry: Geometry, players: int, step: str, others: str, games: int) -> list[float]:
    """Return the score of a step in each game among others: 1 for a win, an equal part of 1 for a draw."""
    found = []
    for number in range(games):
        seat = number % players
        seats = [
            LEVELS[step if place == seat else others].make(100 * number + place) for place in range(players)
        ]
        winner = play(geometry, seats, lambda position, move: None)
        found.append(1 / players if winner is None else float(winner == seat))
        for computer in seats:
            computer.close()
    return found


def print_several(games: int) -> None:
    print("board   players step      among     games score ±95%  fair share", flush=True)
    for geometry in (Geometry(9, 9, 4), Geometry(11, 11, 4)):
        for players in (3, 5, 15):
            for low in range(7):
                step, others = STEPS[low + 3], STEPS[low]
                mean, error = mean_and_error(scores(geometry, players, step, others, games))
                print(
                    f"{geometry!s:7} {players:7} {screen_name(step):9} {screen_name(others):9} {games:5} "
                    f"{mean:5.2f} {error:5.2f} {1 / players:5.2f}",
                    flush=True,
                )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how the steps of the ladder err.")
    parser.add_argument("--games", type=int, default=20, help="games of each pair or step")
    parser.add_argument(
        "--board", action="append", choices=[*BOARDS], help="only this board; can be repeated"
    )
    parser.add_argument("--review", action="store_true", help="the accuracy of each step against itself")
    parser.add_argument("--three", action="store_true", help="3×3 against a perfect player")
    parser.add_argument("--several", action="store_true", help="3, 5 and 15 players")
    chosen = parser.parse_args()
    if chosen.three:
        print_three(chosen.games)
    elif chosen.several:
        print_several(chosen.games)
    elif chosen.review:
        print_accuracies(chosen.games, chosen.board or ["9×9 five", "5×5 four"])
    else:
        print_mistakes(chosen.games, chosen.board or [*BOARDS])


if __name__ == "__main__":
    main()
