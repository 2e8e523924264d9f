"""How Textual is to draw in tests, whatever terminal these run in. To be imported before Textual is.

Textual reads its environment when it is imported: what is drawn is there at once, and painted as often as the
program does it.
"""

import os

from ttt_tui.process.terminal import FRAMES

os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["TEXTUAL_FPS"] = FRAMES
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
