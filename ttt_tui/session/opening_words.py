"""Openings in words: the stone or choice that is due, and the choice that was made.

>>> from ttt_tui.engine import Game, Geometry, Match, Player, Rules, Setup
>>> players = Player("Ada", "X"), Player("Bob", "O")
>>> match = Match(Setup(Geometry(15, 15, 5, Rules.parse("swap2")), players))
>>> match.place("h8")
>>> opening_text(match)
'Ada (X) places X, O, X: now O (2 of 3)'
>>> match.place("i8"), match.place("h9")
(None, None)
>>> opening_text(match)
'Bob (O), take a side'
>>> for option in options(match):
...     print(option.number, option.text)
1 stay, O moves
2 swap the stones, X moves
3 place two more, X chooses
"""

from typing import NamedTuple

from ttt_tui.analysis.words import move_text
from ttt_tui.engine import Choice, Game, Match, Move, Opening, Rules
from ttt_tui.engine.openings import FURTHER_STONES, STONES
from ttt_tui.session import wording
from ttt_tui.session.wording import only_human, sentence_seat_name

BRIEF = {Choice.STAY: "stay", Choice.SWAP: "swap", Choice.TWO_MORE: "two more"}
BRIEFEST = BRIEF | {Choice.TWO_MORE: "+2"}

PAST = {Choice.STAY: "stayed", Choice.SWAP: "swapped sides", Choice.TWO_MORE: "chose to place two more"}

NO_ADVICE = "hints and analysis begin after the opening"
"""Why hints and analysis are unavailable."""


class Option(NamedTuple):
    """A due choice in words."""

    choice: Choice
    number: int
    """The key that chooses it."""
    what: str
    """The choice itself: `swap the stones`."""
    then: str
    """Its consequence: `you move`."""

    @property
    def text(self) -> str:
        return f"{self.what}, {self.then}"

    @property
    def shorter(self) -> str:
        return f"{self.brief}, {self.then}"

    @property
    def brief(self) -> str:
        return BRIEF[self.choice]

    @property
    def briefest(self) -> str:
        return BRIEFEST[self.choice]


def options(match: Match) -> tuple[Option, ...]:
    """Return the choices that are due, none if a stone is to be placed."""
    position, one = match.game.position, match.setup.geometry.rules.opening is Opening.PIE
    texts = {
        Choice.STAY: ("stay", _acts(match, 1 - position.first, "move")),
        Choice.SWAP: (f"swap the stone{'s' * (not one)}", _acts(match, position.first, "move")),
        Choice.TWO_MORE: ("place two more", _acts(match, 1 - position.to_move, "choose")),
    }
    return tuple(Option(choice, number, *texts[choice]) for number, choice in enumerate(position.choices, 1))


def keys_of(match: Match) -> str:
    """Return the keys of the choices that are due: `1, 2 or 3`."""
    *others, last = (str(option.number) for option in options(match))
    return f"{', '.join(others)} or {last}"


def _acts(match: Match, seat: int, verb: str) -> str:
    return f"you {verb}" if seat == only_human(match) else f"{match.setup.players[seat].symbol} {verb}s"


def opening_text(match: Match, *, is_brief: bool = False) -> str:
    """Return what the player to move has to do in the opening, empty after the opening.

    With `is_brief` the text is shorter: `Ada (X): now O (2 of 3)`.
    """
    position, players = match.game.position, match.setup.players
    if position.stage is None or match.game.outcome is not None:
        return ""
    mover, is_you = position.to_move, position.to_move == only_human(match)
    name = "You" if is_you else sentence_seat_name(match, mover)
    if position.choices and is_brief:
        return f"{players[mover].symbol}: take a side"
    if position.choices:
        return "Take a side" if is_you else f"{name}, take a side"
    placed, total = position.ply, STONES[match.setup.geometry.rules.opening]
    if placed >= total:
        placed, total = placed - total, FURTHER_STONES
    owner = position.next_owner
    verb = "place" if is_you else "places"
    if total == 1:
        return f"{name} {verb} the first stone"
    now = f"now {players[owner].symbol} ({placed + 1} of {total})"
    if is_brief:
        return f"{name}: {now}"
    # sides alternate, whoever places
    order = [owner if (number - placed) % 2 == 0 else 1 - owner for number in range(total)]
    marks = ", ".join(players[seat].symbol for seat in order)
    return f"{name} {verb} {marks}: {now}"


def turn_text(match: Match) -> str:
    """Return whose turn it is, and in an opening what a human has to do."""
    is_thinking = match.setup.players[match.game.position.to_move].is_computer
    return ("" if is_thinking else opening_text(match)) or wording.turn_text(match)


def choice_sentence(match: Match, move: Move) -> str:
    """Return the choice that was made, in a sentence about the player.

    After a swap the sentence says who has which side now: `Bob (O) swaps: stones change sides; you are X now,
    second to move`.
    """
    you = only_human(match)  # with several the status line, which says whose move it is, has no room for more
    is_you = move.player == you
    name = "You" if is_you else sentence_seat_name(match, move.player)
    verb = _verb_phrase(match.setup.geometry.rules, move, is_you=is_you)
    return f"{name} {verb}{'' if you is None else _sides_now(match.game, move, you)}"


def opening_phrase(game: Game, ply: int) -> str:
    """Return what move `ply`, from 1, did in the opening: `placed O on i8`, `swapped sides`; else empty."""
    if ply > game.opening_moves:
        return ""
    move, setup = game.moves[ply - 1], game.setup
    if move.is_end:
        return ""
    if move.is_stone:
        symbol = setup.players[game.owner_when_placed(move)].symbol
        return f"placed {symbol} on {move_text(setup, move.square)}"
    assert move.square is not None, "it is a choice"
    return PAST[Choice(move.square)]


def choice_text(game: Game, move: Move) -> str:
    """Return a choice with the player's symbol: `O swaps: stones change sides`."""
    verb = _verb_phrase(game.setup.geometry.rules, move)
    return f"{game.setup.players[move.player].symbol} {verb}{_sides_now(game, move)}"


def _sides_now(game: Game, move: Move, you: int | None = None) -> str:
    """Return who has which side after a swap, starting with `; `; empty after any other choice.

    Whoever swapped, the player who began the game then has the second side, which is to move.
    """
    if move.square is not Choice.SWAP:
        return ""
    players = game.setup.players
    if you is None:
        return f"; {players[game.first].symbol} is second to move now"
    return f"; you are {players[you].symbol} now, {'second' if you == game.first else 'first'} to move"


def _verb_phrase(rules: Rules, move: Move, *, is_you: bool = False) -> str:
    s = "" if is_you else "s"
    if move.square == Choice.STAY:
        return f"stay{s}"
    if move.square == Choice.SWAP:
        what = "the stone changes" if rules.opening is Opening.PIE else "stones change"
        return f"swap{s}: {what} sides"
    return f"choose{s} to place two more"
