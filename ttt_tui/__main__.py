"""The entry point of `python -m ttt_tui`, which is equivalent to `ttt-tui`."""

import sys

from ttt_tui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
