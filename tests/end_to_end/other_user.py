"""The program as another user of the machine: run by root, it becomes that user once all is imported.

    python -m tests.end_to_end.other_user USER HOME ARGUMENT…
    python -m tests.end_to_end.other_user USER HOME --look COMMAND…

Interpreter and libraries may lie where the other user cannot look; so a short game is played first, by which
everything that is needed is imported. With `--look` the home is not the other user's: commands are run there
by root and then once more.
"""

import importlib
import os
import pkgutil
import pwd
import sys
import tempfile
from pathlib import Path

import ttt_tui
from tests.support.processes import become
from ttt_tui.cli.main import main


def import_all() -> None:
    for module in pkgutil.walk_packages(ttt_tui.__path__, "ttt_tui."):
        if not module.name.startswith(("ttt_tui.app", "ttt_tui.__main__")):
            importlib.import_module(module.name)


def warm_up() -> None:
    """Play a game in plain mode, which brings in what that needs."""
    standard_input = os.dup(0)
    with tempfile.TemporaryFile() as script, tempfile.TemporaryDirectory() as home:
        script.write(b"a1\nb2\nundo\nnonsense\nb2\na2\nc3\na3\n\nhelp\nquit\n")
        script.seek(0)
        os.dup2(script.fileno(), 0)
        os.environ["TTT_TUI_HOME"] = home
        said, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115  # closed with the process
        main(["--plain", "--board", "3", "--player", "human", "--player", "human"])
        sys.stdout = said
    os.dup2(standard_input, 0)


if __name__ == "__main__":
    name, home, *arguments = sys.argv[1:]
    import_all()
    if arguments[0] == "--look":
        for command in arguments[1:]:
            main(command.split())
        sys.stdout.flush()
        become(name)
        print("--- as another user", flush=True)
        for command in arguments[1:]:
            print("status", main(command.split()), flush=True)
    else:
        warm_up()
        Path(home).mkdir(exist_ok=True)
        os.chown(home, pwd.getpwnam(name).pw_uid, pwd.getpwnam(name).pw_gid)
        become(name)
        os.environ["HOME"] = os.environ["TTT_TUI_HOME"] = home
        sys.exit(main(arguments))
