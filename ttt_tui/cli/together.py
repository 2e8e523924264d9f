"""Who is met at other terminals, as the command line says: by `--host`, `--join`, `--watch` and theirs."""

from argparse import Namespace
from functools import partial

from ttt_tui.engine import Setup
from ttt_tui.process.exit_status import WrongOption
from ttt_tui.process.streams import printable
from ttt_tui.session.remote import meeting
from ttt_tui.session.remote.company import Company
from ttt_tui.session.remote.hosted import Hosted
from ttt_tui.session.remote.joined import Joined
from ttt_tui.session.session import RESUMING_SECONDS, Session
from ttt_tui.session.setup_changes import has_open_seat, opened
from ttt_tui.store.stored_game import Entry


def check(options: Namespace) -> None:
    """Raise `WrongOption` for options that do not go together."""
    if options.seat is not None and not options.join:
        raise WrongOption("--seat goes with --join USER")
    if options.only is not None and not (options.host or options.resume is not None or options.player):
        raise WrongOption("--only goes with --host")
    to_others = [name for name in ("--join", "--watch") if getattr(options, name[2:]) is not None]
    of_ours = ("host", "only", "preset", "board", "line", "player", "time", "resume", "replay")
    ours = [f"--{name}" for name in of_ours if getattr(options, name) not in (None, False)]
    if len(to_others) == 2 or (to_others and ours):
        raise WrongOption(
            f"{to_others[0]} does not go with {[*to_others[1:], *ours][0]}: the host sets the game up"
        )
    if options.host and options.replay is not None:
        raise WrongOption("--host does not go with --replay")


def list_hosts() -> int:
    """Print who hosts a game, and return the exit status."""
    if reason := meeting.refusal():
        raise WrongOption(reason)
    hosts = meeting.hosts()
    for host in hosts:
        print(printable(f"ttt-tui --join {host}"))
    if not hosts:
        print("Nobody hosts a game on this machine; ttt-tui --host does")
    return 0


def company_of(
    options: Namespace, session: Session, setup: Setup | None, entry: Entry | None
) -> Company | None:
    """Return whom the match is to be played with at other terminals, None for nobody.

    `setup` and `entry` are what is asked for, to be played or gone on with. Raises `WrongOption`.
    """
    session.only = options.only
    try:
        if options.join:
            return Joined(session, options.join, options.seat or "")
        if options.watch is not None:
            return Joined(session, options.watch, watches=True)
        if entry is not None and has_open_seat(entry.setup):
            resume = partial(session.resume, entry, RESUMING_SECONDS)
            return Hosted(session, entry.setup, session.only, resume)
        if entry is None and setup is not None and (options.host or has_open_seat(setup)):
            return Hosted(session, opened(setup), session.only)
    except meeting.NoMeeting as refusal:
        raise WrongOption(str(refusal)) from None
    if options.host and entry is not None:
        raise WrongOption(f"game {entry.id} has no open seat that somebody could join")
    return None
