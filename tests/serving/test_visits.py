"""Visits over SSH: clients of `asyncssh` and the installed program behind it."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import asyncssh
import pytest

from tests.support.serving import PATIENCE, ServerProcess, Visitor, connected, new_key, visiting

MOST_NEWS = 200
"""Bytes that a change of the lobby may take."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("serving") / "server", "--name", "box") as server:
        yield server


async def begin(ada: Visitor, bob: Visitor) -> tuple[Visitor, Visitor]:
    """Let the first one challenge everybody and the second one accept; return them in turn order."""
    await ada.until("ada (you)")
    ada.send("c")
    await ada.until("Rated")
    ada.send("\x1b[D\r")  # 3×3 is the game before the first one offered
    await bob.until("· rated")
    bob.send("\x1b[H\r")
    for player in (ada, bob):
        await player.until(lambda text: "Your move" in text or "to move" in text)
    return (ada, bob) if "Your move" in ada.text else (bob, ada)


async def place(player: Visitor, other: Visitor, digit: str) -> None:
    """Place a stone by a digit; wait until both see it in the list of moves."""
    await player.until("Your move")
    player.send(digit)
    square = f"{'abc'[(int(digit) - 1) % 3]}{(int(digit) - 1) // 3 + 1}"
    for one in (player, other):
        await one.until(lambda text: re.search(f"[XO] {square}\\b", text))


async def until_listed(server: ServerProcess, doing: str) -> None:
    """Wait until the administrator sees somebody do this."""
    async with asyncio.timeout(PATIENCE):
        while doing not in (await asyncio.to_thread(server.ask, "list"))[0]:
            await asyncio.sleep(0.1)


def ratings(server: ServerProcess) -> dict[str, float]:
    """Return the ratings of everybody as they are stored."""
    with closing(sqlite3.connect(server.folder / "accounts.db")) as connection:
        rows = connection.execute("SELECT name, rating FROM ratings JOIN accounts ON accounts.id = account")
        return dict(rows.fetchall())


async def test_two_people_play_a_rated_game_and_a_guest_watches(server: ServerProcess) -> None:
    async with (
        visiting(server, "ada", new_key()) as ada,
        visiting(server, "bob", new_key()) as bob,
        visiting(server, "somebody") as guest,
    ):
        first, second = await begin(ada, bob)
        await guest.until("· move 1")
        guest.send("\x1b[H\r")
        await guest.until("you are watching")
        for doing in ("in a game", "watching"):
            await until_listed(server, doing)
        for number, player in zip("1425", [first, second] * 2, strict=True):
            await place(player, second if player is first else first, number)
        await first.until("Your move")
        first.send("3")
        for visitor in (ada, bob, guest):
            await visitor.until(lambda text: re.search("(ada|bob) wins|You (win|lose)", text))
        winner, loser = ("ada", "bob") if first is ada else ("bob", "ada")
        for visitor in (first, second):
            visitor.send("q")
            await visitor.until("People")
        found = ratings(server)
        assert (round(found[winner]), round(found[loser])) == (1662, 1338), "as of Glicko-2's paper"


@pytest.mark.slow
async def test_news_of_the_lobby_are_few_bytes(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        eve, *others = [
            await stack.enter_async_context(visiting(server, name, new_key(), address=f"127.0.2.{number}"))
            for number, name in enumerate(["eve", "cyd", "dan", "fay", "gus", "hal"], 1)
        ]
        cyd, dan = others[:2]
        await eve.until("hal ")

        async def cost(doing: Callable[[], object], shown: str) -> int:
            """Return how many bytes eve receives until a text is shown, and a moment later."""
            await asyncio.sleep(1.2)
            before = eve.received
            doing()
            await eve.until(lambda text: re.search(shown, text))
            await asyncio.sleep(1.2)
            return eve.received - before

        cyd.send("c")
        await cyd.until("Rated")
        assert 0 < await cost(lambda: cyd.send("\x1b[D\r"), "cyd +3×3") < MOST_NEWS
        dan.send("c")
        await dan.until("Rated")
        assert 0 < await cost(lambda: dan.send("\x1b[D\r"), "dan +3×3") < MOST_NEWS, "the lists below move"
        assert 0 < await cost(lambda: others[2].send("m"), "fay +alone") < MOST_NEWS
        assert 0 < await cost(lambda: cyd.send("w"), "Challenges\n +dan") < MOST_NEWS


async def test_a_game_survives_the_death_of_a_visitor_and_of_the_server(tmp_path: Path) -> None:
    keys = {"ada": new_key(), "bob": new_key()}
    with ServerProcess(tmp_path / "server") as server:
        async with visiting(server, "ada", keys["ada"]) as ada, visiting(server, "bob", keys["bob"]) as bob:
            first, second = await begin(ada, bob)
            await place(first, second, "5")
            await place(second, first, "1")
            server.kill()
        names = ["ada", "bob"] if first is ada else ["bob", "ada"]
        server.start()
        async with (
            visiting(server, names[0], keys[names[0]]) as one,
            visiting(server, names[1], keys[names[1]]) as two,
        ):
            await one.until("Your turn:")
            one.send("\r")
            await one.until("Your move")
            await one.until(lambda text: re.search("X b2 +O a1", text))
            await two.until(lambda text: "Your games" in text)
            two.send("\x1b[H\r")
            await two.until("to move")
            await place(one, two, "3")
            await two.until("Your move")
            two.process.kill()
            async with visiting(server, names[1], keys[names[1]]) as again:
                await again.until("Your turn:")
                again.send("\r")
                await again.until("c1")


async def test_commands_need_no_screen(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key()) as connection:
        answer = await connection.run("history list")
        assert (answer.stdout, answer.exit_status) == ("No games yet\n", 0)


@pytest.mark.parametrize(
    "command",
    ["rm -rf /", "history import /etc/passwd", "history export 1 /tmp/x", "settings path", "--replay x"],
)
async def test_other_commands_are_refused_with_a_sentence(server: ServerProcess, command: str) -> None:
    async with connected(server, "eve", new_key()) as connection:
        answer = await connection.run(command)
    assert answer.exit_status == 1
    assert str(answer.stderr).startswith("ttt-tui: unknown command; choose from history list")


async def test_what_reaches_beyond_the_game_is_refused(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("", 0, "127.0.0.1", 22)
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.Error)):
            await connection.start_sftp_client()


async def test_a_terminal_is_needed_for_the_screen(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key()) as connection:
        process = await connection.create_process(term_type=None)
        await process.wait_closed()
        assert process.exit_status == 1


def test_the_administrator_sees_and_ends_visits(server: ServerProcess, tmp_path: Path) -> None:
    answer, status = server.ask("list")
    assert status == 0
    assert "visitors" in answer
    assert server.ask("kick", "nobody") == ("0 visits ended\n", 0)
    answer, status = server.ask("backup", str(tmp_path / "copy.tar.gz"))
    assert (status, (tmp_path / "copy.tar.gz").exists()) == (0, True), answer


async def test_signals_sizes_and_the_end_of_input_reach_the_program(server: ServerProcess) -> None:
    async with visiting(server, "sig", new_key()) as visitor:
        visitor.process.send_signal("USR1")
        visitor.process.change_terminal_size(100, 30)
        visitor.process.stdin.write_eof()
        visitor.process.send_signal("HUP")
        assert await visitor.ended() == 129


async def test_a_command_with_a_quote_that_does_not_end_is_unknown(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key()) as connection:
        answer = await connection.run("history 'list")
        assert str(answer.stderr).startswith("ttt-tui: unknown command")
    async with connected(server, "eve", new_key()) as connection:
        answer = await connection.run("leaderboard", term_type="xterm")
        assert answer.stdout == "No ratings are certain enough yet\r\n" or answer.exit_status in (0, 1)
