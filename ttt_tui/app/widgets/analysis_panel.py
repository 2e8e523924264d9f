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

WITH_REPLIES, REPLIES_CELLS = 30, 8
"""Cells from which the best moves leave room for replies, and those that two of them take."""

MARK_CELLS, NAME_CELLS = 4, 5
"""Cells of the mark of a move and of its name, with the blanks after them."""

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
        if own_moves and cell_len(words) > room - 2:  # one number is enough where there is little room
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
        depth = found.judgement.depth if found.judgement else 0
        is_unknown = found.verdict is not None and found.verdict.is_unknown
        best = "Moves looked at" if is_unknown else "Best moves"
        heading = f"{best} by {self._state.by}" if self._state.by else best
        chances, brief_chances = "", ""
        if not is_unknown and any(each.verdict.value is None for each in found.candidates):  # per cents
            symbol = self._setup.players[found.position.to_move].symbol
            chances, brief_chances = f", {symbol}'s chances", " and chances"
        ahead = f", {wording.depth_text(depth)}" if depth else ""
        ends = (f"{chances}{ahead}", chances, brief_chances, ahead, "")
        headings = [f"{heading}{end}" for end in ends if end or not chances]
        lines: list[Line] = [((longest_fitting(headings, room - INDENT), HEADING),)]
        name, room = self._setup.geometry.shown, room - INDENT
        for_worth = room - MARK_CELLS - NAME_CELLS
        if room >= WITH_REPLIES:
            for_worth -= REPLIES_CELLS
        worths = [_in_words(each.verdict, for_worth) for each in found.candidates]
        cells, has_replies = max(map(cell_len, worths), default=0), False
        for rank, (candidate, worth) in enumerate(zip(found.candidates, worths, strict=True), 1):
            value = candidate.verdict.value
            mark: Line = ((f"‹{rank}› ", TextStyle("good" if rank == 1 else "text", bold=True)),)
            worth_run = (f"{worth:>{cells}} ", TextStyle("text" if value is None else ROLES[value]))
            line: Line = (*mark, (f"{name(candidate.square):{NAME_CELLS}}", BOLD), worth_run)
            for square in candidate.line[1:]:
                more = f" {name(square)}"
                if cells_of(line) + len(more) > room:
                    break
                line, has_replies = (*line, (more, MUTED)), True
            lines.append(line)
        if found.candidates:
            number = len(found.candidates)
            signs = ("‹1›",) if number == 1 else (f"‹1› to ‹{number}›", f"‹1›–‹{number}›")
            meant = [f"{sign} on the board" for sign in signs]
            if has_replies:
                likely = "with likely replies"
                meant = [f"{meant[0]}, {likely}", likely, *meant]
            lines += [(), ((longest_fitting(meant, room), MUTED),)]
        if found.judgement is not None and found.judgement.nodes and not found.judgement.verdict.is_proved:
            lines.append(((f"{wording.compact(found.judgement.nodes)} positions searched", HEADING),))
        return lines

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
        rank = event.y - 1 - len(self._standing(found, found.verdict, self.size.width)) - 1
        if 0 <= rank < len(found.candidates):
            self.post_message(self.Pointed(found.candidates[rank].square))


def brief(words: str, room: int, *, is_ascii: bool = False) -> str:
    """Return words about a proof, with a sign for *at most* if they do not fit otherwise."""
    return words if cell_len(words) <= room else words.replace("at most ", "<=" if is_ascii else "≤ ")


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
