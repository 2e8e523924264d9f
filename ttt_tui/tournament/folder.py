"""A saved match: a folder with a record of each game and a file from which the match continues.

`game-0001.txt` and so on are records as `ttt-tui history` writes them. `match.jsonl` has a line of JSON for
the match and one for each finished game, in the order in which they ended. Both contain an engine's name,
never its command. A game's line includes the openings that were refused before its own was found, so that the
search need not be repeated.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from ttt_tui import __version__
from ttt_tui.analysis.words import counted
from ttt_tui.computer.levels import screen_name
from ttt_tui.engine import Record
from ttt_tui.engine.records.json import setup_to_data
from ttt_tui.engine.records.text import to_text
from ttt_tui.engine.rules import USUAL_WORD
from ttt_tui.errors import GameNotSaved, InvalidData, UsageError
from ttt_tui.process.paths import open_own
from ttt_tui.store.files import describe_os_error
from ttt_tui.tournament.game import PlayedGame, from_data, to_data
from ttt_tui.tournament.openings import OpeningChoices, OpeningSearch
from ttt_tui.tournament.plan import Plan
from ttt_tui.tournament.sprt import ERROR_RATE, Hypotheses

MATCH_FILE = "match.jsonl"

FORMAT = 1
"""Version of the match file."""

LONGEST_LINE = 100_000
"""The most bytes of a line of the match file, ten times the longest game's."""

LARGEST_MATCH = 1_000_000_000
"""Bytes of the match file, enough for half a million games."""

REFUSED = "refused"
"""The field of a game's line with the refused openings of each search that led to its own."""

MOST_DIFFERENCES = 3
"""Differences to a saved match that an error names."""

BETWEEN = ", "
"""Between a board and its unusual rules."""

NO_MATCH = "not a match of ttt-tui"


def saved_seed(path: Path) -> int | None:
    """Return the seed of the match saved in a folder, None if none can be read."""
    try:
        with open(open_own(path / MATCH_FILE, os.O_RDONLY), "rb") as file:
            seed = _json(file.readline(LONGEST_LINE + 1)).get("seed")
    except (OSError, ValueError, AttributeError):
        return None
    return seed if isinstance(seed, int) else None


class Folder:
    """A folder locked for this process. Raises `UsageError` if it cannot be used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path / MATCH_FILE
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not self._file.exists() and any(path.iterdir()):
                raise UsageError(f"{str(path)!r} contains other files; choose a new directory", "--save")
            self._descriptor = open_own(self._file, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        except FileExistsError:
            raise UsageError(f"{str(path)!r} is a file; choose a directory", "--save") from None
        except OSError as error:
            raise UsageError(str(_not_saved(error)), "--save") from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            raise UsageError(f"{str(path)!r} is in use by another match", "--save") from None
        self._unfinished = 0
        """Bytes of an incomplete last line, from a process that was killed."""
        self.games: dict[int, PlayedGame] = {}
        """The games that are saved already, by number."""
        self.openings: dict[int, OpeningChoices] = {}
        """The choices that led to the known openings, by their index."""

    def close(self) -> None:
        """Unlock the folder."""
        os.close(self._descriptor)

    def begin(self, plan: Plan, hypotheses: Hypotheses | None, seed: int | None = None) -> None:
        """Save this match here, and read its saved games.

        `seed` is the requested one, if any; the plan has the seed that is saved here already. Raises
        `UsageError` if another match is saved here, or if a line cannot be read.
        """
        description = described(plan, hypotheses)
        if seed is not None:
            description["seed"] = seed
        lines = self._lines()
        first = next(lines, b"")
        if not first.endswith(b"\n"):
            about = {"match": FORMAT, "version": __version__, "begun": date.today().isoformat()}
            if not json.dumps(about).encode().startswith(first[:10]):
                raise self._damaged(1, NO_MATCH)
            self._truncate()
            try:
                self._append({**about, **description})
            except GameNotSaved as error:
                raise UsageError(str(error), "--save") from None
            return
        try:
            differing = differences(self._match(first), description)
        except RecursionError:
            raise self._damaged(1, "nested too deeply") from None
        if differing:
            shown = "; ".join(differing[:MOST_DIFFERENCES])
            if (more := len(differing) - MOST_DIFFERENCES) > 0:
                shown += f"; {counted(more, 'more difference')}"
            raise UsageError(
                f"{str(self._path)!r} contains another match ({shown}): "
                "choose a new directory or the same options",
                "--save",
            )
        for number, line in enumerate(lines, 2):
            if not line.endswith(b"\n"):
                break
            try:
                data = _json(line)
                played = from_data(data, plan)
            except ValueError as error:
                raise self._damaged(number, f"{error}; delete the line to play its game again") from None
            if (self._path / self._name(plan, played)).exists():
                self.games[played.number] = played
                with suppress(ValueError, TypeError, KeyError):  # its opening is searched for again
                    self.openings[plan.opening_of(played.number)] = _choices(data[REFUSED], plan, played)
        self._truncate()

    def add(self, plan: Plan, played: PlayedGame) -> None:
        """Save a game. Raises `GameNotSaved`."""
        path = self._path / self._name(plan, played)
        temporary = path.with_name(f".{path.name}.part")
        try:
            temporary.unlink(missing_ok=True)  # left by a process that was killed
            temporary.write_text(_record(plan, played), encoding="utf-8")
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            raise _not_saved(error) from error
        choices = self.openings.get(plan.opening_of(played.number), ())
        refused = [[plan.opening_text(opening) for opening in choice.refused] for choice in choices]
        self._append({**to_data(played), REFUSED: refused})

    # --- the match file ----------------------------------------------------------------------------------

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines, the last one perhaps without its end. Raises `UsageError` if they are too long."""
        with open(open_own(self._file, os.O_RDONLY), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > LARGEST_MATCH:
                raise UsageError(
                    f"{str(self._file)!r} is too large: {size:,} bytes (at most {LARGEST_MATCH:,})", "--save"
                )
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise self._damaged(number, f"line too long (at most {LONGEST_LINE:,} bytes)")
                if not line.endswith(b"\n"):
                    self._unfinished = len(line)
                yield line

    def _truncate(self) -> None:
        """Remove an incomplete last line."""
        if self._unfinished:
            size = os.fstat(self._descriptor).st_size
            os.ftruncate(self._descriptor, size - self._unfinished)

    def _append(self, data: Mapping[str, Any]) -> None:
        line = json.dumps(data, ensure_ascii=False).encode() + b"\n"
        size = os.fstat(self._descriptor).st_size
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
        except OSError as error:
            os.ftruncate(self._descriptor, size)
            error.filename = str(self._file)
            raise _not_saved(error) from error

    def _match(self, line: bytes) -> Mapping[str, Any]:
        try:
            data = _json(line)
        except InvalidData as error:
            raise self._damaged(1, str(error)) from None
        if not isinstance(data, dict) or data.get("match") != FORMAT:
            raise self._damaged(1, NO_MATCH)
        return data

    def _damaged(self, number: int, reason: str) -> UsageError:
        return UsageError(f"cannot read {str(self._file)!r}, line {number}: {reason}", "--save")

    def _name(self, plan: Plan, played: PlayedGame) -> str:
        return f"game-{played.number + 1:0{max(4, len(str(plan.total)))}}.txt"


def _not_saved(error: OSError) -> GameNotSaved:
    return GameNotSaved(f"cannot save the match: {describe_os_error(error)}")


def _json(line: bytes) -> Any:
    """Parse a line. Raises `InvalidData` with a reason that names no column."""
    if len(line) > LONGEST_LINE:
        raise InvalidData(f"line too long (at most {LONGEST_LINE:,} bytes)")
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidData("not JSON") from None


def _choices(refused: list[list[str]], plan: Plan, played: PlayedGame) -> OpeningChoices:
    """Return the choices that led to a game's opening; raises `ValueError` or `TypeError` if unknown."""
    searches = [tuple(map(plan.opening, texts)) for texts in refused]
    if not searches:
        raise InvalidData("no search is known")
    opening = plan.opening(" ".join(played.moves[: played.opening]))
    return [
        *(OpeningSearch(None, openings) for openings in searches[:-1]),
        OpeningSearch(opening, searches[-1]),
    ]


def _record(plan: Plan, played: PlayedGame) -> str:
    """Return the record of a game, with comments for data that records have no tags for.

    Its id is a hash, so that the store recognizes a game that is written again; the seed makes it unique.
    """
    comments = [
        f"game {played.number + 1} of a match, seed {plan.seed}",
        f"the opening has {played.opening} moves",
    ]
    for each in played.failures:
        failed = "" if each.fault else "failed: "
        comments.append(f"{plan.setup.players[each.player].name} {failed}{each.reason}")
    game = plan.game(played.seats, played.moves)
    lines = [f"# {comment}\n" for comment in comments]
    played_text = f"{plan.seed} {played.number} {to_text(Record(game))}"
    game_id = sha256(played_text.encode()).hexdigest()[:32]
    for index, time in enumerate(played.times):
        game.moves[index] = replace(game.moves[index], milliseconds=time)
    return "".join(lines) + to_text(Record(game, date.today().isoformat(), game_id=game_id))


# --- comparison with a saved match -----------------------------------------------------------------------


def described(plan: Plan, hypotheses: Hypotheses | None) -> dict[str, Any]:
    """Return, as plain data, everything that determines the games of a match."""
    geometry = plan.setup.geometry
    return {
        "pairing": plan.pairing.value,
        # rules stand in the board, too, so that a program that does not know them refuses the match
        "board": BETWEEN.join((str(geometry), *geometry.rules.words)),
        "line": geometry.line_length,
        "rules": str(geometry.rules),
        "games": plan.games,
        "seed": plan.seed,
        "sprt": None if hypotheses is None else _sprt(hypotheses),
        **({} if plan.setup.start is None else {"start": setup_to_data(plan.setup)["start"]}),
        **({"openings": _digest(map(plan.opening_text, plan.openings))} if plan.openings else {}),
        "players": [
            {
                "name": player.name,
                "symbol": player.symbol,
                "level": player.level,
                "time": player.limit.seconds,
                "depth": player.limit.depth,
            }
            for player in plan.setup.players
        ],
    }


def _sprt(test: Hypotheses) -> list[float]:
    errors = [test.alpha, test.beta]
    return [test.first, test.second, *(errors if errors != [ERROR_RATE] * 2 else [])]


def _digest(texts: Iterable[str]) -> str:
    """Return a short text that tells one list of texts from another."""
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def differences(saved: Mapping[str, Any], requested: Mapping[str, Any]) -> list[str]:
    """Return the differences between a saved match and the requested one in words."""
    found = []
    for key, what in (
        ("pairing", "the pairing"),
        ("board", "--board"),
        ("line", "--line"),
        ("rules", "--rules"),
        ("games", "--games"),
        ("seed", "--seed"),
        ("sprt", "--sprt"),
        ("start", "--start"),
        ("openings", "--openings"),
    ):
        there, here = saved.get(key), requested.get(key)
        if key == "board":
            there, here = (str(board).partition(BETWEEN)[0] for board in (there, here))
        elif key == "pairing":
            there = saved.get(key, saved.get("format"))  # its name in older matches
        elif key == "rules":
            there = saved.get(key, USUAL_WORD)  # older matches are all by the usual rules
        if there != here:
            found.append(f"{what} is {_shown(there)} there, {_shown(here)} here")
    there, here = saved.get("players"), requested["players"]
    if not isinstance(there, list) or len(there) != len(here):
        count = len(there) if isinstance(there, list) else 0
        found.append(f"{count} players there, {len(here)} here")
        return found
    for number, (other, player) in enumerate(zip(there, here, strict=True), 1):
        for key, value in player.items():
            saved_value = other.get(key) if isinstance(other, dict) else None
            if key == "name" and saved_value == _name_in_older_matches(player):
                continue
            if saved_value != value:
                if key == "level":
                    saved_value, value = screen_name(str(saved_value)), screen_name(value)
                pair = f"{_shown(saved_value)} there, {_shown(value)} here"
                found.append(f"the {key} of player {number} is {pair}")
    return found


def _name_in_older_matches(player: Mapping[str, Any]) -> str:
    """Return the name of a step of the ladder in earlier versions, as in records: `expert 2 (2)`."""
    name, level = player["name"], player["level"]
    return f"{level}{name.removeprefix(screen_name(level))}" if name.startswith(screen_name(level)) else name


def _shown(value: object) -> str:
    """Return a value as written on the command line."""
    if value is None:
        return "unset"
    if isinstance(value, list):
        return ",".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else f"{value!s:.40}"
