"""Event loops that an interrupt cannot leave half made: the interpreter would complain when it drops one."""

import asyncio
import selectors
import signal


def new_loop(selector: selectors.BaseSelector | None = None) -> asyncio.AbstractEventLoop:
    """Return a new event loop; a Ctrl+C that comes meanwhile takes effect right after that."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return asyncio.SelectorEventLoop(selector)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
