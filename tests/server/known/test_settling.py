"""Every finished game is entered exactly once, in the order of their ends, by whichever process; and counting
all of them anew gives the same numbers.
"""

from __future__ import annotations

import asyncio
import itertools
import threading

import pytest
from sqlalchemy import Connection, delete, insert, update

from citywright.match.match import Match
from citywright.ratings import BEGIN
from citywright.server.known import figures, ledger
from citywright.server.known.recount import recount
from citywright.server.known.settling import Settling
from citywright.server.known.visibility import Visibility, VisibilityChoices
from citywright.server.settings import async_url
from citywright.server.storage.database import Database
from citywright.server.storage.retention import Retention
from citywright.server.storage.schema import meetings, moves, outcomes, ratings, results, tables
from citywright.server.storage.writer import Writer
from citywright.server.tables.nodes import Nodes
from citywright.server.tables.service import TableService
from tests.server.known.games import BOT, add_game, add_people, places, rows, whole_game, work

SEATS = whole_game()[0].seats
ONE = "saint-malo"


def settle(url: str, processes: int = 1) -> list[int]:
    """Let processes enter what has ended, all at the same time; returns how much each of them entered."""

    async def run() -> list[int]:
        databases = [Database(async_url(url)) for _ in range(processes)]
        workers = [
            Settling(database, TableService(database, Writer(database), 10), Nodes())
            for database in databases
        ]
        try:
            return await asyncio.gather(*(worker.settle_all() for worker in workers))
        finally:
            for database in databases:
                await database.close()

    return asyncio.run(run())


def rating(url: str, player: str) -> float:
    return next(row.mu for row in rows(url, ratings, ratings.c.player == player))


def numbers(url: str) -> list[tuple[object, ...]]:
    """Everything ratings consist of."""
    found = [tuple(row) for row in rows(url, results)]
    found += [tuple(row) for row in rows(url, ratings)]
    return sorted(found + [tuple(row) for row in rows(url, meetings)], key=repr)


def test_games_are_entered_once_in_order_by_several_processes_and_a_recount_agrees(database: str) -> None:
    add_people(database, "anke", "ben", "cleo")
    for number in range(12):
        winner, loser = ("anke", "ben") if number % 3 else ("ben", "cleo")
        add_game(database, f"t{11 - number}", [winner, loser], 5000 + 10 * number)
    add_game(database, "with-bot", ["anke", BOT], 9000, pace=60)
    assert sum(settle(database, 3)) == 13
    assert settle(database, 2) == [0, 0]
    order = sorted(rows(database, outcomes), key=lambda row: row.number)
    assert [row.number for row in order] == list(range(1, 14))
    assert [row.ended for row in order] == sorted(row.ended for row in order)
    assert all(row.is_settled for row in rows(database, tables))
    assert rating(database, "anke") > BEGIN.mu > rating(database, "cleo")
    own = sorted(rows(database, results, results.c.player == "ben"), key=lambda row: row.number)
    for earlier, later in itertools.pairwise(own):
        assert (earlier.mu, earlier.sigma) == (later.mu_before, later.sigma_before)
    bots = rows(database, ratings, ratings.c.player == BOT)
    assert [(row.pace, row.is_ranked, row.games) for row in bots] == [("live", True, 1)]
    points = whole_game()[0].state.scores()
    winner_row = next(row for row in rows(database, results) if row.table_id == "t0" and row.place == 1)
    assert winner_row.points == points[places().index(1)]
    assert '"churches"' in winner_row.figures
    before = numbers(database)
    report = recount(database, lambda _done, _total: None, replay=True)
    assert (report.games, report.changed, report.misread, report.players) == (13, 0, 0, 4)
    assert numbers(database) == before


def test_games_go_on_and_are_entered_while_all_are_counted_anew(database: str) -> None:
    add_people(database, "anke", "ben")
    add_game(database, "t0", ["anke", "ben"], 5000)
    settle(database)

    def meanwhile(done: int, _total: int) -> None:
        if done == 1 and len(rows(database, tables)) == 1:
            add_game(database, "t1", ["ben", "anke"], 6000)
            settle(database)

    def tell(done: int, total: int) -> None:  # in the thread of an event loop
        thread = threading.Thread(target=meanwhile, args=(done, total))
        thread.start()
        thread.join()

    report = recount(database, tell)
    assert (report.games, report.changed) == (2, 0)
    assert [row.number for row in rows(database, outcomes)] == [1, 2]
    assert [row.games for row in rows(database, ratings)] == [2, 2]


@pytest.mark.parametrize("attempt", range(2))
def test_two_who_show_their_games_at_the_same_moment_are_found(database: str, attempt: int) -> None:
    """And do not wait for each other for ever."""
    add_people(database, "anke", "ben")
    for number in range(12):
        add_game(database, f"t{(5 * number + attempt) % 12}", ["anke", "ben"], 5000 + number)
    settle(database)
    shown = Visibility("public", "public", "public")

    async def choose_both() -> None:
        stores = [Database(async_url(database)) for _ in range(2)]
        try:
            choices = zip(stores, ("anke", "ben"), strict=True)
            await asyncio.gather(*(VisibilityChoices(one).choose(who, shown) for one, who in choices))
        finally:
            for store in stores:
                await store.close()

    asyncio.run(choose_both())
    assert all(row.is_findable for row in rows(database, outcomes))


def test_games_of_many_seats_with_bots_twice_and_leavers_are_counted_again_to_the_same(database: str) -> None:
    people = ("anke", "ben", "cleo", "dora", "emil")
    add_people(database, *people)
    for number in range(5):
        rest = people[number:] + people[:number]
        add_game(database, f"five{number}", rest, 5000 + 10 * number, left=rest[:number])
        add_game(database, f"bots{number}", [rest[0], BOT, BOT], 5003 + 10 * number)
        add_game(database, f"three{number}", [BOT, *rest[:2]], 5005 + 10 * number, away={rest[0]: 30})
    assert sum(settle(database, 2)) == 15
    before = numbers(database)
    report = recount(database, lambda _done, _total: None, replay=True)
    assert (report.games, report.changed, report.misread, report.players) == (15, 0, 0, 6)
    assert numbers(database) == before


def test_a_process_that_ends_half_way_leaves_no_game_half_entered_or_entered_twice(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_people(database, "anke", "ben")
    for number in range(3):
        add_game(database, f"t{number}", ["anke", "ben"], 5000 + number)
    note, before = ledger._note_number, numbers(database)

    def end_here(connection: Connection, number: int) -> None:
        note(connection, number)
        raise OSError("the process ends here, after everything was written")

    monkeypatch.setattr(ledger, "_note_number", end_here)
    with pytest.raises(OSError, match="ends here"):
        settle(database)
    assert numbers(database) == before == []
    assert not any(row.is_settled for row in rows(database, tables))
    monkeypatch.undo()
    assert settle(database) == [3]
    assert [row.number for row in rows(database, outcomes)] == [1, 2, 3]
    assert [row.games for row in rows(database, ratings)] == [3, 3]


def test_a_game_that_fails_holds_up_no_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games may be anybody's: what one of them does wrong, only its own results are lost by."""
    add_people(database, "anke", "ben")
    for number in range(3):
        add_game(database, f"t{number}", ["anke", "ben"], 5000 + number)
    read = figures.reading_of

    def fail_at_one(table_id: str, match: Match) -> figures.Reading:
        if table_id == "t1":
            raise ZeroDivisionError
        return read(table_id, match)

    monkeypatch.setattr(figures, "reading_of", fail_at_one)
    assert settle(database) == [2]
    assert {row.table_id for row in rows(database, outcomes)} == {"t0", "t2"}


def test_a_game_that_the_database_refuses_holds_up_no_other(database: str) -> None:
    """It is not entered, not forgotten either, and tried again by the next process."""
    add_people(database, "anke", "ben")
    for number in range(3):
        add_game(database, f"t{number}", ["anke", "ben"], 5000 + number)
    in_the_way = {
        "table_id": "t1",
        "number": 99,
        "game": ONE,
        "pace": "live",
        "ended": 1,
        "seats": 2,
        "uncounted": "",
        "top": 1,
        "is_public": False,
        "is_findable": False,
    }
    work(database, lambda connection: connection.execute(insert(outcomes).values(in_the_way)))
    assert settle(database) == [2]
    assert {row.table_id for row in rows(database, outcomes, outcomes.c.number < 99)} == {"t0", "t2"}
    work(database, lambda connection: connection.execute(delete(outcomes).where(outcomes.c.table_id == "t1")))
    assert settle(database) == [1]
    assert len(rows(database, outcomes)) == 3


def test_a_recount_heals_what_was_altered(database: str) -> None:
    add_people(database, "anke", "ben")
    for number in range(3):
        add_game(database, f"t{number}", ["anke", "ben"], 5000 + number)
    settle(database)
    before = numbers(database)

    def alter(connection: Connection) -> None:
        connection.execute(update(results).where(results.c.table_id == "t1").values(mu=3.0))
        connection.execute(update(ratings).values(mu=50.0, games=9))

    work(database, alter)
    assert numbers(database) != before
    assert recount(database, lambda _done, _total: None).changed == SEATS
    assert numbers(database) == before


@pytest.mark.parametrize("how", ["left", "came back for the end"])
def test_whoever_leaves_a_game_does_not_save_a_rating_by_it(database: str, how: str) -> None:
    add_people(database, "anke", "ben")
    plies = whole_game()[0].ply
    if how == "left":
        add_game(database, "t", ["anke", "ben"], 5000, left=["anke"])  # the bot in her place has won
    else:
        add_game(database, "t", ["anke", "ben"], 5000, away={"anke": plies - 6})
    add_game(database, "bots", ["anke", BOT], 6000, left=["anke"])
    settle(database)
    first = {row.player: row for row in rows(database, results, results.c.table_id == "t")}
    assert (first["anke"].place, first["anke"].rank, first["ben"].rank) == (1, 2, 1)
    assert first["anke"].mu < first["anke"].mu_before
    assert first["ben"].mu > first["ben"].mu_before
    alone = {row.player: row for row in rows(database, results, results.c.table_id == "bots")}
    assert alone["anke"].rank == 2
    assert alone["anke"].mu < alone["anke"].mu_before


def test_a_bot_that_others_have_called_in_where_nobody_need_be_there_is_not_leaving(database: str) -> None:
    """Else one could call one in for the other's last turn, and win."""
    add_people(database, "anke", "ben")
    add_game(database, "t", ["anke", "ben"], 5000, called=["anke"])
    settle(database)
    assert rating(database, "anke") > BEGIN.mu > rating(database, "ben")


def test_a_game_begun_as_a_guest_is_rated_as_that_guest(database: str) -> None:
    """Else one could log in for the games that go well."""
    add_people(database, "anke", "ben")
    add_people(database, "guest", accounts=False)
    add_game(database, "t", ["anke", "ben"], 5000, rated_as={"anke": "guest"})
    settle(database)
    assert {row.player for row in rows(database, ratings)} == {"guest", "ben"}
    (own,) = rows(database, results, results.c.guest_id == "anke")
    assert (own.player, own.rank) == ("guest", 1)


def test_whoever_lets_a_game_stand_until_it_is_deleted_has_lost_it(database: str) -> None:
    add_people(database, "anke", "ben")
    half = whole_game()[0].ply // 2
    assert whole_game(2, half)[0].actor == 0  # Anke, who sits there at all these tables
    add_game(database, "bots", ["anke", BOT], None, plies=half)
    add_game(database, "two", ["anke", "ben"], None, plies=half)
    add_game(database, "guided", ["anke", BOT], None, plies=half, is_guided=True)
    add_game(database, "hardly begun", ["anke", BOT], None, plies=4)
    add_game(database, "lately", ["anke", BOT], None, plies=half)
    old = moves.c.table_id != "lately"
    work(database, lambda connection: connection.execute(update(moves).where(old).values(time=1)))

    async def expire() -> dict[str, int]:
        store = Database(async_url(database))
        settling = Settling(store, TableService(store, Writer(store), 10), Nodes())
        retention = Retention(store, lambda _: False, lambda _: None, before_expiry=settling.before_expiry)
        try:
            return await retention.delete_expired()
        finally:
            await store.close()

    assert asyncio.run(expire())["tables"] == 4
    why = {row.table_id: row.uncounted for row in rows(database, outcomes)}
    assert why == {"bots": "", "two": "", "guided": "guided"}
    lost = rows(database, results, results.c.rank == 2)
    assert {(row.table_id, row.player) for row in lost} == {("bots", "anke"), ("two", "anke")}
    assert all(row.mu < row.mu_before for row in lost)
    assert [row.id for row in rows(database, tables)] == ["lately"]


def test_whoever_was_away_for_a_moment_has_played(database: str) -> None:
    add_people(database, "anke", "ben")
    add_game(database, "t", ["anke", "ben"], 5000, away={"anke": 5})
    settle(database)
    assert rating(database, "anke") > BEGIN.mu


def test_games_that_do_not_count_have_results_but_change_nothing(database: str) -> None:
    add_people(database, "anke", "ben")
    add_game(database, "given", ["anke", "ben"], 1000, given=3)
    add_game(database, "guided", ["anke", BOT], 2000, is_guided=True)
    add_game(database, "was guided", ["anke", BOT], 2500, was_guided=True)
    add_game(database, "screen", ["anke", "anke"], 3000, one_screen=True)
    add_game(database, "bots", [BOT, BOT], 4000)
    add_game(database, "open", ["anke", "open"], 5000)
    usual = whole_game()[0].game.default_layout.source
    add_game(database, "own", ["anke", "ben"], 6000, layout=usual.replace("coins = ", "coins = 1", 1))
    add_game(database, "usual", ["anke", "ben"], 7000, layout=usual)
    settle(database)
    why = {row.table_id: row.uncounted for row in rows(database, outcomes)}
    own_layout = why.pop("own", "layout")  # a layout that cannot be read has no result at all
    assert own_layout == "layout"
    assert why == {
        "given": "given",
        "guided": "guided",
        "was guided": "guided",
        "screen": "one screen",
        "bots": "no person",
        "open": "open seat",
        "usual": "",
    }
    assert {row.table_id for row in rows(database, results, results.c.mu.is_not(None))} == {"usual"}
