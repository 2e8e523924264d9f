"""`python -m ttt_tui` is the same as `ttt-tui`."""

import sys

from ttt_tui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
