"""What people at several terminals are called, and who of them is where.

Anybody may give themselves any name; the login, which the kernel knows, says who that is:

>>> display_name("Ada", "root"), display_name("Bob", "bob"), display_name("", "eve")
('Ada (root)', 'Bob', 'eve')
"""

from ttt_tui.engine import is_valid_name
from ttt_tui.multiplayer.company import MultiplayerSession
from ttt_tui.session.layout import listing, watching


def display_name(name: str, login: str) -> str:
    """Return what somebody is called in sentences: by the name they gave, with the login unless it says that.

    `name` is a stranger's: one that cannot be a name is left out.
    """
    if not is_valid_name(name):
        return login
    return name if name.casefold() == login.casefold() else f"{name} ({login})"


def who_is_where(company: MultiplayerSession, *, has_begun: bool) -> list[str]:
    """Return sentences that say who plays and is here, who is not, and who looks on; none if nobody knows."""
    if company.setup is None:
        return []
    players, humans = company.setup.players, [player for player in company.setup.players if player.is_human]
    elsewhere = "Disconnected" if has_begun else "Waiting for"
    groups: dict[str, list[str]] = {"Connected": [], elsewhere: [], "Computers": []}
    for seat, player in enumerate(players):
        where = elsewhere if seat in company.away else "Computers" if player.is_computer else "Connected"
        name = "you" if humans == [player] else player.name
        groups[where].append(f"{name} ({player.symbol})")
    said = [f"{where}: {listing(names)}" for where, names in groups.items() if names]
    hosts = "You are hosting" if company.is_host else f"{company.host_name} is hosting"
    return [*said, watching(company.watchers, len(company.watchers)) or "No spectators", hosts]
