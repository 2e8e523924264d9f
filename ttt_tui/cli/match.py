"""`ttt-tui match`: plays computers against each other and reports which is stronger."""

from argparse import Namespace
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from random import SystemRandom

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ttt_tui.analysis.words import counted
from ttt_tui.cli.options import RANDOM_OPENING
from ttt_tui.engine import InvalidRules, Opening, Rules, Setup, Square
from ttt_tui.engine.rules import USUAL, check_together
from ttt_tui.errors import RecordError, UsageError
from ttt_tui.process.paths import history_path, settings_path
from ttt_tui.process.signals import FAILED, Signals
from ttt_tui.process.streams import print_error, print_json
from ttt_tui.session.engines import Engines
from ttt_tui.session.presets import DRAWN, PRESETS
from ttt_tui.session.resuming import RESUMING_SECONDS
from ttt_tui.session.setup_options import names_engine, setup_from
from ttt_tui.store.settings import load_settings
from ttt_tui.store.thread import StoreThread
from ttt_tui.tournament.folder import Folder, saved_seed
from ttt_tui.tournament.match import Results, play_match
from ttt_tui.tournament.plan import PairingSystem, Plan
from ttt_tui.tournament.report import print_csv, print_results, results_to_data
from ttt_tui.tournament.sprt import Hypotheses

GAMES = 20
"""The number of games by default."""

MOST_GAMES_OF_SPRT = 1000
"""The number of games after which a sequential test by default ends undecided."""

MOST_JOBS = 256
"""The most games played at once, each in its own process."""


def run(options: Namespace) -> int:
    """Play the match, print its results and return the exit status.

    A signal ends it; the results of finished games are printed. Raises `UsageError` for wrong options.
    """
    if not 1 <= options.jobs <= MOST_JOBS:
        raise UsageError(f"choose 1 to {MOST_JOBS}, for example --jobs 2", "--jobs")
    if options.save == "-":
        raise UsageError("a match is saved in a directory, not on standard output", "--save")
    path = None if options.save is None else Path(options.save)
    seed = options.seed
    if path is not None and (old := saved_seed(path)) is not None:
        seed = old  # it has determined default names
    options.rules = _rules(options)
    engines = _engines(options)
    plan = _plan(options, SystemRandom().getrandbits(32) if seed is None else seed, engines)
    hypotheses = _hypotheses(options, plan)
    with nullcontext() if path is None else closing(Folder(path)) as folder:
        if folder is not None:
            folder.begin(plan, hypotheses, options.seed)
        saved = 0 if folder is None else len(folder.games)
        bar = _Bar(plan)
        with Signals().installed() as signals, bar.progress:
            results = play_match(
                plan,
                engines,
                signals,
                jobs=options.jobs,
                hypotheses=hypotheses,
                folder=folder,
                progress=bar.show,
            )
    for sentence in results.failures:
        print_error(sentence)
    if results.error is not None:
        print_error(results.error)
    is_partial = len(results.games) < plan.total and not results.is_decided
    if options.csv:
        print_csv(results)
    elif options.json:
        print_json(results_to_data(results), indent=None)
    else:
        if saved and not is_partial and bar.played in (None, saved):
            print("This match was finished before; no game was played now")
        print_results(results)
    if signals.status and is_partial:
        print_error(_interruption(results, is_saved=path is not None))
    return signals.status or (0 if results.error is None else FAILED)


def _rules(options: Namespace) -> Rules | None:
    """Return the rules of the games, with the requested opening. Raises `UsageError`."""
    rules: Rules | None = options.rules
    if options.opening is None:
        return rules
    if rules is None and options.preset is not None and options.board is None:
        rules = (PRESETS | DRAWN)[options.preset].geometry.rules
    rules = rules or USUAL
    opening = Opening.FREE if options.opening == RANDOM_OPENING else Opening(options.opening)
    if rules.opening not in (opening, Opening.FREE):
        raise UsageError(f"{options.opening} contradicts the rules {rules}", "--opening")
    try:
        check_together(changed := replace(rules, opening=opening))
    except InvalidRules as error:
        raise UsageError(str(error), "--opening") from None
    return changed


def _interruption(results: Results, *, is_saved: bool) -> str:
    """Return a message that a match was interrupted, and how to continue it or that its games are lost."""
    total = counted(results.plan.total, "game")
    if not results.games:
        return f"interrupted before the first of {total} was over"
    played = f"interrupted after {len(results.games)} of {total}"
    if is_saved:
        return f"{played}; run the same command again to continue"
    return f"{played}, which are not saved; a match with --save DIR can be continued"


def _engines(options: Namespace) -> Engines:
    """Return the engines known by name, if any player is one."""
    if not names_engine(options.player):
        return Engines()
    history = StoreThread(history_path())
    engines = Engines(load_settings(settings_path()).brains, history)
    engines.load(RESUMING_SECONDS)
    known = engines.without_history()
    history.close()
    return known


def _plan(options: Namespace, seed: int, engines: Engines) -> Plan:
    """Return the requested match. Raises `UsageError`."""
    pairing = PairingSystem.ONE_GAME
    if options.round_robin or options.gauntlet:
        pairing = PairingSystem.ROUND_ROBIN if options.round_robin else PairingSystem.GAUNTLET
    setup = _setup(options, engines, pairing.is_in_pairs)
    if setup is None or not (options.player or options.preset):
        raise UsageError("no players; name computers, for example --player negamax --player scorer")
    if human := next((player for player in setup.players if not player.is_computer), None):
        if not options.player:
            watched = ", ".join(name for name, preset in (PRESETS | DRAWN).items() if preset.is_watched)
            raise UsageError(f"{options.preset!r} has a human player; choose from {watched}", "--preset")
        raise UsageError(
            f"{human.symbol} ({human.name}) is human; only computers play in a match", "--player"
        )
    games = options.games
    if games is None:
        games = GAMES if options.sprt is None else MOST_GAMES_OF_SPRT
    if games < 1:
        raise UsageError("choose at least 1, for example --games 100", "--games")
    plan = Plan(setup, games, seed, pairing)
    return plan if options.openings is None else replace(plan, openings=_openings(options, plan))


def _openings(options: Namespace, plan: Plan) -> tuple[tuple[Square, ...], ...]:
    """Return the openings in a file, and report assumptions. Raises `UsageError`."""
    for other in ("--opening", "--start"):
        if getattr(options, other.removeprefix("--")) is not None:
            raise UsageError(f"not allowed with argument {other}", "--openings")
    from ttt_tui.engine.records.openings import read_openings  # only these need the readers of records
    from ttt_tui.store.files import describe_os_error, read_text

    setup = plan.setup_of(plan.tables[0])
    if setup.geometry.rules.opening is not Opening.FREE:
        raise UsageError(f"by the rules {setup.geometry.rules} the players open the game", "--openings")
    path = Path(options.openings)
    try:
        text, notes = read_text(path)
        openings = read_openings(text, setup, path.suffix.lower())
    except OSError as error:
        raise UsageError(describe_os_error(error), "--openings") from None
    except RecordError as error:
        raise UsageError(str(error), "--openings") from None
    for note in notes:
        print_error(note)
    return openings


def _setup(options: Namespace, engines: Engines, is_in_pairs: bool) -> Setup | None:
    """Return the board and the players of the match, and report assumptions. Raises `UsageError`."""
    if options.clock is not None:
        raise UsageError("matches without a screen have no clocks; --time limits each move", "--clock")
    if getattr(options, "start", None) is None:
        return setup_from(options, engines, is_in_pairs)
    if options.opening == RANDOM_OPENING:
        raise UsageError("not allowed with argument --start; all games begin there", "--opening")
    from ttt_tui.session.start_options import setup_with_start  # only starts need the readers of records

    setup, notes = setup_with_start(options, engines, is_in_pairs)
    for note in notes:
        print_error(note)
    return setup


def _hypotheses(options: Namespace, plan: Plan) -> Hypotheses | None:
    """Return the hypotheses of a sequential test, None without `--sprt`. Raises `UsageError`."""
    if options.sprt is None:
        return None
    if len(plan.setup.players) != 2:
        raise UsageError(f"needs exactly two players, not {len(plan.setup.players)}", "--sprt")
    if plan.games % 2:
        raise UsageError(f"needs an even number of games, for example --games {plan.games + 1}", "--sprt")
    return Hypotheses(*options.sprt)


class _Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, plan: Plan) -> None:
        errors = Console(stderr=True)
        self.progress = Progress(
            "{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            "left",
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        )
        self.played: int | None = None
        """The number of games played, None before the first `show`."""
        self._task = self.progress.add_task("games", total=plan.total)

    def show(self, results: Results, played: int) -> None:
        """Show the number of games played, and the state of a sequential test."""
        self.played = played
        what = "games"
        if results.sprt is not None:
            low, high = results.sprt.hypotheses.bounds
            what = f"LLR {results.sprt.ratio:+.2f} of {low:+.2f} to {high:+.2f}, games"
        self.progress.update(self._task, completed=played, description=what)
