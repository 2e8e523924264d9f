"""The command line: what every option does, and what it says when something is wrong with it."""

import os
import re
import subprocess
import sys
import tempfile

import pytest

import ttt_tui
from tests.support.reading import RESULTS, agree, board, moves, status, stones
from tests.support.terminal import CTRL_Q, PROGRAM, Terminal, environment
from ttt_tui.cli.main import main
from ttt_tui.computer import LEVELS
from ttt_tui.session.presets import PRESETS


def run(*arguments: str | bytes, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program without a terminal."""
    with tempfile.TemporaryDirectory() as home:
        return subprocess.run(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment(home, **variables),
            cwd=home,
            timeout=60,
            check=False,
        )


# --- answers without a screen ----------------------------------------------------------------------------


def test_version_is_told_in_one_line() -> None:
    result = run("--version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == f"ttt-tui {ttt_tui.__version__}\n"


def test_help_tells_every_option_preset_and_level() -> None:
    result = run("--help")
    assert (result.returncode, result.stderr) == (0, b"")
    text = result.stdout.decode()
    options = ("--preset", "--board", "--line", "--player", "--time", "--seed", "--version", "--help")
    for word in (*options, "human", *LEVELS, *PRESETS):
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", re.sub(r"-\s+", "-", text)), word


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_help_and_errors_come_in_an_encoding_without_their_characters_too(encoding: str) -> None:
    variables = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    result = run("--help", **variables)
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr
    assert b"--player" in result.stdout
    wrong = run("--board", "3", "--line", "4", **variables)
    assert wrong.returncode == 2
    assert wrong.stderr.count(b"\n") == 1
    assert b"4 in a row is not possible" in wrong.stderr


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["--board", "2"], ["--preset", "nonsense"]])
def test_what_needs_no_screen_does_not_import_textual(arguments: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "ttt_tui", *arguments],
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == (0 if arguments in (["--version"], ["--help"]) else 2)
    imported = set(re.findall(r"\| +([\w.]+)$", result.stderr, re.MULTILINE))
    assert "ttt_tui.cli.main" in imported
    assert not {name for name in imported if name.split(".")[0] in ("textual", "rich")}
    if arguments in (["--version"], ["--help"]):  # at once: without the game, and what dataclasses bring
        assert not {name for name in imported if name.startswith("ttt_tui.engine")} | imported & {"inspect"}


# --- what is wrong ---------------------------------------------------------------------------------------

TWO = ("--player", "human", "--player", "human")

WRONG: list[tuple[list[str], str]] = [
    (
        ["--preset", "chess"],
        r"argument --preset: unknown preset 'chess'; choose from computer, two-players, .*, custom$",
    ),
    (["--preset", "gomuku"], r"argument --preset: unknown preset 'gomuku'; did you mean gomoku\?$"),
    (["--preset", ""], r"unknown preset ''; choose from computer, .*"),
    (["--board", "abc"], r"argument --board: invalid size 'abc'; try 3, 15 or 7x6$"),
    (["--board", ""], r"try 3, 15 or 7x6"),
    (["--board", "3x"], r"try 3, 15 or 7x6"),
    (["--board", "3x3x3"], r"try 3, 15 or 7x6"),
    (["--board", "-3"], r"try 3, 15 or 7x6"),
    (["--board", "4.5"], r"try 3, 15 or 7x6"),
    (["--board", "1000"], r"try 3, 15 or 7x6|3 to 20"),
    (["--board", "٣"], r"try 3, 15 or 7x6"),
    (["--board", "2"], r"argument --board: a 2×2 board is not possible; each side must be 3 to 20"),
    (["--board", "21"], r"21×21 board is not possible; each side must be 3 to 20"),
    (["--board", "3x21"], r"3×21 board is not possible; each side must be 3 to 20"),
    (["--line", "three"], r"argument --line: invalid whole number 'three'; try --line 5$"),
    (["--line", "-5"], r"invalid whole number '-5'; try --line 5"),
    (
        ["--board", "3", "--line", "2"],
        r"argument --line: 2 in a row is not possible on a 3×3 board; choose 3",
    ),
    (["--board", "7x6", "--line", "8"], r"8 in a row is not possible on a 7×6 board; choose 3 to 7"),
    (["--board", "3", "--line", "99999999999999999999"], r"whole number|choose 3"),
    (["--time", "soon"], r"argument --time: invalid number of seconds 'soon'; try 0\.5$"),
    (["--time", ""], r"invalid number of seconds ''; try 0\.5"),
    (
        ["--time", "0"],
        r"argument --time: a time of 0 s is not possible; choose more than 0, at most 3600$",
    ),
    (["--time", "-1"], r"a time of -1 s is not possible; choose more than 0, at most 3600$"),
    (["--time", "3601"], r"3601 s is not possible; choose more than 0, at most 3600"),
    (["--time", "nan"], r"a time of nan s is not possible; choose more than 0, at most 3600$"),
    (["--time", "inf"], r"a time of inf s is not possible; choose more than 0, at most 3600$"),
    (
        ["--preset", "two-players", "--time", "nan"],
        r"a time of nan s is not possible; choose more than 0, at most 3600",
    ),
    ([*TWO, "--time", "-1"], r"a time of -1 s is not possible; choose more than 0, at most 3600"),
    (["--seed", "x"], r"argument --seed: invalid whole number 'x'; try --seed 42$"),
    (["--seed", "-1"], r"invalid whole number '-1'; try --seed 42"),
    (["--seed", "1.5"], r"invalid whole number '1.5'; try --seed 42"),
    (["--player", "human"], r"\b1 player.* cannot play; choose 2 to 15"),
    (["--player", "random"], r"\b1 player.* cannot play; choose 2 to 15"),
    (["--player", "human"] * 1 + ["--player", "random"] * 15, r"16 players cannot play; choose 2 to 15"),
    (["--board", "3", *(["--player", "random"] * 5)], r"at most 4 can play"),
    (
        ["--player", "wizard", "--player", "human"],
        r"argument --player: unknown level 'wizard'; choose from human, open, random, .*, expert$",
    ),
    (["--player", "", "--player", "human"], r"unknown level ''; choose from human, open, random, .*"),
    (["--player", ",name=A", "--player", "human"], r"unknown level ''; choose from human, open, random, .*"),
    (["--player", "hard"], r"argument --player: unknown level 'hard'; on the command line it is 'negamax'$"),
    (["--player", "hardd"], r"unknown level 'hardd'; did you mean negamax \(on screen hard\)\?$"),
    (["--player", "expertt"], r"unknown level 'expertt'; did you mean expert\?$"),
    (
        ["--player", "human", "--player", "brain:Rapfi"],
        r"argument --player: unknown engine 'Rapfi'; give its command, for example brain:\./pbrain$",
    ),
    (["--player", "Easy,time=1"], r"unknown level 'Easy'; on the command line it is 'rules'$"),
    (["--player", "medium"], r"unknown level 'medium'; on the command line it is 'scorer'$"),
    (
        ["--player", "human,colour=red", *TWO],
        r"unknown player field 'colour=red'; choose from name=, symbol=, time=, depth=$",
    ),
    (
        ["--player", "human,name", *TWO],
        r"unknown player field 'name'; choose from name=, symbol=, time=, depth=",
    ),
    (["--player", "human,", *TWO], r"unknown player field ''; choose from name=, symbol=, time=, depth="),
    (["--player", 'human,"name=Ada', *TWO], r'invalid quotes; .* quote values with commas: "name=Ada, B\."$'),
    (
        ["--player", 'human,"name=Ada"B', *TWO],
        r'invalid quotes; .* quote values with commas: "name=Ada, B\."$',
    ),
    (["--player", "human,name=", *TWO], r"a name cannot be blank"),
    (["--player", "human,name=" + "n" * 25, *TWO], r"at most 24 characters; this one has 25"),
    (["--player", "human,name=a\u202eb", *TWO], r"a name can only have printable, left-to-right characters"),
    (["--player", "human,symbol=", *TWO], r"a symbol cannot be blank"),
    (["--player", "human,symbol=XX", *TWO], r"a symbol must be one character, such as X"),
    (
        ["--line", "3", "solve", "--board", "4"],
        r"argument --line: not allowed before solve; see `ttt-tui solve --help`",
    ),
    (["--ascii", "match"], r"argument --ascii: not allowed before match; see `ttt-tui match --help`"),
    (["bench", "--foo"], r"^ttt-tui bench: error: unrecognized arguments: --foo; see `ttt-tui bench --help`"),
    (
        ["--replay", "/nowhere/game.txt"],
        r"argument --replay: '/nowhere/game\.txt': no such file or directory",
    ),
    (["--theme", "kaja"], r"argument --theme: unknown theme 'kaja'; did you mean kaya\?$"),
    (["--theme", "plaid"], r"argument --theme: unknown theme 'plaid'; see `ttt-tui --theme list`"),
    (
        ["--color", "3"],
        r"argument --color: unknown number of colours '3'; choose from auto, none, 16, 256, truecolor$",
    ),
    (["--player", "human,symbol=·", *TWO], r"· cannot be a symbol: it marks the empty squares"),
    (["--player", "human,symbol=\u200b", *TWO], r"U\+200B cannot be a symbol"),
    (
        ["--player", "human,symbol=x,name=A", "--player", "human,symbol=X,name=B"],
        r"A and B both have the symbol [Xx]; change one of them",
    ),
    (
        ["--player", "minimax,time=fast", *TWO],
        r"argument --player: invalid time 'fast'; use a number of seconds, for example 0\.5$",
    ),
    (
        ["--player", "minimax,time=0", *TWO],
        r"a time of 0 s per move is not possible; choose more than 0, at most 3600",
    ),
    (
        ["--player", "minimax,time=nan", *TWO],
        r"a time of nan s per move is not possible; choose more than 0, at most 3600",
    ),
    (
        ["--player", "minimax,depth=deep", *TWO],
        r"invalid depth 'deep'; use a number of plies, for example 6$",
    ),
    (["--player", "minimax,depth=1.5", *TWO], r"invalid depth '1\.5'; use a number of plies, for example 6"),
    (["--player", "minimax,depth=0", *TWO], r"depth of 0 is not possible; choose 1 to 400"),
    (["--player", "minimax,depth=401", *TWO], r"depth of 401 is not possible; choose 1 to 400"),
    (["--player", "minimax,depth=" + "9" * 5000, *TWO], r"for example 6|choose 1 to 400"),
    (["--preset"], r"argument --preset: expected one argument; try --preset gomoku$"),
    (["--board"], r"argument --board: expected one argument; try --board 7x6$"),
    (["--player"], r"argument --player: expected one argument; try --player negamax$"),
    (["match", "--jobs"], r"argument --jobs: expected one argument; try --jobs 2$"),
    (["--bord", "3"], r"unrecognized arguments: --bord; did you mean --board\?$"),
    (["--boar", "3"], r"unrecognized arguments: --boar; did you mean --board\?$"),
    (["--qqq", "3"], r"unrecognized arguments: --qqq; see `ttt-tui --help`$"),
    (["maatch"], r"unknown command 'maatch'; did you mean match\?$"),
    (["history", "lsit"], r"^ttt-tui history: error: unknown action 'lsit'; did you mean list\?$"),
    (
        ["history", "list", "--jsn"],
        r"^ttt-tui history list: error: unrecognized arguments: --jsn; did you mean --json\?$",
    ),
    (
        ["puzzle", "--difficulty", "hrad"],
        r"^ttt-tui puzzle: error: argument --difficulty: unknown difficulty 'hrad'; did you mean hard\?$",
    ),
    (["it's"], r"""unknown command "it's"; see `ttt-tui --help`$"""),
    (["3"], r"unknown command '3'; see `ttt-tui --help`$"),
    (["-x"], r"unrecognized arguments: -x; see `ttt-tui --help`$"),
]


def assert_one_line(stdout: str, stderr: str, status: int, right: str) -> None:
    """Assert that the program says in one harmless line what would be right, with status 2 and no more."""
    assert (status, stdout) == (2, "")
    assert stderr.endswith("\n")
    line = stderr.removesuffix("\n")
    assert line.isprintable(), "one line, without anything that a terminal would act on"
    assert re.match(r"ttt-tui( [a-z]+)*: error: ", line)
    assert re.search(right, line), line


def assert_refused(*arguments: str | bytes, right: str = ".") -> None:
    """Assert that the program refuses these arguments as it should."""
    result = run(*arguments)
    assert_one_line(result.stdout.decode(), result.stderr.decode(), result.returncode, right)


@pytest.mark.parametrize(
    ("arguments", "right"), WRONG, ids=[" ".join(arguments)[:40] for arguments, _ in WRONG]
)
def test_what_is_wrong_is_told_in_one_line_that_says_what_is_right(
    arguments: list[str], right: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:  # in this process: there are many
        main(arguments)
    printed = capfd.readouterr()
    assert leaving.value.code == 2
    assert_one_line(printed.out, printed.err, leaving.value.code, right)


NASTY = "\x1b[31m\x1b]0;title\x07\x9b2J\r\n\u202e\u2028\x7f"


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--preset", NASTY],
        ["--board", NASTY],
        ["--line", NASTY],
        ["--time", NASTY],
        ["--seed", NASTY],
        ["--player", NASTY],
        ["--player", f"human{NASTY}", "--player", "human"],
        ["--player", f"human,name={NASTY}", "--player", "human"],
        ["--player", f'human,"name={NASTY}"', "--player", "human"],
        ["--player", "human,symbol=\x1b", "--player", "human"],
        ["--player", "human,name=a\x1b[31m", "--player", "human,name=a\x1b[31m"],
        ["--player", f"minimax,time=\x1b{NASTY[:4]}", "--player", "human"],
        ["--player", "minimax,depth=\x1b[5m", "--player", "human"],
        ["--player", "minimax,x\x1b=1", "--player", "human"],
        [f"--{NASTY}"],
        [f"--board={NASTY}"],
        [NASTY],
    ],
    ids=str,
)
def test_a_message_carries_no_control_characters_of_an_argument(arguments: list[str]) -> None:
    assert_refused(*arguments)


def test_an_argument_that_is_no_text_is_refused_as_well() -> None:
    assert_refused(b"--board", b"\xff\xfe", right="try 3, 15 or 7x6")
    assert_refused(b"--player", b"human,name=\xff", b"--player", b"human", right="left-to-right characters")


# --- what is right ---------------------------------------------------------------------------------------

BOARDS = {
    "computer": (3, "three"),
    "two-players": (3, "three"),
    "computers": (15, "five"),
    "three-bots": (9, "four"),
    "five-bots": (11, "four"),
    "seven-bots": (13, "four"),
    "fifteen-bots": (20, "four"),
    "swarm": (15, "four"),
    "gomoku": (15, "five"),
    "custom": (5, "four"),
}


def test_every_preset_is_tried() -> None:
    assert BOARDS.keys() == PRESETS.keys()
    assert len(BOARDS) == 10


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("preset", BOARDS)
def test_a_preset_starts_at_once(preset: str) -> None:
    side, line = BOARDS[preset]
    with Terminal("--preset", preset, columns=200, rows=30) as terminal:  # room for long names and the title
        terminal.wait_for(f"{side}×{side} · {line} in a row")
        terminal.wait_for(lambda: len(board(terminal)) == side * side)
        if PRESETS[preset].make().players[0].is_human:
            terminal.wait_for(lambda: re.match(r"Your move|Player 1 \(X\) to move", status(terminal)))
            assert stones(terminal) == {}
        else:
            terminal.wait_for(lambda: len(moves(terminal)) >= 2)


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    ("arguments", "shown", "squares"),
    [
        (["--board", "3"], "3×3 · three in a row", 9),
        (["--board", "15"], "15×15 · five in a row", 225),
        (["--board", "7x6"], "7×6 · four in a row", 42),
        (["--board", "20"], "20×20 · five in a row", 400),
        (["--board", "6x7", "--line", "5"], "6×7 · five in a row", 42),
        (["--board", "3x20", "--line", "20"], "3×20 · twenty in a row", 60),
        (["--preset", "gomoku", "--board", "10", "--line", "6"], "10×10 · six in a row", 100),
    ],
    ids=str,
)
def test_board_and_line_are_as_asked_for(arguments: list[str], shown: str, squares: int) -> None:
    with Terminal(*arguments, columns=120, rows=30) as terminal:
        terminal.wait_for(shown)
        terminal.wait_for(lambda: len(board(terminal)) == squares)
        terminal.wait_for("Your move")


@pytest.mark.slow
def test_players_are_as_asked_for_and_what_is_left_open_is_filled_in() -> None:
    humans = ('human,"name=Ada, B.",symbol=★', "human,symbol=你")
    players = (*humans, "negamax,time=0.2", "minimax,name=M,depth=2")
    specs = [argument for player in players for argument in ("--player", player)]
    with Terminal("--board", "7", *specs, columns=120, rows=30) as terminal:
        terminal.wait_for("Ada, B. (★) to move")
        for named in (r"★▌ Ada, B\.", r"你▌ Player 2", "X▌ hard", "O▌ M"):
            assert re.search(rf"{named} +0 *$", str(terminal), re.MULTILINE), named
        for square, symbol in (("a1", "★"), ("b1", "你")):
            terminal.send(":")
            terminal.wait_for("Go to")
            terminal.send(square)
            terminal.wait_for(f"Go to {square}")
            terminal.send("\r")
            terminal.wait_for(lambda square=square, symbol=symbol: board(terminal).get(square) == symbol)
        terminal.wait_for(lambda: sorted(stones(terminal).values()) == sorted("★你XO"))
        terminal.wait_for("Ada, B. (★) to move")


@pytest.mark.slow
def test_time_is_what_the_computers_may_think() -> None:
    with Terminal("--board", "15", "--player", "human", "--player", "minimax", "--time", "0.1") as terminal:
        terminal.wait_for("Your move")
        terminal.send("\r")
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and status(terminal) == "Your move")


def game_of_computers(seed: str) -> list[tuple[str, str]]:
    """Let two computers play a game step by step; return the moves."""
    players = ("--player", "minimax,depth=2", "--player", "negamax,depth=2")
    with Terminal("--board", "5", *players, "--seed", seed) as terminal:

        def is_over() -> bool:
            return any(said in status(terminal) for said in (*RESULTS, "It is not a computer's turn"))

        terminal.wait_for("is thinking")
        terminal.send("p+++")
        terminal.wait_for("Speed: 0 s per move")
        while not is_over():
            played = len(moves(terminal))
            terminal.send(".")
            terminal.wait_for(lambda played=played: len(moves(terminal)) > played or is_over())
        terminal.wait_for(lambda: agree(terminal))
        assert re.search(r"X  minimax +\d *$", str(terminal), re.MULTILINE), str(terminal)
        assert re.search(r"O  hard +\d *$", str(terminal), re.MULTILINE), str(terminal)
        played = moves(terminal)
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
        return played


@pytest.mark.slow
def test_a_seed_makes_games_the_same_every_time() -> None:
    game = game_of_computers("42")
    assert game_of_computers("42") == game
    assert len(game) >= 7
    assert [symbol for symbol, _ in game[:4]] == ["X", "O", "X", "O"]
    assert any(game_of_computers(seed) != game for seed in ("43", "44", "45"))


@pytest.mark.slow
def test_without_a_seed_the_computers_play_another_game_each_time() -> None:
    first = set()
    for _ in range(3):  # of 225 squares, three times the same one is no accident
        with Terminal("--board", "15", "--player", "random", "--player", "human") as terminal:
            terminal.wait_for("Your move")
            terminal.wait_for(lambda: len(moves(terminal)) == 1)
            first.add(moves(terminal)[0])
    assert len(first) > 1
