"""Runs another program in place of this one, so that it does not outlive whoever started it.

This is a script for a bare interpreter: `python -I -S launcher.py PARENT SIGNAL REPORT PROGRAM …`. PARENT is
the process that must live, SIGNAL the number of the signal that the program gets when it does not any more,
REPORT a descriptor: nothing is written there if the program runs, else why it does not. Python's
`preexec_fn`, which could do the same, is not safe in a program with threads.
"""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: which signal comes when the thread has ended that started this process."""


def main(words: list[str]) -> None:
    """Become the program, or report why that is not possible, and leave."""
    parent, number, report, program = int(words[0]), int(words[1]), int(words[2]), words[3:]
    os.set_inheritable(report, False)
    try:
        if sys.platform == "linux":
            die_with_parent(number)
        if os.getppid() != parent:  # it ended before its end would have been told
            os._exit(1)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, and a program inherits that
            signal.signal(ignored, signal.SIG_DFL)
        os.execvp(program[0], program)
    except (OSError, ValueError) as error:
        os.write(report, (getattr(error, "strerror", None) or str(error)).encode(errors="replace"))
        os._exit(127)


def die_with_parent(number: int) -> None:
    """Let this process, whatever it becomes, get a signal when the thread that started it has ended."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
