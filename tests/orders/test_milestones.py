"""The orders of Milestones: a planned turn played as a whole or not at all, moves, the castle."""

from __future__ import annotations

import random

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.games.milestones.orders import KINDS, next_turn, turn_begins
from citywright.games.milestones.rules import codes, phases
from citywright.games.milestones.rules.state import MilestonesState
from citywright.orders.contract import Ask, Play, Void, check
from citywright.orders.planned_turn import BETWEEN, PlannedTurn, play_out, steps_of
from tests.orders.playing import decisions, random_plan, seen_by

GAME = find_game("milestones")
KIND = {kind.id: kind for kind in KINDS}
PLAN = PlannedTurn(next_turn, turn_begins)


def states(seeds: range = range(1, 6)) -> list[MilestonesState]:
    found = []
    for seed in seeds:
        for state in decisions("milestones", seed):
            assert isinstance(state, MilestonesState)
            found.append(state.clone())
    return found


STATES = states()


def test_a_plan_that_still_fits_is_played_to_its_end() -> None:
    """Planned while others act; whoever is next plays it step by step where nothing has changed."""
    rng, played = random.Random(4), 0
    for state in STATES:
        if not turn_begins(state, state.seat) or played > 25:
            continue
        seen = seen_by(GAME, state, state.seat)
        steps = random_plan(PLAN, seen, rng)
        assert steps is not None
        values = check(PLAN, seen, {"steps": steps})
        end = play_out(seen, steps_of(values)).state
        after = state.clone()
        for number, step in enumerate(steps_of(values)):
            decision = PLAN.decide(seen_by(GAME, after, seen.seat, number), values)
            assert decision == Play(GAME.parse_action(step))
            after.apply(decision.code)
        assert after.snapshot() == end.snapshot()
        if after.actor() == seen.seat and after.turns() == state.turns():
            assert PLAN.decide(seen_by(GAME, after, seen.seat, len(steps_of(values))), values) is None
        played += 1
    assert played > 20


def test_nothing_of_a_plan_is_played_if_its_end_is_not_possible_or_brings_less() -> None:
    state = next(state for state in STATES if turn_begins(state, state.seat) and state.turn > 4)
    seen = seen_by(GAME, state, state.seat)
    values = check(PLAN, seen, {"steps": "go castle"})
    too_much = {"steps": values["steps"], "points": "3"}
    void = PLAN.decide(seen, too_much)
    assert isinstance(void, Void)
    assert str(void.reason) == "“go castle” brings 0 points now, not 3"
    broken = {"steps": BETWEEN.join(["go castle", "go castle", "go castle"]), "points": "0 0 0"}
    assert isinstance(PLAN.decide(seen, broken), Void)


def test_a_plan_says_nothing_in_the_middle_of_a_turn() -> None:
    state = next(state for state in STATES if state.phase == phases.MOVE and state.moves_left == 1)
    values = {"steps": "go castle", "points": "0"}
    assert PLAN.decide(seen_by(GAME, state, state.seat), values) is None


def test_chance_ends_a_plan() -> None:
    """A hired tile is replaced by one that nobody knows."""
    rng = Rng(2)
    for state in STATES:
        if state.phase != phases.PLACE_HIRED_TILE or not state.stack:
            continue
        after = state.clone()
        after.apply(after.random_action(rng))
        assert after.actor() == CHANCE
        start = seen_by(GAME, state, state.seat)
        step = GAME.format_action(state.legal_actions()[0])
        assert len(play_out(start, [step]).steps) == 1
        return
    raise AssertionError("nobody has hired a tile")


def test_the_next_turn_is_the_owners_whoever_acts_and_none_after_the_last() -> None:
    planned = ended = 0
    for state in STATES:
        for seat in range(3):
            start = next_turn(state, seat)
            if start is None:
                ended += state.end_seat >= 0
                continue
            assert start.actor() == seat
            assert start.legal_actions()
            assert turn_begins(start, seat)
            planned += 1
    assert planned
    assert ended


def test_a_move_goes_where_it_should_once() -> None:
    state = next(
        state for state in STATES if turn_begins(state, state.seat) and state.own_board().ring_field < 9
    )
    seen = seen_by(GAME, state, state.seat)
    values = {"place": "mill", "then": "done"}
    decision = KIND["go"].decide(seen, values)
    assert decision == Play(codes.GO + 11)
    assert KIND["go"].decide(seen._replace(progress=1), values) is None
    gone = KIND["go"].decide(seen, {"place": "path 1 stone9", "then": "ask"})
    assert isinstance(gone, Void)


def test_there_it_does_nothing_more_or_asks() -> None:
    state = next(state for state in STATES if state.phase == phases.TRADE)
    seen = seen_by(GAME, state, state.seat, progress=1)
    assert KIND["go"].decide(seen, {"place": "trading house", "then": "done"}) == Play(codes.DONE)
    assert KIND["go"].decide(seen, {"place": "trading house", "then": "ask"}) == Ask()
    assert KIND["go"].decide(seen, {"place": "mill", "then": "done"}) is None


def test_the_castle_gets_what_was_ordered() -> None:
    state = next(state for state in STATES if state.phase == phases.GIVE_UP_GOODS)
    held = [name for name in ("stone", "wood", "sand", "grain", "coin") if f"give {name}" in legal(state)]
    missing = [name for name in ("stone", "wood", "sand", "grain", "coin") if name not in held]
    seen = seen_by(GAME, state, state.seat)
    first = KIND["give"].decide(seen, {"first": held[0], "second": "ask"})
    assert first == Play(GAME.parse_action(f"give {held[0]}"))
    if missing:
        second = KIND["give"].decide(seen, {"first": missing[0], "second": held[0]})
        assert second == first
        assert KIND["give"].decide(seen, {"first": missing[0], "second": "ask"}) == Ask()


def test_a_worker_is_covered_unless_he_is_gone() -> None:
    state = next(state for state in STATES if state.phase == phases.COVER_WORKER)
    seen = seen_by(GAME, state, state.seat)
    (field,) = KIND["cover"].fields(seen, {}, "en")
    worker = field.options[0].value
    decision = KIND["cover"].decide(seen, {"worker": worker})
    assert isinstance(decision, Play)
    assert GAME.format_action(decision.code) == f"cover {worker[0]}"
    state.apply(decision.code)
    assert KIND["cover"].problem(seen_by(GAME, state, seen.seat), {"worker": worker}) is not None


def legal(state: MilestonesState) -> list[str]:
    return [GAME.format_action(code) for code in state.legal_actions()]
