"""How a game ended, on a card: the winner's stone, who it is, how, and how the match stands."""

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, card, chip_of, fitted, longest_fitting, padded
from ttt_tui.engine import Match
from ttt_tui.session.results import ResultText

STONE_CELLS, STONE_LINES = 7, 3
HEIGHT = STONE_LINES + 2
"""The card's lines, with the halves above and below."""

USUAL_CELLS = 30
"""From so many cells on the card has its usual margins."""


class ResultCard(Lines):
    """Shows a result. Its ground is the winner's colour if somebody at this keyboard has won."""

    DEFAULT_CSS = f"""
    ResultCard {{ height: {HEIGHT}; }}
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._match: Match | None = None
        self._result: ResultText | None = None

    def show(self, match: Match, result: ResultText) -> None:
        """Show the result of a match's current game."""
        self._match, self._result = match, result
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the stone with three lines of text beside it."""
        if self._match is None or self._result is None:
            return []
        result, players = self._result, self._match.setup.players
        is_lit = result.is_ours and result.winner is not None
        ground = players[result.winner].colour if is_lit and result.winner is not None else "panel"
        look = TextStyle("ink" if is_lit else "muted", ground, stands_out=is_lit)
        title = look._replace(colour="ink" if is_lit else "text", bold=True)
        margin, gap = (2, 2) if width >= USUAL_CELLS else (1, 1)
        room = width - margin - STONE_CELLS - gap - 1
        name = fitted(result.subject, room - len(result.predicate)) + result.predicate
        how = longest_fitting((result.how, result.brief_how), room)
        then = longest_fitting((result.then, *result.brief_then), room)
        texts = ((name, title), (how, look), (then, look))
        blank = TextStyle(ground=ground, stands_out=is_lit)
        rows: list[Line] = [
            ((" " * margin, blank), *picture, (" " * gap, blank), (padded(text, room + 1), style))
            for picture, (text, style) in zip(self._picture(look), texts, strict=True)
        ]
        return card(rows, width, ground)

    def _picture(self, look: TextStyle) -> list[Line]:
        """Return the winner's stone, or for a draw that of two side by side."""
        assert self._match is not None
        assert self._result is not None
        players, winner = self._match.setup.players, self._result.winner
        blank = " " * STONE_CELLS
        if winner is None:
            pair: Line = ((padded("  ─────", STONE_CELLS), look),)
            if len(players) == 2:
                one, two = (chip_of(player, look.ground) for player in players)
                pair = (*one, (" ", look), *two)
            return [((blank, look),), pair, ((blank, look),)]
        player = players[winner]
        is_ascii = only_ascii(self.app)
        drawn = stone(player.symbol, STONE_CELLS, STONE_LINES, is_ascii=is_ascii)
        if self._result.is_ours:  # on the winner's colour, ink and colour change places
            free = look
            filled = TextStyle(player.colour, "ink", bold=True)
        else:
            free = look._replace(colour=player.colour)
            filled = TextStyle("ink", player.colour, bold=True, stands_out=True)
        return [
            tuple((text, filled if is_filled else free) for text, is_filled in row) for row in drawn.lines
        ]
