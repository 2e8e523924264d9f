"""Sentences of screen and plain mode: turns, ends of games, and what computers think."""

from collections.abc import Sequence

from ttt_tui.analysis.rating import LEAST_SHOWN, Rating
from ttt_tui.analysis.words import board_words, counted, in_a_row, length, line_words, move_text, shown_words
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.computer.levels import screen_name, strength_of
from ttt_tui.engine import (
    OPEN,
    Game,
    Geometry,
    Match,
    Move,
    Outcome,
    Player,
    Position,
    Setup,
    Termination,
    engine_name,
    is_engine_level,
)
from ttt_tui.engine.outcome import LEFT
from ttt_tui.session.games import words_of
from ttt_tui.session.presets import PRESETS, is_usual_name

SEEN_BY_ALL = 9
"""Squares of a board so small that a search shows nothing a human does not see."""


def sentence(reason: str) -> str:
    """Return a reason as a sentence of the status line; names of squares stay small: `b2 is taken`."""
    return reason if reason[1:2].isdigit() else reason[:1].upper() + reason[1:]


def capitalised(name: str) -> str:
    """Return a name for the beginning of a sentence: `Medium 4`. Chosen names stay unchanged."""
    return name if name[:1].isupper() or not is_usual_name(name) else name[:1].upper() + name[1:]


def connection_end_text(host: str, reason: str) -> str:
    """Return the sent reason for the end of a shared match, or that the host disconnected."""
    return sentence(reason) or f"Host {host} disconnected"


def board_title(geometry: Geometry) -> str:
    """Return `15×15 · five in a row`; of a game with one board its name, `Ultimate · open until full`."""
    if geometry.rules.only_board:
        return " · ".join(shown_words(geometry.rules))
    return f"{geometry} · {line_words(geometry)}"


def briefest_title(geometry: Geometry) -> str:
    """Return the board alone: `15×15`, or `Ultimate` for any variant."""
    return shown_words(geometry.rules)[0] if geometry.rules.only_board else str(geometry)


def board_titles(geometry: Geometry) -> list[str]:
    """Return titles of a board, the longest first, with the game's name or what decides it."""
    name = _NAMED.get(geometry)
    titles = [board_title(geometry) if name is None else name]
    if name is not None and geometry.rules.per_turn > 1:  # nobody can guess that from its name
        titles.insert(0, f"{name} · {line_words(geometry)}")
    return [*dict.fromkeys((*titles, board_words(geometry), briefest_title(geometry)))]


FROM_A_POSITION = "from a position"
"""What is said of a game that does not start on the empty board."""


def start_note(setup: Setup, before: str = " · ") -> str:
    """Return ` · from a position` for a game that does not start on the empty board, else an empty text."""
    return "" if setup.start is None else f"{before}{FROM_A_POSITION}"


def setup_titles(setup: Setup) -> list[str]:
    """Return titles of a board as `board_titles`, first those that also say where its games start."""
    titles = board_titles(setup.geometry)
    note = start_note(setup)
    return [*(f"{title}{note}" for title in titles if note), *titles]


_NAMED = {
    PRESETS[name].geometry: PRESETS[name].title for name in ("connect-four", "renju", "notakto", "connect6")
}
"""Boards with rules by which a game has a name of its own."""

USUAL_LENGTHS = ((3, 3), (8, 4), (20, 5))
"""The longest side of a board, and the line length that goes without saying up to there."""


def game_name(geometry: Geometry) -> str:
    """Return a game's name for a list: `Connect Four`, `3×3 misère`; `15×15 · 4` for an unusual length."""
    if (name := _NAMED.get(geometry)) is not None:
        return name
    side = max(geometry.columns, geometry.rows)
    usual = next(length for longest, length in USUAL_LENGTHS if side <= longest)
    is_usual = geometry.line_length == usual or bool(geometry.rules.only_board)
    return board_words(geometry) + ("" if is_usual else f" · {geometry.line_length}")


def only_human(match: Match) -> int | None:
    """Return the seat of the only human at this terminal, who is addressed as "you", or None."""
    humans = [seat for seat, player in enumerate(match.setup.players) if player.is_human]
    return humans[0] if len(humans) == 1 else None


def your_role(match: Match, *, watches: bool) -> str:
    """Return the user's role in a shared match: `you are X`; empty if several humans play here."""
    you = only_human(match)
    if watches:
        return "you are watching"
    return "" if you is None else f"you are {match.setup.players[you].symbol}"


def turn_text(match: Match) -> str:
    """Return whose turn it is, for the status line: `Your move on the top right board`."""
    position = match.game.position
    words = words_of(position.geometry.rules)
    mover, which = position.to_move, stone_of_turn(position) or words.turn_note(position)
    if match.setup.players[mover].is_computer:
        return f"{sentence_seat_name(match, mover)} is thinking{which}"
    if where := words.where_to_play(position):
        which = f" on {where}"
    if mover == only_human(match):
        return f"Your move{which}"
    return f"{sentence_seat_name(match, mover)} to move{which}"


def stone_of_turn(position: Position) -> str:
    """Return which stone of the turn is to be placed, `: stone 1 of 2`, empty where turns have one."""
    if position.geometry.rules.per_turn == 1 or position.stage is not None:
        return ""
    placed = not position.is_turn_start
    left = min(position.stones_left, position.empty.bit_count())
    return f": stone {placed + 1} of {placed + left}"


def seat_name(match: Match, seat: int) -> str:
    """Return a player's name with the symbol, unless you have only one opponent."""
    player = match.setup.players[seat]
    return f"{player.name}{_symbol_of(match, player)}"


def sentence_seat_name(match: Match, seat: int) -> str:
    """Return a player's name with the symbol, for the beginning of a sentence."""
    player = match.setup.players[seat]
    return f"{capitalised(player.name)}{_symbol_of(match, player)}"


def _symbol_of(match: Match, player: Player) -> str:
    """Return the symbol that belongs to a name, empty if it is not needed."""
    is_plain = len(match.setup.players) == 2 and only_human(match) is not None
    return "" if is_plain else f" ({player.symbol})"


def game_result(match: Match, outcome: Outcome) -> str:
    """Return how a game ended, and the match if that ended with it."""
    return ". ".join(filter(None, (game_end_text(match, outcome), match_result(match))))


def match_result(match: Match) -> str:
    """Return how the match ended: `You win the match 5–2`, the winner's points first; empty if it goes on."""
    if not match.is_over:
        return ""
    if match.winner is None:
        return f"The match is drawn after {draws_in_a_row(match)}"
    sentence = f"{winner_text(match, match.winner, only_human(match))} the match"
    if len(match.points) == 2:
        return f"{sentence} {score([match.points[match.winner], match.points[1 - match.winner]])}"
    return f"{sentence} with {counted(match.points[match.winner], 'point')}"


def draws_in_a_row(match: Match) -> str:
    """Return how many games in a row were draws: `1 draw`, `3 draws in a row`."""
    count = match.draws_in_a_row
    return counted(count, "draw") + " in a row" * (count > 1)


def score(points: Sequence[int]) -> str:
    """Return the points of two players, `0–1`; in seat order, unless a winner is named."""
    return "–".join(map(str, points))


def match_winner(match: Match) -> str:
    """Return the winner of a finished match, `Ada wins the match`, or that it is drawn."""
    if match.winner is None:
        return "The match is drawn"
    if match.winner == only_human(match):
        return "You win the match"
    return f"{capitalised(match.setup.players[match.winner].name)} wins the match"


def match_totals(match: Match, seconds: float | None) -> str:
    """Return how much was played: `8 games · 1 draw · 4 min 12 s`.

    `seconds` is its duration, None if unknown; less than a second is left out.
    """
    outcomes = match.outcomes
    draws = sum(outcome.winner is None for outcome in outcomes)
    parts = [counted(len(outcomes), "game"), counted(draws, "draw") if draws else ""]
    if seconds is not None and round(seconds):
        parts.append(duration(seconds))
    return " · ".join(filter(None, parts))


def duration(seconds: float) -> str:
    """Return a time as people say it: `12 s`, `4 min 12 s`, `1 h 5 min`."""
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def resigning(match: Match, seat: int) -> str:
    """Return the consequence of a player's resignation, as a sentence: `Bob gets the point: score 2–3`."""
    others = [player for player in match.game.position.active if player != seat]
    if len(others) > 1:
        return "The others play on."
    winner, points = others[0], [*match.points]
    points[winner] += 1
    more = f": score {score(points)}" if len(points) == 2 else ""
    return f"{capitalised(match.setup.players[winner].name)} gets the point{more}."


def game_end_text(match: Match, outcome: Outcome, *, by_name: bool = False) -> str:
    """Return how a game ended, in at most 80 cells; with `by_name` nobody is addressed as "you"."""
    rules = match.setup.geometry.rules
    if outcome.is_agreed:
        return "Draw by agreement"
    you = None if by_name else only_human(match)
    if outcome.winner is None and outcome.termination is Termination.TIME:
        return f"Draw: {leaving_text(match, you)}"
    if outcome.winner is None:
        return words_of(rules).draw(match, outcome)
    who = winner_text(match, outcome.winner, you)
    if outcome.termination in LEFT:
        return f"{who}: {leaving_text(match, you)}"
    decided = words_of(rules).win(match, outcome)
    if rules.misere:
        seat = match.game.moves[-1].player
        return f"{who}: {'you' if seat == you else seat_name(match, seat)} made {decided}"
    return f"{who} with {decided}"


IS_OUT = "you are out of this game: the others play on"
"""Why a player who has resigned or lost can do nothing in a game that continues."""


def elimination_text(match: Match, you: int | None) -> str:
    """Return that the player of the latest stone is out of a game that continues, else an empty text."""
    game = match.game
    if game.outcome is not None or not game.moves or (square := game.moves[-1].stone) is None:
        return ""
    seat = game.moves[-1].player
    if seat in game.position.active:
        return ""
    squares = game.setup.geometry.winning_squares(game.position.stones[seat], square)
    line = in_a_row(game.setup.geometry.longest_run(squares))
    return (
        f"You made {line} and are out"
        if seat == you
        else f"{sentence_seat_name(match, seat)} made {line} and is out"
    )


def leaving_text(match: Match, you: int | None) -> str:
    """Return who left at the end of a game, and how: `Bob resigned`, `Bob ran out of time`.

    `you` is the seat of the user, or None.
    """
    last = match.game.moves[-1]
    if len(match.setup.players) > 2:
        resigned = all(not move.is_time_up for move in match.game.moves)
        is_plain = resigned and not match.setup.geometry.rules.misere
        return "all others resigned" if is_plain else "all others are out"
    who = "you" if last.player == you else seat_name(match, last.player)
    if not last.is_time_up:
        return f"{who} resigned"
    outcome = match.game.outcome
    cannot_win = ", and no line is possible for the other" if outcome and outcome.winner is None else ""
    return f"{who} ran out of time{cannot_win}"


def winner_text(match: Match, seat: int, you: int | None) -> str:
    """Return who wins: `Bob wins`, or `You win` on the seat `you`."""
    return "You win" if seat == you else f"{sentence_seat_name(match, seat)} wins"


def place_in_game(game: Game, ply: int) -> str:
    """Return the place of a position in its game: `Move 3 of 9: X b2`."""
    if ply == 0:
        what = "Start of the game" if game.setup.start is None else "Start position"
        return f"{what}, {counted(len(game.moves), 'move')}"
    return f"Move {ply} of {len(game.moves)}: {move_in_game(game, game.moves[ply - 1], plies=ply)}"


def move_in_game(game: Game, move: Move, verb: str = "", plies: int | None = None) -> str:
    """Return a move of a game, made or taken back, in words as `move_words` has them.

    In an opening a verb stands before the mark that was placed: `X places O on b2`. Without a verb the
    stone has the mark that the board shows after the first `plies` moves, by default all: `O b2`.
    """
    owner = game.owner_when_placed(move) if verb else game.owner_on_board(move, plies)
    return move_words(game.setup, move, verb, owner)


def move_words(setup: Setup, move: Move, verb: str = "", owner: int | None = None) -> str:
    """Return a move in words: `O b2`, with a verb `O plays b2`; `O resigns`, `O swap`, `O runs out of time`.

    `owner` is the player whose stone was placed, None for the one who moved.
    """
    who = setup.players[move.player].symbol
    name = "runs out of time" if move.is_time_up else move_text(setup, move.square)
    verb = verb if move.is_stone else ""
    if verb and move.square is not None:
        (name,) = setup.geometry.worded(move.square)
    if owner not in (None, move.player) and move.is_stone:
        symbol = setup.players[owner or 0].symbol
        return f"{who} places {symbol} on {name}" if verb else f"{symbol} {name}"
    return " ".join(filter(None, (who, verb, name)))


def stage(moves: int, number: int, points: Sequence[int]) -> str:
    """Return how far a game is: `12 moves`, `no moves yet`, or with points `game 2, score 1–0`."""
    if points:
        return f"game {number}, score {score(points)}"
    return counted(moves, "move") if moves else "no moves yet"


def level_name(player: Player) -> str:
    """Return the kind of a player: `human`, `expert`, `engine Rapfi`.

    A computer named after its level is just a `computer`, an engine under its own name an `engine`.
    """
    title = level_title(player.level)
    if player.is_engine:
        return "engine" if player.name.startswith(engine_name(player.level)) else title
    is_named_so = player.name == title or player.name.startswith(f"{title} ")
    return "computer" if player.is_computer and is_named_so and is_usual_name(player.name) else title


def level_title(level: str) -> str:
    """Return the name of a level on screen: `medium 4`, `open seat`, `engine Rapfi`."""
    if is_engine_level(level):
        return f"engine {engine_name(level)}"
    return "open seat" if level == OPEN else screen_name(level)


def next_opponent(before: Setup, setup: Setup) -> str:
    """Return who plays now on the first seat that another computer has: `Your opponent is now hard 7`."""
    for player, other in zip(before.players, setup.players, strict=True):
        if player.level != other.level:
            return f"Your opponent is now {level_title(other.level)}"
    return ""


def depth_text(depth: int) -> str:
    """Return a depth in plies: `4 moves ahead`."""
    return f"{counted(depth, 'move')} ahead"


EXPERT = "expert"
"""The level whose scores are chances."""

AT_A_GLANCE = "played without thinking ahead"
"""The words for a step of the ladder that considers nothing."""

SEARCHED = {
    "random": "moved at random",
    "rules": "looked one move ahead",
    "scorer": "scored every square",
}
"""The words for levels without a deeper search."""


def search_words(level: str, thought: Thought | None, geometry: Geometry) -> list[str]:
    """Return what a computer's search did, `looked 4 moves ahead`, and what it expects.

    `thought` is the search's result, None if unknown. On tiny boards there are no figures.
    """
    if level in SEARCHED:
        return [SEARCHED[level]]
    if thought is None:
        return []
    if strength_of(level) and thought.score is None and thought.depth:
        return [AT_A_GLANCE]
    if strength_of(level) and not (thought.depth or thought.proof or thought.score):
        return ["played a known opening"]
    if len(geometry.squares) <= SEEN_BY_ALL:
        return ["solved the position"] if thought.proof else []
    deep = [f"looked {depth_text(thought.depth)}"] if thought.depth else []
    expected = " ".join(geometry.shown(square) for square in thought.pv[1:3])
    return [*deep, f"expects {expected}"] if expected else deep


def best_line_text(thought: Thought, geometry: Geometry, most_replies: int = 2) -> str:
    """Return a computer's best move and its expected line: `likes e9, expects i5 j4`."""
    liked = f"likes {geometry.worded(thought.move)[0]}"
    expected = " ".join(geometry.shown(square) for square in thought.pv[1 : 1 + most_replies])
    return f"{liked}, expects {expected}" if expected else liked


def rating_change(before: Rating, after: Rating, games: int) -> str:
    """Return what a game did to a rating: `rating 1500 → 1562 ▲ 62`.

    `games` is the number of rated games of the kind, this one included; before the fifth only that number is
    shown.
    """
    if games < LEAST_SHOWN:
        return rating_after(LEAST_SHOWN - games, "game")
    old, new = round(before.rating), round(after.rating)
    if games == LEAST_SHOWN:
        return f"rating {new}"
    change = f" {'▲' if new > old else '▼'} {abs(new - old)}" if new != old else ""
    return f"rating {old} → {new}{change}"


def rating_after(left: int, what: str) -> str:
    """Return when a rating will be shown: `rating after 4 more games`."""
    return f"rating after {left} more {what}{'s' * (left != 1)}"


def rating_so_far(rating: Rating, left: int, what: str) -> str:
    """Return a rating with its deviation: `rating 1523, give or take 80`.

    While `left` more games or puzzles are needed, return `rating_after` instead.
    """
    if left:
        return rating_after(left, what)
    return f"rating {rating.rating:.0f}, give or take {rating.deviation:.0f}"


def more_points(count: int) -> str:
    """Return how far a match is from its end: `1 more point wins the match`."""
    return f"{count} more {'point wins' if count == 1 else 'points win'} the match"


def effort(thought: Thought | None, seconds: float) -> str:
    """Return a search's time and depth: `0.6 s · depth 7`."""
    return f"{seconds:.1f} s" + (f" · depth {thought.depth}" if thought is not None and thought.depth else "")


def nodes(thought: Thought) -> str:
    """Return a search's positions and speed: `41 k positions · 68 k/s`."""
    rate = f" · {compact(round(thought.nodes / thought.seconds))}/s" if thought.seconds else ""
    return f"{compact(thought.nodes)} positions{rate}"


def compact(count: int) -> str:
    """Return a count in at most four characters and a letter: 950, 41 k, 1.2 M."""
    if count < 1000:
        return str(count)
    if count < 999_500:
        return f"{count / 1000:.0f} k"
    return f"{count / 1_000_000:.1f} M"


def judgement(thought: Thought, geometry: Geometry) -> str:
    """Return a computer's evaluation of its move, and the expected line."""
    line = " ".join(geometry.shown(square) for square in thought.pv[:6])
    if thought.proof:
        return f"{proved(thought.proof)}  {line}".strip()
    if thought.score is not None:
        return f"{thought.score:+.10g}  {line}".strip()
    return line


def proved(proof: Proof) -> str:
    """Return a proved value from its player's point of view."""
    match proof.value:
        case Value.DRAW:
            return "a proved draw"
        case Value.WIN:
            return f"wins in {length(proof.plies, proof.is_exact)}"
        case Value.LOSS:
            return f"loses in {length(proof.plies, proof.is_exact)}"
