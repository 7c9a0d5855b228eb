"""What a page is told beside the pictures of Die Mauerbauer: facts, and where the map shows an action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER
from citywright.engine.view import View
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing import facts, traces
from citywright.games.mauerbauer.drawing.picture import panels
from citywright.games.mauerbauer.rules import phases
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.games.mauerbauer.view import view
from citywright.pictures import played_states
from tests.games.mauerbauer.table import Table

# --- facts ------------------------------------------------------------------------------


def test_mb_34_whoever_is_last_has_a_fact_of_it() -> None:
    table = Table()
    assert [[fact.key for fact in of] for of in facts(GAME.view(table.state, 0), "de").seats] == [
        ["cards"]
    ] * 2
    table.state.add_points(1, 5)
    known = facts(GAME.view(table.state, CHANCE), "en").seats
    assert [fact.key for fact in known[0]] == ["cards", "last"]
    assert [fact.key for fact in known[1]] == ["cards"]
    assert known[0][1].title == "Behind everyone: may exchange cards after a city is scored (MB-34)"


def test_what_is_shared_keeps_its_order_and_what_is_scarce_is_marked() -> None:
    table = Table()
    orders = []
    for walls, towers in ((33, 0x0A0A0A), (30, 0x010101), (2, 0x0A0A0A)):
        table.state.land.walls, table.state.land.towers = walls, towers
        shared = facts(GAME.view(table.state, CHANCE), "en").shared
        orders.append([fact.key for fact in shared])
        assert {fact.key for fact in shared if fact.warns} == (
            {"walls"} if walls == 2 else {"towers"} if towers == 0x010101 else set()
        )
    assert orders == [["walls", "palaces", "towers", "houses", "pile"]] * 3


def test_the_last_turn_is_a_fact() -> None:
    table = Table()
    table.state.land.walls = 1
    table.state.apply(GAME.parse_action("wall c4 d4"))
    first = facts(GAME.view(table.state, 0), "en").shared[0]
    assert (first.key, first.warns) == ("last-turn", True)


# --- where something has changed --------------------------------------------------------------


def test_traces_lead_to_parts_of_the_map_through_a_game() -> None:
    found = 0
    for state in played_states(GAME, 3, seed=2)[::3]:
        seen = GAME.view(state, CHANCE)
        ids = drawn_ids(seen)
        for words in (
            "wall c4 d4",
            "tower c4 white",
            "house c4 red",
            "join 1",
            "city 2",
            "play size1",
            "stop",
        ):
            traced = traces(words, 0, seen)
            assert set(traced) <= ids
            found += len(traced)
    assert found


def drawn_ids(seen: View) -> set[str]:
    return {part.id for panel in panels(seen, "en") for part in panel.parts}


def test_traces_of_a_turn() -> None:
    table = Table()
    table.play("wall c4 d4", "dice red blue grey", "tower c4 grey", "tower d4 white")
    house = next(words for words in table.options() if words.endswith("red"))
    table.play(house)
    seen = view(table.state, 0)
    assert traces("tower c4 grey", 0, seen) == [
        f"main-tower-{[point.name for point in seen.points].index('c4')}"
    ]
    assert traces("tower c4 white", 0, seen) == []
    assert traces("wall c4 d4", 0, seen) == [f"main-wall-{seen.wall}"]
    (field,) = traces(house, 0, seen)
    assert field.startswith("main-field-")
    assert set(traces(house, 0, seen)) <= drawn_ids(seen)
    assert traces("dice red blue grey", -1, seen) == []


def played(seats: int, seed: int) -> Iterator[tuple[str, MauerbauerState, MauerbauerState]]:
    """Every action of a game with the states before and after it."""
    policy, rng = GAME.policy("builder"), Rng(seed)
    state = GAME.new_state(seats, 0, GAME.default_layout)
    while (actor := state.actor()) != OVER:
        before = state.clone()
        code = state.sample_chance(rng) if actor == CHANCE else policy.choose(state.observe(actor), rng)
        state.apply(code)
        assert isinstance(before, MauerbauerState)
        assert isinstance(state, MauerbauerState)
        yield GAME.format_action(code), before, state


@pytest.mark.parametrize("seats", [2, 4])
def test_houses_of_the_last_round_are_traced_on_a_page_that_is_loaded_anew(seats: int) -> None:
    """From the view at the end of a round alone; what stands in two places alike is marked in both."""
    round_: list[tuple[str, int, int]] = []  # the houses built: action, field, turn
    seen = traced = right = marks = 0
    for words, before, after in played(seats, seed=5):
        if words.startswith("house "):
            field = next(
                field
                for field in view(before, CHANCE).lines[before.wall_line].fields
                if words.split(" ")[1] in [point_name(after, point) for point in corners(after, field)]
            )
            round_.append((words, field, before.turn))
        if after.phase != phases.PLACE_WALL:
            continue
        shown = view(after, CHANCE)
        for house, field, turn in round_:
            if turn <= after.turn - 1 - seats:
                continue
            city = shown.fields[field].city
            found = traces(house, 0, shown)
            seen, traced, marks = seen + 1, traced + bool(found), marks + len(found)
            right += (f"main-city-{city}-in" if city else f"main-field-{field}") in found
    assert seen > 100
    assert traced == seen
    assert right > 0.98 * seen
    assert marks < 1.5 * seen, "most have one mark"


def corners(state: MauerbauerState, field: int) -> tuple[int, int, int]:
    """The points of a field."""
    return view(state, CHANCE).fields[field].points


def point_name(state: MauerbauerState, point: int) -> str:
    """What a point is called."""
    return view(state, CHANCE).points[point].name
