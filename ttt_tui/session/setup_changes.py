"""Changes of a set-up: levels of computers, seats of humans, and replacements of players.

>>> from ttt_tui.session.presets import PRESETS
>>> setup = PRESETS["computer"].make()
>>> common_level(setup), common_level(with_level(setup, "expert"))
('expert 2', 'expert')
>>> [(player.name, player.symbol) for player in with_your_seat(setup, 1).players][1]
('You', 'O')
"""

from collections.abc import Sequence
from dataclasses import replace

from ttt_tui.engine import (
    HUMAN,
    LONGEST_NAME,
    OPEN,
    GameName,
    Limit,
    Player,
    Setup,
    engine_name,
    is_engine_level,
)
from ttt_tui.session.engines import free_name
from ttt_tui.session.presets import (
    Preset,
    computer_name,
    default_limit,
    guest_name,
    is_usual_name,
    new_player,
    usual_name,
    with_usual_names,
)


def common_level(setup: Setup) -> str | None:
    """Return the level of all computers, None if they differ or if there is none."""
    levels = {player.level for player in setup.players if player.is_computer}
    return levels.pop() if len(levels) == 1 else None


def with_level(setup: Setup, level: str) -> Setup:
    """Return the set-up with all computers on this level.

    A computer with an engine's name or a usual one gets a name that suits the level.
    """
    players = list(setup.players)
    for seat, player in enumerate(players):
        if not player.is_computer or player.level == level:
            continue
        name, taken = player.name, [other.name for other in players if other is not player]
        if is_usual_name(name) or is_named_as_engine(player):
            is_engine = is_engine_level(level)
            engine = engine_name(level)
            name = free_name(engine, taken, LONGEST_NAME) if is_engine else computer_name(level, taken)
        needs_limit = is_engine_level(level) and not player.limit.seconds
        limit = default_limit(2) if needs_limit else player.limit
        if limit.nodes is not None:  # the node limit was chosen for the previous level
            limit = default_limit(len(players))
        players[seat] = replace(player, level=level, name=name, limit=limit)
    return replace(setup, players=with_usual_names(players))


def is_named_as_engine(player: Player) -> bool:
    """Return whether an engine has its own name, perhaps with a number."""
    return player.is_engine and player.name.startswith(engine_name(player.level))


def your_seat(setup: Setup) -> int | None:
    """Return the seat of the only human, None for no human or several."""
    seats = [seat for seat, player in enumerate(setup.players) if player.is_human]
    return seats[0] if len(seats) == 1 else None


def with_your_name(setup: Setup, name: str) -> Setup:
    """Return the set-up with the only human renamed, unless a name was chosen.

    The names of several humans at one terminal, such as "Player 1", mean nothing at other terminals.
    """
    yours = your_seat(setup)
    taken = [player.name for seat, player in enumerate(setup.players) if seat != yours]
    if yours is None or name in taken or not is_usual_name(setup.players[yours].name):
        return setup
    player = replace(setup.players[yours], name=name)
    return replace(setup, players=(*setup.players[:yours], player, *setup.players[yours + 1 :]))


def with_your_seat(setup: Setup, seat: int) -> Setup:
    """Return the set-up with the only human and the player on this seat exchanged.

    Symbols and colours belong to the seats and stay.
    """
    yours = your_seat(setup)
    assert yours is not None, "there is one human"
    players = list(setup.players)
    for here, there in ((yours, seat), (seat, yours)):
        place, sitter = setup.players[here], setup.players[there]
        players[here] = replace(sitter, symbol=place.symbol, colour=place.colour)
    return replace(setup, players=tuple(players))


def has_open_seat(setup: Setup) -> bool:
    """Return whether a seat is for a human at another terminal."""
    return any(player.is_open for player in setup.players)


def without_open_seats(setup: Setup) -> Setup:
    """Return the set-up with humans at this terminal in all open seats."""
    players = (replace(player, level=HUMAN) if player.is_open else player for player in setup.players)
    return replace(setup, players=tuple(players))


def with_open_seat(setup: Setup, *, keeps_computers: bool = False, host_name: str = "") -> Setup:
    """Return the set-up with an open seat.

    If there is none, the seats of all humans but the first become open, or else the last computer's seat.
    With `keeps_computers`, for computers that the user named, there may be no open seat: others can only
    watch. A seat that becomes open loses `host_name`.
    """
    if has_open_seat(setup):
        return setup
    people = [seat for seat, player in enumerate(setup.players) if player.is_human]
    computers = [seat for seat, player in enumerate(setup.players) if player.is_computer]
    players = list(setup.players)
    for seat in people[1:] or ([] if keeps_computers else computers[-1:]):
        name = players[seat].name
        if is_usual_name(name) or name == host_name:
            name = guest_name([player.name for player in players])
        players[seat] = replace(players[seat], name=name, level=OPEN, limit=Limit())
    return replace(setup, players=tuple(players))


def is_game_of(setup: Setup, preset: Preset) -> bool:
    """Whether this is the preset's game: its board, with the same numbers of humans and computers.

    Ultimate has one board, so any rules and players count as its game. No preset starts in a position.
    """
    if setup.start is not None:
        return False
    if GameName.IN_A_ROW not in (games := {setup.geometry.rules.game, preset.geometry.rules.game}):
        return len(games) == 1
    people = sum(not player.is_computer for player in setup.players)
    sits = (setup.geometry, len(setup.players), people)
    return sits == (preset.geometry, len(preset.levels), preset.levels.count(HUMAN))


def replacement_player(players: Sequence[Player], seat: int, level: str, your_name: str) -> Player:
    """Return a player of this level for a seat, with its symbol, its colour and the time that it had.

    The player has a name that no other has, so that games are counted for the right one. `your_name` is the
    user's.
    """
    before, others = players[seat], [*players[:seat], *players[seat + 1 :]]
    player = new_player(level, others, len(players))
    limit = player.limit
    if player.is_computer and before.limit.seconds is not None:
        limit = replace(limit, seconds=before.limit.seconds)
    name = free_player_name(level, [other.name for other in players], your_name)
    return replace(player, name=name, symbol=before.symbol, colour=before.colour, limit=limit)


def free_player_name(level: str, taken: Sequence[str], your_name: str) -> str:
    """Return a free name for one more player: the user's, an engine's, or a default one."""
    if level == HUMAN and your_name not in taken:
        return your_name
    if is_engine_level(level):
        return free_name(engine_name(level), taken, LONGEST_NAME)
    return usual_name(level, taken)
