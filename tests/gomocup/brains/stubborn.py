"""A brain that ignores END and SIGTERM."""

import signal

from good import Good, for_ever

signal.signal(signal.SIGTERM, signal.SIG_IGN)
Good().serve()
for_ever()
