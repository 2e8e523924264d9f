"""Record ⇄ SGF, the Smart Game Format (red-bean.com/sgf): trees of moves with comments and signs.

>>> from ttt_tui.engine.records.sgf import from_sgf, to_sgf
>>> record = from_sgf("(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[hi]C[Why not](;B[ig]TE[1])(;B[gg]))")
>>> record.game.setup.players[0].name, [record.game.setup.geometry.name(m.square) for m in record.game.moves]
('Ann', ['h8', 'h9', 'i7'])
>>> print(to_sgf(record), end="")
(;FF[4]GM[4]CA[UTF-8]AP[ttt-tui]SZ[15]PB[Ann]PW[Bob]
;B[hh];W[hi]C[Why not](;B[ig]TE[1])(;B[gg]))

Black is the player on the first seat. A point has a letter for its column and one for its row from the top.
The files of Little Golem, which hold Connect6, have names such as `j10` with row 1 at the bottom, of which a
node can have two: `B[j10];W[i9l10]`.

What SGF has no word for is in properties of our own, as it allows: `KT` in the first node has the tags of
the text format, `KW` has moves that are no stone of Black or White, `KN` signs without a property.

The reader is safe for untrusted text: an error names its place, nothing else is raised, and the size is
bounded before anything is parsed.
"""

from ttt_tui.engine.records.sgf.reader import all_from_sgf, from_sgf
from ttt_tui.engine.records.sgf.syntax import BEGINNING
from ttt_tui.engine.records.sgf.writer import omitted_by_sgf, to_sgf

__all__ = ["BEGINNING", "all_from_sgf", "from_sgf", "omitted_by_sgf", "to_sgf"]
