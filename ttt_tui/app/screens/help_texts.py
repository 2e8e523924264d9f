"""The texts of the help besides the keys, and the words by which its search finds more."""

from collections.abc import Mapping

from ttt_tui.process.permissions import Permission
from ttt_tui.store import settings
from ttt_tui.store.search import WORDS as SEARCH_WORDS

PLAYING, MENU, BOARD, COMPUTERS, PUZZLES, TOGETHER, HISTORY, STUDIES, SETTINGS, RULES = (
    "Playing", "Main menu", "The board", "Computers and hints", "Puzzles and reviews", "Playing together",
    "History and records", "Studies", "Settings and colours", "Rules",
)  # fmt: skip
TITLES = (PLAYING, MENU, BOARD, COMPUTERS, PUZZLES, TOGETHER, HISTORY, STUDIES, SETTINGS, RULES)
"""The pages in their order."""

Subjects = tuple[tuple[str, str], ...]

TEXTS: Mapping[str, tuple[tuple[str, Subjects], ...]] = {
    BOARD: (
        ("Squares", (
            ("Square names", "c2 is the third column and the second row from the top; numbers count from 1 "
             "at the top left. Coordinates among the commands (Ctrl+P) names squares otherwise."),
            ("Other boards", "b on the main menu goes to the board: type 4x4x4 for 4×4 with four in a row."),
            ("Size", "Squares grow with the window. Where the board does not fit, it scrolls with the "
             "cursor."),
            ("Type one", "a to g start to type a square. On wider boards : does, for every column: h and the "
             "letters after it may be other keys."),
            ("Connect Four", "Where stones fall you choose a column: ← → and Enter, its number, or a click "
             "anywhere in it. A pale stone shows where the next one lands."),
            ("Wild", "x and o place that mark at the cursor. Enter, a click and digits place the one chosen "
             "last; go to takes Xb2, too. A click on the status line changes it."),
            ("Torus", "Lines continue at the opposite edge, and so does the cursor."),
            ("Renju", "A square with × is forbidden to the player to move: a stone there would make six in "
             "a row, two fours or two open threes."),
            ("Ultimate", "The raised board is due. A won board shows its winner's large stone, a drawn one "
             "is dim; the panel has the whole board. A digit places on the board due; on any open board type "
             "two: board, square. Go to takes e5, b2/c3 and 59."),
            ("Vanishing", "Your oldest stone is dim on your turn, or has a dot: it leaves with your next."),
            ("Mouse", "Click a square to place a stone; turn the wheel to scroll."),
        )),
    ),
    COMPUTERS: (
        ("Difficulty", (
            ("Level", "On the main menu, Tab goes to Level; ← → change it for all computers."),
            ("One player", "e on the selected player edits name, level, thinking time and depth. Classic "
             "computers and engines are there, too."),
            ("Time", "A computer has 1 s per move, divided by its opponents; humans have no limit."),
            ("Hints", "i says what to look for; i again shows the square, then the reason and the moves "
             "that it means, as pale stones. Statistics count hints."),
            ("Analysis", "A shows what each empty square is worth, or the best moves: W 5 wins in five "
             "moves, D draws, L 8 loses in eight. The deeper the tint, the sooner."),
        )),
        ("Engines", (
            ("Add one", "An engine is a program for five in a row that speaks the Gomocup protocol. Set "
             "Type to engine in a player's dialog and type the command; it is then listed with the levels."),
            ("A failure", "The game is saved, and you choose who plays on."),
            ("As judges", "In analysis, b asks an engine instead of the expert. Its values are never "
             "proved."),
        )),
        ("In the panel", (
            ("0.6 s · depth 7", "how long a computer has thought, and how many moves ahead it looks"),
            ("41 k positions", "how many it has searched, and how many a second"),
            ("+12  h8 i9", "how good its move is for it, and the moves it expects"),
            ("wins in 5 moves", "proved: the win takes 5 moves, counting both sides; at most 5 means that it "
             "may be sooner"),
        )),
    ),
    PUZZLES: (
        ("Puzzles", (
            ("The task", "Win within some moves, hold the draw, or stop the threat. Only one move does it, "
             "and that is proved."),
            ("Wrong move", "The reply that refutes it is played. Take it back, or try another square at "
             "once."),
            ("Hint", "Says how the solution begins, then the column, then the square."),
            ("Your mistakes", "Mistakes that reviews find in your games come back until you solve them."),
            ("Streak", "The days in a row on which you solved the daily puzzle, with hints or without."),
            ("Rating", "Starts at 1500, shown from the fifth puzzle on. A wrong move or the solution lowers "
             "it, a hint half as much. Later tries do not count."),
        )),
        ("Reviews", (
            ("Contents", "Each player's accuracy and chances to win, and a mark at every costly move: "
             "?! inaccuracy, ? mistake, ?? blunder."),
            ("When", "After a game, at the move that lost it, or from the history."),
        )),
    ),
    TOGETHER: (
        ("Playing together", (
            ("Host", "H on the main menu offers an open seat; Enter hosts the game and shows the command to "
             "join."),
            ("Join", "J on the main menu lists the games hosted on this machine, or type ttt-tui --join "
             "USER."),
            ("Watch", "W on the main menu watches the hosted game as a spectator, and lists the games if "
             "there are several. Or type ttt-tui --watch USER."),
            ("SSH", "All players log in to one machine, in a terminal each: ssh -t BOX ttt-tui --join "
             "USER. No network port is opened."),
            ("Open seat", "Any seat can be open: e on a player, then set Type to open seat."),
            ("Requests", "A takeback, a draw, the next game and a rematch need the other players: y accepts, "
             "n declines. A request expires after 30 s, or when the game goes on."),
            ("Away", "Your seat stays yours, also if you leave: rejoin with --join. The host resumes with "
             "--resume."),
            ("Invitation", "ttt-tui --host --only bob,eve lets only these users join."),
            ("Hints", "Hints and analysis are off in shared games."),
        )),
    ),
    HISTORY: (
        ("Saved games", (
            ("Saving", "Every move is saved at once. You can quit at any time."),
            ("Resume", "r on the main menu resumes the unfinished game, and so does ttt-tui --resume."),
            ("W D L", "In the history: won, drawn, lost. … is an unfinished game, – one of computers only."),
            ("Search", "/ in the history filters its games; all words have to match:"),
            *SEARCH_WORDS,
            ("Replay", "Enter on a finished game in the history replays it move by move."),
            ("Export", "x saves a game as a text file. ttt-tui history export also writes JSON, .psq and, as "
             ".svg, a picture."),
            ("Share", "C after a game, and in a replay or review, copies it as a small text to paste; C "
             "again saves a picture beside the saved games, and once more shows the text. After a puzzle it "
             "copies how you solved it, without the solution."),
            ("Import", "ttt-tui history import FILE adds games; ttt-tui --replay FILE only shows one."),
            ("Statistics", "s in the history shows your results, ratings, hints and days."),
            ("Rating", "Each kind of game has its own, from the fifth game on: a game against a step of the "
             "ladder changes it, unless you undo or get help. rated = false in the settings turns it off."),
        )),
    ),
    SETTINGS: (
        ("Settings", (
            ("Theme", "F2 lists the themes; moving through the list shows each at once."),
            ("Colours", "ttt-tui --color 16 uses fewer colours, --color none uses none; --ascii draws with "
             "ASCII only."),
            ("Mouse", "ttt-tui --no-mouse leaves the mouse to the terminal."),
            ("Speed", "+ and - change the pause after a computer's move."),
            ("Plain text", "ttt-tui --plain plays in sentences, for screen readers."),
            ("All settings", "Ctrl+P, then Settings, changes each of them: "
             f"{', '.join(each.label.lower() for each in settings.SETTINGS)}."),
            ("File", f"settings.toml has them too: {', '.join(each.name for each in settings.ALL)}. "
             "ttt-tui settings path prints where it is."),
        )),
    ),
    RULES: (
        ("Rules", (
            ("To win", "Be the first with a whole line of your stones in a row, a column or a diagonal, "
             "without a gap. The top line says how long it has to be; longer lines win, too."),
            ("Other rules", "R on the main menu lists them: longer lines may not count, a line may lose, "
             "stones may fall, a turn may have two, or the first player has forbidden squares. The top line "
             "of a game says so."),
            ("Ultimate", "Nine boards of 3×3 for two; three boards in a row win. Your square sends the other "
             "player to the board in the same place; if that is won or full, to any open board. Two rules "
             "vary it: won boards stay open until full, or most boards win without a line."),
            ("Vanishing", "Three in a row on 3×3 for two, but a fourth stone makes your oldest vanish, after "
             "it is placed. A position that comes for the third time is a draw."),
            ("Openings", "With pie, swap or swap2 one player places the first stones, and the other stays "
             "or swaps: then the stones change sides. 1 2 3 choose, or ← → and Enter."),
            ("Draw", "The board is full, or no line is possible any more, or all players agree to it. A "
             "computer accepts when it is not ahead and fewer than a fifth of the squares can still matter."),
            ("Match", "Several games: the first to enough points wins, or a number of draws in a row ends "
             "it. The first move alternates unless you choose otherwise."),
            ("Another step", "After three losses in a row y plays one step down, after three wins one up."),
            ("Score", "Points in seat order: 0–1 means that the second player leads."),
            ("Resign", "Ends the game for you. With more than two players the others play on."),
            ("Undo", "Goes back to before your latest move, in Connect6 your latest turn, as often as you "
             "like. Redo plays the moves again."),
        )),
    ),
}  # fmt: skip
"""The texts of the pages besides the keys."""

INSTEAD: Mapping[str, Mapping[str, tuple[Permission, str]]] = {
    COMPUTERS: {
        "One player": (Permission.ENGINES, "e on the selected player edits name, level, thinking time and "
                       "depth. Classic computers are there, too."),
        "Add one": (Permission.ENGINES, ""),
        "A failure": (Permission.ENGINES, ""),
        "As judges": (Permission.ENGINES, ""),
    },
    TOGETHER: {
        **dict.fromkeys(("Host", "Join", "Watch", "Open seat"), (Permission.LOCAL_GAMES, "")),
        **dict.fromkeys(("SSH", "Away", "Invitation"), (Permission.LOCAL_GAMES, "")),
    },
    HISTORY: {
        "Resume": (Permission.MACHINE, "r on the main menu resumes the unfinished game."),
        "Export": (Permission.FILES, "x copies a game as a record."),
        "Share": (Permission.FILES, "C after a game, and in a replay or review, copies it as a small text to "
                  "paste; C again shows the text. After a puzzle it copies how you solved it, without the "
                  "solution."),
        "Import": (Permission.FILES, ""),
        "Rating": (Permission.MACHINE, "Each kind of game has its own, from the fifth game on: a game "
                   "against a step of the ladder changes it, unless you undo or get help. Ratings among the "
                   "settings turns it off."),
    },
    SETTINGS: {
        **dict.fromkeys(("Colours", "Mouse", "Plain text", "File"), (Permission.MACHINE, "")),
        "All settings": (Permission.MACHINE, "Ctrl+P, then Settings, changes them."),
    },
}  # fmt: skip
"""The page and the subject of a text → what it needs, and the text without that; empty if there is none."""

SYNONYMS = (
    "undo takeback revert",
    "redo repeat",
    "rematch again",
    "resign surrender forfeit concede",
    "watch spectator observe audience",
    "time timer clock seconds",
    "level difficulty strength skill",
    "computer ai bot opponent",
    "engine brain rapfi uci",
    "ssh remote network multiplayer online lan server guest",
    "colour color palette appearance dark",
    "theme skin style dark",
    "resume continue restore unfinished",
    "save saved store keep autosave",
    "record file pgn psq json",
    "share copy clipboard paste picture image screenshot svg",
    "replay playback rewind",
    "hint tip advice",
    "analysis analyse analyze evaluation",
    "draw tie stalemate agreement",
    "score points standing",
    "name nickname rename profile",
    "quit exit close",
    "key shortcut hotkey binding",
    "square coordinates notation position",
    "drop fall gravity connect column",
    "forbidden foul ban illegal renju overline",
    "opening pie swap swap2 fair side",
    "ultimate super mega nine boards",
    "vanishing infinite disappearing three stones",
    "mistake blunder inaccuracy error",
    "rating elo glicko",
    "puzzle tactic exercise daily training",
    "settings options preferences configuration config",
    "speed delay pace faster slower animation",
    "mouse click",
    "plain blind accessibility reader",
)
"""Words that mean much the same: the search for one finds rows with the others."""
