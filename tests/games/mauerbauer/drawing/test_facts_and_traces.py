"""What a page is told beside the pictures of Die Mauerbauer: facts, and where the map shows an action."""

from __future__ import annotations

from citywright.engine.state import CHANCE
from citywright.engine.view import View
from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.drawing import facts, traces
from citywright.games.mauerbauer.drawing.picture import panels
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
    assert known[0][1].title.endswith("(MB-34)")


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
