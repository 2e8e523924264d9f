"""What sentences about positions of small boards claim, and whether that is true by trying everything.

A sentence is read by templates, each with a check. Only the text is read, never the objects that it was made
from; a sentence without a template is an error.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.analysis import definitions
from tests.analysis.positions import worth_of, worth_of_move
from tests.support.reference import SYMBOLS, Board, Cell
from tests.support.strategies import reference_of
from tests.support.truth import CERTAIN, sign, text
from ttt_tui.engine import Game

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

MOST_EMPTY = 16
"""With so many empty squares at most everything can be tried."""


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
        self.board = reference_of(self.game)
        self.mover = self.board.to_move
        self.other = self.board.after(self.mover) if len(self.board.playing) > 1 else self.mover
        self.k = self.board.k
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
    def can_be_solved(self) -> bool:
        return len(self.board.playing) == 2 and len(self.board.empty()) <= MOST_EMPTY

    @property
    def others(self) -> list[Cell]:
        return [cell for cell in self.board.empty() if cell != self.moved]

    def name(self, cell: Cell) -> str:
        return self.game.setup.geometry.name(self.game.setup.geometry.at(*cell))

    def worth(self, cell: Cell) -> int:
        """What a move is worth to its player, counted from before it: 1000 - n for a win in n plies."""
        assert self.can_be_solved
        return worth_of_move(self.game.position, self.game.setup.geometry.at(*cell))

    def position_worth(self) -> int:
        """What the position is worth to the side to move."""
        assert self.can_be_solved
        return worth_of(self.game.position)

    def player(self, who: str) -> int:
        """Whom `X`, `X's`, `you` or `your` means: the last two whoever is to move."""
        return self.mover if who.startswith("you") else SYMBOLS.index(who[0])

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

    def are_all(self, squares: str, is_so: Callable[[int], bool]) -> bool:
        """Whether this is so of the worth of all squares of a list, or of as many as it counts."""
        if counted := re.fullmatch(r"any of (\d+) squares", squares):
            return sum(is_so(self.worth(cell)) for cell in self.board.empty()) >= int(counted[1])
        return all(is_so(self.worth(cell)) for cell in self.cells(squares))

    def completing(self, player: int) -> set[Cell]:
        return definitions.completing(self.board, player)

    def has_claim(self, kind: str, player: int) -> bool:
        found = definitions.complete(self.board, self.moved)
        return any(claim.kind == kind and claim.player == player for claim in found)


def lasts(worth: int, how: str) -> bool:
    """Whether a win of so much has the length that is said, which may be a bound or none at all."""
    return worth > 0 and is_length(how, CERTAIN - worth)


def is_length(how: str, plies: int) -> bool:
    """Whether `in 5 plies`, `in at most 7 plies`, `in 5` or `by force` is said rightly of so many plies."""
    if how == "by force":
        return True
    match = re.fullmatch(r"in (at most )?(\d+)( ply| plies)?", how)
    assert match, how
    assert match[3] is None or (match[2] == "1") == (match[3] == " ply"), f"grammar: {how}"
    return plies <= int(match[2]) if match[1] else plies == int(match[2])


# --- templates -------------------------------------------------------------------------------------------

SQUARE = r"[a-t]\d+\b"
STATE = (
    r"a winning chance of \d+ % \(judged\)|a proved draw|"
    r"a proved (?:win|loss) in (?:at most )?\d+ (?:ply|plies)"
)
FOURS = {3: "by force", 4: "by threes", 5: "by fours", 6: "by fives"}
"""How continuous fours are called, by the length of lines."""

SOMEBODY, SOMEBODYS, SHARE = "[XOA]|you", "[XOA]'s|your", r"\d+ %"

SLOTS = {
    "m": SQUARE,
    "one": SQUARE,
    "any": rf"any of \d+ squares|{SQUARE}(?:, {SQUARE})*(?: or {SQUARE})?",
    "both": rf"{SQUARE}(?:, {SQUARE})*(?: and {SQUARE})?|\d+ threats",
    "line": rf"{SQUARE}(?: {SQUARE})*(?: …)?",
    **dict.fromkeys(("who", "mover", "other"), SOMEBODY),
    **dict.fromkeys(("my", "their", "whose"), SOMEBODYS),
    "in": r"in (?:at most )?\d+ (?:ply|plies)|by force",
    "short": r"in (?:at most )?\d+",
    "fours": "by (?:force|threes|fours|fives)",
    "number": "|".join(NUMBERS),
    "than": r"\d+",
    "run": "|".join(NUMBERS),
    **dict.fromkeys(("share", "other_share"), SHARE),
    **dict.fromkeys(("state", "other_state"), STATE),
}

ALWAYS: dict[str, Callable[[Case, str], bool]] = {
    "m": lambda case, name: case.names[name] == case.move,
    "mover": lambda case, who: case.player(who) == case.mover,
    "other": lambda case, who: case.player(who) == case.other,
    "my": lambda case, whose: case.player(whose) == case.mover,
    "their": lambda case, whose: case.player(whose) == case.other,
    "fours": lambda case, fours: fours == FOURS[case.k],
    "run": lambda case, run: run == NUMBERS[case.k - 2],
}
"""What is true of these slots wherever they are; their templates' checks are not given them."""

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
            found = match.groupdict()
            is_so = all(ALWAYS[slot](case, found.pop(slot)) for slot in [*found] if slot in ALWAYS)
            if not is_so or not check(case, **found):
                raise FalseSentence(f"{sentence!r} is false of {about(case)}")
            return
    raise UnknownSentence(f"no template reads {sentence!r}, said of {about(case)}")


def about(case: Case) -> str:
    worths = {case.name(cell): text(case.worth(cell)) for cell in case.board.empty() if case.can_be_solved}
    move = "" if case.move is None else f", move {case.name(case.move)}"
    return f"{case.game}{move}; moves are worth {worths}"


# --- what speaks for and against a move ------------------------------------------------------------------


@says("{m} wins at once")
def _(case: Case) -> bool:
    return case.moved in case.completing(case.mover)


@says("{any} would have won at once")
def _(case: Case, any: str) -> bool:
    could = case.completing(case.mover)
    return case.moved not in could and case.are(any, could)


@says("{m} lets {other} win at once with {any}")
def _(case: Case, any: str) -> bool:
    return case.are(any, definitions.completing(case.after, case.other))


@says("{m} lets {other} make two threats at {any}")
def _(case: Case, any: str) -> bool:
    after = case.after
    forks = [reply for reply in after.empty() if definitions.is_fork(after, reply)]
    return case.are(any, forks) and -case.worth(case.moved) == CERTAIN - 4


@says("after {m}, {other} wins {fours}: {line}", "after {m}, {other} win {fours}: {line}")
def _(case: Case, line: str) -> bool:
    return definitions.wins_by(case.after, case.cells(line)) and case.worth(case.moved) < 0


@says("after {m}, {other} can win {in}")
def _(case: Case, **how: str) -> bool:
    return case.worth(case.moved) < 0 and is_length(how["in"], CERTAIN + case.worth(case.moved) - 1)


@says("{mover} could have won {fours}: {line}")
def _(case: Case, line: str) -> bool:
    return definitions.wins_by(case.board, case.cells(line))


@says("{any} would have won {in}")
def _(case: Case, any: str, **how: str) -> bool:
    return case.are_all(any, lambda worth: lasts(worth, how["in"]))


@says("{any} would have held the draw")
def _(case: Case, any: str) -> bool:
    return case.are_all(any, lambda worth: worth == 0)


@says("{m} wins {in} instead of {than}", "{m} loses {in} instead of {than}")
def _(case: Case, than: str, **how: str) -> bool:
    best, own = case.position_worth(), case.worth(case.moved)
    same = best != own and sign(best) == sign(own) != 0
    lengths = CERTAIN - abs(own), CERTAIN - abs(best)
    return same and is_length(how["in"], lengths[0]) and int(than) == lengths[1]


@says("{m} makes {number} threats at once")
def _(case: Case, number: str) -> bool:
    return len(added(case)) == NUMBERS.index(number) > 1


@says("{m} makes {number} threats at once: then {any}")
def _(case: Case, number: str, any: str) -> bool:
    return len(added(case)) == NUMBERS.index(number) > 1 and case.are(any, added(case))


@says("{m} wins {fours}: {line}")
def _(case: Case, line: str) -> bool:
    cells = case.cells(line)
    return cells[0] == case.moved and definitions.wins_by(case.board, cells) and case.worth(case.moved) > 0


@says("{m} wins {in}", "{m} wins by force {in}")
def _(case: Case, **how: str) -> bool:
    return lasts(case.worth(case.moved), how["in"])


@says("{m} blocks {their} line", "{m} blocks {their} line at {one}", "{m} blocks {their} three",
      "{m} blocks {their} two")  # fmt: skip
def _(case: Case, one: str | None = None) -> bool:
    return case.completing(case.other) == {case.moved} and (one is None or case.names[one] == case.moved)


@says("{m} blocks {their} line: every other move loses at once",
      "{m} blocks {their} three: every other move loses at once")  # fmt: skip
def _(case: Case) -> bool:
    lose = all(case.worth(cell) == 2 - CERTAIN for cell in case.others)
    return case.completing(case.other) == {case.moved} and lose


@says("{m}: every other move loses at once")
def _(case: Case) -> bool:
    return all(case.worth(cell) == 2 - CERTAIN for cell in case.others)


@says("{m} is the only move that wins")
def _(case: Case) -> bool:
    return case.worth(case.moved) > 0 >= max(map(case.worth, case.others))


@says("{m} is the only move that draws")
def _(case: Case) -> bool:
    return case.worth(case.moved) == 0 > max(map(case.worth, case.others))


@says("{m}: every other move loses")
def _(case: Case) -> bool:
    return max(map(case.worth, case.others)) < 0


@says("{m} stops {other} from winning {fours}", "{m} stops {other} from making two threats at once")
def _(case: Case) -> bool:
    before = definitions.passed_to(case.board, case.other)
    could, can = (definitions.can_win_by_fours(board, set()) for board in (before, case.after))
    return could and not can


@says("{m} stops {whose} open {run}", "Stop {whose} open {run}")
def _(case: Case, whose: str) -> bool:
    return case.has_claim("stops a run", case.player(whose))


@says("{m} makes an open {run}", "You can make an open {run}")
def _(case: Case) -> bool:
    return case.has_claim("makes a run", case.mover)


@says("{m} threatens to make two threats at {one}", "{m} threatens to win {fours}: {line}")
def _(case: Case, one: str = "", line: str = "") -> bool:
    again = definitions.passed_to(case.after, case.mover)
    return definitions.wins_by(again, case.cells(one or line))


@says("{m} threatens a line at {one}")
def _(case: Case, one: str) -> bool:
    return added(case) == {case.names[one]}


@says("{m} gives {other} an open {run} at {line}")
def _(case: Case, line: str) -> bool:
    claim = definitions.Claim("gives a run", case.other, definitions.in_order(case.cells(line)))
    return definitions.is_true(claim, case.board, case.moved, case.worth)


def added(case: Case) -> set[Cell]:
    """Where the mover can complete a line after the move and could not before."""
    return definitions.completing(case.after, case.mover) - case.completing(case.mover)


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


@says("{my} winning chance drops from {share} to {other_share} (judged)")
def _(case: Case, share: str, other_share: str) -> bool:
    return 100 > int(share[:-2]) > int(other_share[:-2]) > 0


@says("{mover} had {state}, now {other_state}")
def _(case: Case, state: str, other_state: str) -> bool:
    before, after = case.position_worth(), case.worth(case.moved)
    after += sign(after)  # counted from after the move
    is_proved = "(judged)" not in state or "(judged)" not in other_state
    return is_proved and is_state(state, before) and is_state(other_state, after)


@says("{one} would have won")
def _(case: Case, one: str) -> bool:
    return case.worth(case.names[one]) > 0


def is_state(state: str, worth: int) -> bool:
    """Whether `a proved win in 5 plies` or `a winning chance of 62 % (judged)` is true of so much."""
    if judged := re.fullmatch(r"a winning chance of (\d+) % \(judged\)", state):
        return 0 < int(judged[1]) < 100
    if state == "a proved draw":
        return worth == 0
    value, _, length = state.removeprefix("a proved ").partition(" ")
    return lasts(-worth if value == "loss" else worth, length)


@says("gave up a proved draw")
def _(case: Case) -> bool:
    return case.move is None and case.position_worth() == 0


@says("gave up a proved win {in}")
def _(case: Case, **how: str) -> bool:
    return case.move is None and lasts(case.position_worth(), how["in"])


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
    is_lost = sign(best) != sign(own)
    if match["called"] != ("a blunder" if is_lost else "an inaccuracy") or best == own:
        raise FalseSentence(f"{sentence!r} is called wrongly: {text(best)}, {text(own)}: {about(case)}")


# --- how a position stands -------------------------------------------------------------------------------


@says("{who} wins {in}, proved", "{who} wins {short}, proved")
def _(case: Case, who: str, short: str = "", **how: str) -> bool:
    worth = case.position_worth()
    return lasts(worth if case.player(who) == case.mover else -worth, short or how["in"])


@says("A draw, proved", "a draw, proved")
def _(case: Case) -> bool:
    return case.position_worth() == 0


@says("{who} has won")
def _(case: Case, who: str) -> bool:
    return case.game.outcome is not None and case.game.outcome.winner == SYMBOLS.index(who)


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
    return bool(case.completing(case.mover))


@says("{other} threatens to complete a line")
def _(case: Case) -> bool:
    return len(case.completing(case.other)) == 1


@says("{other} threatens to complete a line in {number} places")
def _(case: Case, number: str) -> bool:
    return len(case.completing(case.other)) == NUMBERS.index(number) > 1


@says("Look for two threats at once", "You can make two threats at once")
def _(case: Case) -> bool:
    return any(len(added(Case(case.game, cell))) >= 2 for cell in case.board.empty())


@says("You can win by force", "You can win by threes", "You can win by fours")
def _(case: Case) -> bool:
    return definitions.can_win_by_fours(case.board, set()) or case.position_worth() > 0


@says("{other} can win by force: hold out as long as you can")
def _(case: Case) -> bool:
    return case.position_worth() < 0


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


@says("{other} threatens to win {fours}", "{other} threatens to make two threats at once")
def _(case: Case) -> bool:
    return definitions.can_win_by_fours(definitions.passed_to(case.board, case.other), set())


@says("You can threaten to win {fours}", "You can threaten to make two threats at once")
def _(case: Case) -> bool:
    return definitions.can_win_by_fours(definitions.passed_to(case.after, case.mover), set())


@says("You can threaten to complete a line")
def _(case: Case) -> bool:
    return len(added(case)) == 1


@says("You can line up two of four", "You can line up three of five")
def _(case: Case) -> bool:
    lined = [line for line in case.after.lines() if case.moved in line]
    owners = [[case.after.cells.get(cell) for cell in line] for line in lined]
    return any(line.count(case.mover) == case.k - 2 and line.count(None) == 2 for line in owners)


@says("The centre is free")
def _(case: Case) -> bool:
    return (case.board.columns // 2, case.board.rows // 2) == case.moved


@says("A corner is free")
def _(case: Case) -> bool:
    column, row = case.moved
    return column in (0, case.board.columns - 1) and row in (0, case.board.rows - 1)


@says("No forced win found for either side")
def _(case: Case) -> bool:
    return not any(map(case.completing, (case.mover, case.other)))


@says("Look at {m}")
def _(case: Case) -> bool:
    return True


@says("You can stop only one of {both}")
def _(case: Case, both: str) -> bool:
    threats = case.completing(case.other)
    if both.endswith("threats"):
        return len(threats) == int(both.split()[0]) > 5
    return {*case.cells(both)} == threats and len(threats) > 1


@says("{m} holds the draw")
def _(case: Case) -> bool:
    return case.worth(case.moved) == case.position_worth() == 0


@says("{m} seems to hold out longest")
def _(case: Case) -> bool:
    return case.position_worth() < 0


@says("{m} looks best to the search")
def _(case: Case) -> bool:
    return True


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
