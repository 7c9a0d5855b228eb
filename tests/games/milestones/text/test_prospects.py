"""What a visit would offer, asked on a position made from a view, is what the game then offers."""

from __future__ import annotations

from citywright.games.milestones import GAME
from citywright.games.milestones.rules import phases, turns
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.text.prospects import asked_at, usable_cards
from citywright.games.milestones.view import MilestonesView, view
from citywright.pictures import played_states
from tests.games.milestones.table import Table, builder


def verbs_after(state: MilestonesState, action: str) -> set[str]:
    """What the seat may choose from once it has gone there; nothing if its next move follows."""
    after = state.clone()
    after.moves_left = turns.MOVES
    after.apply(GAME.parse_action(action))
    if after.phase == phases.MOVE:
        return set()
    return {GAME.format_action(code).partition(" ")[0] for code in after.legal_actions()} - {"done"}


def test_a_visit_offers_what_was_foretold() -> None:
    """Hiring is left out: whoever can hire can also buy, so it never decides."""
    answers: dict[str, set[bool]] = {}
    for state in played_states(GAME, 2, seed=6) + played_states(GAME, 4, seed=5):
        assert isinstance(state, MilestonesState)
        if state.phase != phases.MOVE:
            continue
        shown = view(state, state.seat)
        for choice in shown.choices:
            place = choice.action.removeprefix("go ")
            if place.startswith("path"):
                continue
            expected = verbs_after(state, choice.action)
            assert asked_at(shown, shown.boards[state.seat], place) == expected - {"hire"}, choice.action
            answers.setdefault(place, set()).add(bool(expected))
    assert answers == {
        "castle": {True, False},
        "mill": {True, False},
        "building office": {True, False},
        "trading house": {True, False},
    }


def test_nothing_is_changed_by_asking() -> None:
    table = builder().road("b1 b2 b3").goods(stone=1, wood=1, sand=1).at("castle")
    shown = _shown(table)
    before = table.state.snapshot()
    assert asked_at(shown, shown.boards[0], "building office") == {"road", "house", "market"}
    assert asked_at(shown, shown.boards[0], "building office") == {"road", "house", "market"}
    assert table.state.snapshot() == before


def test_a_card_is_of_use_with_goods_a_piece_and_a_place_ms_42_ms_44() -> None:
    table = builder().goods(stone=1, wood=1, grain=2).at("castle")
    assert usable_cards(_shown(table), _shown(table).boards[0]) == {"sack"}  # no road, so no plot for a house
    table.road("b1 b2 b3").goods(stone=1, wood=1).at("castle")
    assert usable_cards(_shown(table), _shown(table).boards[0]) == {"house"}
    table.state.land.houses_left = 0
    assert usable_cards(_shown(table), _shown(table).boards[0]) == frozenset()


def _shown(table: Table) -> MilestonesView:
    return view(table.state, 0)
