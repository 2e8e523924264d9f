"""A match that is kept: a folder with a file of each game, and one for programs from which the match goes on.

`game-0001.txt` and so on are records as `ttt-tui history` writes them. `match.jsonl` has a line of JSON for
the match and one for each game that was played, in the order in which they ended. Of a brain both hold
its name only, never its command. With a game are the openings that were refused before its own was found, so
that a match which goes on need not search for that again.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from ttt_tui import __version__
from ttt_tui.engine import Record
from ttt_tui.engine.record_text import to_text
from ttt_tui.errors import GameNotSaved, UsageError
from ttt_tui.store.files import describe_os_error
from ttt_tui.tournament.openings import Choice, Choices
from ttt_tui.tournament.plan import Plan
from ttt_tui.tournament.played import Played, from_data, to_data
from ttt_tui.tournament.sprt import Hypotheses

MATCH_FILE = "match.jsonl"

FORMAT = 1
"""Of the match file; another program of this name may write another."""

LONGEST_LINE = 100_000
"""Bytes of a line of the match file: one with the longest game takes a tenth of it."""

LARGEST_MATCH = 1_000_000_000
"""Bytes of the match file: half a million games take as much."""

REFUSED = "refused"
"""The field of a game's line with the openings that were refused, for each search that led to its own."""

MOST_DIFFERENCES = 3
"""Differences between a saved match and the one that is asked for, of which an error tells."""

NO_MATCH = "not a match of ttt-tui"


def saved_seed(path: Path) -> int | None:
    """Return the seed of the match that is kept in a folder, None if there is none that can be read."""
    try:
        with (path / MATCH_FILE).open("rb") as file:
            seed = _json(file.readline(LONGEST_LINE + 1)).get("seed")
    except (OSError, ValueError, AttributeError):
        return None
    return seed if isinstance(seed, int) else None


class Folder:
    """A folder that this process alone writes into. Raises `UsageError` for one that cannot be had."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path / MATCH_FILE
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not self._file.exists() and any(path.iterdir()):
                raise UsageError(f"{str(path)!r} contains other files; choose a new directory", "--save")
            self._descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except FileExistsError:
            raise UsageError(f"{str(path)!r} is a file; choose a directory", "--save") from None
        except OSError as error:
            raise UsageError(f"cannot save the match: {describe_os_error(error)}", "--save") from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            raise UsageError(f"{str(path)!r} is in use by another match", "--save") from None
        self._unfinished = 0
        """Bytes of a line that was being written when a process was killed."""
        self.games: dict[int, Played] = {}
        """The games that were played before, by number."""
        self.openings: dict[int, Choices] = {}
        """The choices that led to the openings which were found so far, by their index."""

    def close(self) -> None:
        """Let others have the folder."""
        os.close(self._descriptor)

    def begin(self, plan: Plan, hypotheses: Hypotheses | None, seed: int | None = None) -> None:
        """Keep this match from now on, and find the games of it that were played already.

        `seed` is the one that was asked for, if any; the plan has the one that is kept here already. Raises
        `UsageError` if another match is kept here, or if a line of it cannot be read.
        """
        asked = described(plan, hypotheses)
        if seed is not None:
            asked["seed"] = seed
        lines = self._lines()
        first = next(lines, b"")
        if not first.endswith(b"\n"):
            about = {"match": FORMAT, "version": __version__, "begun": date.today().isoformat()}
            if not json.dumps(about).encode().startswith(first[:10]):
                raise self._damaged(1, NO_MATCH)
            self._cut_off()
            try:
                self._append({**about, **asked})
            except GameNotSaved as error:
                raise UsageError(str(error), "--save") from None
            return
        try:
            differing = differences(self._match(first), asked)
        except RecursionError:
            raise self._damaged(1, "nested too deeply") from None
        if differing:
            told = "; ".join(differing[:MOST_DIFFERENCES])
            if (more := len(differing) - MOST_DIFFERENCES) > 0:
                told += f"; {more} more difference{'s' * (more > 1)}"
            raise UsageError(
                f"{str(self._path)!r} contains another match ({told}): "
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
                with suppress(ValueError, TypeError, KeyError):  # it is searched for again
                    self.openings[plan.opening_of(played.number)] = _choices(data[REFUSED], plan, played)
        self._cut_off()

    def note_opening(self, index: int, choices: Choices) -> None:
        """Keep what led to an opening with the games that are played with it."""
        self.openings[index] = choices

    def add(self, plan: Plan, played: Played) -> None:
        """Keep a game. Raises `GameNotSaved`."""
        path = self._path / self._name(plan, played)
        temporary = path.with_name(f".{path.name}.part")
        try:
            try:
                temporary.write_text(_record(plan, played), encoding="utf-8")
                temporary.replace(path)
            except OSError:
                with suppress(OSError):
                    temporary.unlink()
                raise
        except OSError as error:
            raise GameNotSaved(f"cannot save the match: {describe_os_error(error)}") from error
        choices = self.openings.get(plan.opening_of(played.number), ())
        refused = [[plan.opening_words(opening) for opening in choice.refused] for choice in choices]
        self._append({**to_data(played), REFUSED: refused})

    # --- the match file ----------------------------------------------------------------------------------

    def _lines(self) -> Iterator[bytes]:
        """Give the lines, the last one perhaps without its end; raises `UsageError` for too much."""
        with self._file.open("rb") as file:
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

    def _cut_off(self) -> None:
        """Forget the line that was being written when a process was killed."""
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
            raise GameNotSaved(f"cannot save the match: {describe_os_error(error)}") from error

    def _match(self, line: bytes) -> Mapping[str, Any]:
        try:
            data = _json(line)
        except ValueError as error:
            raise self._damaged(1, str(error)) from None
        if not isinstance(data, dict) or data.get("match") != FORMAT:
            raise self._damaged(1, NO_MATCH)
        return data

    def _damaged(self, number: int, reason: str) -> UsageError:
        return UsageError(f"cannot read {str(self._file)!r}, line {number}: {reason}", "--save")

    def _name(self, plan: Plan, played: Played) -> str:
        return f"game-{played.number + 1:0{max(4, len(str(plan.total)))}}.txt"


def _json(line: bytes) -> Any:
    """Return what a line says; raises `ValueError`, with a reason that names no column."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"line too long (at most {LONGEST_LINE:,} bytes)")
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None


def _choices(refused: list[list[str]], plan: Plan, played: Played) -> Choices:
    """Return what led to a game's opening; raises `ValueError` and `TypeError` if that is not known."""
    searches = [tuple(map(plan.opening, words)) for words in refused]
    if not searches:
        raise ValueError("no search is known")
    opening = plan.opening(" ".join(played.moves[: played.opening]))
    return [*(Choice(None, openings) for openings in searches[:-1]), Choice(opening, searches[-1])]


def _record(plan: Plan, played: Played) -> str:
    """Return the record of a game, with what a record has no tags for in comments.

    Its id is the same whenever it is written, so that the store recognizes it; the seed makes it unique.
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
    return "".join(lines) + to_text(Record(game, date.today().isoformat(), game_id=game_id))


# --- what makes a match another one ------------------------------------------------------------------------


def described(plan: Plan, hypotheses: Hypotheses | None) -> dict[str, Any]:
    """Return all that decides which games a match has, as plain data."""
    geometry = plan.setup.geometry
    return {
        "format": plan.format.value,
        "board": str(geometry),
        "line": geometry.line_length,
        "games": plan.games,
        "seed": plan.seed,
        "sprt": None if hypotheses is None else [hypotheses.first, hypotheses.second],
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


def differences(saved: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """Return in words what is not the same in a match that was saved as in the one that is asked for."""
    found = []
    for key, what in (
        ("format", "the format"),
        ("board", "--board"),
        ("line", "--line"),
        ("games", "--games"),
        ("seed", "--seed"),
        ("sprt", "--sprt"),
    ):
        there, here = saved.get(key), asked[key]
        if there != here:
            found.append(f"{what} is {_shown(there)} there, {_shown(here)} here")
    there, here = saved.get("players"), asked["players"]
    if not isinstance(there, list) or len(there) != len(here):
        count = len(there) if isinstance(there, list) else 0
        found.append(f"{count} players there, {len(here)} here")
        return found
    for number, (other, player) in enumerate(zip(there, here, strict=True), 1):
        for key, value in player.items():
            saved_value = other.get(key) if isinstance(other, dict) else None
            if saved_value != value:
                pair = f"{_shown(saved_value)} there, {_shown(value)} here"
                found.append(f"the {key} of player {number} is {pair}")
    return found


def _shown(value: object) -> str:
    """Return a value as it is written on the command line."""
    if value is None:
        return "unset"
    if isinstance(value, list):
        return ",".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else f"{value!s:.40}"
