"""Asks a strong engine for its move in openings, and makes the expert's table of them.

    python -m tests.computer.expert.label_openings LABELS --brain COMMAND [--seconds 3] [--width 4]
    python -m tests.computer.expert.label_openings LABELS --write

The first goes on where it was left and adds a line to LABELS for each shape: its diagram, the engine's
square, and its score for the side to move if it says one. The second makes `two_player/openings.txt` of it.

The shapes are those of one stone, of two at most four squares apart in each direction, of three in a square
of five by five, and of four in one of `--width` by `--width`; each once, of all that are alike when they are
turned or mirrored.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from ttt_tui.computer.expert.two_player import openings
from ttt_tui.computer.expert.two_player.openings import PlacedStone, shapes, stones_of
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.gomocup.dialogue import BrainProgram
from ttt_tui.gomocup.engine import Brain

GEOMETRY = Geometry(15, 15, 5)
TABLE = Path(openings.__file__).with_name("openings.txt")


def arrangements(stones: int, width: int) -> Iterator[str]:
    """Give the diagram of each shape of so many stones in a square of so many."""
    given = set()
    places = [(column, row) for row in range(width) for column in range(width)]
    for chosen in combinations(places, stones):
        for mine in combinations(chosen, stones // 2):  # who is to move has as many, or one less
            diagram = least([PlacedStone(*place, place in mine) for place in chosen])
            if diagram not in given:
                given.add(diagram)
                yield diagram


def least(stones: list[PlacedStone]) -> str:
    return min(diagram for diagram, _, _ in shapes(stones))


def position_of(diagram: str) -> Position:
    stones = stones_of(diagram)
    rows = diagram.split("/")
    left, top = (15 - len(rows[0])) // 2, (15 - len(rows)) // 2
    squares = {
        who: [GEOMETRY.at(left + stone.column, top + stone.row) for stone in stones if stone.is_mine == who]
        for who in (True, False)
    }
    position = Position(GEOMETRY, 2, first=len(stones) % 2)  # so that player 0 is to move in the end
    while squares[True] or squares[False]:
        position.play(squares[position.to_move == 0].pop())
    return position


def label(path: Path, brain: Brain, seconds: float, width: int) -> None:
    done = {json.loads(line)["shape"] for line in path.read_text().splitlines()} if path.exists() else set()
    wanted = [*arrangements(1, 1), *arrangements(2, 5), *arrangements(3, 5), *arrangements(4, width)]
    missing = [diagram for diagram in wanted if diagram not in done]
    print(f"{len(wanted)} shapes, {len(missing)} of them to be asked for")
    with path.open("a") as labels:
        for diagram in missing:
            position = position_of(diagram)
            thought = brain.think(position, Limit(seconds=seconds))
            rows = diagram.split("/")
            column = GEOMETRY.column(thought.move) - (15 - len(rows[0])) // 2
            row = GEOMETRY.row(thought.move) - (15 - len(rows)) // 2
            told = {"shape": diagram, "square": [column, row], "score": thought.score, "depth": thought.depth}
            labels.write(json.dumps(told) + "\n")
            labels.flush()


def write(path: Path) -> None:
    lines = []
    for text in path.read_text().splitlines():
        told = json.loads(text)
        column, row = told["square"]
        lines.append(f"{told['shape']} {column},{row}\n")
    TABLE.write_text("".join(sorted(lines, key=lambda line: (len(stones_of(line.split()[0])), line))))
    print(f"{len(lines)} shapes in {TABLE}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--brain", help="the command of an engine that speaks the Gomocup protocol")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each shape")
    parser.add_argument("--width", type=int, default=4, help="of the square with shapes of four stones")
    parser.add_argument("--write", action="store_true", help="make the table")
    options = parser.parse_args()
    if options.brain:
        brain = Brain(BrainProgram.parse(options.brain))
        try:
            label(options.labels, brain, options.seconds, options.width)
        finally:
            brain.close()
    if options.write:
        write(options.labels)


if __name__ == "__main__":
    main()
