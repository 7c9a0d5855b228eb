"""Whose order is void is told why, once for each order, also if the process that noted it has died."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select, update

from citywright.server import clock
from citywright.server.storage.schema import calls, orders
from tests.server.notices.push_service import Browser, listening
from tests.server.orders.people import TwoPeople, ask_database, game_until
from tests.server.orders.test_carrying_out import building, closing
from tests.server.players.rows import changed
from tests.server.server_thread import ServerThread, serving, wait_until

Sit = Callable[..., TwoPeople]
A_MOMENT = 5  # seconds: longer than a process has to look at what it has changed


def told_of(database: str) -> list[tuple[str, dict[str, str]]]:
    query = select(calls).where(calls.c.kind == "order").order_by(calls.c.id)
    return [(row.key, json.loads(row.parts)) for row in ask_database(database, query)]


def test_why_an_order_is_void_is_told_to_who_is_away(sit: Sit, database: str) -> None:
    with listening() as service:
        doomed = ServerThread(database, order_pace=0.0, inner_addresses=True).start()
        doomed.services.order_turns.on_void.clear()  # it ends before anybody is told
        people = sit(doomed.base, database, "mauerbauer", game_until("mauerbauer", building))
        browser = Browser(service, "/ben")
        assert browser.subscribe(people.ben, {"Accept_Language": "de"}).status_code == 200
        wall = people.as_anke.actions(people.table)["actions"][0]["words"]
        for _ in range(2):
            people.as_ben.give_order(people.table, "turn", {"steps": wall})
        ids = {order["id"] for order in people.as_ben.orders(people.table)["orders"]}
        people.play(people.as_anke, wall)
        wait_until(lambda: people.states() == ["void", "void"])
        people.close()
        doomed.stop()
        assert told_of(database) == []
        heir = ServerThread(database, order_pace=0.0, inner_addresses=True).start()
        try:
            clock.put_forward(A_MOMENT)
            wait_until(lambda: len(told_of(database)) == 2)  # two orders, for the same reason
            assert {key for key, _ in told_of(database)} == {f"order {one}" for one in ids}
            assert all(parts["de"].endswith("ist nicht mehr möglich") for _, parts in told_of(database))
            wait_until(lambda: browser.arrived)
            said = browser.read()["title"] + browser.read()["body"]
            assert "Die Mauerbauer: ein geplanter Zug ist nicht mehr möglich" in said
            assert browser.read()["address"] == f"/t/{people.table}"
            looks = heir.services.order_turns.looks
            clock.put_forward(A_MOMENT)
            wait_until(lambda: heir.services.order_turns.looks > looks + 1)
            assert len(told_of(database)) == 2
        finally:
            heir.stop()


def test_orders_that_cannot_be_read_keep_those_of_others_from_nothing(sit: Sit, tmp_path: Path) -> None:
    with serving(tmp_path, order_pace=0.0) as server:
        database = server.settings.database
        given = game_until("mauerbauer", closing)
        two = [sit(server.base, database, "mauerbauer", given) for _ in range(2)]
        for people in two:
            card = people.as_ben.view(people.table)["hand"][0]["kind"]
            people.as_ben.give_order(people.table, "discard", {"card": card, "unless": "never"})
        odd = orders.c.table_id == two[0].table
        assert changed(database, update(orders).where(odd).values(fields="{")) == 1
        for people in two:
            hand = people.as_anke.view(people.table)["hand"]
            people.play(people.as_anke, f"discard {hand[0]['kind']}")
        wait_until(lambda: two[1].as_ben.orders(two[1].table)["plies"])
