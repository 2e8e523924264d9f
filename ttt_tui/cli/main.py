"""The entry point. It imports nothing before an interrupt can end the program without a traceback.

So it stands alone: what is imported for the command line takes a tenth of a second, in which somebody may
press Ctrl+C.
"""

import os
import sys

INTERRUPTED = 130
"""The exit status after SIGINT, 128 + 2: not even `signal` is imported yet."""


def main(words: list[str] | None = None) -> int:
    """Run the program and return its exit status. `words` default to the process's own arguments."""
    if words is None:
        sys.unraisablehook = _end_if_interrupted
    try:
        from ttt_tui.cli.command_line import run

        return run(sys.argv[1:] if words is None else words)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if words is None:
            _end_undisturbed()


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the program if Python discards an interrupt.

    It does where nothing can catch one, such as in the callback that removes the lock of an imported module.
    """
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _end_undisturbed() -> None:
    """Ignore interrupts from now on: all is done, and the interpreter would report where it was."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
