"""Which puzzle the command line asks for."""

from argparse import Namespace

from ttt_tui.errors import UsageError
from ttt_tui.puzzles.collection import Difficulty, removed
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import RESUMING_SECONDS, Session


def handed_for(options: Namespace, session: Session) -> AssignedPuzzle:
    """Return the puzzle that was asked for, or what suits; raises `UsageError` if there is no such."""
    desk = session.puzzles
    if options.daily:
        return desk.daily()
    if options.mine:
        desk.load(RESUMING_SECONDS)
        if (own := desk.mine()) is None:
            raise UsageError("no mistake to review; find some with `ttt-tui history review ID`", "--mine")
        return own
    if options.difficulty is not None:
        if (found := desk.of_difficulty(Difficulty(options.difficulty))) is None:
            raise UsageError(f"no {options.difficulty} puzzles", "--difficulty")
        return found
    if options.id is not None:
        try:
            return desk.by_number(options.id)
        except KeyError:
            if any(puzzle.number == options.id for puzzle in removed().puzzles):
                raise UsageError(f"puzzle {options.id} was removed; omit --id for another", "--id") from None
            numbers = [puzzle.number for puzzle in desk.collection.puzzles]
            raise UsageError(
                f"no puzzle {options.id}; choose from {min(numbers)} to {max(numbers)}", "--id"
            ) from None
    return desk.next()
