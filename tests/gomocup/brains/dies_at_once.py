"""A brain that a signal ends before it has said a word."""

import os
import signal

os.kill(os.getpid(), signal.SIGSEGV)
