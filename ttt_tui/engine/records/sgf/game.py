"""The text of one game in SGF, and its set-up: stated by the first node, or assumed with a note."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ttt_tui.engine.geometry import LARGEST_SIDE, Geometry, Square
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import check_readable, usual_board, written_name
from ttt_tui.engine.records.moves import Board
from ttt_tui.engine.records.sgf.properties import (
    COLOURS,
    GAMES,
    GAMES_NAMED,
    GO,
    GOMOKU,
    OWN_MOVE,
    PROGRAM,
    SETTING_UP,
)
from ttt_tui.engine.records.sgf.syntax import Part, Property, SgfNode, error_at
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.engine.setup import UNSET, Player, Setup, check_setup
from ttt_tui.engine.start import Start
from ttt_tui.errors import InvalidRules, InvalidSetup, InvalidStart, RecordError

NAMED_POINTS = re.compile(r"([a-t][1-9][0-9]?)([a-t][1-9][0-9]?)?", re.ASCII)
_POINT = re.compile("[a-t]{2}", re.ASCII)
_LINE = re.compile(r"([0-9]{1,2}) in a row", re.ASCII)


class SgfGame:
    """One game of a collection: its nodes, and what was assumed of it."""

    def __init__(self, text: str, parts: list[Part], board: Board | None, rules: Rules | None) -> None:
        """`board` and `rules` are for a game that does not state them."""
        self._text, self.parts = text, parts
        self._board, self._rules = board, rules
        root = parts[0]
        assert isinstance(root, SgfNode), "a game begins with a node"
        self.root = root
        self.notes: list[str] = []
        """What was assumed or left out, a clause each."""

    def wrong(self, reason: str, where: Property | SgfNode | None = None) -> RecordError:
        """Return an error with the place of a property or a node, by default of the first node."""
        return error_at(reason, self._text, (where or self.root).start)

    def check_game(self) -> None:
        number = self.root.text("GM") or GO
        if number not in (GO, GOMOKU):
            what = GAMES.get(number, "another game")
            raise self.wrong(f"GM[{number[:8]}] is {what}, which is not read", self.root.properties["GM"])
        komi = self.root.properties.get("KM")
        if number == GO and komi is not None and komi.text.strip(" 0.") and self._rules is None:
            raise self.wrong("a game with komi is Go, which is not read", komi)

    def before_moves(self) -> Iterator[SgfNode]:
        """Yield the nodes before the first move."""
        for part in self.parts:
            if isinstance(part, str) or {*COLOURS, OWN_MOVE} & part.properties.keys():
                if part is self.root:
                    yield part
                return
            yield part

    def point(self, geometry: Geometry, value: str, written: Property) -> Square:
        """Return the square of a point; raises `RecordError`."""
        value = value.strip()
        if _POINT.fullmatch(value):
            column, row = (ord(letter) - ord("a") for letter in value)
        elif NAMED_POINTS.fullmatch(value) and not _POINT.fullmatch(value):
            column, row = ord(value[0]) - ord("a"), geometry.rows - int(value[1:])
        elif not value:
            raise self.wrong("a pass is a move of Go, which is not read", written)
        else:
            raise self.wrong(f"{shown(value)} is not a point like hh", written)
        if not (column < geometry.columns and 0 <= row < geometry.rows):
            raise self.wrong(f"{shown(value)} is not on a {geometry} board", written)
        return geometry.at(column, row)

    # --- the set-up --------------------------------------------------------------------------------------

    def set_up(self) -> tuple[Setup, int]:
        """Return the set-up that the first node states or that can be assumed, and who is first."""
        rules, line = self._stated_rules()
        opening = [node for node in self.before_moves() if {"AB", "AW", "PL"} & node.properties.keys()]
        colours = self._first_colours()
        if rules is None:
            is_double = len(colours) > 3 and colours in ("BWWB", "BWWBB", "WBBW", "WBBWW")
            rules = Rules.parse("connect6") if is_double else USUAL
            words = str(rules) if rules.words else "five in a row"
            if self.root.text("AP") != PROGRAM:
                self.notes.append(f"assuming {words}: the file does not state the rules; --rules does")
        columns, rows = self._size(rules)
        line = line or min(usual_board(rules)[2], max(columns, rows))
        seats = [self._player(name, seat) for seat, name in enumerate(("PB", "PW"), 1)]
        setup = Setup(Geometry(columns, rows, line, rules), seats)
        first = 1 if colours[:1] == "W" and not opening else 0
        try:
            check_setup(setup)
            if opening:
                setup = replace(setup, start=self._start(setup.geometry, opening, colours))
                check_setup(setup)
        except InvalidStart as error:
            raise self.wrong(str(error), opening[0]) from None
        except InvalidSetup as error:
            raise self.wrong(str(error), self.root.properties.get("SZ")) from None
        return setup, first

    def _stated_rules(self) -> tuple[Rules | None, int | None]:
        """Return the rules that the file or else the user states, and the line length; None if unstated."""
        stated = self.root.text("RU")
        line = _LINE.search(stated)
        words = ",".join(word for word in stated.split(",") if not _LINE.search(word))
        length = int(line[1]) if line else None
        try:
            if words.strip():
                rules = Rules.parse(words)
                check_readable(rules, "SGF")
                return rules, length
        except (InvalidRules, RecordError):
            pass
        else:
            if line:
                return self._rules or USUAL, length
        if self._rules is not None:
            return self._rules, length
        for text in (stated, self.root.text("GN"), self.root.text("EV")):
            for pattern, name in GAMES_NAMED:
                if re.search(pattern, text[:200], re.IGNORECASE):
                    return Rules.parse(name), length
        return None, length

    def _size(self, rules: Rules) -> Board:
        size = self.root.properties.get("SZ")
        if size is not None:
            sides = re.fullmatch(r"\s*([0-9]{1,3})\s*(?::\s*([0-9]{1,3})\s*)?", size.text, re.ASCII)
            if sides is None:
                raise self.wrong("SZ must be a size like 15 or 7:6", size)
            return int(sides[1]), int(sides[2] or sides[1])
        board = self._board or usual_board(rules)[:2]
        if self._board is None:
            self.notes.append(f"assuming a {board[0]}×{board[1]} board; --board sets another")
        return board

    def _player(self, name: str, seat: int) -> Player:
        text = self.root.text(name)
        return Player(written_name(text) if text != f"Player {seat}" else UNSET)

    def _first_colours(self) -> str:
        """Return the colours of the first moves of the main line."""
        found = ""
        for part in self.parts:
            if part == ")" or len(found) > 4:
                break
            if isinstance(part, SgfNode):
                for name in (name for name in part.properties if name in COLOURS):
                    pair = NAMED_POINTS.fullmatch(part.text(name))
                    found += name * (2 if pair is not None and pair[2] else 1)
        return found[:5]

    def _start(self, geometry: Geometry, nodes: Sequence[SgfNode], colours: str) -> Start:
        """Return the position that these nodes set up; raises `RecordError`."""
        owner: dict[Square, int] = {}
        to_move = ""
        for node in nodes:
            for side, name in enumerate(SETTING_UP):
                if (added := node.properties.get(name)) is not None:
                    for square in self._squares(geometry, added):
                        owner.pop(square, None)
                        if side < 2:
                            owner[square] = side
            to_move = node.text("PL")[:1].upper() or to_move
        stones = [[square for square, side in owner.items() if side == each] for each in (0, 1)]
        to_move = to_move or colours[:1] or ("W" if len(stones[0]) > len(stones[1]) else "B")
        return Start.of(geometry, stones, 1 if to_move == "W" else 0)

    def _squares(self, geometry: Geometry, added: Property) -> Iterator[Square]:
        """Yield the squares of a list of points and rectangles of points."""
        covered = 0
        for value in added.values:
            corners = [self.point(geometry, corner, added) for corner in value.strip().split(":", 1)]
            columns, rows = (
                sorted({each(corner) for corner in corners}) for each in (geometry.column, geometry.row)
            )
            covered += (columns[-1] - columns[0] + 1) * (rows[-1] - rows[0] + 1)
            if covered > 2 * LARGEST_SIDE * LARGEST_SIDE:
                raise self.wrong("more stones are set up than the board has squares", added)
            for row in range(rows[0], rows[-1] + 1):
                for column in range(columns[0], columns[-1] + 1):
                    yield geometry.at(column, row)
