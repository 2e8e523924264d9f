"""The entry point, which imports nothing before an interrupt can end the program without a traceback.

It stands alone because the imports of the command line take 0.1 s, during which the user may press Ctrl+C.
"""

import os
import sys

INTERRUPTED = 130
"""The exit status after SIGINT, 128 + 2: not even `signal` is imported yet."""


def main(words: list[str] | None = None) -> int:
    """Run the program and return its exit status. `words` default to the arguments of the process."""
    if words is None:
        sys.unraisablehook = _end_if_interrupted
    try:
        from ttt_tui.cli.command_line import run

        return run(sys.argv[1:] if words is None else words)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if words is None:  # from now on the interpreter would report an interrupt with a traceback
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """Exit if Python discards an interrupt.

    That happens where no code can catch it, as in the callback that removes the lock of an imported module.
    """
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)
