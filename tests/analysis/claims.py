"""What sentences about positions of small boards claim, and whether that is true by trying everything.

A sentence is read by templates, each with a check. Only the text is read, never the objects that it was made
from; a sentence without a template is an error.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tests.analysis import definitions
from tests.analysis.positions import stones_of
from tests.analysis.truth import CERTAIN, Truth, text
from tests.support.reference import SYMBOLS, Board, Cell
from tests.support.strategies import reference_of
from ttt_tui.engine import Game

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@cache
def truth_about(columns: int, rows: int, k: int) -> Truth:
    return Truth(columns, rows, k)


class UnknownSentence(AssertionError):
    """No template reads it."""


class FalseSentence(AssertionError):
    """What it claims is not so."""


@dataclass
class Case:
    """A position, and the move that is talked about, None where no move is."""

    game: Game
    move: Cell | None = None

    def __post_init__(self) -> None:
        geometry = self.game.setup.geometry
        self.board = reference_of(self.game)
        self.truth = truth_about(geometry.columns, geometry.rows, geometry.line_length)
        self.mover = self.board.to_move
        self.other = self.board.after(self.mover) if len(self.board.playing) > 1 else self.mover
        self.k = geometry.line_length
        self.names = {self.name(cell): cell for cell in self.board.squares()}

    @property
    def moved(self) -> Cell:
        assert self.move is not None, "the sentence is about a move"
        return self.move

    @property
    def after(self) -> Board:
        """The board after the move."""
        return definitions.played(self.board, self.moved)

    @property
    def others(self) -> list[Cell]:
        return [cell for cell in self.board.empty() if cell != self.moved]

    def name(self, cell: Cell) -> str:
        return self.game.setup.geometry.name(self.game.setup.geometry.at(*cell))

    def worth(self, cell: Cell) -> int:
        """What a move is worth to its player, counted from before it: 1000 - n for a win in n plies."""
        number = cell[1] * self.board.columns + cell[0]
        return self.truth.after(stones_of(self.game.position), number)

    def position_worth(self) -> int:
        """What the position is worth to the side to move."""
        return self.truth.worth(stones_of(self.game.position))

    def player(self, who: str) -> int:
        """Whom a symbol means; `you` is whoever is to move."""
        return self.mover if who == "you" else SYMBOLS.index(who)

    def cells(self, squares: str) -> list[Cell]:
        """The squares of a list, however they are joined."""
        return [self.names[name] for name in re.findall(SQUARE, squares)]

    def are(self, squares: str, wanted: Iterable[Cell]) -> bool:
        """Whether a list names just these squares, or counts them where there are many."""
        expected = {*wanted}
        if counted := re.fullmatch(r"any of (\d+) squares", squares):
            return len(expected) == int(counted[1]) > 3
        named = self.cells(squares)
        return {*named} == expected and len(named) == len(expected)

    def lasts(self, worth: int, how: str) -> bool:
        """Whether a win of so much has the length that is said, which may be a bound or none at all."""
        return worth > 0 and is_length(how, CERTAIN - worth)

    def is_move(self, name: str) -> bool:
        return self.names[name] == self.move


def is_length(how: str, plies: int) -> bool:
    """Whether `in 5 plies`, `in at most 7 plies`, `in 5` or `by force` is said rightly of so many plies."""
    if how == "by force":
        return True
    match = re.fullmatch(r"in (at most )?(\d+)( ply| plies)?", how)
    assert match, how
    assert match[3] is None or (match[2] == "1") == (match[3] == " ply"), f"grammar: {how}"
    return plies <= int(match[2]) if match[1] else plies == int(match[2])


# --- templates -------------------------------------------------------------------------------------------

SQUARE = r"[a-e][1-4]\b"
STATE = (
    r"a winning chance of \d+ % \(judged\)|a proved draw|"
    r"a proved (?:win|loss) in (?:at most )?\d+ (?:ply|plies)"
)

SLOTS = {
    "m": SQUARE,
    "one": SQUARE,
    "any": rf"any of \d+ squares|{SQUARE}(?:, {SQUARE})*(?: or {SQUARE})?",
    "both": rf"{SQUARE}(?:, {SQUARE})*(?: and {SQUARE})?|\d+ threats",
    "line": rf"{SQUARE}(?: {SQUARE})*(?: …)?",
    "who": "[XO]|you",
    "whose": "[XO]'s|your",
    "in": r"in (?:at most )?\d+ (?:ply|plies)|by force",
    "short": r"in (?:at most )?\d+",
    "fours": "by (?:force|threes|fours)",
    "number": "|".join(NUMBERS),
    "n": r"\d+",
    "than": r"\d+",
    "run": "two",
    "share": r"\d+ %",
    "other_share": r"\d+ %",
    "state": STATE,
    "other_state": STATE,
}

Check = Callable[..., bool]
TEMPLATES: dict[str, tuple[re.Pattern[str], Check]] = {}


BOUND = " (a bound)"
"""What is added to a template that is counted where a length is said to be a bound."""


def says(*templates: str) -> Callable[[Check], Check]:
    """Read sentences like these by a function that tells whether they are true."""

    def register(check: Check) -> Check:
        for template in templates:
            pattern = re.sub(
                r"\\\{(\w+)\\\}", lambda slot: f"(?P<{slot[1]}>{SLOTS[slot[1]]})", re.escape(template)
            )
            assert template not in TEMPLATES
            TEMPLATES[template] = re.compile(pattern), check
        return check

    return register


def confirm(case: Case, sentence: str, counts: Counter[str]) -> None:
    """Check what a sentence claims and count its template.

    Raises `UnknownSentence` where no template reads it, and `FalseSentence` where it is not true.
    """
    for template, (pattern, check) in TEMPLATES.items():
        if (match := pattern.fullmatch(sentence)) is not None:
            counts[template + BOUND * ("in at most" in sentence)] += 1
            if not check(case, **match.groupdict()):
                raise FalseSentence(f"{sentence!r} is false of {about(case)}")
            return
    raise UnknownSentence(f"no template reads {sentence!r}, said of {about(case)}")


def about(case: Case) -> str:
    worths = (
        {case.name(cell): text(case.worth(cell)) for cell in case.board.empty()} if case.board.cells else {}
    )
    moves = " ".join(
        "resigns" if move.square is None else case.game.setup.geometry.name(move.square)
        for move in case.game.moves
    )
    move = "" if case.move is None else f", move {case.name(case.move)}"
    return f"{case.game.setup.geometry} k={case.k}: {moves}{move}; moves are worth {worths}"


# --- what speaks for and against a move ------------------------------------------------------------------


@says("{m} wins at once")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and case.moved in definitions.completing(case.board, case.mover)


@says("{any} would have won at once")
def _(case: Case, any: str) -> bool:
    could = definitions.completing(case.board, case.mover)
    return case.moved not in could and case.are(any, could)


@says("{m} lets {who} win at once with {any}")
def _(case: Case, m: str, who: str, any: str) -> bool:
    lets = definitions.completing(case.after, case.other)
    return case.is_move(m) and case.player(who) == case.other and case.are(any, lets)


@says("{m} lets {who} make two threats at {any}")
def _(case: Case, m: str, who: str, any: str) -> bool:
    after = case.after
    forks = [reply for reply in after.empty() if definitions.is_fork(after, reply)]
    is_lost = -case.worth(case.moved) == CERTAIN - 4
    return case.is_move(m) and case.player(who) == case.other and case.are(any, forks) and is_lost


@says("after {m}, {who} wins {fours}: {line}", "after {m}, {who} win {fours}: {line}")
def _(case: Case, m: str, who: str, fours: str, line: str) -> bool:
    won = definitions.wins_by(case.after, case.cells(line)) and case.worth(case.moved) < 0
    return case.is_move(m) and case.player(who) == case.other and is_named(case, fours) and won


@says("after {m}, {who} can win {in}")
def _(case: Case, m: str, who: str, **how: str) -> bool:
    lost = case.worth(case.moved) < 0 and is_length(how["in"], CERTAIN + case.worth(case.moved) - 1)
    return case.is_move(m) and case.player(who) == case.other and lost


@says("{who} could have won {fours}: {line}")
def _(case: Case, who: str, fours: str, line: str) -> bool:
    won = definitions.wins_by(case.board, case.cells(line))
    return case.player(who) == case.mover and is_named(case, fours) and won


@says("{any} would have won {in}")
def _(case: Case, any: str, **how: str) -> bool:
    if any.startswith("any of "):
        winning = [cell for cell in case.board.empty() if case.lasts(case.worth(cell), how["in"])]
        return len(winning) >= int(any.split()[2])
    return all(case.lasts(case.worth(cell), how["in"]) for cell in case.cells(any))


@says("{any} would have held the draw")
def _(case: Case, any: str) -> bool:
    if any.startswith("any of "):
        holding = [cell for cell in case.board.empty() if case.worth(cell) == 0]
        return len(holding) >= int(any.split()[2])
    return all(case.worth(cell) == 0 for cell in case.cells(any))


@says("{m} wins {in} instead of {than}", "{m} loses {in} instead of {than}")
def _(case: Case, m: str, than: str, **how: str) -> bool:
    best, own = case.position_worth(), case.worth(case.moved)
    same = best != own and (best > 0) == (own > 0) and 0 not in (best, own)
    lengths = CERTAIN - abs(own), CERTAIN - abs(best)
    return case.is_move(m) and same and is_length(how["in"], lengths[0]) and int(than) == lengths[1]


@says("{m} makes {number} threats at once")
def _(case: Case, m: str, number: str) -> bool:
    return case.is_move(m) and len(added(case)) == NUMBERS.index(number) > 1


@says("{m} makes two threats at once: then {any}")
def _(case: Case, m: str, any: str) -> bool:
    return case.is_move(m) and len(added(case)) == 2 and case.are(any, added(case))


@says("{m} makes {number} threats at once: then {any}")
def _(case: Case, m: str, number: str, any: str) -> bool:
    is_number = len(added(case)) == NUMBERS.index(number) > 2
    return case.is_move(m) and is_number and case.are(any, added(case))


@says("{m} wins {fours}: {line}")
def _(case: Case, m: str, fours: str, line: str) -> bool:
    cells = case.cells(line)
    won = cells[0] == case.moved and definitions.wins_by(case.board, cells)
    return case.is_move(m) and is_named(case, fours) and won and case.worth(case.moved) > 0


@says("{m} wins {in}", "{m} wins by force {in}")
def _(case: Case, m: str, **how: str) -> bool:
    return case.is_move(m) and case.lasts(case.worth(case.moved), how["in"])


@says("{m} blocks {whose} line", "{m} blocks {whose} line at {one}", "{m} blocks {whose} three",
      "{m} blocks {whose} two")  # fmt: skip
def _(case: Case, m: str, whose: str, one: str | None = None) -> bool:
    lacked = definitions.completing(case.board, case.other)
    is_whole = one is None or case.names[one] == case.moved
    return case.is_move(m) and owner(case, whose) == case.other and lacked == {case.moved} and is_whole


@says("{m} blocks {whose} line: every other move loses at once",
      "{m} blocks {whose} three: every other move loses at once")  # fmt: skip
def _(case: Case, m: str, whose: str) -> bool:
    lacked = definitions.completing(case.board, case.other)
    lose = all(case.worth(cell) == 2 - CERTAIN for cell in case.others)
    return case.is_move(m) and owner(case, whose) == case.other and lacked == {case.moved} and lose


@says("{m}: every other move loses at once")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and all(case.worth(cell) == 2 - CERTAIN for cell in case.others)


@says("{m} is the only move that wins")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and case.worth(case.moved) > 0 >= max(map(case.worth, case.others))


@says("{m} is the only move that draws")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and case.worth(case.moved) == 0 > max(map(case.worth, case.others))


@says("{m}: every other move loses")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and max(map(case.worth, case.others)) < 0


@says("{m} stops {who} from winning {fours}", "{m} stops {who} from making two threats at once")
def _(case: Case, m: str, who: str, fours: str = "") -> bool:
    before = definitions.passed_to(case.board, case.other)
    could, can = (definitions.can_win_by_fours(board, set()) for board in (before, case.after))
    is_right = case.is_move(m) and case.player(who) == case.other
    return is_right and could and not can and (not fours or is_named(case, fours))


@says("{m} stops {whose} open {run}")
def _(case: Case, m: str, whose: str, run: str) -> bool:
    claims = definitions.complete(case.board, case.moved)
    stopped = any(claim.kind == "stops a run" and claim.player == owner(case, whose) for claim in claims)
    return case.is_move(m) and case.k == 4 and stopped


@says("{m} makes an open {run}")
def _(case: Case, m: str, run: str) -> bool:
    claims = definitions.complete(case.board, case.moved)
    return case.is_move(m) and case.k == 4 and any(claim.kind == "makes a run" for claim in claims)


@says("{m} threatens to make two threats at {one}", "{m} threatens to win {fours}: {line}")
def _(case: Case, m: str, one: str = "", fours: str = "", line: str = "") -> bool:
    again = definitions.passed_to(case.after, case.mover)
    is_right = case.is_move(m) and (not fours or is_named(case, fours))
    return is_right and definitions.wins_by(again, case.cells(one or line))


@says("{m} threatens a line at {one}")
def _(case: Case, m: str, one: str) -> bool:
    return case.is_move(m) and added(case) == {case.names[one]}


@says("{m} gives {who} an open {run} at {line}")
def _(case: Case, m: str, who: str, run: str, line: str) -> bool:
    claim = definitions.Claim("gives a run", case.other, definitions.in_order(case.cells(line)))
    is_right = case.is_move(m) and case.k == 4 and case.player(who) == case.other
    return is_right and definitions.is_true(claim, case.board, case.moved, None)


def added(case: Case) -> set[Cell]:
    """Where the mover can complete a line after the move and could not before."""
    before = definitions.completing(case.board, case.mover)
    return definitions.completing(case.after, case.mover) - before


def owner(case: Case, whose: str) -> int:
    return case.player("you" if whose == "your" else whose[0])


def is_named(case: Case, fours: str) -> bool:
    """Whether continuous fours of lines of this length are called so."""
    return fours == {3: "by force", 4: "by threes"}[case.k]


# --- bad moves of a review -------------------------------------------------------------------------------

MARK_NAMES = {"an inaccuracy": "?!", "a mistake": "?", "a blunder": "??"}

MISTAKE = re.compile(
    rf"move (?P<number>\d+) \((?P<who>[XO]) (?P<move>{SQUARE}|resigns)\) is "
    rf"(?P<called>{'|'.join(MARK_NAMES)})(?:: (?P<why>.+))?"
)


@says("{one} was better")
def _(case: Case, one: str) -> bool:
    better = case.worth(case.names[one])
    if case.move is None:  # a resignation: what was not lost was worth more
        return better >= 0
    return better > case.worth(case.moved)


@says("{one} was judged better")
def _(case: Case, one: str) -> bool:
    return case.names[one] in case.board.empty()


@says("{whose} winning chance drops from {share} to {other_share} (judged)")
def _(case: Case, whose: str, share: str, other_share: str) -> bool:
    before, after = int(share[:-2]), int(other_share[:-2])
    return owner(case, whose) == case.mover and 100 > before > after > 0


@says("{who} had {state}, now {other_state}")
def _(case: Case, who: str, state: str, other_state: str) -> bool:
    before, after = case.position_worth(), case.worth(case.moved)
    after += (after > 0) - (after < 0)  # counted from after the move
    is_proved = "(judged)" not in state or "(judged)" not in other_state
    is_right = is_state(case, state, before) and is_state(case, other_state, after)
    return case.player(who) == case.mover and is_proved and is_right


@says("{one} would have won")
def _(case: Case, one: str) -> bool:
    return case.worth(case.names[one]) > 0


def is_state(case: Case, state: str, worth: int) -> bool:
    """Whether `a proved win in 5 plies` or `a winning chance of 62 % (judged)` is true of so much."""
    if judged := re.fullmatch(r"a winning chance of (\d+) % \(judged\)", state):
        return 0 < int(judged[1]) < 100
    if state == "a proved draw":
        return worth == 0
    is_loss = state.startswith("a proved loss ")
    return case.lasts(
        -worth if is_loss else worth, state.removeprefix(f"a proved {'loss' if is_loss else 'win'} ")
    )


@says("gave up a proved draw")
def _(case: Case) -> bool:
    return case.move is None and case.position_worth() == 0


@says("gave up a proved win {in}")
def _(case: Case, **how: str) -> bool:
    return case.move is None and case.lasts(case.position_worth(), how["in"])


@says("gave up a winning chance of {share} (judged)")
def _(case: Case, share: str) -> bool:
    return case.move is None and int(share[:-2]) >= 10


def confirm_mistake(case: Case, sentence: str, counts: Counter[str], is_proved: bool) -> None:
    """Check a bad move as a review tells it: what it is called, why, and what was better.

    If that is proved, so is what the move is called.
    """
    match = MISTAKE.fullmatch(sentence)
    if match is None:
        raise UnknownSentence(sentence)
    counts[f"move … is {match['called']}"] += 1
    resigned = match["move"] == "resigns"
    if case.player(match["who"]) != case.mover or int(match["number"]) != len(case.game.moves) + 1:
        raise FalseSentence(f"{sentence!r} is said of {about(case)}")
    if not match["why"]:
        raise FalseSentence(f"{sentence!r} gives no reason")
    for part in match["why"].split("; "):
        confirm(case, part, counts)
    if not is_proved:
        return
    best = case.position_worth()
    if resigned:
        if best < 0:
            raise FalseSentence(f"{sentence!r}: nothing was lost")
        return
    own = case.worth(case.moved)
    lost = (best > 0) - (best < 0) - (own > 0) + (own < 0)
    if match["called"] != ("a blunder" if lost else "an inaccuracy") or best == own:
        raise FalseSentence(f"{sentence!r} is called wrongly: {text(best)}, {text(own)}: {about(case)}")


# --- how a position stands -------------------------------------------------------------------------------


@says("{who} wins {in}, proved", "{who} wins {short}, proved")
def _(case: Case, who: str, short: str = "", **how: str) -> bool:
    worth = case.position_worth()
    wins = worth if case.player(who) == case.mover else -worth
    return case.lasts(wins, short or how["in"])


@says("A draw, proved", "a draw, proved")
def _(case: Case) -> bool:
    return case.position_worth() == 0


@says("{who} has won")
def _(case: Case, who: str) -> bool:
    outcome = case.game.outcome
    return outcome is not None and outcome.winner == SYMBOLS.index(who)


@says("a draw")
def _(case: Case) -> bool:
    return case.game.outcome is not None and case.game.outcome.winner is None


@says("{who} {share}, O {other_share} (judged)")
def _(case: Case, who: str, share: str, other_share: str) -> bool:
    return who == "X" and abs(int(share[:-2]) + int(other_share[:-2]) - 100) <= 1


@says("About even", "{who} is better", "{who} is much better")
def _(case: Case, who: str = "") -> bool:
    return case.game.outcome is None  # that is judged


LABEL = "label "
"""What is counted as a label begins so: it is no sentence."""

VERDICT = re.compile(r"(?P<value>[WDL]) ?(?P<bound>≤?)(?P<plies>\d*)|\d+%")


def confirm_verdict(worth: int, verdict: str, counts: Counter[str], case: Case) -> None:
    """Check a verdict as it is written short: `W5`, `L≤8`, `D`, `63%`."""
    match = VERDICT.fullmatch(verdict)
    if match is None:
        raise UnknownSentence(verdict)
    counts[f"{LABEL}{match['value'] or '%'}{match['bound'] or ''}"] += 1
    if not match["value"] or text(worth)[0] == match["value"] == "D":
        return
    plies = CERTAIN - abs(worth)
    is_right = match["plies"] and (
        plies <= int(match["plies"]) if match["bound"] else plies == int(match["plies"])
    )
    if text(worth)[0] != match["value"] or not is_right:
        raise FalseSentence(f"{verdict} is {text(worth)}: {about(case)}")


# --- hints -----------------------------------------------------------------------------------------------


@says("You can win at once")
def _(case: Case) -> bool:
    return bool(definitions.completing(case.board, case.mover))


@says("{who} threatens to complete a line")
def _(case: Case, who: str) -> bool:
    return case.player(who) == case.other and len(definitions.completing(case.board, case.other)) == 1


@says("{who} threatens to complete a line in {number} places")
def _(case: Case, who: str, number: str) -> bool:
    places = definitions.completing(case.board, case.other)
    return case.player(who) == case.other and len(places) == NUMBERS.index(number) > 1


@says("Look for two threats at once", "You can make two threats at once")
def _(case: Case) -> bool:
    return any(len(added(Case(case.game, cell))) >= 2 for cell in case.board.empty())


@says("You can win {fours}")
def _(case: Case, fours: str) -> bool:
    return case.position_worth() > 0 and fours in ("by force", "by threes")


@says("{who} can win by force: hold out as long as you can")
def _(case: Case, who: str) -> bool:
    return case.player(who) == case.other and case.position_worth() < 0


@says("Only one move holds the draw")
def _(case: Case) -> bool:
    worths = [case.worth(cell) for cell in case.board.empty()]
    return max(worths) == 0 and worths.count(0) == 1


@says("Every move but one is proved to lose")
def _(case: Case) -> bool:
    return sum(case.worth(cell) >= 0 for cell in case.board.empty()) <= 1


@says("It is a proved draw: hold it")
def _(case: Case) -> bool:
    return case.position_worth() == 0


@says("{who} threatens to win {fours}", "{who} threatens to make two threats at once")
def _(case: Case, who: str, fours: str = "") -> bool:
    again = definitions.passed_to(case.board, case.other)
    is_right = case.player(who) == case.other and (not fours or is_named(case, fours))
    return is_right and definitions.can_win_by_fours(again, set())


@says("Stop {whose} open {run}")
def _(case: Case, whose: str, run: str) -> bool:
    claims = definitions.complete(case.board, case.moved)
    return any(claim.kind == "stops a run" and claim.player == owner(case, whose) for claim in claims)


@says("You can make an open {run}")
def _(case: Case, run: str) -> bool:
    return any(claim.kind == "makes a run" for claim in definitions.complete(case.board, case.moved))


@says("You can threaten to win {fours}", "You can threaten to make two threats at once")
def _(case: Case, fours: str = "") -> bool:
    again = definitions.passed_to(case.after, case.mover)
    return definitions.can_win_by_fours(again, set())


@says("You can threaten to complete a line")
def _(case: Case) -> bool:
    return len(added(case)) == 1


@says("You can line up two of four")
def _(case: Case) -> bool:
    lined = [line for line in case.after.lines() if case.moved in line]
    owners = [[case.after.cells.get(cell) for cell in line] for line in lined]
    return case.k == 4 and any(line.count(case.mover) == 2 and line.count(None) == 2 for line in owners)


@says("The centre is free")
def _(case: Case) -> bool:
    return (case.board.columns // 2, case.board.rows // 2) == case.moved


@says("A corner is free")
def _(case: Case) -> bool:
    column, row = case.moved
    return column in (0, case.board.columns - 1) and row in (0, case.board.rows - 1)


@says("No forced win found for either side")
def _(case: Case) -> bool:
    return not any(definitions.completing(case.board, player) for player in (case.mover, case.other))


@says("Look at {m}")
def _(case: Case, m: str) -> bool:
    return case.is_move(m)


@says("You can stop only one of {both}")
def _(case: Case, both: str) -> bool:
    threats = definitions.completing(case.board, case.other)
    if both.endswith("threats"):
        return len(threats) == int(both.split()[0]) > 5
    return {*case.cells(both)} == threats and len(threats) > 1


@says("{m} holds the draw")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and case.worth(case.moved) == case.position_worth() == 0


@says("{m} seems to hold out longest")
def _(case: Case, m: str) -> bool:
    return case.is_move(m) and case.position_worth() < 0


@says("{m} looks best to the search")
def _(case: Case, m: str) -> bool:
    return case.is_move(m)


LINE_AFTER = re.compile(rf"(?P<said>.+?); expected:(?P<line> [XO] {SQUARE}(?:, [XO] {SQUARE})*)")


def confirm_hint(case: Case, steps: Sequence[str], counts: Counter[str]) -> None:
    """Check the three steps of a hint, and that the moves in its last one can be played."""
    look_for, where, why = steps
    confirm(case, look_for, counts)
    confirm(case, where, counts)
    if match := LINE_AFTER.fullmatch(why):
        why, cells = match["said"], case.cells(match["line"])
        players = [SYMBOLS.index(symbol) for symbol in re.findall(r"[XO](?= )", match["line"])]
        if players != [(case.other, case.mover)[number % 2] for number in range(len(cells))]:
            raise FalseSentence(f"{steps} names the wrong players: {about(case)}")
        if len({*cells}) < len(cells) or not {*cells} <= {*case.others}:
            raise FalseSentence(f"{steps} cannot be played: {about(case)}")
    confirm(case, why, counts)
