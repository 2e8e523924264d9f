"""The result of an analysis beside the board: verdict, chances, and the values of moves."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from ttt_tui.analysis.verdict import Verdict, in_own_moves, standing
from ttt_tui.analysis.words import counted, percentage, spelled
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.board.view import FOUR, LINE, ROLES, THREE
from ttt_tui.app.widgets.lines import (
    BOLD,
    HEADING,
    MUTED,
    TEXT,
    Line,
    Lines,
    TextStyle,
    cells_of,
    fitted,
    longest_fitting,
    padded,
    spread,
)
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import Setup, Square
from ttt_tui.session import wording

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis

INDENT = 2
ANALYSIS_LINES = 14
"""Lines of the panel: the verdict, up to five moves or three values, and the marks."""

WITH_REPLIES, REPLIES_CELLS = 30, 5
"""Cells from which the value of a move leaves room for replies, and those that two of them take at least."""

MARK_CELLS = 4
"""Cells of the mark of a move with the blank after it."""

GAP = 2
"""Cells between the columns of the best moves."""

THEN = "then"
"""The name of the column of expected replies."""

SIGN_CELLS = 6
"""Cells of the value on a square, such as `L 10`, with the blanks after it."""


class AnalysisShown(NamedTuple):
    """The contents of the panel."""

    found: "Analysis | None"
    instead: str = ""
    """The text shown while there is no result."""
    has_threats: bool = False
    """Whether the board shows threats, whose signs are then explained."""
    by: str = ""
    """The name of the engine, empty for our own search."""


class AnalysisPanel(Lines):
    """Shows an analysis; posts `Pointed` for a click on one of the best moves."""

    DEFAULT_CSS = f"""
    AnalysisPanel {{ height: {ANALYSIS_LINES}; display: none; }}
    """

    class Pointed(Message):
        """A move was clicked."""

        def __init__(self, square: Square) -> None:
            super().__init__()
            self.square = square

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._state = AnalysisShown(None)

    def seat(self, setup: Setup) -> None:
        self._setup = setup

    def show(self, shown: AnalysisShown) -> None:
        self._state = shown
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a blank line, the verdict with a bar, and the values of moves."""
        found, room = self._state.found, width - INDENT
        if found is None or found.verdict is None:
            known: list[Line] = [((fitted(self._state.instead, room), MUTED),)]
        else:
            moves = self._map(found, room) if found.is_mapped else self._candidates(found, room)
            known = [*self._standing(found, found.verdict, room), *moves]
        if self._state.has_threats:
            height = min(ANALYSIS_LINES, self.size.height or ANALYSIS_LINES)
            known = [*known[: max(0, height - 1 - len(self._signs))], *self._signs]
        return [(), *((((" " * INDENT), TEXT), *line) for line in known[: ANALYSIS_LINES - 1])]

    # --- evaluation --------------------------------------------------------------------------------------

    def _standing(self, found: "Analysis", verdict: Verdict, room: int) -> list[Line]:
        player, words = standing(found.position, verdict, found.chances)
        said = partial(brief, is_ascii=only_ascii(self.app))
        own_moves = in_own_moves(found.position, verdict, self._setup) if verdict.is_proved else ""
        if own_moves and not found.is_mapped:  # one number is enough; a map has the other one on its squares
            player, words = standing(found.position, verdict._replace(plies=None), found.chances)
        statement: Line = ((words, BOLD),)
        if player is not None:
            symbol, colour = self._setup.players[player].symbol, self._setup.players[player].colour
            statement = ((symbol, TextStyle(colour, bold=True)), (f" {said(words, room - 2)}", BOLD))
        if verdict.is_unknown:
            return [statement, ()]
        if verdict.is_proved:
            words = said(own_moves, room)
            counted: list[Line] = [((fitted(words, room), MUTED),)] if words else []
            return [statement, *counted, self._bar(found, verdict, room), ()]
        share = max(found.chances)
        best = self._setup.players[found.chances.index(share)]
        number: Line = ((best.symbol, TextStyle(best.colour, bold=True)), (f" {percentage(share)} %", MUTED))
        fits = cells_of(statement) + 1 + cells_of(number) <= room - INDENT
        head = spread(statement, number, room - INDENT) if fits else statement
        return [head, self._bar(found, verdict, room), ()]

    def _bar(self, found: "Analysis", verdict: Verdict, room: int) -> Line:
        """Return the chances of all players as parts of a line."""
        cells = room - INDENT
        chances = self._chances(found, verdict)
        ends = [round(cells * sum(chances[: player + 1])) for player in range(len(chances))]
        runs = []
        for player, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            glyph = "▂" if player % 2 else "▄"
            runs.append((glyph * (end - start), TextStyle(self._setup.players[player].colour)))
        return tuple(run for run in runs if run[0])

    @staticmethod
    def _chances(found: "Analysis", verdict: Verdict) -> tuple[float, ...]:
        """Return the chances of all players; a proof may come before an evaluation."""
        if found.chances and not verdict.is_proved:
            return found.chances
        mover, *others = found.position.in_turn()
        shares = [0.0] * len(found.position.stones)
        shares[mover] = verdict.chance
        for other in others:
            shares[other] = (1 - verdict.chance) / len(others)
        return tuple(shares)

    # --- the moves ---------------------------------------------------------------------------------------

    def _map(self, found: "Analysis", room: int) -> list[Line]:
        """Return the meanings of the letters on squares, and how often each occurs."""
        is_wild, values = found.position.geometry.is_wild, found.values_of_squares
        heading = "Value with the better mark" if is_wild else "Value of each square"
        lines: list[Line] = [((heading, HEADING),)]
        by_value: dict[Value, list[Square]] = {value: [] for value in Value}
        for square, proof in sorted(values.items()):
            by_value[proof.value].append(square)
        is_exact = all(proof.is_exact for proof in found.values.values() if proof.value is not Value.DRAW)
        for value, squares in by_value.items():
            if squares:
                lines.append(self._meaning(value, [values[square] for square in squares], room))
        heading, best = "Best " if is_exact else "Best so far", map(self._setup.geometry.shown, found.best)
        cells = len(heading)
        lines += [(), ((f"{heading}  ", MUTED), (fitted("  ".join(best), room - len(heading) - 2), BOLD))]
        count = len(values)
        for name, value in (("Wins", Value.WIN), ("Draws", Value.DRAW), ("Loses", Value.LOSS)):
            if by_value[value]:
                lines.append(
                    ((f"{name:{cells}}  ", MUTED), (f"{len(by_value[value])} of {count} squares", TEXT))
                )
        return lines

    @staticmethod
    def _meaning(value: Value, proofs: Sequence[Proof], room: int) -> Line:
        """Return what the letter of a value means, with the number of moves of one of its squares."""
        plies = [proof.plies for proof in proofs if proof.plies is not None]
        example = min(plies, default=None) if value is Value.WIN else max(plies, default=None)
        is_exact = all(proof.is_exact for proof in proofs)
        verdict = Verdict.proved(value, example, is_exact)
        sign = f"{verdict}"
        letter = f"{sign[0]} {sign[1:]}" if len(sign) > 1 else sign
        return (
            (f"{letter:<{SIGN_CELLS}}", TextStyle(ROLES[value], bold=True)),
            (fitted(_in_words(verdict, room - SIGN_CELLS), room - SIGN_CELLS), MUTED),
        )

    def _candidates(self, found: "Analysis", room: int) -> list[Line]:
        """Return the best moves, a line each, with value and as much of the expected line as fits."""
        room -= INDENT
        name = self._setup.geometry.shown
        move_cells = MARK_CELLS + max((cell_len(name(each.square)) for each in found.candidates), default=0)
        for_worth = room - move_cells - 2 * GAP - (REPLIES_CELLS if room >= WITH_REPLIES else 0)
        worths = _worths(found, for_worth)
        worth_cells = max(map(cell_len, worths), default=0)
        lines, columns = self._head(found, move_cells + GAP, worth_cells + GAP, room)
        for rank, (candidate, worth) in enumerate(zip(found.candidates, worths, strict=True), 1):
            value = candidate.verdict.value
            mark: Line = ((f"‹{rank}› ", TextStyle("good" if rank == 1 else "text", bold=True)),)
            line: Line = (*mark, (padded(name(candidate.square), columns[0] - MARK_CELLS), BOLD))
            line = (*line, (worth, TextStyle("text" if value is None else ROLES[value])))
            replies = ""
            for square in candidate.line[1:]:
                if sum(columns) + cell_len(f"{replies}{name(square)}") > room:
                    break
                replies += f"{name(square)} "
            if replies:
                line = (*line, (" " * (sum(columns) - cells_of(line)), MUTED), (replies.rstrip(), MUTED))
            lines.append(line)
        judgement = found.judgement
        if judgement is not None and not judgement.verdict.is_proved:
            ahead = wording.depth_text(judgement.depth) if judgement.depth else ""
            nodes = f"{wording.compact(judgement.nodes)} positions" if judgement.nodes else ""
            searched = f"{nodes}, {ahead}" if nodes and ahead else nodes and f"{nodes} searched"
            if effort := longest_fitting([searched, ahead] if searched else [ahead], room):
                lines += [(), ((effort, HEADING),)]
        return lines

    def _head(
        self, found: "Analysis", move_cells: int, worth_cells: int, room: int
    ) -> tuple[list[Line], tuple[int, int]]:
        """Return the heading with the names of the columns, and the cells of the first two columns.

        These have at least `move_cells` and `worth_cells`. The heading stands above the names where it does
        not fit beside them.
        """
        is_unknown = found.verdict is not None and found.verdict.is_unknown
        heading = "Moves looked at" if is_unknown else "Best moves"
        heading = f"{heading} by {self._state.by}" if self._state.by else heading
        labels = [""]
        if not is_unknown and any(each.verdict.value is None for each in found.candidates):  # per cents
            labels = [f"{self._setup.players[found.position.to_move].symbol}'s chances", "chances"]
        then = THEN if any(each.line[1:] for each in found.candidates) else ""
        beside, above = max(cell_len(heading) + GAP, move_cells), move_cells
        for first, label in ((first, label) for first in (beside, above) for label in labels):
            columns = first, max(worth_cells, cell_len(label) + GAP)
            if sum(columns) + (REPLIES_CELLS if then else 0) <= room:
                break
        names = f"{padded(label, columns[1])}{then}".rstrip()
        if first == beside:
            return [((f"{padded(heading, first)}{names}".rstrip(), HEADING),)], columns
        head: list[Line] = [((fitted(heading, room), HEADING),)]
        if names:
            head.append(((fitted(" " * first + names, room), HEADING),))
        return head, columns

    @property
    def _signs(self) -> list[Line]:
        """The meanings of the signs of threats, after a blank line."""
        k = self._setup.geometry.line_length
        meanings = (
            (LINE, "completes a line"),
            (FOUR, f"makes {spelled(k - 1)} of {spelled(k)}"),
            (THREE, f"makes an open {spelled(k - 2)}"),
        )
        lines: list[Line] = [
            ((sign, TextStyle("accent", bold=True)), (f"  {meaning}", MUTED)) for sign, meaning in meanings
        ]
        return [(), *lines]

    # --- the mouse ---------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        found = self._state.found
        if found is None or found.verdict is None or found.is_mapped or event.button != LEFT_BUTTON:
            return
        lines = self.lines(self.size.width)
        clicked = "".join(text for text, _ in lines[event.y]).strip() if event.y < len(lines) else ""
        for rank, candidate in enumerate(found.candidates, 1):
            if clicked.startswith(f"‹{rank}› "):
                self.post_message(self.Pointed(candidate.square))


def brief(words: str, room: int, *, is_ascii: bool = False) -> str:
    """Return words about a proof, with a sign for *at most* if they do not fit otherwise."""
    return words if cell_len(words) <= room else words.replace("at most ", "<=" if is_ascii else "≤ ")


def _worths(found: "Analysis", room: int) -> list[str]:
    """Return the values of the best moves; the number of moves is left out where the verdict says it."""
    verdicts = [
        each.verdict._replace(plies=None) if each.verdict == found.verdict else each.verdict
        for each in found.candidates
    ]
    worths = [_in_words(verdict, room) for verdict in verdicts]
    is_judged = [verdict.value is None for verdict in verdicts]
    most = max((len(worth) for worth, judged in zip(worths, is_judged, strict=True) if judged), default=0)
    return [worth.rjust(most) if judged else worth for worth, judged in zip(worths, is_judged, strict=True)]


def _in_words(verdict: Verdict, room: int) -> str:
    """Return a verdict in words of at most `room` cells if possible: `wins in 5 moves`, `45 %`, `unknown`."""
    if verdict.value is None:
        return "unknown" if verdict.is_unknown else f"{percentage(verdict.chance)} %"
    verb = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}[verdict.value]
    if verdict.plies is None:
        return verb
    most = "" if verdict.is_exact else "at most "
    texts = (f"{verb} in {most}{counted(verdict.plies, 'move')}", f"{verb} in {most}{verdict.plies}", verb)
    return longest_fitting(texts, room)
