"""The parser of the command line: options, commands, and which of them go together."""

from argparse import SUPPRESS, Action, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ttt_tui import __version__
from ttt_tui.cli import options as values
from ttt_tui.cli.options import LAST, OPENINGS, SHELLS, Parser
from ttt_tui.errors import UsageError
from ttt_tui.names import CLASSIC_NAMES, COORDINATE_NAMES, LADDER_NAMES, PRESET_NAMES, RULE_WORDS
from ttt_tui.process.terminal import Colours

if TYPE_CHECKING:
    from argparse import _ActionsContainer, _SubParsersAction

PUZZLE, MAKE, LOBBY, SERVE = "puzzle", "make", "lobby", "serve"

EXAMPLES = {
    "match": "example: ttt-tui match --player brain:./a --player brain:./b --games 40",
    "solve": "example: ttt-tui solve --board 4 --line 3 --moves b2",
    "history": "example: ttt-tui history export 3 game.psq",
}
"""The end of a command's help."""

DIFFICULTIES = ("easy", "medium", "hard")

GOALS = ("win", "hold", "stop")

SOURCES = ("all", "mine", "imported")

GAME_OPTIONS = (
    "--preset",
    "--board",
    "--line",
    "--rules",
    "--player",
    "--time",
    "--clock",
    "--seed",
    "--start",
    "--at",
)
"""The options that set up a game."""

DISPLAY_OPTIONS = ("--theme", "--color", "--ascii", "--no-mouse", "--plain")
"""The options for the display."""


def make_parser(words: Sequence[str]) -> Parser:
    """Return the parser for `words`; only a command among them gets its arguments."""
    parser = Parser(
        prog="ttt-tui",
        description="Tic-tac-toe for the terminal: every k-in-a-row game from 3×3 to 20×20.",
        epilog=_epilog(),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.arguments = words
    parser.add_argument(
        "--version", action="version", version=f"ttt-tui {__version__}", help="show the version and exit"
    )
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        type=values.one_of("shell", tuple(SHELLS)),
        help=f"print the script that lets a shell complete words after Tab, and exit: {', '.join(SHELLS)}",
    )
    _add_game_options(parser)
    add = parser.add_argument_group("saved games").add_argument
    add(
        "--resume",
        metavar="ID",
        nargs="?",
        const=LAST,
        type=values.resumable,
        help="resume the last unfinished game, or game ID",
    )
    add(
        "--replay",
        metavar="FILE",
        help="replay a recorded game (-: standard input); --board and --rules are for formats that lack them",
    )
    _add_encoding(add)
    add = parser.add_argument_group("playing together").add_argument
    add("--host", action="store_true", help="host a game for players at other terminals of this machine")
    add(
        "--only",
        metavar="USERS",
        type=values.users,
        help="with --host: only these users can join, for example bob,eve",
    )
    add(
        "--join",
        metavar="USER",
        nargs="?",
        const=values.ANYBODY,
        help="join the game of a user (a login name); without USER, list the hosted games",
    )
    add("--seat", metavar="SYMBOL", help="with --join: take this seat")
    add("--watch", metavar="USER", help="watch the game of a user (a login name)")
    add = parser.add_argument_group("display").add_argument
    add("--theme", metavar="NAME", help="theme; --theme list prints the names")
    add(
        "--color",
        metavar="COLORS",
        type=values.colours,
        default=Colours.AUTO,
        help=f"number of colours: {', '.join(Colours)} (default: auto)",
    )
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--no-mouse", action="store_true", help="do not use the mouse")
    add("--plain", action="store_true", help="play in plain text, one sentence per move")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=Parser)
    _add_commands(commands, words)
    parser.parsers = commands.choices
    return parser


def _epilog() -> str:
    """Return the end of the help: the levels and examples."""
    return f"""\
Without arguments the main menu opens; press Enter to play.

levels:
  human             a player at this terminal
  open              a player at another terminal
  {", ".join(LADDER_NAMES)}
                    the ladder: one computer in ten steps, weakest first; a
                    name of two steps is the weaker one, and "medium 4" and
                    expert,strength=4 are both the fourth step
  {", ".join(CLASSIC_NAMES)}
                    classic computers, of one algorithm each
  brain:COMMAND     an engine that speaks the Gomocup protocol
  python:FILE:CLASS a computer of your own in Python; a module may stand
                    for the file

examples:
  ttt-tui --board 3x3
      play medium 4 on 3 columns x 3 rows
  ttt-tui --board 7x6 --line 4
      7 columns x 6 rows, four in a row wins
  ttt-tui --player human --player expert,strength=3
      you play X and move first; O is the third step of the ladder
  ttt-tui --board 15 --player hard,time=2 --player human
      you play O; X thinks up to 2 seconds per move
"""


def _add_game_options(parser: Parser, default: str | None = None) -> None:
    """Add the options that set up a game.

    A command with these options suppresses their defaults, so that values given before its name persist.
    """
    add = parser.add_argument_group("game").add_argument
    add(
        "--preset",
        metavar="NAME",
        type=values.one_of("preset", PRESET_NAMES),
        default=default,
        help=f"start a preset: {', '.join(PRESET_NAMES)} (default: custom with --board, else computer)",
    )
    add(
        "--board",
        metavar="SIZE",
        type=values.board,
        default=default,
        help="board size, for example 3, 15 or 7x6, columns x rows (default: the preset's; with --player "
        "the smallest of 3, 5, 7 and 15 on which all can play, with an engine 15)",
    )
    add(
        "--line",
        metavar="K",
        type=values.whole("--line", "5"),
        default=default,
        help="how many in a row win, for example 5 (default: the preset's; with --board or --player 3 if the "
        "shorter side is 3, 4 if it is 4 to 6, else 5, with an engine always 5)",
    )
    _add_rules(add, default)
    add(
        "--player",
        metavar="SPEC",
        action="append",
        default=default,
        help="a player; repeat it for each, in turn order: "
        "LEVEL[,name=…][,symbol=…][,time=SECONDS][,depth=MOVES] "
        "(and with LEVEL expert: strength=1 to 10) "
        "or brain:COMMAND or python:FILE:CLASS[,name=…][,symbol=…][,time=SECONDS][,cwd=DIR] "
        "(default: the preset's; human and medium 4 with --board, else human and easy 2)",
    )
    add(
        "--time",
        metavar="SECONDS",
        type=values.seconds,
        default=default,
        help="thinking time of computers per move (default: the preset's, usually 1 second divided by the "
        "number of opponents, at least 0.1)",
    )
    add(
        "--clock",
        metavar="TIME",
        type=values.clock,
        default=default,
        help="the time of each player in a game: 3m+2s (2 s more a turn), 10s/move or 5m:3x20s (then three "
        "periods); humans as well (default: none)",
    )
    add(
        "--seed",
        metavar="N",
        type=values.whole("--seed", "42"),
        default=default,
        help="make random choices repeatable",
    )
    _add_start(add, default)


def _add_rules(add: Callable[..., Action], default: object = None) -> None:
    """Add the option for unusual rules, by the `add_argument` of a parser or a group."""
    add(
        "--rules",
        metavar="WORDS",
        type=values.rules,
        default=default,
        help=f"unusual rules, with commas between: {', '.join(RULE_WORDS)} (default: usual)",
    )


def _add_start(add: Callable[..., Action], default: object = None) -> None:
    """Add the options for the position where a game starts, by the `add_argument` of a parser or a group."""
    add(
        "--start",
        metavar="FILE",
        default=default,
        help="start in the position of a record or of a diagram, rows of X, O and . (-: standard input)",
    )
    add(
        "--at",
        metavar="N",
        type=values.whole("--at", "12"),
        default=default,
        help="with --start: in the position after N moves of the record (default: all)",
    )


def _add_encoding(add: Callable[..., Action]) -> None:
    """Add the option for the encoding of a record, by the `add_argument` of a parser or a group."""
    add(
        "--encoding",
        metavar="NAME",
        type=values.encoding,
        help="encoding of FILE if it is not detected, for example cp1251",
    )
    add(
        "--columns",
        choices=values.COLUMNS,
        help="letters of the columns in bare move lists: all, or as in Go without i (default: recognised)",
    )


def _add_commands(commands: "_SubParsersAction[Parser]", words: Sequence[str]) -> None:
    """Add the commands; only one that is among `words` gets its arguments, since that takes time."""
    for name, what, add_arguments in (
        ("match", "play computers against each other, without a screen", _add_match),
        ("solve", "solve a two-player position exactly", _add_solve),
        ("bench", "search fixed positions and count the nodes", _add_json),
        ("brain", "run a computer as a Gomocup engine on standard input and output", _add_brain),
        ("history", "list, show, export, import and review saved games", _add_history),
        (PUZZLE, "solve a puzzle", _add_puzzle),
        (SERVE, "run a server for users of this machine, or for people who come by SSH", _add_serve),
        (LOBBY, "enter the server of a user of this machine", _add_lobby),
        ("turns", "print the games that wait for your move; status 1 if there are none", lambda turns: None),
        ("settings", "show where the settings are", _add_settings),
    ):
        command = commands.add_parser(
            name,
            help=what,
            description=_as_sentence(what),
            epilog=EXAMPLES.get(name),
            allow_abbrev=False,
        )
        if name in words:
            add_arguments(command)


def check(options: Namespace, words: Sequence[str]) -> None:
    """Raise `UsageError` for options that contradict each other or precede a command without them."""
    if _is_given(options, "--at") and not _is_given(options, "--start"):
        raise UsageError("only allowed with --start FILE", "--at")
    if options.command:
        _check_place(options.command, words)
        return
    for name in ("--resume", "--replay"):
        if _is_given(options, name):
            fitting = (name, "--seed", *("--board", "--rules") * (name == "--replay"))
            others = [other for other in ("--replay", *GAME_OPTIONS) if other not in fitting]
            if other := next((other for other in others if _is_given(options, other)), None):
                raise UsageError(f"not allowed with argument {name}; that game is already set up", other)
    for name, files in (("--encoding", ("--replay", "--start")), ("--columns", ("--replay",))):
        if _is_given(options, name) and not any(_is_given(options, file) for file in files):
            raise UsageError(f"only allowed with {' or '.join(f'{file} FILE' for file in files)}", name)


def _check_place(command: str, words: Sequence[str]) -> None:
    """Raise `UsageError` for an option before a command on which it has no effect."""
    known = {"match": GAME_OPTIONS, PUZZLE: DISPLAY_OPTIONS, LOBBY: DISPLAY_OPTIONS}.get(command, ())
    place = words.index(command)
    if command == PUZZLE and MAKE in words[place:]:  # the other options select and display one puzzle
        command, known, place = f"{PUZZLE} {MAKE}", (), words.index(MAKE, place)
    for option in (word.partition("=")[0] for word in words[:place] if word.startswith("-")):
        if option not in known:
            raise UsageError(
                f"not allowed before {command.split()[-1]}; see `ttt-tui {command} --help`", option
            )


def _is_given(options: Namespace, name: str) -> bool:
    return getattr(options, name.removeprefix("--"), None) is not None


def _as_sentence(what: str) -> str:
    """Return the help of a command as a sentence."""
    return f"{what[0].upper()}{what[1:]}."


def _add_match(match: Parser) -> None:
    _add_game_options(match, SUPPRESS)
    add = match.add_argument
    add(
        "--opening",
        metavar="WORD",
        choices=OPENINGS,
        help="how games begin: random, by a few random stones (default), or opened by the players: "
        f"{', '.join(OPENINGS[1:])}, as with --rules",
    )
    add(
        "--openings",
        metavar="FILE",
        help="begin with the openings of a file, each in turn: games in any imported format, or a list "
        "counted from the centre, as of the Gomocup (-: standard input)",
    )
    add(
        "--games",
        metavar="N",
        type=values.whole("--games", "100"),
        help="number of games, each opening once from every seat (default: 20); per pair of players with "
        "--gauntlet and --round-robin; with --sprt the most games (default: 1000)",
    )
    formats = match.add_mutually_exclusive_group()
    formats.add_argument(
        "--round-robin", action="store_true", help="every player meets every other player, two to a game"
    )
    formats.add_argument("--gauntlet", action="store_true", help="the first player meets every other player")
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        type=values.sequential_test,
        help="play two players until a sequential test decides between these Elo differences, for "
        "example 0,20, or 0,20,0.05,0.1 with alpha and beta (default: 0.05 each); write --sprt=-5,5 if one "
        "is negative",
    )
    add(
        "--jobs",
        metavar="N",
        type=values.whole("--jobs", "2"),
        default=1,
        help="games played at once (default: 1); more jobs than cores weaken the computers",
    )
    add(
        "--save",
        metavar="DIR",
        help="save the games in a directory; run the same command again to continue the match",
    )
    output = match.add_mutually_exclusive_group()
    _add_json(output)
    output.add_argument("--csv", action="store_true", help="print a line of CSV for each game")


def _add_solve(solve: Parser) -> None:
    _add_board(solve, is_required=False)
    add = solve.add_argument
    _add_rules(add)
    _add_start(add)
    add("--moves", metavar="MOVES", default="", help='moves played so far, for example "b2 a1"')
    add(
        "--coordinates",
        choices=COORDINATE_NAMES,
        default="top",
        help="how squares are named in --moves and in the answer (default: top, as in records)",
    )
    add(
        "--time",
        metavar="SECONDS",
        type=values.seconds,
        help=f"time limit (default: {values.SOLVE_SECONDS:g})",
    )
    add("--all", action="store_true", help="find every best move")
    _add_json(solve)


def _add_brain(brain: Parser) -> None:
    brain.add_argument(
        "--player",
        metavar="SPEC",
        default=SUPPRESS,
        help="a level, or a computer of your own: python:FILE:CLASS (default: expert)",
    )


def _add_serve(serve: Parser) -> None:
    add = serve.add_argument
    add(
        "--local",
        action="store_true",
        help="wait for the users of this machine alone, without SSH; they come with ttt-tui lobby",
    )
    add(
        "--ssh",
        metavar="ADDRESS",
        type=values.address,
        help="where to wait for SSH, HOST:PORT or PORT (default: 127.0.0.1:2222, for this machine only)",
    )
    add(
        "--web",
        metavar="ADDRESS",
        type=values.address,
        help="where to wait for browsers, HOST:PORT or PORT, too; who comes so is a guest (default: nowhere)",
    )
    add(
        "--proxy",
        metavar="URL",
        type=values.page,
        help="the address of the page if a proxy passes it on to --web; whom the proxy names as the sender "
        "(X-Forwarded-For) is believed then",
    )
    add("--folder", metavar="DIR", help="the folder of the server (default: server, beside the saved games)")
    add("--name", metavar="NAME", help="the name that visitors see (default: that of the machine)")
    for name, metavar, default, what in (
        ("--visitors", "N", 100, "most visitors"),
        ("--guests", "N", 20, "most visitors without a key"),
        ("--per-address", "N", 10, "most visitors from one address"),
        ("--idle", "MINUTES", 30, "minutes without a key until a visit ends"),
    ):
        add(
            name,
            metavar=metavar,
            type=values.whole(name, "10"),
            default=default,
            help=f"{what} (default: {default})",
        )
    add(
        "words",
        metavar="COMMAND",
        nargs="*",
        help="administer the server that runs: list, kick NAME, ban NAME REASON, unban NAME, "
        "rename NAME NEW, message TEXT, backup FILE",
    )


def _add_lobby(lobby: Parser) -> None:
    lobby.add_argument(
        "server",
        metavar="USER",
        nargs="?",
        help="the user who runs the server (default: the latest that you entered, or the only one)",
    )


def _add_history(history: Parser) -> None:
    actions = _add_actions(
        history,
        {
            "list": "list the games, or those that a search finds, newest first",
            "explore": "show which moves followed a position in the saved games",
            "show": "print a game",
            "export": "write games to a new file: JSON if its name ends in .json, SGF if in .sgf, "
            "Piskvork if in .psq, a picture if in .svg, otherwise text (several: JSON, SGF or text)",
            "import": "add the games recorded in files",
            "review": "review a game: rate each move and explain why",
            "stats": "show wins, draws and losses by player, level and board",
            "path": "print where the games are saved",
        },
    )
    actions["export"].add_argument(
        "games",
        metavar="GAMES",
        nargs="+",
        type=values.game_words,
        help="number of the game in `ttt-tui history list`, or several, such as 3,7-9, or all; or a search, "
        "after -- if it begins with a minus",
    )
    for name in ("show", "review"):
        actions[name].add_argument(
            "id", metavar="ID", type=values.game_number, help="number of the game in `ttt-tui history list`"
        )
    actions["export"].add_argument(
        "file", metavar="FILE", help="name of the new file, or - for standard output"
    )
    _add_search(actions["list"].add_argument)
    _add_explore(actions["explore"])
    _add_import(actions["import"].add_argument)
    ways = actions["show"].add_mutually_exclusive_group()
    ways.add_argument(
        "--moves",
        action="store_true",
        help="print only the moves, as one word for Gomocalc, where row 1 is at the bottom",
    )
    for parser in (ways, *(actions[name] for name in ("list", "explore", "import", "review", "stats"))):
        _add_json(parser)


def _add_search(add: Callable[..., Action]) -> None:
    add(
        "query",
        metavar="QUERY",
        nargs="*",
        help="words that all have to match, for example: renju won after:2026-11 moves:h8 i9 (before words "
        "with a minus, write --)",
    )
    add("--count", metavar="N", type=values.whole("--count", "20"), help="list only the N newest of these")


def _add_explore(explore: Parser) -> None:
    add = explore.add_argument
    add("moves", metavar="MOVES", nargs="*", help="moves played so far, for example h8 i9")
    _add_board(explore, is_required=False, note=" (default: that of the rules' preset, or 15)")
    _add_rules(add)
    add(
        "--source",
        metavar="WHICH",
        type=values.one_of("games", SOURCES),
        default="all",
        help=f"which games to count: {', '.join(SOURCES)} (default: all)",
    )


def _add_import(add: Callable[..., Action]) -> None:
    add(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, or a directory with records (.txt, .json, .sgf, .psq, .lib, .rif), "
        "or - for standard input",
    )
    add(
        "--board",
        metavar="SIZE",
        type=values.board,
        help="board of bare move lists, for example 20 or 7x6 (default: 15)",
    )
    add(
        "--rules",
        metavar="WORDS",
        type=values.rules,
        help=f"rules of .psq files and bare move lists: {', '.join(RULE_WORDS)} (default: usual)",
    )
    _add_encoding(add)
    add(
        "--again",
        action="store_true",
        help="import games without an id even if a saved game has the same date, players and moves",
    )


def _add_puzzle(puzzle: Parser) -> None:
    which = puzzle.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help="today's puzzle")
    which.add_argument("--mine", action="store_true", help="one of your mistakes, found by a review")
    which.add_argument(
        "--difficulty",
        metavar="NAME",
        type=values.one_of("difficulty", DIFFICULTIES),
        help="a puzzle of this difficulty: easy, medium or hard",
    )
    which.add_argument(
        "--id", metavar="N", type=values.whole("--id", "17"), help="the puzzle with this number"
    )
    which.add_argument("--file", metavar="FILE", help="the puzzles of a file, such as somebody sent you")
    puzzle.add_argument("--plain", action="store_true", default=SUPPRESS, help="play in plain text")
    puzzle.add_argument(
        "--ascii", action="store_true", default=SUPPRESS, help="draw with ASCII characters only"
    )
    what = "find puzzles in games between computers and add them to a file"
    make = _add_actions(puzzle, {MAKE: what}, is_required=False)[MAKE]
    make.add_argument("file", metavar="FILE", help="name of a file to add to, or - for standard output")
    _add_board(make)
    make.add_argument(
        "--count",
        metavar="N",
        type=values.whole("--count", "20"),
        default=20,
        help="number of puzzles (default: 20)",
    )
    make.add_argument(
        "--seed",
        metavar="N",
        type=values.whole("--seed", "1"),
        default=1,
        help="seed of the games (default: 1)",
    )
    make.add_argument(
        "--goal",
        metavar="NAME",
        type=values.one_of("goal", GOALS),
        help="only puzzles with this goal: win, hold or stop (default: all)",
    )


def _add_settings(settings: Parser) -> None:
    _add_actions(settings, {"path": "print where the settings are saved"})


def _add_actions(
    parser: Parser, actions: Mapping[str, str], *, is_required: bool = True
) -> Mapping[str, Parser]:
    """Add actions, each with its help, to the parser of a command, and return their parsers by name."""
    below = parser.add_subparsers(
        title="actions", dest="action", metavar="ACTION", required=is_required, parser_class=Parser
    )
    for name, what in actions.items():
        below.add_parser(name, help=what, description=_as_sentence(what), allow_abbrev=False)
    parser.parsers = below.choices
    return parser.parsers


def _add_json(parser: "_ActionsContainer") -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_board(parser: Parser, is_required: bool = True, note: str = "; only Ultimate needs none") -> None:
    parser.add_argument(
        "--board",
        metavar="SIZE",
        type=values.board,
        required=is_required,
        help="board size, for example 3, 15 or 7x6 (columns x rows)" + ("" if is_required else note),
    )
    parser.add_argument(
        "--line",
        metavar="K",
        type=values.whole("--line", "5"),
        help="how many in a row win, for example 5",
    )
