"""The process that forks visitors' programs; `ttt_tui.serving.forks` starts it."""

import os
import socket
import sys
from collections.abc import Sequence

from ttt_tui.cli.command_line import run
from ttt_tui.process.permissions import Permissions
from ttt_tui.process.visit_log import VisitLog
from ttt_tui.serving.forks import VisitRequest, serve
from ttt_tui.serving.visitor import prepare

LOGGING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC


def visit(request: VisitRequest, sockets: Sequence[int]) -> int:
    """Run the program for a visitor, and return the exit status."""
    log = VisitLog(os.open(request.log, LOGGING, 0o600), request.name)
    return run(request.words, Permissions(log=log), prepare(request, sockets, log))


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]), visit)
