"""The process that forks visitors' programs; `ttt_tui.serving.forks` starts it."""

import socket
import sys
from collections.abc import Sequence

from ttt_tui.cli.command_line import run
from ttt_tui.process.permissions import SERVED
from ttt_tui.serving.forks import VisitRequest, serve
from ttt_tui.serving.visitor import prepare


def visit(request: VisitRequest, sockets: Sequence[int]) -> int:
    """Run the program for a visitor, and return the exit status."""
    return run(request.words, SERVED, prepare(request, sockets))


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]), visit)
