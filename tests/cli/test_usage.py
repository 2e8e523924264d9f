"""Wrong usage of every command is refused in one line with what would be right; all have help."""

import re

import pytest

from tests.support.shell import Shell, shell
from ttt_tui.cli.parser import make_parser
from ttt_tui.engine import rules
from ttt_tui.names import RULE_WORDS
from ttt_tui.session.setup_options import setup_from

__all__ = ["shell"]

TWO = "match --player random --player random"

ROUND_ROBIN = f"{TWO} --round-robin"

SPRT = "from -1000 to 1000, the smaller one first, like --sprt 0,20"

NO_PLAYERS = "error: no players; name computers, for example --player negamax --player scorer"

REFUSED = {
    # values of options
    "--color 17": "unknown number of colours '17'; choose from auto, none, 16, 256, truecolor",
    "--theme kay": "argument --theme: unknown theme 'kay'; did you mean kaya?",
    "solve --board 3 --time soon": "invalid number of seconds 'soon'; try 0.5",
    "solve --board 3 --time 0": "a time of 0 s is not possible; choose more than 0, at most 3600",
    "solve --board 3 --time nan": "a time of nan s is not possible; choose more than 0",
    f"{TWO} --jobs two": "argument --jobs: invalid whole number 'two'; try --jobs 2",
    f"{TWO} --jobs 0": "argument --jobs: choose 1 to 256, for example --jobs 2",
    f"{TWO} --jobs 1000": "argument --jobs: choose 1 to 256, for example --jobs 2",
    f"{TWO} --sprt 5": "argument --sprt: invalid Elo differences '5'; try --sprt 0,20",
    f"{TWO} --sprt 10,0": SPRT,
    f"{TWO} --sprt 0,5,0": "invalid alpha or beta in '0,5,0'; choose from 0.001 to 0.4, like --sprt 0,20",
    f"{TWO} --sprt 0,5,0.1,nan": "invalid alpha or beta",
    f"{TWO} --sprt 0,5,0.1,0.1,0.1": "invalid alpha or beta",
    f"{TWO} --sprt nan,5": SPRT,
    f"{TWO} --sprt -5,5": "argument --sprt: expected one argument; try --sprt 0,20 or --sprt=-10,10\n",
    f"{TWO} --save": "argument --save: expected one argument; try --save match\n",
    f"{TWO} --games -3": "invalid whole number '-3'; try --games 100",
    "puzzle --id five": "argument --id: invalid whole number 'five'; try --id 17",
    "puzzle --difficulty hell": "unknown difficulty 'hell'; choose from easy, medium, hard\n",
    "history import x --encoding rot13": "unknown encoding 'rot13'; try utf-8, cp1250",
    "serve --web box:http": "argument --web: 'box:http' is not an address; try 127.0.0.1:2222",
    "serve --web 0 --proxy box": "'box' is not the address of a page; try https://games.example.org",
    "serve --idle 1": "argument --idle: 1 is too few; choose at least 2",
    # options that do not go together, or not there
    "serve --proxy https://games.example.org": "argument --proxy: only allowed with --web",
    "--resume --board 9": "argument --board: not allowed with argument --resume; that game is already set up",
    "--replay game.txt --preset gomoku": "argument --preset: not allowed with argument --replay",
    "--resume --replay game.txt": "argument --replay: not allowed with argument --resume",
    "--encoding cp1250": "argument --encoding: only allowed with --replay FILE",
    "--join --host": "argument --host: not allowed with argument --join; the host sets up the game",
    "--join --board 9": "argument --board: not allowed with argument --join; the host sets up the game",
    "--join --rules misere": "argument --rules: not allowed with argument --join; the host sets up the game",
    "--watch=": "argument --watch: expected a user; see `ttt-tui --join` for hosted games",
    "--seat X": "argument --seat: only allowed with --join USER",
    "--join --seat X": "argument --seat: only allowed with --join USER",
    "--only bob": "argument --only: only allowed with --host",
    "--join ada --watch bob": "argument --watch: not allowed with argument --join; choose one",
    "--host --watch ada": "argument --host: not allowed with argument --watch; the host sets up the game",
    "--player human --player rules --only bob": "argument --only: only allowed with --host or an open seat",
    "puzzle --daily --mine": "argument --mine: not allowed with argument --daily",
    "puzzle --id 5 --difficulty easy": "argument --difficulty: not allowed with argument --id",
    f"{TWO} --gauntlet --round-robin": "--round-robin: not allowed with argument --gauntlet",
    "--ascii history list": "argument --ascii: not allowed before history; see `ttt-tui history --help`",
    "--theme=kaya match": "argument --theme: not allowed before match",
    "--seed=3 puzzle --id 5": "argument --seed: not allowed before puzzle; see `ttt-tui puzzle --help`",
    "puzzle --id 5 make x --board 3": "argument --id: not allowed before make; see `ttt-tui puzzle make -",
    "--plain puzzle make x --board 3": "argument --plain: not allowed before make; see `ttt-tui puzzle make",
    "--board 3 puzzle": "argument --board: not allowed before puzzle; see `ttt-tui puzzle --help`",
    # words that are missing, misspelt or abbreviated
    "history": "the following arguments are required: ACTION; see `ttt-tui history --help`",
    "history shout": "unknown action 'shout'; see `ttt-tui history --help`",
    "history path 1": "unrecognized arguments: 1",
    "history explore d99": "argument MOVES: at 'd99': d99 is not on a 15×15 board",
    "history explore --source theirs": "unknown games 'theirs'; choose from all, mine, imported",
    "history show": "the following arguments are required: ID; see `ttt-tui history show --help`",
    "history list --js": "--js",
    "puzzle make x": "the following arguments are required: --board; see `ttt-tui puzzle make --help`",
    "puzzle --dail": "unrecognized arguments: --dail; did you mean --daily?\n",
    "solve": "--board",
    # what cannot be played
    "match": NO_PLAYERS,
    "match --board 5": NO_PLAYERS,
    "match --player random": "choose 2 to 15",
    "match --player human,name=Ann --player random": "X (Ann) is human; only computers play in a match\n",
    "match --player random --player chess": "argument --player: unknown level 'chess'; choose from human, ",
    "match --preset gomoku": "--preset: 'gomoku' has a human player; choose from computers, three-bots, ",
    f"{TWO} --board 2": "each side must be 3 to 20",
    f"{TWO} --games 0": "argument --games: choose at least 1, for example --games 100",
    f"{TWO} --sprt 0,5 --games 21": "argument --sprt: needs an even number of games, for example --games 22",
    f"{TWO} --player random --sprt 0,5": "argument --sprt: needs exactly two players, not 3",
    f"{ROUND_ROBIN} --player human,name=Zoe": "A (Zoe) is human; only computers play in a match\n",
    f"{ROUND_ROBIN} {'--player random ' * 14}": "16 players cannot play; choose 2 to 15",
    f"{ROUND_ROBIN} --player random,symbol=# --player random,symbol=#": "both have the symbol #",
    "history --json list": "--json belongs after list: ttt-tui history list --json\n",
    "--json history stats": "--json belongs after stats: ttt-tui history stats --json\n",
    "settings": "the following arguments are required: ACTION; see `ttt-tui settings --help`",
    "solve --board x": "try 3, 15 or 7x6",
    "solve --board 3 --line 4": "4 in a row is not possible on a 3×3 board",
    "solve --board 3 --moves a1,a1": "argument --moves: at 'a1': a1 is taken",
    "solve --board 3 --moves d4": "argument --moves: at 'd4': d4 is not on a 3×3 board",
    "solve --board 3 --moves \x1b[31m": "argument --moves: at '\\x1b[31m': write a square like c3 or 9",
    "solve --board 3 --moves a1,b1,a2,b2,a3,b3": "argument --moves: at 'b3': the game is over",
    "puzzle --plain --id 999999": "argument --id: no puzzle 999999; choose from 1 to ",
    "puzzle --plain --mine": "argument --mine: no mistake to review",
    "puzzle make x --board 3 --count 0": "argument --count: choose at least 1, for example --count 20",
}
"""Command lines, and what they are answered."""


@pytest.mark.parametrize("words", REFUSED, ids=ascii)
def test_wrong_usage_is_refused_in_one_line(words: str, shell: Shell) -> None:
    assert REFUSED[words] in shell.refused(*words.split(), statuses=(2,))


@pytest.mark.parametrize(
    "words",
    ["match", "solve", "bench", "brain", "history", "puzzle", "puzzle make", "settings"]
    + [
        f"history {action}"
        for action in ("list", "explore", "show", "export", "import", "review", "stats", "path")
    ],
)
def test_every_command_has_help(words: str, shell: Shell) -> None:
    assert shell.fine(*words.split(), "--help").startswith(f"usage: ttt-tui {words}")


def test_names_keep_their_capitals_in_help(shell: Shell) -> None:
    assert "Run a computer as a Gomocup engine" in shell.fine("brain", "--help")
    assert "JSON if its name ends in .json" in shell.fine("history", "export", "--help")


def test_the_help_ends_with_examples_that_work_and_fits_80_columns(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = shell.fine("--help")
    assert max(map(len, shown.splitlines())) <= 80
    examples = re.findall("^ +ttt-tui (.*)", shown.partition("\nexamples:\n")[2], re.MULTILINE)
    assert len(examples) >= 3
    for words in examples:
        assert setup_from(make_parser(words.split()).parse_args(words.split())) is not None, words


def test_words_of_rules_are_those_of_the_engine() -> None:
    named = [name for name in rules.NAMED if " " not in name]
    assert sorted(RULE_WORDS) == sorted([rules.USUAL_WORD, *rules.WORDS, *named])
