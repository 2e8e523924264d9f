"""The accounts of a server: names, the keys to which they belong, bans, mutes, and the ratings of people.

A name belongs to the keys of its account for good. All of it is small, read on the spot, and written before a
call returns, so that nothing that a visitor was told is lost with the power.
"""

import re
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ttt_tui.errors import NameRefused, StoreError
from ttt_tui.process.paths import make_private_directory

MOST_NAME = 20
"""The longest name, in characters."""

MOST_KEYS = 10
"""The most keys of an account."""

CODE_SECONDS = 600.0
"""Time within which another key can be added by a code."""

MOST_MUTES = 200
"""The most names that one account mutes."""

MOST_ACCOUNTS = 100_000
"""Accounts that a server keeps."""

RESERVED = (
    "guest",
    "server",
    "admin",
    "administrator",
    "computer",
    "nobody",
    "anybody",
    "you",
    "root",
    "sysop",
)
"""Names that would be taken for somebody else, also with digits behind them."""

ALIKE = str.maketrans({"i": "l", "1": "l", "0": "o", "_": "", ".": "", "-": ""})
"""Characters that are taken for each other, or overlooked."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    created REAL NOT NULL, seen REAL NOT NULL);
CREATE TABLE IF NOT EXISTS keys (fingerprint TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts);
CREATE TABLE IF NOT EXISTS codes (code TEXT PRIMARY KEY, account INTEGER NOT NULL, expires REAL NOT NULL);
CREATE TABLE IF NOT EXISTS bans (what TEXT PRIMARY KEY, reason TEXT NOT NULL, since REAL NOT NULL);
CREATE TABLE IF NOT EXISTS mutes (account INTEGER, muted INTEGER, PRIMARY KEY (account, muted));
CREATE TABLE IF NOT EXISTS ratings (
    account INTEGER, kind TEXT, rating REAL, deviation REAL, volatility REAL, games INTEGER, day TEXT,
    PRIMARY KEY (account, kind));
CREATE TABLE IF NOT EXISTS names (looks TEXT PRIMARY KEY, account INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS rated (game TEXT PRIMARY KEY, first INTEGER, second INTEGER, day TEXT);
CREATE INDEX IF NOT EXISTS rated_pairs ON rated (first, second, day);
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL, rated INTEGER NOT NULL);
"""


class Account(NamedTuple):
    """Somebody with a key."""

    id: int
    """From 1."""
    name: str


class StoredRating(NamedTuple):
    """A rating of Glicko-2 in one kind of game."""

    rating: float
    deviation: float
    volatility: float
    games: int
    """Rated games of this kind."""
    day: str
    """The date of the latest one, `2026-11-30`."""


class Ranked(NamedTuple):
    """A line of a leaderboard."""

    name: str
    rating: StoredRating


class KeptGame(NamedTuple):
    """A game between two accounts that is not over."""

    number: int
    uid: str
    """The game's id in the server's history."""
    players: tuple[int, int]
    """The numbers of the accounts, in turn order."""
    rated: bool


class Ban(NamedTuple):
    """Somebody who is not let in."""

    what: str
    """A name, the fingerprint of a key, or an address."""
    reason: str


def check_account_name(name: str) -> None:
    """Raise `NameRefused` unless this can be the name of an account."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", name):
        raise NameRefused("a name has letters a to z, digits, _ . and -, and begins with a letter")
    if len(name) > MOST_NAME:
        raise NameRefused(f"a name has at most {MOST_NAME} characters")
    if looks_of(name.rstrip("-_.0123456789")) in map(looks_of, RESERVED):
        raise NameRefused(f"{name} would be taken for somebody else")


def looks_of(name: str) -> str:
    """Return what is the same for names that are taken for each other, such as `Ada`, `ada.` and `AdA`."""
    return name.casefold().translate(ALIKE).replace("rn", "m").replace("vv", "w")


class Accounts:
    """The accounts in the file at `path`, which is created if it is missing. Raises `StoreError`."""

    def __init__(self, path: Path) -> None:
        try:
            make_private_directory(path.parent)
            self._connection = sqlite3.connect(path, isolation_level=None)
            path.chmod(0o600)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.executescript(SCHEMA)
            self._connection.create_function("looks_of", 1, looks_of, deterministic=True)
            self._connection.execute(  # those of earlier versions
                "INSERT OR IGNORE INTO names SELECT looks_of(name), id FROM accounts"
                " WHERE id NOT IN (SELECT account FROM names)"
            )
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"cannot open {path}: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Change the file in one transaction. Raises `StoreError`, such as for a full disk."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(f"the server cannot store that: {error}") from None

    # --- names and keys ----------------------------------------------------------------------------------

    def of_key(self, fingerprint: str) -> Account | None:
        """Return the account to which a key belongs."""
        return self._account(
            "SELECT id, name FROM accounts WHERE id = (SELECT account FROM keys WHERE fingerprint = ?)",
            fingerprint,
        )

    def named(self, name: str) -> Account | None:
        """Return the account of this name, whatever the case of its letters."""
        return self._account("SELECT id, name FROM accounts WHERE name = ?", name)

    def by_id(self, id: int) -> Account | None:
        """Return the account of this number."""
        return self._account("SELECT id, name FROM accounts WHERE id = ?", id)

    def _account(self, query: str, value: object) -> Account | None:
        row = self._connection.execute(query, (value,)).fetchone()
        return None if row is None else Account(*row)

    def enter(self, fingerprint: str, wanted: str) -> Account:
        """Return the account of a key, a new one at the first visit: with the name that is `wanted` if it is
        free and valid, else with one like it. Raises `NameRefused` if there are too many accounts.
        """
        if (known := self.of_key(fingerprint)) is not None:
            with suppress(StoreError), self._change() as connection:  # who has an account comes in anyway
                connection.execute("UPDATE accounts SET seen = ? WHERE id = ?", (time.time(), known.id))
            return known
        if self._connection.execute("SELECT count(*) FROM accounts").fetchone()[0] >= MOST_ACCOUNTS:
            raise NameRefused("the server takes no new accounts")
        name = self._free_name(wanted)
        with self._change() as connection:
            now = time.time()
            cursor = connection.execute(
                "INSERT INTO accounts (name, created, seen) VALUES (?, ?, ?)", (name, now, now)
            )
            connection.execute("INSERT INTO keys VALUES (?, ?)", (fingerprint, cursor.lastrowid))
            connection.execute("INSERT INTO names VALUES (?, ?)", (looks_of(name), cursor.lastrowid))
        assert cursor.lastrowid is not None
        return Account(cursor.lastrowid, name)

    def _free_name(self, wanted: str) -> str:
        """Return the wanted name, or one like it that is free: `ada-2`."""
        try:
            check_account_name(wanted)
        except NameRefused:
            wanted = "player"
        number, name = 1, wanted
        while self._holder(name) is not None or name == "player":
            number += 1
            end = f"-{number if number < 100 else secrets.randbelow(10**6)}"
            name = wanted[: MOST_NAME - len(end)] + end
        return name

    def rename(self, account: Account, name: str) -> Account:
        """Give an account another name, and return it; the former one stays its own. Raises `NameRefused`."""
        check_account_name(name)
        if self._holder(name) not in (None, account.id):
            raise NameRefused(f"{name}, or a name that looks like it, is taken")
        with self._change() as connection:
            connection.execute("UPDATE accounts SET name = ? WHERE id = ?", (name, account.id))
            connection.execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (looks_of(name), account.id))
        return Account(account.id, name)

    def _holder(self, name: str) -> int | None:
        """Return the number of the account that has or had this name, or one that looks like it."""
        row = self._connection.execute(
            "SELECT account FROM names WHERE looks = ?", (looks_of(name),)
        ).fetchone()
        return None if row is None else int(row[0])

    def make_code(self, account: Account) -> str:
        """Return a code of one use with which somebody with another key takes this account."""
        code = "-".join(f"{secrets.randbelow(10_000):04}" for _ in range(3))
        with self._change() as connection:
            connection.execute(
                "DELETE FROM codes WHERE account = ? OR expires < ?", (account.id, time.time())
            )
            connection.execute(
                "INSERT INTO codes VALUES (?, ?, ?)", (code, account.id, time.time() + CODE_SECONDS)
            )
        return code

    def use_code(self, code: str, fingerprint: str) -> Account:
        """Let a key belong to the account that made a code, and return it. Raises `NameRefused`."""
        with self._change() as connection:
            row = connection.execute(
                "SELECT account FROM codes WHERE code = ? AND expires >= ?", (code.strip(), time.time())
            ).fetchone()
            if row is None:
                raise NameRefused("the code is unknown, used or too old")
            keys = connection.execute("SELECT count(*) FROM keys WHERE account = ?", row).fetchone()[0]
            if keys >= MOST_KEYS:
                raise NameRefused(f"an account has at most {MOST_KEYS} keys")
            if self._would_lose(fingerprint, row[0]):
                raise NameRefused("your account has played and has no other key: come with a new key")
            connection.execute("DELETE FROM codes WHERE code = ?", (code.strip(),))
            connection.execute("INSERT OR REPLACE INTO keys VALUES (?, ?)", (fingerprint, row[0]))
        account = self.by_id(row[0])
        assert account is not None
        return account

    def _would_lose(self, fingerprint: str, account: int) -> bool:
        """Return whether an account with ratings or games would lose its only key to this account."""
        own = self.of_key(fingerprint)
        if own is None or own.id == account:
            return False
        keys, ratings, games = self._connection.execute(
            "SELECT (SELECT count(*) FROM keys WHERE account = :own),"
            " (SELECT count(*) FROM ratings WHERE account = :own),"
            " (SELECT count(*) FROM games WHERE :own IN (first, second))",
            {"own": own.id},
        ).fetchone()
        return bool(keys == 1 and ratings + games > 0)

    # --- bans and mutes ----------------------------------------------------------------------------------

    def ban(self, what: str, reason: str) -> None:
        """Let a name, a key or an address in no more; a name stands for all its keys."""
        with self._change() as connection:
            connection.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?)", (what, reason, time.time()))
            if (account := self.named(what)) is not None:
                for (key,) in connection.execute(
                    "SELECT fingerprint FROM keys WHERE account = ?", (account.id,)
                ).fetchall():
                    connection.execute(
                        "INSERT OR REPLACE INTO bans VALUES (?, ?, ?)", (key, reason, time.time())
                    )

    def unban(self, what: str) -> bool:
        """Lift a ban, and for a name those of its keys; return whether there was one."""
        with self._change() as connection:
            count = connection.execute("DELETE FROM bans WHERE what = ?", (what,)).rowcount
            if (account := self.named(what)) is not None:
                count += connection.execute(
                    "DELETE FROM bans WHERE what IN (SELECT fingerprint FROM keys WHERE account = ?)",
                    (account.id,),
                ).rowcount
        return count > 0

    def ban_of(self, *whats: str) -> Ban | None:
        """Return the ban of a name, key or address, if there is one."""
        for what in whats:
            row = self._connection.execute("SELECT what, reason FROM bans WHERE what = ?", (what,)).fetchone()
            if row is not None:
                return Ban(*row)
        return None

    def bans(self) -> list[Ban]:
        """Return all bans, the latest one first."""
        return [
            Ban(*row) for row in self._connection.execute("SELECT what, reason FROM bans ORDER BY since DESC")
        ]

    def mute(self, account: Account, other: Account, *, is_on: bool) -> None:
        """Let an account read no more greetings and challenges of another, or read them again."""
        with self._change() as connection:
            connection.execute("DELETE FROM mutes WHERE account = ? AND muted = ?", (account.id, other.id))
            count = connection.execute(
                "SELECT count(*) FROM mutes WHERE account = ?", (account.id,)
            ).fetchone()[0]
            if is_on and count < MOST_MUTES:
                connection.execute("INSERT INTO mutes VALUES (?, ?)", (account.id, other.id))

    def mutes(self, account: Account) -> set[int]:
        """Return the numbers of the accounts that this one has muted."""
        rows = self._connection.execute("SELECT muted FROM mutes WHERE account = ?", (account.id,))
        return {row[0] for row in rows}

    # --- ratings -----------------------------------------------------------------------------------------

    def rating(self, account: Account, kind: str) -> StoredRating | None:
        """Return the rating of an account in a kind of game, None before the first rated game."""
        row = self._connection.execute(
            "SELECT rating, deviation, volatility, games, day FROM ratings WHERE account = ? AND kind = ?",
            (account.id, kind),
        ).fetchone()
        return None if row is None else StoredRating(*row)

    def rate(self, game: str, kind: str, ratings: Sequence[tuple[Account, StoredRating]]) -> bool:
        """Store the ratings after a game, unless it has counted before; return whether it counts now."""
        with self._change() as connection:
            pair, today = sorted(account.id for account, _ in ratings), date.today().isoformat()
            row = game, *pair, today
            if connection.execute("INSERT OR IGNORE INTO rated VALUES (?, ?, ?, ?)", row).rowcount == 0:
                return False
            for account, rating in ratings:
                connection.execute(
                    "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", (account.id, kind, *rating)
                )
        return True

    def rated_today(self, one: int, two: int) -> int:
        """Return the number of today's rated games of two accounts."""
        row = *sorted((one, two)), date.today().isoformat()
        query = "SELECT count(*) FROM rated WHERE first = ? AND second = ? AND day = ?"
        return int(self._connection.execute(query, row).fetchone()[0])

    def is_rated(self, game: str) -> bool:
        """Return whether a game has counted."""
        return self._connection.execute("SELECT 1 FROM rated WHERE game = ?", (game,)).fetchone() is not None

    def leaderboard(self, most_deviation: float, count: int) -> dict[str, list[Ranked]]:
        """Return the best `count` accounts of each kind of game whose ratings are at least that certain."""
        board: dict[str, list[Ranked]] = {}
        for kind, name, *rating in self._connection.execute(
            "SELECT kind, name, rating, deviation, volatility, games, day FROM ratings"
            " JOIN accounts ON accounts.id = account WHERE deviation < ? ORDER BY kind, rating DESC, name",
            (most_deviation,),
        ):
            ranked = board.setdefault(kind, [])
            if len(ranked) < count:
                ranked.append(Ranked(name, StoredRating(*rating)))
        return board

    # --- games -------------------------------------------------------------------------------------------

    def keep_game(self, uid: str, players: tuple[int, int], *, rated: bool) -> int:
        """Keep a game that has begun, and return its number."""
        with self._change() as connection:
            cursor = connection.execute(
                "INSERT INTO games (uid, first, second, rated) VALUES (?, ?, ?, ?)", (uid, *players, rated)
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def update_game(self, number: int, uid: str, players: tuple[int, int]) -> None:
        """Note that a match has gone on with another game."""
        with self._change() as connection:
            connection.execute(
                "UPDATE games SET uid = ?, first = ?, second = ? WHERE number = ?", (uid, *players, number)
            )

    def drop_game(self, number: int) -> None:
        """Forget a game that is over."""
        with self._change() as connection:
            connection.execute("DELETE FROM games WHERE number = ?", (number,))

    def kept_games(self) -> list[KeptGame]:
        """Return all games that are not over, the oldest first."""
        rows = self._connection.execute("SELECT number, uid, first, second, rated FROM games ORDER BY number")
        return [
            KeptGame(number, uid, (first, second), bool(rated)) for number, uid, first, second, rated in rows
        ]

    def best_known_rating(self, account: Account) -> tuple[float, int]:
        """Return the rating in the kind that an account has played most, and its games; 0 of both if none."""
        row = self._connection.execute(
            "SELECT rating, games FROM ratings WHERE account = ? ORDER BY games DESC, day DESC LIMIT 1",
            (account.id,),
        ).fetchone()
        return (0.0, 0) if row is None else (float(row[0]), int(row[1]))
