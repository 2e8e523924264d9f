"""Reads SGF: each game becomes a tree of the moves in its nodes, with what is said of them."""

import re
from dataclasses import replace

from ttt_tui.engine.game import Move
from ttt_tui.engine.names import shown
from ttt_tui.engine.records import (
    Record,
    check_readable,
    check_size,
    only_record,
    read_game_id,
    read_move,
    with_time,
)
from ttt_tui.engine.records.dates import DAY_UNKNOWN, written_date
from ttt_tui.engine.records.moves import KEPT_AS_AGREED, KEPT_AS_RESIGNATION, Board
from ttt_tui.engine.records.scanner import GameText, scan
from ttt_tui.engine.records.sgf.game import NAMED_POINTS, SgfGame
from ttt_tui.engine.records.sgf.properties import (
    COLOURS,
    GO,
    INFORMATION,
    OWN_ID,
    OWN_MOVE,
    OWN_SIGNS,
    OWN_TAGS,
    SETTING_UP,
    SIGN_PROPERTIES,
    SIGNING,
    WITHOUT_MEANING,
)
from ttt_tui.engine.records.sgf.syntax import Part, Property, SgfNode, split_games
from ttt_tui.engine.records.text import record_from, times_from, tree_from
from ttt_tui.engine.records.tree import Cursor, Node, Tree
from ttt_tui.engine.rules import Opening, Rules
from ttt_tui.errors import (
    ForbiddenPoint,
    GameOver,
    IllegalMove,
    RecordError,
    SquareTaken,
)

KNOWN = frozenset({*COLOURS, *SETTING_UP, "C", "N", OWN_MOVE, OWN_SIGNS, *SIGNING, *WITHOUT_MEANING})
KNOWN_OF_GAME = KNOWN | {"GC", OWN_TAGS, OWN_ID, *INFORMATION}
"""The properties that are read in any node, and in the first one."""

DRAWS = ("0", "DRAW")
"""The results of drawn games, in capitals."""


def from_sgf(text: str, board: Board | None = None, rules: Rules | None = None) -> Record:
    """Return the record in an SGF text; raises `RecordError` with the place of the error."""
    return only_record(all_from_sgf(text, board, rules))


def all_from_sgf(text: str, board: Board | None = None, rules: Rules | None = None) -> list[Record]:
    """Return the records of all games in a collection; raises `RecordError` with the place of the error.

    `board` and `rules` are for games that do not state them.
    """
    check_size(text)
    if rules is not None:
        check_readable(rules, "SGF")
    games = [*split_games(text)]
    if not games:
        raise RecordError("SGF begins like (;GM[4]SZ[15]", 1, 1)
    return [_GameReader(text, parts, board, rules).read() for parts in games]


class _GameReader:
    """Reads one game."""

    def __init__(self, text: str, parts: list[Part], board: Board | None, rules: Rules | None) -> None:
        self._game = SgfGame(text, parts, board, rules)
        self._root, self._notes, self._wrong = self._game.root, self._game.notes, self._game.wrong
        self._left_out: set[str] = set()
        self._tags: GameText | None = None
        self._times: list[int | None] = []
        self._cursor: Cursor

    def read(self) -> Record:
        """Return the record; raises `RecordError`."""
        root = self._root
        self._game.check_game()
        if (own := root.properties.get(OWN_TAGS)) is not None:
            try:
                games = scan(own.text)
                self._tags, tree = games[0], tree_from(games[0])
                self._times = times_from(games[0])
            except RecordError as error:
                raise self._wrong(f"the tags in {OWN_TAGS} cannot be read: {error}", own) from None
        else:
            tree = Tree(*self._game.set_up())
        self._cursor = Cursor(tree)
        self._add_information()
        self._add_nodes()
        self._end_as_written()
        return self._finished()

    # --- moves and what is said of them ------------------------------------------------------------------

    def _add_information(self) -> None:
        root = self._root
        lines = [f"{what}: {root.text(name)[:500]}" for name, what in INFORMATION.items() if root.text(name)]
        date = None if self._tags is not None else written_date(root.text("DT"))
        if date is not None and not date.is_whole:
            lines.append(f"date: {root.text('DT')[:500]}")
        self._comment(root, "\n".join([root.text("GC"), *lines]).strip())

    def _comment(self, node: SgfNode, text: str) -> None:
        try:
            self._cursor.node.add_comment(text)
        except RecordError as error:
            raise self._wrong(str(error), node) from None

    def _add_nodes(self) -> None:
        """Add all lines to the tree."""
        cursor = self._cursor
        begun: list[tuple[Node, bool]] = []
        """Where each line that has begun branches off, and whether it had ended there for other reasons."""
        is_cut = False
        before = {id(node) for node in self._game.before_moves()}
        for part in self._game.parts:
            if part == "(":
                begun.append((cursor.node, is_cut))
            elif part == ")":
                node, is_cut = begun.pop()
                cursor.go_to(node)
            elif isinstance(part, SgfNode):
                is_cut = is_cut or not self._add_moves(part, id(part) in before)
                if not is_cut:
                    self._annotate(part)

    def _add_moves(self, node: SgfNode, is_before_moves: bool) -> bool:
        """Add the moves of a node; return whether the line can go on."""
        cursor, properties = self._cursor, node.properties
        if not is_before_moves and (
            added := properties.get("AB") or properties.get("AW") or properties.get("AE")
        ):
            raise self._wrong(
                "stones are set up after the first move; only those at the start are read", added
            )
        if (own := properties.get(OWN_MOVE)) is not None:
            try:
                self._push(read_move(cursor.game, own.text.strip()))
            except (IllegalMove, RecordError) as error:
                raise self._wrong(str(error), own) from None
            return True
        for name in properties:  # in the order in which they were written
            if name in COLOURS:
                for value in properties[name].values:
                    if not self._add_stones(COLOURS.index(name), value.strip(), properties[name]):
                        return False
        return True

    def _add_stones(self, colour: int, value: str, written: Property) -> bool:
        """Add the stones of a value; return whether the line can go on."""
        cursor = self._cursor
        geometry = cursor.tree.setup.geometry
        if value.lower() == "resign":
            return self._leaves(colour)
        pair = NAMED_POINTS.fullmatch(value)
        points = [value] if pair is None else [point for point in pair.groups() if point]
        for point in points:
            position = cursor.game.position
            square = self._game.point(geometry, point, written)
            mover = position.to_move
            if geometry.rules.opening is Opening.FREE and colour != mover and cursor.game.outcome is None:
                other = "Black" if colour else "White"
                hint = "; --rules connect6 reads two stones a turn" if geometry.rules.per_turn == 1 else ""
                raise self._wrong(f"it is the turn of {other}{hint}", written)
            try:
                self._push(Move(mover, square))
            except ForbiddenPoint as refusal:
                return self._cut(f"{refusal}: lines end before forbidden moves")
            except GameOver:
                outcome = cursor.game.outcome
                if outcome is not None and outcome.winner is None:
                    return self._cut("moves after a draw were left out")
                reason = f"the game is over: here {geometry.line_length} or more in a row win"
                hint = "; see --rules" if self._tags is None else ""
                raise self._wrong(f"{reason}{hint}", written) from None
            except SquareTaken as refusal:
                hint = "" if geometry.rules.drop else "; stones that were taken are Go, which is not read"
                is_go = self._root.text("GM") in ("", GO)
                raise self._wrong(f"{refusal}{hint if is_go else ''}", written) from None
            except (IllegalMove, RecordError) as refusal:
                raise self._wrong(str(refusal), written) from None
        return True

    def _push(self, move: Move) -> None:
        cursor = self._cursor
        if len(cursor.game.moves) == cursor.count:  # in the main line
            move = with_time(move, self._times, cursor.count)
        cursor.push(move)

    def _cut(self, note: str) -> bool:
        if note not in self._notes:
            self._notes.append(note)
        return False

    def _leaves(self, seat: int, *, is_time_up: bool = False) -> bool:
        """Let a player resign, or lose by the clock, if the game goes on; return true."""
        cursor = self._cursor
        if cursor.game.outcome is None:
            cursor.push(Move(seat, None, is_time_up=is_time_up))
        return True

    def _annotate(self, node: SgfNode) -> None:
        """Add the comment and the signs of a node to the latest move."""
        comment = "\n".join(filter(None, (node.text("N"), node.text("C"))))
        if comment:
            self._comment(node, comment)
        is_root = node is self._root
        signs: list[int] = []
        for name, found in node.properties.items():
            if name in SIGNING:
                value = found.text.strip()
                sign = SIGN_PROPERTIES.get((name, value)) or SIGN_PROPERTIES.get((name, "1" if value else ""))
                signs += [sign or SIGN_PROPERTIES.get((name, "1")) or SIGN_PROPERTIES[name, ""]]
        if (own := node.properties.get(OWN_SIGNS)) is not None:
            signs = [
                int(word) for word in own.text.split()[:255] if re.fullmatch("[0-9]{1,3}", word, re.ASCII)
            ]
        if self._cursor.node is not self._cursor.tree.root:
            for sign in signs:
                try:
                    self._cursor.node.add_nag(sign)
                except RecordError as error:
                    raise self._wrong(str(error), node) from None
        known = KNOWN_OF_GAME if is_root else KNOWN
        if not known.issuperset(node.properties):
            self._left_out |= node.properties.keys() - known

    # --- the end -----------------------------------------------------------------------------------------

    def _end_as_written(self) -> None:
        """Keep a result that the moves leave open: a draw as agreed, a win as a resignation.

        How it was won goes into the comment.
        """
        line = self._cursor.tree.main_line
        self._cursor.go_to(line[-1] if line else self._cursor.tree.root)
        result = self._root.text("RE").upper()
        match = re.fullmatch(r"([BW])\+(.{0,20})", result.strip())
        if self._tags is not None or self._cursor.game.outcome is not None:
            return
        if result.strip() in DRAWS and line:
            self._cursor.game.agree_draw()
            self._notes.append(KEPT_AS_AGREED)
        if match is None:
            return
        if match[2] not in ("R", "RESIGN") and not line:
            return
        if match[2] not in ("R", "RESIGN", "T", "TIME"):
            self._cursor.go_to(self._cursor.tree.root)
            self._comment(self._root, f"result: {result}")
            self._cursor.go_to(line[-1])
            self._notes.append(KEPT_AS_RESIGNATION)
        self._leaves(1 - COLOURS.index(match[1]), is_time_up=match[2] in ("T", "TIME"))

    def _finished(self) -> Record:
        """Return the record of the tree that has been read."""
        cursor, tree = self._cursor, self._cursor.tree
        if self._left_out:
            names = sorted(self._left_out)
            more = f" and {len(names) - 8} more" if len(names) > 8 else ""
            self._notes.append(f"SGF properties left out: {', '.join(names[:8])}{more}")
        if self._tags is not None:
            try:
                return replace(record_from(cursor, self._tags), notes=tuple(self._notes))
            except RecordError as error:
                own = self._root.properties[OWN_TAGS]
                raise self._wrong(f"the tags in {OWN_TAGS} cannot be read: {error}", own) from None
        cursor.game.undone.clear()
        tree.end_game(cursor.game)
        game_id = None
        if (written := self._root.properties.get(OWN_ID)) is not None:
            try:
                game_id = read_game_id(written.text)
            except RecordError as error:
                raise self._wrong(str(error), written) from None
        return Record(cursor.game, self._date(), tuple(self._notes), game_id, None if tree.is_plain else tree)

    def _date(self) -> str | None:
        """Return the day of the game; None, with a note, if what is written is no date."""
        text = self._root.text("DT").strip()
        date = written_date(text)
        if date is None and text:
            self._notes.append(f"{shown(text)} is not a date")
        elif date is not None and not date.is_whole:
            self._notes.append(DAY_UNKNOWN)
        return date and date.day
