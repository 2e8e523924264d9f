"""Accounts: names belong to keys, codes are of one use, bans and ratings are kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sampling import sampled
from ttt_tui.errors import NameRefused, StoreError
from ttt_tui.store import accounts as accounts_module
from ttt_tui.store.accounts import Account, Accounts, StoredRating, check_account_name
from ttt_tui.store.database import copy_database


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    opened = Accounts(tmp_path / "accounts.db")
    yield opened
    opened.close()


def test_the_first_visit_takes_the_name_and_every_later_one_has_it(accounts: Accounts) -> None:
    ada = accounts.enter("key a", "ada")
    assert accounts.enter("key a", "somebody-else") == ada == Account(1, "ada")
    assert accounts.named("ADA") == ada
    assert accounts.by_id(1) == ada
    assert accounts.of_key("key b") is None


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("ada", "ada-2"),
        ("ADA", "ADA-2"),
        ("../../etc/passwd", "player-2"),
        ("root", "player-2"),
        ("a\x1b[31m", "player-2"),
        ("guest-7", "player-2"),
        ("", "player-2"),
        ("x" * 21, "player-2"),
        ("аda", "player-2"),
    ],
)
def test_a_name_that_is_taken_or_cannot_be_is_replaced(accounts: Accounts, wanted: str, given: str) -> None:
    accounts.enter("key a", "ada")
    assert accounts.enter("key b", wanted).name == given


def test_a_thousand_people_of_one_name_have_names_of_their_own(accounts: Accounts) -> None:
    count = sampled(1000, 40)
    names = [accounts.enter(f"key {number}", "ada").name for number in range(count)]
    assert len({*names}) == count
    for name in names:
        check_account_name(name)


def test_a_name_is_changed_if_it_is_free(accounts: Accounts) -> None:
    ada, bob = accounts.enter("key a", "ada"), accounts.enter("key b", "bob")
    with pytest.raises(NameRefused, match="Bob, or a name that looks like it, is taken"):
        accounts.rename(ada, "Bob")
    with pytest.raises(NameRefused, match="would be taken for somebody else"):
        accounts.rename(ada, "Admin")
    assert accounts.rename(bob, "BOB") == Account(bob.id, "BOB"), "their own name in other letters"
    assert accounts.rename(ada, "eve").name == "eve"
    assert accounts.of_key("key a") == Account(ada.id, "eve")


def test_a_code_adds_a_key_once(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = accounts.enter("key a", "ada")
    accounts.enter("key c", "eve")
    code = accounts.make_code(ada)
    assert accounts.use_code(f" {code} ", "key c") == ada
    assert accounts.of_key("key c") == ada, "which was another account's before"
    for wrong in (code, "", "1"):
        with pytest.raises(NameRefused, match="unknown, used or too old"):
            accounts.use_code(wrong, "key d")
    monkeypatch.setattr(accounts_module, "CODE_SECONDS", -1.0)
    with pytest.raises(NameRefused):
        accounts.use_code(accounts.make_code(ada), "key d")
    monkeypatch.setattr(accounts_module, "CODE_SECONDS", 60.0)
    for number in range(accounts_module.MOST_KEYS - 2):
        accounts.use_code(accounts.make_code(ada), f"key {number}")
    with pytest.raises(NameRefused, match="at most 10 keys"):
        accounts.use_code(accounts.make_code(ada), "one more")


def test_a_ban_of_a_name_holds_for_its_keys_after_a_renaming(accounts: Accounts) -> None:
    bob = accounts.enter("key b", "bob")
    accounts.ban("bob", "insults")
    accounts.rename(bob, "bert")
    found = accounts.ban_of("key b", "bert")
    assert found is not None
    assert found.reason == "insults"
    assert {ban.what for ban in accounts.bans()} == {"bob", "key b"}
    accounts.rename(bob, "bob")
    assert accounts.unban("bob")
    assert accounts.ban_of("key b", "bob") is None
    assert not accounts.unban("bob")


def test_mutes_are_kept(accounts: Accounts) -> None:
    ada, bob = accounts.enter("key a", "ada"), accounts.enter("key b", "bob")
    accounts.mute(ada, bob, is_on=True)
    accounts.mute(ada, bob, is_on=True)
    assert accounts.mutes(ada) == {bob.id}
    accounts.mute(ada, bob, is_on=False)
    assert accounts.mutes(ada) == set()


def test_a_game_counts_once_and_only_certain_ratings_are_ranked(accounts: Accounts) -> None:
    ada, bob = accounts.enter("key a", "ada"), accounts.enter("key b", "bob")
    certain = StoredRating(1600.0, 100.0, 0.06, 12, "2026-11-30")
    unsure = StoredRating(1900.0, 200.0, 0.06, 3, "2026-11-30")
    assert accounts.rate("game", "five", [(ada, certain), (bob, unsure)])
    assert not accounts.rate("game", "five", [(ada, unsure), (bob, unsure)])
    assert accounts.rating(ada, "five") == certain
    assert accounts.rating(ada, "three") is None
    board = accounts.leaderboard(110.0, 10)
    assert [(ranked.name, ranked.rating) for ranked in board["five"]] == [("ada", certain)]
    assert accounts.best_known_rating(ada) == (1600.0, 12)
    assert accounts.best_known_rating(bob) == (1900.0, 3)
    assert accounts.best_known_rating(accounts.enter("key c", "carl")) == (0.0, 0)


def test_games_are_kept_until_they_are_over(accounts: Accounts, tmp_path: Path) -> None:
    number = accounts.keep_game("uid 1", (1, 2), rated=True)
    accounts.update_game(number, "uid 2", (2, 1))
    again = Accounts(tmp_path / "accounts.db")
    assert [tuple(game) for game in again.kept_games()] == [(number, "uid 2", (2, 1), True)]
    again.close()
    accounts.drop_game(number)
    assert accounts.kept_games() == []


def test_a_copy_is_whole_and_private(accounts: Accounts, tmp_path: Path) -> None:
    accounts.enter("key a", "ada")
    copy_database(tmp_path / "accounts.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o77 == 0
    copy = Accounts(tmp_path / "copy.db")
    assert copy.named("ada") is not None
    copy.close()
    with pytest.raises(StoreError):
        copy_database(tmp_path / "accounts.db", tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError):
        Accounts(tmp_path)
