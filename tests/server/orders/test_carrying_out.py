"""Orders at a table of two: carried out once and only while their owner lets them, void with a message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from citywright.client import Refused
from citywright.engine.state import State
from citywright.games.mauerbauer.rules import phases as mb
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.games.milestones.rules import phases as ms
from citywright.games.milestones.rules.state import MilestonesState
from citywright.server import clock
from citywright.server.orders.carrying_out import Voided
from citywright.server.storage.schema import order_moves, order_turns, orders
from tests.server.orders.people import FIRST, SECOND, TwoPeople, ask_database, game_until
from tests.server.server_process import ForkedServer
from tests.server.server_thread import ServerThread, wait_until

Sit = Callable[..., TwoPeople]

LONG = 1000.0  # a pace at which no order acts unless the clock is put forward
AFTER = 200_000.0  # seconds: longer than any wait at that pace


def closing(state: State) -> bool:
    """Does Anke have to answer for a city she has just closed, and Ben after her?"""
    assert isinstance(state, MauerbauerState)
    is_hers = state.phase == mb.PLAY_CARD and state.turn_seat == state.seat == FIRST
    return bool(is_hers and state.cards.hand_size(SECOND) > 2)


def building(state: State) -> bool:
    """Has Anke to build a wall, after some turns?"""
    assert isinstance(state, MauerbauerState)
    return bool(state.turns() > 4 and state.actor() == FIRST and state.phase == mb.PLACE_WALL)


def at_the_end(state: State) -> bool:
    """Does Ben choose a city for his last cards, after a last turn of Anke?"""
    assert isinstance(state, MauerbauerState)
    return bool(state.phase == mb.CHOOSE_CITY and state.seat == SECOND and state.turn_seat == FIRST)


def last_move_of_turn(state: State) -> bool:
    """Has Anke the second move of a turn, after some turns?"""
    assert isinstance(state, MilestonesState)
    is_hers = state.actor() == FIRST and state.phase == ms.MOVE
    return bool(is_hers and state.turns() > 6 and state.moves_left == 1)


@pytest.fixture
def server(database: str) -> Iterator[ServerThread]:
    server = ServerThread(database, order_pace=0.0).start()
    yield server
    server.stop()


@pytest.fixture
def slow_server(database: str) -> Iterator[ServerThread]:
    server = ServerThread(database, order_pace=LONG).start()
    yield server
    server.stop()


def end_turn_of_anke(people: TwoPeople) -> None:
    """Anke plays until Ben is to act: a path field without a worker asks nothing more."""
    while people.as_anke.actions(people.table)["actions"]:
        people.play(people.as_anke, "")


def test_an_order_answers_for_a_closed_city_while_its_owner_is_away(
    server: ServerThread, sit: Sit, database: str
) -> None:
    people = sit(server.base, database, "mauerbauer", game_until("mauerbauer", closing))
    card = people.as_ben.view(people.table)["hand"][0]["kind"]
    fields = {"card": card, "unless": "never"}
    given = people.as_ben.give_order(people.table, "discard", fields)
    assert card in given["orders"][0]["fields"].values()
    before = people.ply
    people.play(people.as_anke, "discard " + people.as_anke.view(people.table)["hand"][0]["kind"])
    wait_until(lambda: people.as_ben.orders(people.table)["plies"])
    told = people.as_ben.orders(people.table)
    assert told["plies"] == [before + 1]
    assert f"B discard {card}" in people.as_anke.record(people.table)
    while people.as_ben.actions(people.table)["actions"]:
        people.play(people.as_ben, "done")  # he was last, and may exchange cards
    wait_until(lambda: people.states() == ["done"])


def test_what_becomes_impossible_is_void_and_told_once(server: ServerThread, sit: Sit, database: str) -> None:
    """Ben plans a wall, and Anke builds hers there."""
    told: list[Voided] = []
    server.services.order_turns.on_void.append(told.append)
    people = sit(server.base, database, "mauerbauer", game_until("mauerbauer", building))
    wall = people.as_anke.actions(people.table)["actions"][0]["words"]
    people.as_ben.give_order(people.table, "turn", {"steps": wall})
    people.as_ben.give_order(people.table, "best", {})
    order = people.as_ben.orders(people.table, lang="de")["orders"][0]
    assert order["words"] == "Spiel den geplanten Zug (1 Schritt)."
    assert order["now"] == "Alles davon ist noch möglich."
    for steps in ("wall a1 j12", f"{wall}; {wall}", "nonsense", wall + 60 * f"; {wall}"):
        with pytest.raises(Refused, match="malformed"):
            people.as_ben.give_order(people.table, "turn", {"steps": steps})
    people.play(people.as_anke, wall)
    wait_until(lambda: people.states()[0] == "void")
    order = people.as_ben.orders(people.table, lang="de")["orders"][0]
    assert order["reason"].startswith("„Mauer von")
    assert order["reason"].endswith("ist nicht mehr möglich")
    assert [(void.table_id, void.seat, void.kind) for void in told] == [(people.table, SECOND, "turn")]
    assert people.states()[1] == "standing"
    page = people.ben.request("GET", f"/t/{people.table}").text
    assert 'data-untold="1"' in page
    assert "is not possible any more" in people.ben.request("GET", f"/t/{people.table}/orders").text
    assert 'data-untold="0"' in people.ben.request("GET", f"/t/{people.table}").text


@pytest.mark.parametrize("how", ["stops it", "removes it", "plays", "leaves"])
def test_an_owner_who_is_faster_decides(slow_server: ServerThread, sit: Sit, database: str, how: str) -> None:
    people = sit(slow_server.base, database, "mauerbauer", game_until("mauerbauer", closing))
    hand = [card["kind"] for card in people.as_ben.view(people.table)["hand"]]
    order = people.as_ben.give_order(people.table, "discard", {"card": hand[0], "unless": "never"})["orders"][
        0
    ]
    people.play(people.as_anke, "discard " + people.as_anke.view(people.table)["hand"][0]["kind"])
    wait_until(lambda: ask_database(database, select(order_turns).where(order_turns.c.due.is_not(None))))
    if how == "stops it":
        assert people.ben.request("POST", f"/t/{people.table}/orders", [("do", "stop")]).status == 303
    elif how == "removes it":
        people.as_ben.remove_order(people.table, order["id"])
    elif how == "plays":
        people.play(people.as_ben, f"play {hand[1]}")
    else:
        slow_server.services.bots.attend = lambda table: None  # type: ignore[method-assign]
        people.as_ben.leave(people.table)
    wait_until(lambda: not ask_database(database, select(order_turns).where(order_turns.c.due.is_not(None))))
    ply = people.ply
    clock.put_forward(AFTER)
    asyncio.run(_looked_twice(slow_server))
    assert not ask_database(database, select(order_moves))
    assert how == "leaves" or people.ply == ply


async def _looked_twice(server: ServerThread) -> None:
    """Wait until the server has looked for orders that are due after now, twice."""
    turns = server.services.order_turns
    seen = turns.looks
    async with asyncio.timeout(60):
        while turns.looks < seen + 2:
            await asyncio.sleep(0.05)


def test_a_move_that_its_owner_takes_back_is_not_made_again(
    server: ServerThread, sit: Sit, database: str
) -> None:
    people = sit(server.base, database, "milestones", game_until("milestones", last_move_of_turn))
    options = next(kind for kind in people.as_ben.orders(people.table)["kinds"] if kind["id"] == "go")
    assert options["fields"][0]["options"]
    people.as_ben.give_order(people.table, "go", {"place": "castle"})
    end_turn_of_anke(people)
    wait_until(lambda: people.as_ben.orders(people.table)["plies"])
    turn = people.as_ben.actions(people.table)
    position = people.as_ben.undo(people.table, turn["ply"], epoch=turn["epoch"])
    assert not people.as_ben.orders(people.table)["plies"]
    asyncio.run(_looked_twice(server))
    assert people.ply == position["ply"]
    assert not ask_database(database, select(order_moves))


def test_the_end_of_a_game_ends_its_orders(server: ServerThread, sit: Sit, database: str) -> None:
    people = sit(server.base, database, "mauerbauer", game_until("mauerbauer", at_the_end))
    people.as_ben.give_order(people.table, "last", {})
    wait_until(lambda: not ask_database(database, select(orders)))
    assert people.as_ben.table(people.table)["over"]
    assert people.as_ben.orders(people.table)["plies"]
    with pytest.raises(Refused, match="forbidden"):
        people.as_ben.give_order(people.table, "last", {})


@pytest.mark.postgres
def test_two_nodes_that_both_want_to_make_the_move_make_it_once(sit: Sit, postgres_url: str) -> None:
    nodes = [ServerThread(postgres_url, order_pace=0.0).start() for _ in range(2)]
    try:
        for node in nodes:
            node.services.nodes.is_first = lambda task: True  # type: ignore[method-assign]
        people = sit(nodes[0].base, postgres_url, "mauerbauer", game_until("mauerbauer", closing))
        for other in people.at(nodes[1].base):
            assert other.table(people.table)["actor"] == "A"
        card = people.as_ben.view(people.table)["hand"][0]["kind"]
        people.as_ben.give_order(people.table, "discard", {"card": card, "unless": "never"})
        before = people.ply
        people.play(people.as_anke, "discard " + people.as_anke.view(people.table)["hand"][0]["kind"])
        wait_until(lambda: people.as_ben.orders(people.table)["plies"])
        assert people.as_ben.orders(people.table)["plies"] == [before + 1]
        assert people.as_anke.record(people.table).count(f"B discard {card}") == 1
    finally:
        for node in nodes:
            node.stop()


def test_another_process_does_what_a_dead_one_had_noted(sit: Sit, database: str) -> None:
    doomed = ForkedServer(database, "--order-pace", "0.2").start()
    heir = ForkedServer(database, "--order-pace", "0.2")
    try:
        people = sit(doomed.base, database, "mauerbauer", game_until("mauerbauer", closing))
        card = people.as_ben.view(people.table)["hand"][0]["kind"]
        people.as_ben.give_order(people.table, "discard", {"card": card, "unless": "never"})
        people.play(people.as_anke, "discard " + people.as_anke.view(people.table)["hand"][0]["kind"])
        doomed.kill()  # before, while or after it has looked at the order: all may be
        heir.start()
        _, ben = people.at(heir.base)
        wait_until(lambda: ben.orders(people.table)["plies"])
        assert ben.record(people.table).count(f"B discard {card}") == 1
        assert len(ask_database(database, select(order_moves))) == 1
    finally:
        doomed.kill()
        heir.stop()
