"""What sentences about positions of small boards claim, and whether that is true by trying everything.

A sentence is read by templates, each with a check. Only the text is read, never the objects that it was made
from; a sentence without a template is an error.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.analysis import definitions
from tests.analysis.positions import worth_of, worth_of_move
from tests.support.reference import STEPS, SYMBOLS, Board, Cell
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
        self.names = self._names()

    def _names(self) -> dict[str, Any]:
        """What each move is called."""
        return {self.name(cell): cell for cell in self.board.squares()}

    @property
    def moves(self) -> list[Any]:
        """What can be played."""
        return self.board.empty()

    @property
    def moved(self) -> Cell:
        assert self.move is not None, "the sentence is about a move"
        return self.move

    @property
    def after(self) -> Board:
        return definitions.played(self.board, self.moved)

    @property
    def can_be_solved(self) -> bool:
        return len(self.board.playing) == 2 and len(self.board.empty()) <= MOST_EMPTY

    @property
    def own_worth(self) -> int:
        return self.worth(self.moved)

    @property
    def added(self) -> set[Cell]:
        """Where the mover can complete a line after the move and could not before."""
        return self.completing_after(self.mover) - self.completing(self.mover)

    @property
    def others(self) -> list[Any]:
        return [move for move in self.moves if move != self.moved]

    def name(self, cell: Cell) -> str:
        return self.game.setup.geometry.name(self.game.setup.geometry.at(*cell))

    def worth(self, cell: Cell) -> int:
        """What a move is worth to its player, counted from before it: 1000 - n for a win in n plies."""
        assert self.can_be_solved
        return worth_of_move(self.game.position, self.game.setup.geometry.at(*cell))

    def position_worth(self) -> int:
        assert self.can_be_solved
        return worth_of(self.game.position)

    def worths(self) -> list[int]:
        return [self.worth(move) for move in self.moves]

    def named_worth(self, name: str) -> int:
        return self.worth(self.names[name])

    def all_others(self, is_so: Callable[[int], bool]) -> bool:
        """Whether there are other moves and this is so of the worth of each."""
        return bool(self.others) and all(is_so(self.worth(cell)) for cell in self.others)

    def player(self, who: str) -> int:
        """Whom `X`, `X's`, `you` or `your` means: the last two whoever is to move."""
        return self.mover if who.startswith("you") else SYMBOLS.index(who[0])

    def cells(self, squares: str) -> list[Cell]:
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
            return sum(is_so(self.worth(move)) for move in self.moves) >= int(counted[1])
        return all(is_so(self.worth(cell)) for cell in self.cells(squares))

    def completing(self, player: int) -> set[Cell]:
        return definitions.completing(self.board, player)

    def completing_after(self, player: int) -> set[Cell]:
        return definitions.completing(self.after, player)

    @property
    def stones_left(self) -> int:
        """How many stones the player to move has left in this turn."""
        return 2 if self.board.double and len(self.board.cells) % 2 else 1

    def gaps(self, player: int) -> set[frozenset[Cell]]:
        """What is lacked of each line that the player could complete in a turn of two stones."""
        lines = [(line, [self.board.cells.get(cell) for cell in line]) for line in self.board.lines()]
        return {
            frozenset(cell for cell in line if cell not in self.board.cells)
            for line, owners in lines
            if {*owners} <= {player, None} and owners.count(None) <= min(2, self.board.turns_left(player))
        }

    def every_other_loses_at_once(self) -> bool:
        return self.all_others(lambda worth: worth == 2 - CERTAIN)

    def has_claim(self, kind: str, player: int) -> bool:
        found = definitions.complete(self.board, self.moved)
        return any(claim.kind == kind and claim.player == player for claim in found)


def lasts(worth: int, how: str) -> bool:
    """Whether a win of so much has the length that is said, which may be a bound or none at all."""
    return worth > 0 and is_length(how, CERTAIN - worth)


def is_length(how: str, plies: int) -> bool:
    """Whether `in 5 moves`, `in at most 7 moves`, `in 5` or `by force` is said rightly of so many plies."""
    if how == "by force":
        return True
    match = re.fullmatch(r"in (at most )?(\d+)( moves?)?", how)
    assert match, how
    assert match[3] is None or (match[2] == "1") == (match[3] == " move"), f"grammar: {how}"
    return plies <= int(match[2]) if match[1] else plies == int(match[2])


# --- templates -------------------------------------------------------------------------------------------

SQUARE = r"[XO]?[a-t]\d+\b"
"""A square, with the mark where there is a choice."""
STATE = (
    r"a winning chance of \d+ % \(judged\)|a position that is not proved|a proved draw|"
    r"a proved (?:win|loss) in (?:at most )?\d+ moves?"
)
FOURS = {3: "by force", 4: "by threes", 5: "by fours", 6: "by fives"}
"""How continuous fours are called, by the length of lines."""

SLOTS = {
    "m": SQUARE,
    "one": SQUARE,
    "any": rf"any of \d+ squares|{SQUARE}(?:, {SQUARE})*(?: or {SQUARE})?",
    "both": rf"{SQUARE}(?:, {SQUARE})*(?: and {SQUARE})?|\d+ threats",
    "line": rf"{SQUARE}(?: {SQUARE})*(?: …)?",
    **dict.fromkeys(("who", "mover", "other"), f"[{SYMBOLS}]|you"),
    **dict.fromkeys(("my", "their", "whose"), f"[{SYMBOLS}]'s|your"),
    "how": r"in (?:at most )?\d+ moves?|by force",
    "short": r"in (?:at most )?\d+",
    "fours": "by (?:force|threes|fours|fives)",
    "number": "|".join(NUMBERS),
    "than": r"\d+",
    "run": "|".join(NUMBERS),
    **dict.fromkeys(("share", "other_share"), r"\d+"),
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
"""What is true of these slots wherever they are; the checks of templates are not given them."""


def are_fewer(case: Case, than: str, how: str) -> bool:
    """Whether another move is as good but for its length, and lasts so long."""
    best, own = case.position_worth(), case.own_worth
    same = best != own and sign(best) == sign(own) != 0
    return same and is_length(how, CERTAIN - abs(own)) and int(than) == CERTAIN - abs(best)


def can_win_by_fours(board: Board) -> bool:
    return definitions.can_win_by_fours(board, set())


FORCED = 4
"""Stones of the winner, within which a win by threes of `test_hint.py` is found."""


def can_win_by_force(case: Case) -> bool:
    if case.can_be_solved and case.position_worth() > 0:
        return True
    if can_win_by_fours(case.board):
        return True
    return not case.can_be_solved and definitions.can_win_within(case.board, FORCED)


def is_told_by_states(case: Case, state: str, other_state: str) -> bool:
    after = case.own_worth + sign(case.own_worth)  # counted from after the move
    is_proved = "(judged)" not in state or "(judged)" not in other_state
    return is_proved and is_state(state, case.position_worth()) and is_state(other_state, after)


def is_state(state: str, worth: int) -> bool:
    """Whether `a proved win in 5 moves` or `a winning chance of 62 % (judged)` is true of so much."""
    if judged := re.fullmatch(r"a winning chance of (\d+) % \(judged\)", state):
        return 0 < int(judged[1]) < 100
    if state == "a position that is not proved":
        return True
    if state == "a proved draw":
        return worth == 0
    value, _, length = state.removeprefix("a proved ").partition(" ")
    return lasts(-worth if value == "loss" else worth, length)


def is_better(case: Case, one: str) -> bool:
    """Whether another square was worth more; after a resignation, what was not lost was."""
    return case.named_worth(one) >= 0 if case.move is None else case.named_worth(one) > case.own_worth


def wins_by(case: Case, board: Board, line: str) -> bool:
    """Whether the player to move wins by these fours, more than one; of many only the first are told."""
    if line.endswith("…"):
        return can_win_by_fours(board)
    return len(case.cells(line)) > 1 and definitions.wins_by(board, case.cells(line))


def threatens_fours(case: Case) -> bool:
    """Whether there was no win by fours before the move, and nobody can complete a line after it."""
    both = case.mover, case.other
    return not can_win_by_fours(case.board) and not any(
        definitions.completing(case.after, player) for player in both
    )


def gives_a_run(case: Case, line: str) -> bool:
    """Whether one stone more of the other side's, among these squares, makes of them an open run."""
    after, cells = case.after, case.cells(line)
    return any(
        {*run[1:-1]} == {*cells}
        for step in STEPS
        for reply in cells
        if reply not in after.cells
        for run in definitions.open_runs(definitions.played(after, reply), case.other, step)
    )


def lines_up(case: Case) -> bool:
    lined = [line for line in case.after.lines() if case.moved in line]
    owners = [[case.after.cells.get(cell) for cell in line] for line in lined]
    return any(line.count(case.mover) == case.k - 2 and line.count(None) == 2 for line in owners)


def are_all_stopped(case: Case, both: str) -> bool:
    threats = case.completing(case.other)
    if both.endswith("threats"):
        return len(threats) == int(both.split()[0]) > 5
    return {*case.cells(both)} == threats and len(threats) > 1


Check = Callable[..., bool]
CHECKS: dict[str, Check] = {
    # what speaks for and against a move
    "{m} wins at once": lambda case: case.moved in case.completing(case.mover),
    "{any} would have won at once": lambda case, any: (
        case.moved not in case.completing(case.mover) and case.are(any, case.completing(case.mover))
    ),
    "{m} lets {other} win at once with {any}": lambda case, any: case.are(
        any, case.completing_after(case.other)
    ),
    "{m} lets {other} make two threats at {any}": lambda case, any: (
        case.are(any, [reply for reply in case.after.empty() if definitions.is_fork(case.after, reply)])
        and -case.own_worth == CERTAIN - 4
    ),
    "after {m}, {other} win[s] {fours}: {line}": lambda case, line: wins_by(case, case.after, line),
    "after {m}, {other} can win {how}": lambda case, how: (
        case.own_worth < 0 and is_length(how, CERTAIN + case.own_worth - 1)
    ),
    "{mover} could have won {fours}: {line}": lambda case, line: (
        wins_by(case, case.board, line) and case.cells(line)[0] != case.move
    ),
    "{any} would have won {how}": lambda case, any, how: case.are_all(any, lambda worth: lasts(worth, how)),
    "{any} would have held the draw": lambda case, any: case.are_all(any, lambda worth: worth == 0),
    "{m} wins {how} instead of {than}": are_fewer,
    "{m} loses {how} instead of {than}": are_fewer,
    "{m} makes {number} threats at once[: then {any}]": lambda case, number, any: (
        len(case.added) == NUMBERS.index(number) > 1 and (any is None or case.are(any, case.added))
    ),
    "{m} wins {fours}: {line}": lambda case, line: (
        wins_by(case, case.board, line) and case.cells(line)[0] == case.moved
    ),
    "{m} wins[ by force] {how}": lambda case, how: lasts(case.own_worth, how),
    "{m} completes a line, which loses": lambda case: case.moved in case.completing(case.mover),
    "{m}: every other move completes a line": lambda case: (
        case.completing(case.mover) == {*case.others} and bool(case.others)
    ),
    "{m} blocks {whose} line[ at {one}]": lambda case, whose, one: (
        case.completing(case.player(whose)) == {case.moved} and (one is None or case.names[one] == case.moved)
    ),
    "{m} blocks {whose} {number}": lambda case, whose, number: (
        case.completing(case.player(whose)) == {case.moved} and NUMBERS.index(number) == case.k - 1
    ),
    **dict.fromkeys(
        (
            "{m} blocks {their} line: every other move loses at once",
            "{m} blocks {their} {number}: every other move loses at once",
        ),
        lambda case, number="": (
            case.completing(case.other) == {case.moved} and case.every_other_loses_at_once()
        ),
    ),
    "{m}: every other move loses at once": lambda case: case.every_other_loses_at_once(),
    "{m} is the only move that wins": lambda case: (
        case.own_worth > 0 and case.all_others(lambda worth: worth <= 0)
    ),
    "{m} is the only move that draws": lambda case: (
        case.own_worth == 0 and case.all_others(lambda worth: worth < 0)
    ),
    "{m}: every other move loses": lambda case: case.all_others(lambda worth: worth < 0),
    **dict.fromkeys(
        ("{m} stops {other} from winning {fours}", "{m} stops {other} from making two threats at once"),
        lambda case: (
            can_win_by_fours(definitions.passed_to(case.board, case.other))
            and not can_win_by_fours(case.after)
            and not case.completing(case.other)
            and not definitions.completing(case.after, case.other)
        ),
    ),
    "{m} stops {whose} open {run}": lambda case, whose: case.has_claim("stops a run", case.player(whose)),
    "{m} makes an open {run}": lambda case: case.has_claim("makes a run", case.mover),
    "{m} threatens to make two threats at {one}": lambda case, one: (
        threatens_fours(case)
        and definitions.wins_by(definitions.passed_to(case.after, case.mover), case.cells(one))
    ),
    "{m} threatens to win {fours}: {line}": lambda case, line: (
        threatens_fours(case) and wins_by(case, definitions.passed_to(case.after, case.mover), line)
    ),
    "{m} threatens a line at {one}": lambda case, one: case.added == {case.names[one]},
    "{m} gives {other} an open {run} at {line}": gives_a_run,
    # bad moves of a review
    "{one} was better": is_better,
    "{one} would have lasted longer": is_better,
    "{one} was judged better": lambda case, one: case.names[one] in case.board.empty(),
    "{my} winning chance drops from {share} % to {other_share} % (judged)": lambda case, share, other_share: (
        100 > int(share) > int(other_share) > 0
    ),
    "{mover} had {state}, now {other_state}": is_told_by_states,
    "{one} would have won": lambda case, one: case.named_worth(one) > 0,
    "gave up a proved draw": lambda case: case.move is None and case.position_worth() == 0,
    "gave up a proved win {how}": lambda case, how: case.move is None and lasts(case.position_worth(), how),
    "gave up a winning chance of {share} % (judged)": lambda case, share: (
        case.move is None and int(share) >= 10
    ),
    # how a position stands
    "not proved": lambda case: case.game.outcome is None,
    "{who} leads with {share} % (judged)": lambda case, who, share: 0 < int(share) < 100,
    "every move of {mover} completes a line": lambda case: case.completing(case.mover) == {*case.moves},
    "{who} wins {how}, proved": lambda case, who, how: lasts(
        case.position_worth() * (1 if case.player(who) == case.mover else -1), how
    ),
    "{who} wins {short}, proved": lambda case, who, short: lasts(
        case.position_worth() * (1 if case.player(who) == case.mover else -1), short
    ),
    "A draw, proved": lambda case: case.position_worth() == 0,
    "a draw, proved": lambda case: case.position_worth() == 0,
    "{who} has won": lambda case, who: case.game.outcome and case.game.outcome.winner == SYMBOLS.index(who),
    "a draw": lambda case: case.game.outcome and case.game.outcome.winner is None,
    "X {share} %, O {other_share} % (judged)": lambda case, share, other_share: (
        abs(int(share) + int(other_share) - 100) <= 1
    ),
    **dict.fromkeys(("About even", "{who} is[ much] better"), lambda case, who="": case.game.outcome is None),
    # hints
    "Do not complete a line": lambda case: bool(case.completing(case.mover)),
    "Every move completes a line": lambda case: case.completing(case.mover) == {*case.moves},
    "{m} completes a line, as every move does": lambda case: case.completing(case.mover) == {*case.moves},
    "Every move but one completes a line": lambda case: (
        len(case.moves) - 1 == len(case.completing(case.mover)) > 0
    ),
    "Nothing is proved here": lambda case: case.game.outcome is None,
    "{m} completes a line": lambda case: case.own_worth == CERTAIN - 1,
    "{m} wins": lambda case: case.own_worth == CERTAIN - 1,
    "You can win in this turn": lambda case: case.position_worth() >= CERTAIN - case.stones_left,
    "You can't stop all that {other} threatens": lambda case: (
        0 > case.position_worth() <= case.stones_left + 2 - CERTAIN
    ),
    "{both} complete a line": lambda case, both: bool(
        definitions.played(case.board, *case.cells(both)[:-1]).wins_at(case.mover) & {case.cells(both)[-1]}
    ),
    "{m} stops {their} line": lambda case: case.moved in set().union(*case.gaps(case.other)),
    "{m} stops {than} of the {share} ways {other} can complete a line": lambda case, than, share: (
        len(case.gaps(case.other)) == int(share)
        and sum(case.moved in gap for gap in case.gaps(case.other)) == int(than)
    ),
    "You can win at once": lambda case: bool(case.completing(case.mover)),
    "{other} threatens to complete a line": lambda case: (
        bool(case.gaps(case.other)) if case.board.double else len(case.completing(case.other)) == 1
    ),
    "{other} threatens to complete a line in {number} places": lambda case, number: (
        len(case.completing(case.other)) == NUMBERS.index(number) > 1
    ),
    **dict.fromkeys(
        ("Look for two threats at once", "You can make two threats at once"),
        lambda case: any(len(replace(case, move=move).added) >= 2 for move in case.moves),
    ),
    **dict.fromkeys(
        ("You can win by force", "You can win by threes", "You can win by fours"),
        can_win_by_force,
    ),
    "{other} can win by force: hold out as long as you can": lambda case: case.position_worth() < 0,
    "Only one move holds the draw": lambda case: case.worths().count(0) == 1 and max(case.worths()) == 0,
    "Every move but one is proved to lose": lambda case: sum(worth >= 0 for worth in case.worths()) <= 1,
    "This is a proven draw; keep it": lambda case: case.position_worth() == 0,
    **dict.fromkeys(
        ("{other} threatens to win {fours}", "{other} threatens to make two threats at once"),
        lambda case: can_win_by_fours(definitions.passed_to(case.board, case.other)),
    ),
    "Stop {whose} open {run}": lambda case, whose: case.has_claim("stops a run", case.player(whose)),
    "You can make an open {run}": lambda case: case.has_claim("makes a run", case.mover),
    **dict.fromkeys(
        ("You can threaten to win {fours}", "You can threaten to make two threats at once"),
        lambda case: can_win_by_fours(definitions.passed_to(case.after, case.mover)),
    ),
    "You can threaten to complete a line": lambda case: len(case.added) == 1,
    **dict.fromkeys(("You can line up two of four", "You can line up three of five"), lines_up),
    "The centre is free": lambda case: (case.board.columns // 2, case.board.rows // 2) == case.moved,
    "A corner is free": lambda case: (
        case.moved[0] in (0, case.board.columns - 1) and case.moved[1] in (0, case.board.rows - 1)
    ),
    "No forced win found for either side": lambda case: (
        not any(map(case.completing, (case.mover, case.other)))
    ),
    "You can stop only one of {both}": are_all_stopped,
    "{m} holds the draw": lambda case: case.own_worth == case.position_worth() == 0,
    "{m} seems to hold out longest": lambda case: case.position_worth() < 0,
    **dict.fromkeys(("Look at {m}", "{m} looks best to the search"), lambda case: True),
}
"""Whether a sentence is true, by its template: braces are slots, and what is in brackets may be missing."""


def pattern_of(template: str) -> re.Pattern[str]:
    text = re.escape(template).replace(r"\[", "(?:").replace(r"\]", ")?")
    return re.compile(re.sub(r"\\\{(\w+)\\\}", lambda slot: f"(?P<{slot[1]}>{SLOTS[slot[1]]})", text))


PATTERNS = {template: pattern_of(template) for template in CHECKS}

BOUND = " (a bound)"
"""What is added to a template that is counted where a length is said to be a bound."""


def confirm(case: Case, sentence: str, counts: Counter[str]) -> None:
    """Check what a sentence claims and count its template.

    It may be read by several, of which one has to be true. Raises `UnknownSentence` where no template reads
    it, and `FalseSentence` where it is not true.
    """
    read = {
        template: match.groupdict()
        for template, pattern in PATTERNS.items()
        if (match := pattern.fullmatch(sentence)) is not None
    }
    for template, found in read.items():
        is_so = all(ALWAYS[slot](case, found.pop(slot)) for slot in [*found] if slot in ALWAYS)
        if is_so and CHECKS[template](case, **found):
            counts[template + BOUND * ("in at most" in sentence)] += 1
            return
    if read:
        raise FalseSentence(f"{sentence!r} is false of {about(case)}")
    raise UnknownSentence(f"no template reads {sentence!r}, said of {about(case)}")


def about(case: Case) -> str:
    worths = (
        {name: text(case.worth(move)) for name, move in case.names.items() if move in case.moves}
        if case.can_be_solved
        else {}
    )
    move = "" if case.move is None else f", move {case.name(case.move)}"
    return f"{case.game}{move}; moves are worth {worths}"


# --- bad moves of a review, verdicts and hints -----------------------------------------------------------

MARK_NAMES = {"an inaccuracy": "?!", "a mistake": "?", "a blunder": "??"}

MISTAKE = re.compile(
    rf"move (?P<number>\d+) \((?P<who>[{SYMBOLS}]) (?P<move>{SQUARE}|resigns)\) is "
    rf"(?P<called>{'|'.join(MARK_NAMES)})(?:: (?P<why>.+))?"
)


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
    own = case.own_worth
    is_lost = sign(best) != sign(own)
    if match["called"] != ("a blunder" if is_lost else "an inaccuracy") or best == own:
        raise FalseSentence(f"{sentence!r} is called wrongly: {text(best)}, {text(own)}: {about(case)}")


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


LINE_AFTER = re.compile(
    rf"(?P<said>.+?); expected:(?P<line> [{SYMBOLS}] {SQUARE}(?:, [{SYMBOLS}] {SQUARE})*)"
)


def confirm_hint(case: Case, steps: Sequence[str], counts: Counter[str]) -> None:
    """Check the three steps of a hint, and that the moves in its last one can be played."""
    look_for, where, why = steps
    confirm(case, look_for, counts)
    confirm(case, where, counts)
    if match := LINE_AFTER.fullmatch(why):
        why, board = match["said"], case.after
        players = [SYMBOLS.index(symbol) for symbol in re.findall(rf"[{SYMBOLS}](?= )", match["line"])]
        for player, move in zip(players, case.cells(match["line"]), strict=True):
            if player != board.to_move:
                raise FalseSentence(f"{steps} names the wrong players: {about(case)}")
            try:
                board = definitions.played(board, move)
            except AssertionError:
                raise FalseSentence(f"{steps} cannot be played: {about(case)}") from None
    confirm(case, why, counts)
