"""The orders of Saint Malo: rolling for a symbol until enough show it, using it, passing."""

from __future__ import annotations

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.games.saint_malo.orders import KINDS
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.dice import count_of, symbol_counts
from citywright.games.saint_malo.rules.state import SaintMaloState
from citywright.orders.contract import Ask, Decision, Play, check
from tests.orders.playing import seen_by

GAME = find_game("saint-malo")
ROLL, PASS = KINDS
CROSSES = {
    "symbol": "cross",
    "enough": "3",
    "rolls": "3",
    "use": "use",
    "else": "ask",
    "where": "d4",
    "often": "once",
}


def rolled(seed: int) -> tuple[SaintMaloState, Rng]:
    """A new game after the first roll."""
    state, rng = GAME.new_state(2, 0, GAME.default_layout), Rng(seed)
    assert isinstance(state, SaintMaloState)
    go_on(state, rng)
    return state, rng


def go_on(state: SaintMaloState, rng: Rng) -> None:
    while state.actor() == CHANCE:
        state.apply(state.sample_chance(rng))


def carried_out(values: dict[str, str], seed: int) -> tuple[list[str], Decision, SaintMaloState]:
    """What the order plays in the first turn, how it leaves off, and the position then."""
    state, rng = rolled(seed)
    words: list[str] = []
    while state.actor() == 0 and isinstance(decision := ROLL.decide(seen_by(GAME, state, 0), values), Play):
        words.append(GAME.format_action(decision.code))
        state.apply(decision.code)
        go_on(state, rng)
    return words, decision, state


def test_crosses_are_kept_until_there_are_enough_and_become_a_church() -> None:
    reached = missed = 0
    for seed in range(60):
        words, decision, state = carried_out(CROSSES, seed)
        assert sum(word.startswith("keep") for word in words) <= 2
        church = [word for word in words if word.startswith("use cross")]
        if church:
            assert int(church[0][-1]) >= 3
            assert words[-1] == "place d4"
            assert state.turn == 2
            reached += 1
        else:
            assert decision == Ask()
            assert count_of(symbol_counts(state.dice), material.CROSS) < 3
            missed += 1
    assert reached > 3
    assert missed > 3


def test_rolls_are_limited_and_too_few_are_used_or_passed() -> None:
    for seed in range(20):
        words, _, _ = carried_out(CROSSES | {"rolls": "1", "else": "pass"}, seed)
        assert words[0] == "stop"
        assert words[-1] in ("pass", "place d4")
        words, decision, _ = carried_out(CROSSES | {"else": "use", "enough": "5"}, seed)
        assert words[-1] == "place d4" or decision == Ask()
        words, decision, _ = carried_out(CROSSES | {"use": "ask", "enough": "1"}, seed)
        assert decision == Ask()
        assert words[-1] == "stop" or len(words) == 2


def test_heads_are_for_a_person_and_walls_for_a_side() -> None:
    seen = seen_by(GAME, rolled(1)[0], 0)
    head = check(ROLL, seen, {"symbol": "head", "person": "soldier", "where": "c4"})
    wall = check(ROLL, seen, {"symbol": "wall", "enough": "2", "where": "left"})
    persons = walls = 0
    for seed in range(40):
        words, _, _ = carried_out(head, seed)
        if "use head 2 soldier" in words:
            assert words[-1] == "place c4"
            persons += 1
        words, _, _ = carried_out(wall, seed)
        placed = [word.split(" ")[1] for word in words if word.startswith("place")]
        assert all(space.startswith("a") for space in placed)
        walls += len(placed) >= 2
    assert persons
    assert walls


def test_a_space_that_is_taken_makes_the_order_void() -> None:
    state, _ = rolled(3)
    assert ROLL.problem(seen_by(GAME, state, 0), CROSSES) is None
    taken = str(ROLL.problem(seen_by(GAME, state, 0), CROSSES | {"where": "b2"}))
    assert taken == "b2 is not empty any more"


def test_a_turn_without_a_good_roll_is_passed() -> None:
    for seed in range(30):
        state, _ = rolled(seed)
        assert PASS.decide(seen_by(GAME, state, 0), {"enough": "2", "often": "once"}) is None
        state.apply(codes.STOP)
        assert state.phase == phases.USE_DICE
        shown = symbol_counts(state.dice)
        most = max(count_of(shown, symbol) for symbol in range(material.SWORDS))
        decision = PASS.decide(seen_by(GAME, state, 0), {"enough": "3", "often": "once"})
        assert decision == (Play(codes.PASS) if most < 3 else None)
