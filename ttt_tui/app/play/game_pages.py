"""The whole of listed games, read a page at a time when they come into sight."""

from collections.abc import Callable

from ttt_tui.errors import StoreBusy, StoreError
from ttt_tui.store.listing import Games
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import Job, StoreThread

PAGE = 100
"""Games that are read together."""

MOST_KEPT = 2000
"""Games that are kept."""


class GamePages:
    """Reads listed games from the store; those that are late arrive by `look`."""

    def __init__(self, store: StoreThread | None, when_read: Callable[[], object]) -> None:
        """The store's thread calls `when_read` once a late page has been read."""
        self._store = store
        self._when_read = when_read
        self._games: Games = ()
        self._entries: dict[int, Entry | None] = {}
        self._job: Job[list[Entry]] | None = None
        self._wanted: list[int] = []

    def show(self, games: Games, *, is_changed: bool) -> None:
        """List these games; `is_changed` if something was written since."""
        self._games = games
        if is_changed:
            self._entries.clear()
            self.cancel()

    def entry(self, index: int) -> Entry | None:
        """Return the game at an index of the list; None if it is not read yet, or cannot be read."""
        id = self._games[index].id
        if id not in self._entries:
            self._read(index)
        return self._entries.get(id)

    def is_damaged(self, index: int) -> bool:
        """Return whether the game at an index was looked for in vain."""
        id = self._games[index].id
        return id in self._entries and self._entries[id] is None

    def look(self) -> bool:
        """Take a page that has arrived, and return whether there was one."""
        if self._job is None or not self._job.is_done:
            return False
        job, self._job = self._job, None
        self._keep([] if job.error is not None else job.result)
        return True

    def cancel(self) -> None:
        if self._store is not None and self._job is not None:
            self._store.cancel(self._job)
        self._job = None

    def _read(self, index: int) -> None:
        if self._store is None or self._job is not None:
            return
        start = index // PAGE * PAGE
        self._wanted = wanted = [game.id for game in self._games[start : start + PAGE]]
        job = self._store.submit(lambda history: history.finder.entries_of(wanted), when_done=self._when_read)
        try:
            self._keep(self._store.result(job))
        except StoreBusy:
            self._job = job
        except StoreError:
            self._keep([])

    def _keep(self, entries: list[Entry]) -> None:
        if len(self._entries) > MOST_KEPT:
            self._entries.clear()
        self._entries |= dict.fromkeys(self._wanted) | {entry.id: entry for entry in entries}
