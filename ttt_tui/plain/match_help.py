"""The help texts of matches in plain mode."""

HELP = """\
A square, such as b2 or 5: place a stone there. Where stones fall a column, such as d or 4.
Where a turn has two stones, two squares, such as h8 i9: place both.
Where players choose marks, write the mark before it, such as Xb2 or O5.
stay, swap, two-more, or 1, 2, 3: choose a side in an opening, or place two more stones.
undo, redo: take back your latest move and all after it; play them again.
hint: what to look for; again for the square, and again for the reason.
review: after a game, list the mistakes and better moves, and your losing move; again for a longer look.
why: after a game, show how a mistake is refuted; again for the next mistake.
share: print the game as a small text to paste.
now: while a computer thinks, let it play the best move that it has found.
resign: resign the game; in a shared game, type it twice.
new, or Enter after a game: start the next game.
yes, no: accept or decline a request from a player at another terminal.
who: in a shared game, list who is connected, who is disconnected and who is watching.
resume: continue the saved game.
board: print the board. board always: print it after every move. board off: stop that.
row 3: list the stones in row 3. where O: list the stones of O.
moves, score: list the moves, show the score.
easier, harder: start a match against the next step down or up of the levels.
rules: say by which rules you play, and which there are. rules misere: start a match by other rules.
seat expert, seat human: replace a computer that cannot move; any level or engine can take the seat.
help, ?: this list.
quit, exit, or end of input: leave. An unfinished game is saved.
While a computer thinks, squares and hint wait for your turn; all other commands act at once."""

ULTIMATE_HELP = """\
e5, b2/c3 or 59: place a stone; b2/c3 and 59 name a small board and its square.
5: place a stone there on the board where you have to play.
boards: which small boards are won, drawn or open.
board top right, board c1 or board 3: list the stones on one.
"""
"""The additional commands of Ultimate, shown first."""
