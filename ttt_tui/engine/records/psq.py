"""Record ⇄ `.psq`, the format of the Gomocup manager Piskvork for five in a row with two players.

A line with the board, the kind of each player and who begins, then `column,row,milliseconds` for each stone,
both counted from 1 at the top left; the players' names; a number that says whether a program failed:

>>> from ttt_tui.engine.records.psq import from_psq, to_psq
>>> record = from_psq('''Piskvorky 15x15, 0:11, 0
... 8,8,1500
... 9,7,420
... homo-Ada
... pbrain-romeo.exe
... -1
... ''')
>>> [player.name for player in record.game.setup.players]
['Ada', 'romeo']
>>> print(to_psq(record), end="")
Piskvorky 15x15, 0:11, 0
8,8,1500
9,7,420
homo-Ada
romeo
-1

The first line's two numbers are the players' strengths, 0 for a person; the number of the player who begins
follows. The format has no words for rules, for the end of a game beyond its stones, or for marks, colours,
limits and dates. Piskvork writes the names in tournaments only, and tournaments add lines after the number:
optional lines may be missing, and after the names only the id of a game is read.

The reader is safe for untrusted text: an error names its place, nothing else is raised, and the size is
bounded before anything is parsed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import Geometry
from ttt_tui.engine.records import (
    LONGEST_TIME,
    PROGRAM,
    Record,
    check_count,
    check_line,
    check_readable,
    check_size,
    only_record,
    place_played_on,
    read_game_id,
    with_engines_named,
    written_name,
)
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.engine.setup import HUMAN, Player, Setup, check_setup
from ttt_tui.errors import GameOver, IllegalMove, InvalidSetup, RecordError

BEGINNING = "Piskvorky"
"""The word with which every such text begins."""

_STRENGTH = 11
"""The strength that tournaments write for every program."""

_PERSON = "homo-"
"""Piskvork's prefix of a human's name; any other name is the file of an engine."""

_NO_FAILURE = "-1"

_GAME_ID = "ttt-tui-game"
"""The beginning of the line, after the number, with the id of a game written by this program."""

_HEADER = re.compile(
    rf"\s*{BEGINNING}\s+([0-9]{{1,3}})\s*[xX×]\s*([0-9]{{1,3}})"
    r"\s*(?:,\s*([0-9]{1,9})\s*[:-]\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?)?(?:,.*)?",
    re.ASCII,
)
_MOVE = re.compile(r"\s*(-?[0-9]+)\s*,\s*(-?[0-9]+)\s*(?:,\s*(-?[0-9]+)\s*)?", re.ASCII)
_LIKE_A_MOVE = re.compile(r"\s*-?[0-9]+\s*,", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)


def to_psq(record: Record) -> str:
    """Return a record as `.psq`, without its rules, its resignation and the choices of its opening.

    An engine's name that would be misread is changed. Raises `RecordError` unless the game is five in a row
    for two players.
    """
    game = record.main_game
    check_line(game, 5, "a .psq file")
    geometry, players = game.setup.geometry, game.setup.players
    strengths = ":".join(str(_STRENGTH if player.is_computer else 0) for player in players)
    lines = [f"{BEGINNING} {geometry.columns}x{geometry.rows}, {strengths}, {game.position.first}"]
    lines += [
        f"{geometry.column(move.square) + 1},{geometry.row(move.square) + 1},{move.milliseconds or 0}"
        for move in game.moves
        if move.square is not None and move.is_stone
    ]
    names = (_written_name(player, seat) for seat, player in enumerate(players, 1))
    game_id = [f"{_GAME_ID} {record.game_id}"] if record.game_id else []
    return "\n".join([*lines, *names, _NO_FAILURE, *game_id]) + "\n"


def _written_name(player: Player, seat: int) -> str:
    """Return the line for a player; people are written as by Piskvork, with seats counted from 1."""
    if not player.is_computer:
        if player.name == f"Player {seat}":
            return f"{_PERSON}{seat}"
        return f"{_PERSON} {seat}" if player.name.strip() == str(seat) else f"{_PERSON}{player.name}"
    name = re.sub(f"^{_PERSON[:-1]}-", f"{_PERSON[:-1]} ", player.name, flags=re.IGNORECASE)
    if _HEADER.fullmatch(name):
        name = name.replace(BEGINNING, f"{BEGINNING}.", 1)
    return name.replace(",", " ") if _LIKE_A_MOVE.match(name) else name


def from_psq(text: str, rules: Rules = USUAL) -> Record:
    """Return the record in a `.psq` text; raises `RecordError` with the place of the error."""
    return only_record(all_from_psq(text, rules))


def all_from_psq(text: str, rules: Rules = USUAL) -> list[Record]:
    """Return the records of all games in a text, each with a first line of its own; raises `RecordError`.

    `rules` are the rules of the games, which the format does not state.
    """
    check_size(text)
    check_readable(rules, "a .psq file")
    lines = [
        _Line(line, number)
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1)
        if line.strip()
    ] or [_Line("", 1)]
    starts = [i for i, line in enumerate(lines) if i == 0 or _HEADER.fullmatch(line.text)]
    check_count(starts)
    ends = [*starts[1:], None]
    return [_read_game(lines[start:end], rules) for start, end in zip(starts, ends, strict=True)]


def _read_game(lines: Sequence["_Line"], rules: Rules) -> Record:
    header = _HEADER.fullmatch(lines[0].text)
    if header is None:
        raise lines[0].error(f"a .psq file must begin like {BEGINNING} 15x15, 11:11, 0")
    moves = _moves(lines[1:])
    strengths = [int(strength or 0) for strength in header.group(3, 4)]
    rest = [line.text.strip() for line in lines[1 + len(moves) :]]
    is_result = bool(rest) and _NUMBER.fullmatch(rest[0]) and not (rest[2:] and _NUMBER.fullmatch(rest[2]))
    written = ["", ""] if is_result or len(rest) < 2 else rest[:2]
    players = [
        _player(name, seat, bool(strength))
        for seat, (name, strength) in enumerate(zip(written, strengths, strict=True), 1)
    ]
    setup = with_engines_named(Setup(Geometry(int(header[1]), int(header[2]), 5, rules), players))
    try:
        check_setup(setup)
    except InvalidSetup as error:
        raise lines[0].error(str(error), header.start(1)) from None
    game = Game(setup, 1 if header[5] == "1" else 0)
    for line in moves:
        _place(game, line)
    return Record(game, game_id=_game_id(rest))


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    number: int

    def error(self, reason: str, start: int | None = None) -> RecordError:
        """Return an error about this line, from its first character that is no blank if not from `start`."""
        blanks = len(self.text) - len(self.text.lstrip())
        return RecordError(reason, self.number, (blanks if start is None else start) + 1)


def _moves(lines: Sequence[_Line]) -> Sequence[_Line]:
    """Return the lines that are moves. After the two that may be names there cannot be any."""
    count = next((i for i, line in enumerate(lines) if not _MOVE.fullmatch(line.text)), len(lines))
    rest = lines[count:]
    if rest and (_LIKE_A_MOVE.match(rest[0].text) or any(_MOVE.fullmatch(line.text) for line in rest)):
        raise rest[0].error("write a move like 8,8,1500: column, row, milliseconds")
    return lines[:count]


def _player(line: str, seat: int, is_engine: bool) -> Player:
    """Return the player named on a line; `is_engine` is the first line's information.

    Piskvork calls the people on the seats `homo-1` and `homo-2`. A player without this prefix is a person
    unless the first line says otherwise.
    """
    if line[: len(_PERSON)].lower() == _PERSON:
        name = line[len(_PERSON) :]
        return Player(f"Player {seat}" if name == str(seat) else written_name(name))
    name = re.sub(r"^pbrain-(?=.)|(?<=.)\.(?:exe|zip)$", "", line, flags=re.IGNORECASE)
    return Player(written_name(name), level=PROGRAM if is_engine or name != line else HUMAN)


def _game_id(rest: Sequence[str]) -> str | None:
    """Return the id of a game that this program has written, from the lines after the moves."""
    for line in rest:
        word, _, game_id = line.partition(" ")
        if word == _GAME_ID:
            try:
                return read_game_id(game_id)
            except RecordError:
                return None  # the names may be followed by anything
    return None


def _place(game: Game, line: _Line) -> None:
    match = _MOVE.fullmatch(line.text)
    assert match is not None
    geometry = game.setup.geometry
    time = int(match[3]) if match[3] and len(match[3]) < 11 else 0  # 0 stands for an unknown time
    column, row = (int(number) - 1 if len(number) < 4 else -1 for number in match.group(1, 2))
    if not (0 <= column < geometry.columns and 0 <= row < geometry.rows):
        raise line.error(f"a {geometry} board has squares 1,1 to {geometry.columns},{geometry.rows}")
    try:
        place_played_on(game, geometry.at(column, row), time if 0 < time <= LONGEST_TIME else None)
    except GameOver:
        raise line.error("the game is over: here five or more in a row win, whatever its rule") from None
    except IllegalMove as refusal:
        raise line.error(str(refusal)) from None
