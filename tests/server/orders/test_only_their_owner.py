"""Orders are their owner's alone: nobody else is shown anything of them; they go with accounts and seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from citywright.client import Refused
from citywright.server.load.page_client import Guest
from citywright.server.orders import service
from citywright.server.storage.schema import order_moves, orders, seats
from tests.server.orders.people import TwoPeople, ask_database, game_until
from tests.server.orders.test_carrying_out import closing
from tests.server.server_process import ForkedServer
from tests.server.server_thread import ServerThread, serving, wait_until

Sit = Callable[..., TwoPeople]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with serving(tmp_path, order_pace=0.0) as server:
        yield server


def database_of(server: ServerThread) -> str:
    return server.settings.database


def test_nobody_else_is_shown_anything_of_an_order(sit: Sit, tmp_path: Path) -> None:
    """Anke, a stranger and the host look everywhere, before the order acts and after: two games that differ
    only in that Ben has given an order look alike to them.
    """
    log = tmp_path / "log.txt"
    server = ForkedServer(
        f"sqlite:///{tmp_path / 'shown.sqlite3'}", "--log", "info", "--order-pace", "0.1", log=log
    )
    server.start()
    try:
        people = sit(server.base, server.database, "mauerbauer", game_until("mauerbauer", closing))
        card = people.as_ben.view(people.table)["hand"][0]["kind"]
        order = people.as_ben.give_order(people.table, "discard", {"card": card, "unless": "never"})[
            "orders"
        ][0]
        secret = [order["id"], order["words"], 'data-standing="1"']
        stranger = Guest(server.base)

        def looked_at() -> str:
            seen = ""
            for path in ("", "/record", "/orders", "/orders/coming", "/orders/plan"):
                seen += people.anke.request("GET", f"/t/{people.table}{path}").text
                seen += stranger.request("GET", f"/t/{people.table}{path}").text
            for path in ("", "/view", "/actions", "/record", "/orders"):
                try:
                    seen += str(people.as_anke._http.request("GET", f"/api/tables/{people.table}{path}"))
                except Refused as refused:
                    seen += refused.reason
            seen += str(next(iter(people.as_anke.follow(people.table))))
            return seen + stranger.request("GET", "/metrics").text + stranger.request("GET", "/").text

        before = looked_at()
        people.play(people.as_anke, "discard " + people.as_anke.view(people.table)["hand"][0]["kind"])
        wait_until(lambda: people.as_ben.orders(people.table)["plies"])
        after = looked_at()
        for part in secret:
            assert part not in before
            assert part not in after
        assert 'data-plies=""' in people.anke.request("GET", f"/t/{people.table}").text
        assert people.as_anke.orders(people.table)["orders"] == []
        assert people.as_anke.orders(people.table)["plies"] == []
        with pytest.raises(Refused, match="unknown"):
            people.as_anke.remove_order(people.table, order["id"])
        with pytest.raises(Refused, match="unknown"):
            people.as_anke.arrange_orders(people.table, [order["id"]])
        with pytest.raises(Refused, match="forbidden"):
            people.as_anke.orders(people.table, seat="B")
        answer = stranger.request("POST", f"/t/{people.table}/orders", [("do", "stop")])
        assert answer.status == 403
    finally:
        server.stop()
    written = log.read_text()
    assert not [part for part in secret if part in written]


def test_wrong_orders_are_refused_and_change_nothing(
    server: ServerThread, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = sit(server.base, database_of(server), "mauerbauer", game_until("mauerbauer", closing))
    give = people.as_ben.give_order
    for kind, fields, code in (
        ("nonsense", {}, "unknown"),
        ("best", {"least": "0"}, "malformed"),
        ("best", {"colour": "red"}, "malformed"),
        ("card", {"card": "no such card"}, "malformed"),
        ("turn", {}, "malformed"),
        ("best", {"least": "9" * 4000}, "too large"),
    ):
        with pytest.raises(Refused) as refused:
            give(people.table, kind, fields)
        assert refused.value.code == code, kind
    assert people.as_ben.orders(people.table)["orders"] == []
    monkeypatch.setattr(service, "MOST_ORDERS", 3)
    ids = [give(people.table, "best", {"least": least})["orders"][-1]["id"] for least in "123"]
    with pytest.raises(Refused, match="forbidden"):
        give(people.table, "best", {})
    people.as_ben.arrange_orders(people.table, ids[::-1])
    assert [order["id"] for order in people.as_ben.orders(people.table)["orders"]] == ids[::-1]
    up = people.ben.request("POST", f"/t/{people.table}/orders", [("do", f"down {ids[2]}")])
    assert up.status == 303
    first = people.as_ben.orders(people.table)["orders"][0]
    assert first["id"] == ids[1]
    people.as_ben.remove_order(people.table, ids[0])
    assert give(people.table, "ask", {"least": "9"})["orders"][0]["kind"] == "ask"  # it is asked first
    page = people.ben.request("GET", f"/t/{people.table}/orders?kind=card&f-size=large&f-nonsense=1").text
    assert "a city of at least 7 fields" in page
    for form, status in (([("do", "dance")], 400), ([("do", "remove x")], 404), ([("do", "add")], 404)):
        assert people.ben.request("POST", f"/t/{people.table}/orders", form).status == status
    alone = people.ben.make_table("mauerbauer", "me", "bot:random")
    with pytest.raises(Refused, match="forbidden"):
        give(alone, "best", {})


def test_orders_go_with_the_seat_into_an_account_and_with_the_account(server: ServerThread, sit: Sit) -> None:
    database = database_of(server)
    people = sit(server.base, database, "mauerbauer", game_until("mauerbauer", closing))
    account = Guest(server.base)
    account.make_table("saint-malo", "me", "bot:random", name="Ben")
    form = [("name", "Benedikt"), ("password", "long enough")]
    assert account.request("POST", "/account/register", form).status in (200, 303)
    people.as_ben.give_order(people.table, "last", {})
    assert people.ben.request("POST", "/account/login", form).status in (200, 303)
    owner = ask_database(
        database, select(seats.c.guest_id).where(seats.c.table_id == people.table, seats.c.seat == 1)
    )
    assert ask_database(database, select(orders.c.guest_id)) == owner
    assert '"kind": "last"' in people.ben.request("GET", "/account/export").text
    deleted = people.ben.request("POST", "/account/delete", [("old", "long enough")])
    assert deleted.status in (200, 303), deleted.text
    assert ask_database(database, select(orders)) == []
    assert ask_database(database, select(order_moves)) == []
