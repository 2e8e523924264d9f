"""Measure how people-like the steps of the ladder err: `python -m tests.tools.ladder_mistakes [--games N]`.

Without another option each step plays against the step above it and against the expert, and the table counts,
of the games that it lost, those in which it passed up a line of its own in one move, or let the opponent
complete one on the only square where that could: it had no line of its own then, and its last stone stood
elsewhere. It counts the stones that have no line in common with any stone, after the sixth, and those that
block none of several squares where the opponent completes a line. In Ultimate a line is one of boards, and
the opponent was let complete it by a move after which that could be done at once, while it could not be after
another one.

`--gifts` counts, by each kind of rules, how often a step hands over a line in one: of its moves after which
the next player can complete a line in its turn, though after another move that player cannot. Moves of a step
that has a line of its own to complete do not count. Where a line loses, the moves count that complete one
though another does not. All players of a game are that step, or `random`.

`--review` prints the mean accuracy of random moves and of some steps, against themselves and against one
step, `--three` the share of games not lost on 3×3 against a perfect player, and `--several` the mean score of
a step among players of the step three below it.
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

VARIANTS = {
    "until full": Geometry(9, 9, 3, Rules.parse("open-until-full")),
    "most boards": Geometry(9, 9, 3, Rules.parse("most-boards")),
    "both": Geometry(9, 9, 3, Rules.parse("open-until-full, most-boards")),
}
"""Of Ultimate; only reviews are measured there."""

REVIEWED = ("random", "expert 1", "expert 4", "expert")
"""Levels whose accuracy is measured: a player who knows nothing, and steps of the ladder."""

OPPONENTS = ("", "expert 4")
"""Whom they play: each itself, then all the same step."""

RULES = {
    "usual": (5, 5, 4, "usual", 2),
    "exactly": (5, 5, 4, "exactly", 2),
    "torus": (5, 5, 4, "torus", 2),
    "drop (Connect Four)": (7, 6, 4, "drop", 2),
    "renju": (9, 9, 5, "renju", 2),
    "double (Connect6)": (7, 7, 5, "double", 2),
    "misère": (4, 4, 3, "misere", 2),
    "Notakto": (4, 4, 3, "notakto", 2),
    "shared": (6, 6, 4, "shared", 2),
    "wild": (5, 5, 4, "wild", 2),
    "shared, drop": (6, 5, 4, "shared, drop", 2),
    "wild, torus": (5, 5, 4, "wild, torus", 2),
    "Ultimate": (9, 9, 3, "ultimate", 2),
    "three players": (6, 6, 4, "usual", 3),
}
"""Kinds of rules: a board, words, and players."""

HASTE = Limit(nodes=300)
"""What a move may take at most where gifts are counted."""

EARLY = 6
"""Stones on the board up to which one may stand away from all others."""

JUDGED = 1500
"""Nodes that a review may use for a position, by default."""


def play(
    geometry: Geometry,
    seats: Sequence[Thinker],
    watch: Callable[[Position, int], None],
    limit: Limit = EXPERT,
) -> int | None:
    """Return the seat of the winner, if any. `watch` gets each position and the move in it."""
    game = Game(Setup(geometry, len(seats)))
    while game.outcome is None:
        move = seats[game.position.to_move].think(game.position, limit).move
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


# --- gifts -----------------------------------------------------------------------------------------------


def lacking(position: Position, player: int, stones: int) -> list[Mask]:
    """Return the empty squares of each line that a player completes with so many stones or fewer."""
    mine = position.stones[player]
    room = position.empty | mine
    lines = (line & ~mine for line in position.geometry.lines if line & room == line)
    return [squares for squares in lines if squares.bit_count() <= stones]


def can_complete(position: Position) -> bool:
    """Return whether the player to move can complete a line in this turn."""
    if position.stones_left > 1:
        return bool(lacking(position, position.to_move, position.stones_left))
    return position.completing(position.to_move) != 0


def hands_over(position: Position, move: int) -> bool:
    """Return whether a move loses by its line, or lets the next player complete one in the end."""
    if position.geometry.rules.misere:
        return bool(position.completing(position.to_move) >> move & 1)
    after = position.copy()
    after.play(move)
    if after.to_move != position.to_move:
        return can_complete(after)
    common = position.geometry.board  # one stone of the turn is left: it has to stop all lines at once
    for squares in lacking(after, after.in_turn()[1], after.geometry.rules.per_turn):
        common &= squares
    return common == 0


@dataclass
class Gifts:
    """What was counted in the games of a step."""

    choices: int = 0
    """Moves where a line could be handed over or not."""
    given: int = 0

    def watch(self, position: Position, move: int) -> None:
        """Count a move."""
        if not position.geometry.rules.misere and can_complete(position):
            return
        found = {each: hands_over(position, each) for each in position.moves}
        if len({*found.values()}) > 1:
            self.choices += 1
            self.given += found[move]

    @property
    def share(self) -> float:
        """The per cent of the choices in which a line was handed over."""
        return 100 * self.given / max(1, self.choices)


def measure_gifts(rules: str, level: str, games: int) -> Gifts:
    """Return what a level hands over in so many games against itself."""
    columns, rows, k, words, players = RULES[rules]
    counted = Gifts()
    for number in range(games):
        seats = [LEVELS[level].make(players * number + seat) for seat in range(players)]
        play(Geometry(columns, rows, k, Rules.parse(words)), seats, counted.watch, HASTE)
        for computer in seats:
            computer.close()
    return counted


def print_gifts(games: int, chosen: list[str]) -> None:
    print(f"| rules | board | random | {' | '.join(map(str, range(1, len(STEPS))))} |")
    print("|---" * (len(STEPS) + 2) + "|", flush=True)
    for rules in chosen:
        columns, rows, k, *_ = RULES[rules]
        print(f"| {rules} | {columns}×{rows}, {k}", end="", flush=True)
        for level in ("random", *STEPS[:-1]):
            found = measure_gifts(rules, level, games)
            print(f" | {found.share:.0f} of {found.choices}", end="", flush=True)
        print(" |", flush=True)


# --- reviews ---------------------------------------------------------------------------------------------


class NodeJudge:
    """A judge whose limit is one of nodes, so that a busy machine judges alike."""

    by = ""

    def __init__(self, nodes: int) -> None:
        self._judge = Judge()
        self._limit = Limit(nodes=nodes)

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        return self._judge.judge(position, self._limit, stop, report)

    def close(self) -> None:
        self._judge.close()


def accuracies(geometry: Geometry, level: str, opponent: str, games: int, nodes: int) -> Iterator[float]:
    """Yield the accuracy of a level in each game, where there is one, with each seat in turn.

    In a game of a level against itself that is the mean of both players.
    """
    for number in range(games):
        game = Game(Setup(geometry, 2))
        seat, seats = number % 2, [LEVELS[level].make(2 * number), LEVELS[opponent].make(2 * number + 1)]
        if seat:
            seats.reverse()
        while game.outcome is None:
            game.place(seats[game.position.to_move].think(game.position, EXPERT).move)
        review, judge = GameReview(game, [1.0]), NodeJudge(nodes)
        while review.work(judge):
            pass
        judge.close()
        counted = (0, 1) if level == opponent else (seat,)
        found = [share for each in counted if (share := accuracy(review, each)) is not None]
        if found:
            yield sum(found) / len(found)


def print_accuracies(
    games: int, boards: list[str], nodes: int, levels: Sequence[str], opponents: Sequence[str]
) -> None:
    print("board         step      opponent  games accuracy ±95%", flush=True)
    for board in boards:
        for opponent in opponents:
            for level in levels:
                found = [*accuracies((BOARDS | VARIANTS)[board], level, opponent or level, games, nodes)]
                if found:
                    mean, error = mean_and_error(found)
                    names = f"{screen_name(level):9} {screen_name(opponent) if opponent else 'itself':9}"
                    print(f"{board:13} {names} {games:5} {mean:8.1f} {error:5.1f}", flush=True)


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
        "--board", action="append", choices=[*BOARDS, *VARIANTS], help="only this board; can be repeated"
    )
    parser.add_argument(
        "--gifts", action="store_true", help="lines handed over in one, by each kind of rules"
    )
    parser.add_argument(
        "--rules", action="append", choices=[*RULES], help="only these gifts; can be repeated"
    )
    parser.add_argument("--review", action="store_true", help="the accuracy of random moves and some steps")
    parser.add_argument("--three", action="store_true", help="3×3 against a perfect player")
    parser.add_argument("--several", action="store_true", help="3, 5 and 15 players")
    parser.add_argument("--nodes", type=int, default=JUDGED, help="of a review for a position")
    parser.add_argument(
        "--level", action="append", choices=REVIEWED, help="only reviews of this level; can be repeated"
    )
    parser.add_argument("--itself", action="store_true", help="only reviews of levels against themselves")
    chosen = parser.parse_args()
    if chosen.gifts:
        print_gifts(chosen.games, chosen.rules or [*RULES])
    elif chosen.three:
        print_three(chosen.games)
    elif chosen.several:
        print_several(chosen.games)
    elif chosen.review:
        boards, opponents = (
            chosen.board or [*BOARDS, *VARIANTS],
            OPPONENTS[:1] if chosen.itself else OPPONENTS,
        )
        print_accuracies(chosen.games, boards, chosen.nodes, chosen.level or REVIEWED, opponents)
    else:
        print_mistakes(chosen.games, chosen.board or [*BOARDS])


if __name__ == "__main__":
    main()
