"""The command line: what every option does, and what it says when something is wrong with it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ttt_tui
from tests.support.reading import board, stones
from tests.support.shell import Shell, shell
from tests.support.terminal import PROGRAM, Terminal, environment
from ttt_tui.names import CLASSIC_NAMES, LADDER_NAMES
from ttt_tui.session.presets import PRESETS

__all__ = ["shell"]


def run(home: Path, *arguments: str | bytes, said: str = "", **variables: str) -> tuple[int, str, str]:
    """Run the program without a terminal; return its status, output and errors."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=said.encode(),
        capture_output=True,
        env=environment(str(home), **variables),
        timeout=60,
        check=False,
    )
    encoding = variables.get("PYTHONIOENCODING", "utf-8")
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


# --- answers without a screen ----------------------------------------------------------------------------


def test_help_tells_every_option_preset_and_level(shell: Shell) -> None:
    text = re.sub(r"-\s+", "-", shell.fine("--help"))
    options = ("--preset", "--board", "--line", "--player", "--time", "--seed", "--version", "--help")
    for word in (*options, "human", *CLASSIC_NAMES, *LADDER_NAMES, "strength", *PRESETS):
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", text), word


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_help_and_errors_come_in_an_encoding_without_their_characters_too(
    encoding: str, tmp_path: Path
) -> None:
    variables = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    status, help, errors = run(tmp_path, "--help", **variables)
    assert (status, errors) == (0, "")
    assert "--player" in help
    status, _, errors = run(tmp_path, "--board", "3", "--line", "4", **variables)
    assert (status, errors.count("\n")) == (2, 1)
    assert "4 in a row is not possible" in errors


@pytest.mark.parametrize("arguments", [["--version"], ["--preset", "nonsense"]])
def test_what_needs_no_screen_does_not_import_textual(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "ttt_tui", *arguments],
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == (f"ttt-tui {ttt_tui.__version__}\n" if arguments == ["--version"] else "")
    imported = set(re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE))
    assert "ttt_tui.cli.main" in imported
    assert not {name for name in imported if name.split(".")[0] in ("textual", "rich")}
    if arguments == ["--version"]:  # at once: without the game, and what dataclasses bring
        assert not {name for name in imported if name.startswith("ttt_tui.engine")} | imported & {"inspect"}


# --- what is wrong ---------------------------------------------------------------------------------------

TWO = "--player human --player human"
SIZES = "try 3, 15 or 7x6"
SECONDS = "choose more than 0, at most 3600"
FIELDS = "choose from name=, symbol=, strength=, time=, depth=$"
QUOTES = r'invalid quotes; .* quote values with commas: "name=Ada, B\."$'
LEVEL = "choose from human, open, novice, .*, expert, random, .*, negamax$"

WRONG = {
    # presets, boards and lines
    "--preset chess": "argument --preset: unknown preset 'chess'; choose from computer, .*, custom$",
    "--preset gomuku": r"argument --preset: unknown preset 'gomuku'; did you mean gomoku\?$",
    "--preset ''": "unknown preset ''; choose from computer, .*",
    "--board abc": f"argument --board: invalid size 'abc'; {SIZES}$",
    **{f"--board {size}": SIZES for size in ("''", "3x", "3x3x3", "-3", "4.5", "1000", "٣")},
    "--board 2": "argument --board: a 2×2 board is not possible; each side must be 3 to 20",
    "--board 3x21": "3×21 board is not possible; each side must be 3 to 20",
    "--line three": "argument --line: invalid whole number 'three'; try --line 5$",
    "--line -5": "invalid whole number '-5'; try --line 5",
    "--board 3 --line 2": "argument --line: 2 in a row is not possible on a 3×3 board; choose 3",
    "--board 7x6 --line 8": "8 in a row is not possible on a 7×6 board; choose 3 to 7",
    "--board 3 --line 99999999999999999999": "whole number|choose 3",
    # times and seeds
    "--time soon": r"argument --time: invalid number of seconds 'soon'; try 0\.5$",
    "--time ''": r"invalid number of seconds ''; try 0\.5",
    **{
        f"--time {time}": f"a time of {time} s is not possible; {SECONDS}$"
        for time in ("0", "-1", "nan", "inf")
    },
    "--time 3601": f"3601 s is not possible; {SECONDS}",
    "--preset two-players --time nan": f"a time of nan s is not possible; {SECONDS}",
    **{f"--seed {seed}": f"invalid whole number '{seed}'; try --seed 42$" for seed in ("x", "-1", "1.5")},
    # players
    "--player human": r"\b1 player.* cannot play; choose 2 to 15",
    f"--player human {'--player random ' * 15}": "16 players cannot play; choose 2 to 15",
    f"--board 3 {'--player random ' * 5}": "at most 4 can play",
    f"--player wizard {TWO}": f"argument --player: unknown level 'wizard'; {LEVEL}",
    f"--player '' {TWO}": f"unknown level ''; {LEVEL}",
    f"--player ,name=A {TWO}": f"unknown level ''; {LEVEL}",
    "--player hardd": r"argument --player: unknown level 'hardd'; did you mean hard\?$",
    "--player medium4": r"unknown level 'medium4'; did you mean medium 4\?$",
    "--player expertt": r"unknown level 'expertt'; did you mean expert\?$",
    **{
        f"--player expert,strength={strength} {TWO}": f"invalid strength '{strength}'; choose 1 to 10$"
        for strength in ("0", "11", "x", "04", "4.5", "-1", "")
    },
    **{
        f"--player '{level},strength=4' {TWO}": "strength= is only for expert, for example expert,strength=4$"
        for level in ("negamax", "medium", "medium 4", "expert 4", "human")
    },
    f"--player expert,step=4 {TWO}": f"unknown player field 'step=4'; {FIELDS}",
    "--player brain:Rapfi": r"unknown engine 'Rapfi'; give its command, for example brain:\./pbrain$",
    f"--player human,colour=red {TWO}": f"unknown player field 'colour=red'; {FIELDS}",
    f"--player human,name {TWO}": f"unknown player field 'name'; {FIELDS}",
    f"--player human, {TWO}": f"unknown player field ''; {FIELDS}",
    f"--player 'human,\"name=Ada' {TWO}": QUOTES,
    f"--player 'human,\"name=Ada\"B' {TWO}": QUOTES,
    f"--player human,name= {TWO}": "a name cannot be blank",
    f"--player human,name={'n' * 25} {TWO}": "at most 24 characters; this one has 25",
    f"--player human,name=a\u202eb {TWO}": "a name can only have printable characters",
    f"--player human,symbol= {TWO}": "a symbol cannot be blank",
    f"--player human,symbol=XX {TWO}": "a symbol must be one character, such as X",
    f"--player human,symbol=· {TWO}": "· cannot be a symbol: it marks the empty squares",
    f"--player human,symbol=\u200b {TWO}": r"U\+200B cannot be a symbol",
    "--player human,symbol=x,name=A --player human,symbol=X,name=B": "A and B both have the symbol [Xx]",
    f"--player minimax,time=fast {TWO}": r"invalid time 'fast'; use a number of seconds, for example 0\.5$",
    **{
        f"--player minimax,time={time} {TWO}": f"a time of {time} s per move is not possible; {SECONDS}"
        for time in ("0", "nan")
    },
    f"--player minimax,depth=deep {TWO}": "invalid depth 'deep'; use a number of moves, for example 6$",
    f"--player minimax,depth=1.5 {TWO}": r"invalid depth '1\.5'; use a number of moves, for example 6",
    f"--player minimax,depth=0 {TWO}": "depth of 0 is not possible; choose 1 to 400",
    f"--player minimax,depth=401 {TWO}": "depth of 401 is not possible; choose 1 to 400",
    f"--player minimax,depth={'9' * 5000} {TWO}": "for example 6|choose 1 to 400",
    # what is looked at, and how
    **{f"--resume={id}": "history list" for id in ("99", "x", "-1", "1.5", "99999999999999999999", "''")},
    "--replay /nowhere/game.txt": r"argument --replay: '/nowhere/game\.txt': no such file or directory",
    "--theme plaid": "argument --theme: unknown theme 'plaid'; see `ttt-tui --theme list`",
    "--host --only ,": "argument --only: no user in ','; try bob,eve$",
    # what is missing or misspelt
    "--preset": "argument --preset: expected one argument; try --preset gomoku$",
    "--board": "argument --board: expected one argument; try --board 7x6$",
    "--player": "argument --player: expected one argument; try --player medium$",
    "match --jobs": "argument --jobs: expected one argument; try --jobs 2$",
    "--bord 3": r"unrecognized arguments: --bord; did you mean --board\?$",
    "--boar 3": r"unrecognized arguments: --boar; did you mean --board\?$",
    "--qqq 3": "unrecognized arguments: --qqq; see `ttt-tui --help`$",
    "-x": "unrecognized arguments: -x; see `ttt-tui --help`$",
    "maatch": r"unknown command 'maatch'; did you mean match\?$",
    '"it\'s"': """unknown command "it's"; see `ttt-tui --help`$""",
    "3": "unknown command '3'; see `ttt-tui --help`$",
    "history lsit": r"^ttt-tui history: error: unknown action 'lsit'; did you mean list\?$",
    "history list --jsn": r"^ttt-tui history list: error: .* --jsn; did you mean --json\?$",
    "puzzle --difficulty hrad": r"argument --difficulty: unknown difficulty 'hrad'; did you mean hard\?$",
    "bench --foo": "^ttt-tui bench: error: unrecognized arguments: --foo; see `ttt-tui bench --help`",
    "--line 3 solve --board 4": "argument --line: not allowed before solve; see `ttt-tui solve --help`",
}
"""What is typed, and what would be right."""


@pytest.mark.parametrize("words", WRONG, ids=lambda words: ascii(words)[:40])
def test_what_is_wrong_is_told_in_one_line_that_says_what_is_right(words: str, shell: Shell) -> None:
    line = shell.refused(*shlex.split(words), statuses=(2,)).removesuffix("\n")
    assert re.match(r"ttt-tui( [a-z]+)*: error: ", line)
    assert re.search(WRONG[words], line), line


NASTY = "\x1b[31m\x1b]0;title\x07\x9b2J\r\n\u202e\u2028\x7f"


@pytest.mark.parametrize(
    "arguments",
    [
        *([option, NASTY] for option in ("--preset", "--board", "--line", "--time", "--seed", "--player")),
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
    ids=ascii,
)
def test_a_message_carries_no_control_characters_of_an_argument(arguments: list[str], shell: Shell) -> None:
    assert shell.refused(*arguments, statuses=(2,)).removesuffix("\n").isprintable()


def test_an_argument_that_is_no_text_is_refused_as_well(tmp_path: Path) -> None:
    status, out, line = run(tmp_path, b"--player", b"human,name=\xff", b"--player", b"human")
    assert (status, out) == (2, "")
    assert line.endswith("printable characters\n")
    assert line[:-1].isprintable()


# --- what is right ---------------------------------------------------------------------------------------


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("arguments", "shown", "squares"),
    [
        ("--preset gomoku --board 10 --line 6", "10×10 · six in a row", 100),
        ("--board 3x20 --line 20", "3×20 · twenty in a row", 60),
        ("--preset custom", "5×5 · four in a row", 25),
    ],
)
def test_board_and_line_are_as_asked_for(arguments: str, shown: str, squares: int) -> None:
    with Terminal(*arguments.split(), columns=120, rows=30) as terminal:
        terminal.wait_for(shown)
        terminal.wait_for(lambda: len(board(terminal)) == squares)
        terminal.wait_for("Your move")


@pytest.mark.slow
def test_players_are_as_asked_for_and_what_is_left_open_is_filled_in() -> None:
    humans = ('human,"name=Ada, B.",symbol=★', "human,symbol=你")
    players = (*humans, "hard,time=0.2", "minimax,name=M,depth=2")
    specs = [argument for player in players for argument in ("--player", player)]
    with Terminal("--board", "7", *specs, columns=120, rows=30) as terminal:
        terminal.wait_for("Ada, B. (★) to move")
        for named in (r"★▌ Ada, B\.", r"你▌ Player 2", "X▌ hard 6", "O▌ M"):
            assert re.search(rf"{named} +○{{5}} *$", str(terminal), re.MULTILINE), named
        for square, symbol in (("a1", "★"), ("b1", "你")):
            terminal.send(f":{square}\r")
            terminal.wait_for(lambda square=square, symbol=symbol: board(terminal).get(square) == symbol)
        terminal.wait_for(lambda: sorted(stones(terminal).values()) == sorted("★你XO"))
        terminal.wait_for("Ada, B. (★) to move")


@pytest.mark.slow
def test_a_seed_makes_games_the_same_every_time_and_without_one_they_differ(tmp_path: Path) -> None:
    def answers(*seed: str) -> list[str]:
        players = ("--player", "random", "--player", "human", "--board", "15", *seed)
        told = run(tmp_path, "--plain", *players, said="a1\nb3\nc5\n", TTT_TUI_HOME=str(tmp_path))[1]
        return re.findall("X plays ([a-o][0-9]+)", told)

    assert len(answers("--seed", "42")) > 1
    assert answers("--seed", "42") == answers("--seed", "42") != answers("--seed", "43")
    assert answers() != answers()
