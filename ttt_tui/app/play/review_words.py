"""The texts in the panel of a review: about a move, and about the whole game."""

from dataclasses import replace

from ttt_tui.analysis.review import GameReview, ReviewedMove, accuracy, mistakes, turning_point
from ttt_tui.analysis.review_sentences import (
    better_move_adjective,
    better_move_sentence,
    no_mistakes_phrase,
    reason_sentence,
    so_far,
    standing_text,
    tells_standing,
    time_sentence,
    turning_point_sentence,
    unrated_sentence,
    variation_text,
    without_move_name,
)
from ttt_tui.analysis.words import counted, move_text
from ttt_tui.analysis.worth import Mark
from ttt_tui.app.widgets.lines import MUTED, Line, Paragraph, Run, TextStyle
from ttt_tui.app.widgets.move_log import sign_style
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Player
from ttt_tui.puzzles.making import no_puzzles_sentence
from ttt_tui.session import wording

MOST_SQUARES = 9
"""The most squares of a line that are named: as many as the board shows."""


BAD_MARKS = (
    (Mark.BLUNDER, "blunder", "blunders"),
    (Mark.MISTAKE, "mistake", "mistakes"),
    (Mark.INACCURACY, "inaccuracy", "inaccuracies"),
)
"""The marks of mistakes, the worst first, with their words."""


def new_puzzles_sentence(number: int) -> str:
    """Return how many puzzles were made of the mistakes: `2 mistakes added to your puzzles`."""
    return f"{counted(number, 'mistake')} added to your puzzles"


def progress_phrases(review: GameReview) -> tuple[str, ...]:
    """Return phrases for the progress of a review, the longest first: `Analysing move 14 of 40 · 26 %`."""
    ply, done = review.next_position, f"{100 * review.done // review.units} %"
    if not ply:
        return f"Analysing the start · {done}", f"Analysing · {done}", done
    wheres = f"move {ply} of {len(review.moves)}", f"move {ply}"
    return (*(f"Analysing {where} · {done}" for where in wheres), f"Analysing · {done}", done)


def with_comment(paragraphs: list[Paragraph], comment: str, ply: int) -> list[Paragraph]:
    """Return paragraphs about a move with a person's comment below the first one, on the game above all."""
    said = [Paragraph(words=comment, look=MUTED, is_comment=True)] if comment else []
    place = min(ply, 1)
    return [*paragraphs[:place], *said, *paragraphs[place:]]


def explained(
    review: GameReview, ply: int, move: ReviewedMove | None, *, draws_ghosts: bool = False
) -> list[Paragraph]:
    """Explain the latest of the first `ply` moves, at least 1.

    With `draws_ghosts` the board shows the better move as a pale stone.
    """
    played = review.moves[ply - 1]
    seat = review.positions[ply - 1].next_owner if played.is_stone else played.player
    player, name = review.setup.players[seat], move_text(review.setup, played.square)
    standing = Paragraph(words=standing_text(review, ply), look=MUTED, leaves_gap=True)
    sign = str(move.worth.mark) if move is not None and move.worth.mark.is_bad else ""
    lead: Line = (*_symbol(player), (f" {name}", TextStyle(player.colour, bold=True)))
    if move is None:
        return [Paragraph(lead), standing]
    text = reason_sentence(review, move)
    if move.square is None:
        gave_up = text.replace("gave up ", ", giving up ", 1)
        left = "ran out of time" if played.is_time_up else "resigned"
        return [Paragraph(_symbol(player), f" {left}{gave_up}"), standing]
    text = without_move_name(text, *review.setup.geometry.worded(move.square))
    if not sign:
        if not text and move.best.value is Value.LOSS:
            text = "was lost already"
        return [Paragraph(lead, f" {text}"), standing]
    paragraphs = [Paragraph((*lead, (sign, sign_style(sign))), f" {text}")]
    if move.better and move.better[0] != move.square:
        better = _better(review, move, "+", draws_ghosts=draws_ghosts)
        paragraphs.append(replace(better, leaves_room=True))
    after = review.known[ply]
    if after is not None and after.pv:
        answering = review.setup.players[review.positions[ply].to_move]
        label = " refutation " if after.winner not in (None, move.player) else " expected "
        lead = (("‹1›", TextStyle(answering.colour, bold=True)), (label, MUTED))
        line = variation_text(review.setup, after.pv[:MOST_SQUARES])
        paragraphs.append(Paragraph(lead, line, leaves_room=True))
    return paragraphs if tells_standing(review, move) else [*paragraphs, standing]


def _better(review: GameReview, move: ReviewedMove, sign: str, *, draws_ghosts: bool = False) -> Paragraph:
    """Name the better move and its reason, by the sign that its square has on the board."""
    (name,), called = review.setup.geometry.worded(move.better[0]), better_move_adjective(move)
    why = without_move_name(better_move_sentence(review, move), name)
    if called.startswith("proved"):
        why = why or {"proved win": "wins", "proved draw": "holds the draw"}[called]
        why, called = f"{why}, proved", ""
    setup, player = review.setup, review.setup.players[move.player]
    look = TextStyle("good" if sign == "+" else player.colour, bold=True)
    mark = f"‹{sign}›"
    if draws_ghosts:
        player = setup.drawn_players[setup.geometry.mark_by(move.player, move.better[0])]
        mark, look = player.symbol, TextStyle(player.colour, bold=True)
    return Paragraph(
        ((f"{mark} {name}", look), (f"  {called}" if called else "", MUTED)), f" {why}" * bool(why)
    )


def better_explained(review: GameReview, move: ReviewedMove) -> list[Paragraph]:
    """Explain a bad move while the board shows the better line."""
    played = _played(review, move)
    paragraphs = [Paragraph(words=f"Instead of {played}"), _better(review, move, "1")]
    if len(move.better) > 1:
        paragraphs.append(
            Paragraph(
                (("‹2›", MUTED),), f" {variation_text(review.setup, move.better[1:MOST_SQUARES])}", MUTED
            )
        )
    return paragraphs


def warnings_sentence(game: Game) -> str:
    """Return what became of the warnings before moves: `Warnings: 2 heeded, 1 ignored`; empty for none."""
    counts = (game.warnings_heeded, "heeded"), (game.warnings_ignored, "ignored")
    words = ", ".join(f"{count} {what}" for count, what in counts if count)
    return f"Warnings: {words}" if words else ""


def overview(review: GameReview, warned: str = "") -> list[Paragraph]:
    """Summarise the whole game; `warned` is its `warnings_sentence`."""
    paragraphs = _counts(review)
    if review.start:
        paragraphs.append(Paragraph(words="The opening is not judged", look=MUTED))
    if unrated := unrated_sentence(review):
        paragraphs.append(Paragraph(words=unrated, look=MUTED))
    if (why := no_puzzles_sentence(review.setup.geometry)) and mistakes(review):
        paragraphs.append(Paragraph(words=why, look=MUTED))
    if len(review.setup.players) > 2:
        for seat, player in enumerate(review.setup.players):
            if (share := accuracy(review, seat)) is not None:
                paragraphs.append(Paragraph(_symbol(player), f" accuracy {share:.0f} %", MUTED))
    paragraphs += [Paragraph(words=words, look=MUTED) for words in (warned, time_sentence(review)) if words]
    if (turn := turning_point(review)) is not None:  # the longest, which is cut where there is no room
        paragraphs.append(Paragraph(words=turning_point_sentence(review, turn), look=MUTED))
    return paragraphs


def accuracies(review: GameReview) -> Line:
    """Return the accuracy of each of two players so far; a line has no room for more."""
    players, line = review.setup.players, list[Run]()
    for seat, player in enumerate(players if len(players) == 2 else ()):
        if (share := accuracy(review, seat)) is not None:
            line += [(" " * bool(line), MUTED), *_symbol(player), (f" {share:.0f} %", MUTED)]
    return tuple(line)


def accuracy_heads(review: GameReview, by: str) -> tuple[str, ...]:
    """Return headings for the moves of a finished review, the longest first.

    `by` is the engine that judged them, empty for our own search.
    """
    if not accuracies(review):
        return (f"Judged by {by}", by) if by else ("Moves",)
    if by:
        return f"Moves · accuracy by {by}", f"Accuracy by {by}", f"by {by}", by
    return "Moves · accuracy", "Accuracy", "Acc."


def better_line(review: GameReview, move: ReviewedMove) -> str:
    """Return the better line in words: `Better than j7: h7 g7 e9`, `Proved win instead of j7: …`."""
    played = _played(review, move)
    line = variation_text(review.setup, move.better[:MOST_SQUARES])
    called = better_move_adjective(move)
    than = "instead of" if called.startswith("proved") else "than"
    return f"{wording.sentence(called)} {than} {played}: {line}"


def _counts(review: GameReview) -> list[Paragraph]:
    """Return the number of moves by mark, which says what the marks mean: `?? 1 blunder`."""
    marks = [move.worth.mark for move in mistakes(review)]
    counts = [
        Paragraph(((f"{mark:<2}", sign_style(str(mark))),), f"{count} {one if count == 1 else several}")
        for mark, one, several in BAD_MARKS
        if (count := marks.count(mark))
    ]
    if not counts:
        return [Paragraph(words=wording.sentence(no_mistakes_phrase(review)))]
    counts[0] = replace(counts[0], words=f"{counts[0].words}{so_far(review)}")
    return counts


def _played(review: GameReview, move: ReviewedMove) -> str:
    return "resigning" if move.square is None else review.setup.geometry.worded(move.square)[0]


def _symbol(player: Player) -> Line:
    return ((player.symbol, TextStyle(player.colour, bold=True)),)
