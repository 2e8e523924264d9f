"""The sentences and help texts of plain mode, written to be listened to as well as read, and their writer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from ttt_tui.analysis.rating import LEAST_SHOWN
from ttt_tui.analysis.words import board_words, rules_title
from ttt_tui.engine import (
    HUMAN,
    Game,
    IllegalMove,
    Mask,
    Match,
    Move,
    Player,
    Setup,
    squares_of,
)
from ttt_tui.engine.clock import Clock
from ttt_tui.session import wording
from ttt_tui.session.clocks import clock_words, shown_clocks
from ttt_tui.session.games import words_of
from ttt_tui.session.layout import FORBIDDEN_MARK, letters_for, listing, some
from ttt_tui.session.opening_words import choice_text, options
from ttt_tui.session.player_ratings import RatingChange
from ttt_tui.session.rule_choices import fitting_rules, meaning_of, rules_meaning, typed_words
from ttt_tui.session.setup_changes import has_open_seat
from ttt_tui.store.settings import Settings
from ttt_tui.store.stored_game import Entry

BOARD_HELP = """\
board: print the board. board always: print it after every move. board off: stop that.
row 3: list the stones in row 3. where O: list the stones of O."""

LEAVING_HELP = """\
help, ?: this list.
quit, exit, or end of input: leave."""

MATCH_HELP = f"""\
A square, such as b2 or 5: place a stone there. Where stones fall a column, such as d or 4.
Where a turn has two stones, two squares, such as h8 i9: place both.
Where players choose marks, write the mark before it, such as Xb2 or O5.
stay, swap, two-more, or 1, 2, 3: choose a side in an opening, or place two more stones.
undo, redo: take back your latest move and all after it; play them again.
hint: what to look for; again for the square, and again for the reason.
review: after a game, list the mistakes and better moves, and your losing move; again for a longer look.
why: after a game, show how a mistake is refuted; again for the next mistake.
share: print the game as a small text to paste.
now: while a computer thinks, let it play the best move that it has found.
resign: resign the game; in a shared game, type it twice.
draw: offer a draw; a computer accepts when it is not better and little can still happen.
new, or Enter after a game: start the next game.
yes, no: accept or decline a request from a player at another terminal.
who: in a shared game, list who is connected, who is disconnected and who is watching.
resume: continue the saved game.
{BOARD_HELP}
moves, score: list the moves, show the score.
clock: what time the players have left.
easier, harder: start a match against the next step down or up of the levels.
rules: say by which rules you play, and which there are. rules misere: start a match by other rules.
seat expert, seat human: replace a computer that cannot move; any level or engine can take the seat.
{LEAVING_HELP} An unfinished game is saved.
While a computer thinks, squares and hint wait for your turn; all other commands act at once."""

ULTIMATE_HELP = """\
e5, b2/c3 or 59: place a stone; b2/c3 and 59 name a small board and its square.
5: place a stone there on the board where you have to play.
boards: which small boards are won, drawn or open.
board top right, board c1 or board 3: list the stones on one.
"""
"""The additional commands of Ultimate, shown first."""

ASCII_SIGNS = {ord("×"): "x", ord("–"): "-", ord("…"): "...", ord("·"): ".", ord("±"): "+-"}


class SentenceWriter:
    """A writer of sentences to `out`, without delay, in ASCII if `ascii`; prompts for lines if `prompts`."""

    def __init__(self, out: TextIO, ascii: bool = False, prompts: bool = False) -> None:
        self._out = out
        self._encoding = "ascii" if ascii else out.encoding
        self.prompts = prompts
        self.letters: dict[int, str] = {}
        """The letters written instead of some symbols, in the form of `str.translate`."""

    @property
    def is_ascii(self) -> bool:
        """Whether nothing beyond ASCII is written."""
        return self._encoding == "ascii"

    def set_players(self, players: Sequence[Player]) -> None:
        """Choose letters for the players' symbols that cannot be written."""
        self.letters = letters_for(players, self._encoding)

    def say(self, *sentences: str) -> None:
        """Write sentences, passed without their full stops, in one line; empty ones are omitted."""
        self.write(" ".join(f"{sentence}." for sentence in sentences if sentence))

    def write(self, text: str) -> None:
        """Write lines of text, passed without the end of the last line."""
        self._emit(f"{text}\n")

    def prompt(self) -> None:
        if self.prompts:
            self._emit("> ")

    def end_line(self) -> None:
        """End the line of a prompt that was not answered."""
        if self.prompts:
            self._emit("\n")

    def ring(self) -> None:
        """Ring the terminal's bell."""
        if self.prompts:
            self._emit("\a")

    def _emit(self, text: str) -> None:
        text = text.translate(self.letters)
        if self._encoding == "ascii":
            text = text.translate(ASCII_SIGNS).encode("ascii", "replace").decode()
        self._out.write(text)
        self._out.flush()  # a listener does not wait for more


# --- matches ---------------------------------------------------------------------------------------------


def table(match: Match) -> str:
    """Return the board, the line and the players of a match. `rules` describes other unusual rules."""
    geometry = match.setup.geometry
    players = [  # in a match that has begun a human sits at each open seat
        f"{player.symbol} is {player.name} ({HUMAN if player.is_open else wording.level_name(player)})"
        for player in match.setup.players
    ]
    title = f"{words_of(geometry.rules).title(geometry)}{wording.start_note(match.setup, ', ')}"
    return f"{title}. {'; '.join(players)}"


def rules(setup: Setup) -> str:
    """Return what is unusual about the rules, empty for the usual ones: `Rules: misère. Completing …`."""
    own = setup.geometry.rules
    meaning = ". ".join(words_of(own).rules(own)) or wording.sentence(rules_meaning(setup))
    return f"Rules: {rules_title(own)}. {meaning}" if meaning else ""


def rule_list(setup: Setup, *, is_shared: bool) -> Iterator[str]:
    """Yield the rules of a match, and how to choose others, unless it is shared."""
    own = setup.geometry.rules
    yield rules(setup) or f"Rules: usual. {wording.sentence(meaning_of(setup))}"
    if not is_shared:
        others = (each.rules for each in fitting_rules(setup) if each.rules != own)
        yield f"Others: {'; '.join(map(typed_words, others))}. Type rules and one of them"


def score(match: Match) -> str:
    """Return the points of every player."""
    names = [player.name for player in match.setup.players]
    return "Score: " + ", ".join(f"{name} {won}" for name, won in zip(names, match.points, strict=True))


def clocks(match: Match, clock: Clock | None, now: float) -> str:
    """Return the time that each player has left; `now` is a monotonic time in seconds."""
    if clock is None:
        return "This game has no clock"
    players = match.setup.players
    lefts = zip(players, shown_clocks(clock, len(players), now), strict=True)
    return f"Clock, {clock_words(clock.control)}: " + ", ".join(
        f"{player.name} {left.text}" for player, left in lefts
    )


def next_game(match: Match) -> str:
    """Return the number of a match's game, and who starts it."""
    return f"Game {match.game_number}: {match.setup.players[match.game.first].symbol} starts"


def rating_change(change: RatingChange) -> str:
    """Return how a game changed the user's rating, or after how many more games the rating is shown."""
    if change.games < LEAST_SHOWN:
        return wording.sentence(wording.rating_after(LEAST_SHOWN - change.games, "game"))
    if change.games == LEAST_SHOWN:
        return f"Your rating is {change.after.rating:.0f}"
    return f"Your rating changes from {change.before.rating:.0f} to {change.after.rating:.0f}"


def saved_game(entry: Entry, points: Sequence[int] = ()) -> str:
    """Return a sentence about a game to resume; `points` is its match's score if it has no moves."""
    names = some([player.name for player in entry.setup.players], 3)
    elsewhere = f", open elsewhere since {entry.open_since:%H:%M}" if entry.open_since else ""
    size = f"{board_words(entry.setup.geometry)}, {wording.stage(len(entry.moves), entry.number, points)}"
    how = resume_command(entry) if has_open_seat(entry.setup) else "type resume"
    return f"Saved game of {names} ({size}{elsewhere}): to continue, {how}"


def resume_command(entry: Entry) -> str:
    """Return how to continue a stored game that is shared with other terminals."""
    return f"run ttt-tui --plain --resume {entry.id}"


# --- the board -------------------------------------------------------------------------------------------


def moves(game: Game, made: Iterable[Move]) -> str:
    """Return moves in the order given: `X a1, O b2`."""
    return ", ".join(wording.move_in_game(game, move) for move in made)


def made(game: Game, move: Move) -> str:
    """Return a move in a sentence: `X plays h8`, `X places O on i8`, `O swaps: all stones change sides`.

    In Ultimate it also says which small board the move decided: `X plays h8 and wins the bottom right board`.
    """
    if move.is_choice:
        return choice_text(game, move)
    result = words_of(game.setup.geometry.rules).move_result(game, move)
    return wording.move_in_game(game, move, "plays") + result


def choices(match: Match) -> str:
    """Return what can be chosen in the opening, empty for nothing: `Type 1 or stay (you move), …`."""
    if match.game.outcome is not None or not (found := options(match)):
        return ""
    texts = [f"{option.number} or {option.choice.word} ({option.then})" for option in found]
    return f"Type {', '.join(texts)}"


def row(game: Game, number: int) -> str:
    """Return the stones in the row with a number in the coordinates shown."""
    geometry, position = game.setup.geometry, game.position
    at = next(row for row in range(geometry.rows) if geometry.row_label(row) == number)
    columns = {column: position.owner(geometry.at(column, at)) for column in range(geometry.columns)}
    stones = [
        f"{game.setup.drawn_players[owner].symbol} on {geometry.worded(geometry.at(column, at))[0]}"
        for column, owner in columns.items()
        if owner is not None
    ]
    empty = geometry.columns - len(stones)
    if not stones:
        text = f"Row {number} is empty"
    else:
        text = f"Row {number}: {listing(stones)}; {empty or 'none'} empty"
    banned = forbidden(game)
    names = [geometry.shown(square) for square in squares_of(banned) if geometry.row(square) == at]
    symbol = game.setup.players[position.to_move].symbol
    return f"{text}; {listing(names)} forbidden to {symbol}" if names else text


def forbidden(game: Game) -> Mask:
    """Return the squares that renju forbids to the player to move; none in a finished game."""
    return 0 if game.outcome else game.position.forbidden


def forbidden_mark(game: Game) -> str:
    """Return what the mark of forbidden squares means."""
    return f"{FORBIDDEN_MARK} is forbidden to {game.setup.players[game.position.to_move].symbol}"


def stones(game: Game, seat: int) -> str:
    """Return the squares of a player's or a mark's stones, in reading order."""
    symbol, geometry = game.setup.drawn_players[seat].symbol, game.setup.geometry
    stones = game.position.stones[seat]
    names = [geometry.located(square) for square in geometry.squares if stones >> square & 1]
    return f"{symbol} is on {listing(names)}" if names else f"{symbol} has no stones on the board"


# --- small boards; only games of Ultimate import their modules ---------------------------------------------


def small_boards(game: Game) -> Iterator[str]:
    """Yield sentences about the state of the small boards; raises `IllegalMove` in a game without them."""
    if game.setup.geometry.block_side is None:
        raise IllegalMove("this game has no small boards")
    yield from words_of(game.setup.geometry.rules).parts(game)


def small_board(game: Game, name: str, settings: Settings) -> str:
    """Return the state of a small board and its stones; raises `IllegalMove` for an unknown name."""
    from ttt_tui.engine.nine_boards import BOARD_SQUARES
    from ttt_tui.session.games.ultimate import board_meant, board_state

    board = board_meant(name, settings.square_number)
    state, squares = board_state(game, board), BOARD_SQUARES[board]
    players, geometry, position = game.setup.players, game.setup.geometry, game.position
    found = [
        f"{players[owner].symbol} on {geometry.shown(square)}"
        for square in squares_of(squares)
        if (owner := position.owner(square)) is not None
    ]
    empty = (squares & position.empty).bit_count()
    return f"{state}: {listing(found)}; {empty or 'none'} empty" if found else f"{state} and empty"
