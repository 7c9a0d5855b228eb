"""The orders of Die Mauerbauer on real positions: what each kind decides, and when it is void."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from citywright.catalogue import find_game
from citywright.engine.state import State
from citywright.games.mauerbauer.orders import KINDS, next_turn, turn_begins
from citywright.games.mauerbauer.orders.hand import best_two, kinds_held, worth
from citywright.games.mauerbauer.rules import codes, phases
from citywright.games.mauerbauer.rules.material import KIND_NAMES
from citywright.games.mauerbauer.rules.state import MauerbauerState
from citywright.orders.contract import Ask, Play, Seen, Void
from citywright.orders.planned_turn import PlannedTurn
from tests.orders.playing import decisions, seen_by

GAME = find_game("mauerbauer")
KIND = {kind.id: kind for kind in KINDS}


def positions(phase: int, seeds: range = range(1, 9)) -> Iterator[tuple[MauerbauerState, Seen]]:
    """Positions of random games in a phase, as the seat to act sees them."""
    for seed in seeds:
        for state in decisions("mauerbauer", seed):
            assert isinstance(state, MauerbauerState)
            if state.phase == phase:
                yield state, seen_by(GAME, state, state.actor())


def some(phase: int, fits: Callable[[MauerbauerState, Seen], bool]) -> tuple[MauerbauerState, Seen]:
    """The first such position that fits."""
    return next(found for found in positions(phase) if fits(*found))


def best_worth(seen: Seen) -> int:
    state = seen.state
    assert isinstance(state, MauerbauerState)
    return max(worth(state, kind) for kind in kinds_held(seen))


def test_the_best_card_is_played_if_it_brings_enough_else_the_weakest_goes() -> None:
    values = {"least": "4", "second": "never", "else": "discard"}
    state, seen = some(phases.PLAY_CARD, lambda _, seen: best_worth(seen) >= 4)
    decision = KIND["best"].decide(seen, values)
    assert isinstance(decision, Play)
    assert worth(state, decision.code - codes.PLAY) == best_worth(seen)
    values = values | {"least": str(best_worth(seen) + 1)}
    decision = KIND["best"].decide(seen, values)
    assert isinstance(decision, Play)
    least = min(worth(state, kind) for kind in kinds_held(seen))
    assert worth(state, decision.code - codes.DISCARD) == least
    assert KIND["best"].decide(seen, values | {"else": "ask"}) == Ask()


def test_a_second_card_is_played_only_if_that_was_ordered() -> None:
    _, seen = some(phases.PLAY_SECOND, lambda _, seen: best_worth(seen) >= 2)
    values = {"least": "1", "second": "never", "else": "ask"}
    assert KIND["best"].decide(seen, values) == Play(codes.STOP)
    decision = KIND["best"].decide(seen, values | {"second": "2"})
    assert isinstance(decision, Play)
    assert decision.code != codes.STOP
    more = str(best_worth(seen) + 1)
    assert KIND["best"].decide(seen, values | {"second": more}) == Play(codes.STOP)


def test_a_certain_card_waits_for_its_city() -> None:
    state, seen = some(phases.PLAY_CARD, lambda _, seen: best_worth(seen) >= 3)
    card = next(kind for kind in kinds_held(seen) if worth(state, kind) == best_worth(seen))
    values = {"card": KIND_NAMES[card], "size": "any", "least": "3", "then": "stop"}
    assert KIND["card"].decide(seen, values) == Play(codes.PLAY + card)
    assert KIND["card"].decide(seen, values | {"least": str(best_worth(seen) + 1)}) is None
    size = state.land.city_size(state.scored_city)
    too_small = "large" if size < 7 else "small"
    assert KIND["card"].decide(seen, values | {"size": too_small}) is None
    missing = next(name for kind, name in enumerate(KIND_NAMES) if kind not in kinds_held(seen))
    void = KIND["card"].decide(seen, values | {"card": missing})
    assert isinstance(void, Void)
    assert str(void.reason).startswith("you no longer hold")
    assert KIND["card"].problem(seen, values | {"card": missing}) is not None
    assert KIND["card"].problem(seen, values) is None


def test_after_a_certain_card_comes_what_was_ordered() -> None:
    _, seen = some(phases.PLAY_SECOND, lambda *_: True)
    seen = seen._replace(progress=1)
    values = {"card": "size1", "size": "any", "least": "1"}
    assert KIND["card"].decide(seen, values | {"then": "stop"}) == Play(codes.STOP)
    assert KIND["card"].decide(seen, values | {"then": "ask"}) == Ask()
    assert KIND["card"].decide(seen, values | {"then": "on"}) is None


def test_a_discard_asks_if_a_card_would_bring_much() -> None:
    _, seen = some(phases.PLAY_CARD, lambda _, seen: best_worth(seen) >= 5)
    card = KIND_NAMES[kinds_held(seen)[0]]
    assert KIND["discard"].decide(seen, {"card": card, "unless": "5"}) == Ask()
    decision = KIND["discard"].decide(seen, {"card": card, "unless": "never"})
    assert decision == Play(codes.DISCARD + KIND_NAMES.index(card))


def test_much_at_stake_is_the_owners() -> None:
    _, seen = some(phases.PLAY_CARD, lambda _, seen: best_two(seen) >= 6)
    assert KIND["ask"].decide(seen, {"least": "6"}) == Ask()
    assert KIND["ask"].decide(seen, {"least": str(best_two(seen) + 1)}) is None


def test_cards_are_exchanged_once_or_never() -> None:
    _, seen = some(phases.EXCHANGE_CARDS, lambda *_: True)
    assert KIND["exchange"].decide(seen, {"card": "none"}) == Play(codes.DONE)
    card = KIND_NAMES[kinds_held(seen)[0]]
    first = KIND["exchange"].decide(seen, {"card": card})
    assert first == Play(codes.EXCHANGE + KIND_NAMES.index(card))
    assert KIND["exchange"].decide(seen._replace(progress=1), {"card": card}) == Play(codes.DONE)


def test_the_last_cards_bring_the_most_that_is_possible() -> None:
    """Every city and pair of cards is tried: none brings more than what the order plays."""
    tried = 0
    for state, seen in positions(phases.CHOOSE_CITY):
        seat, before = seen.seat, state.points_of(seen.seat)
        ordered = state.clone()
        while ordered.actor() == seat:
            decision = KIND["last"].decide(seen_by(GAME, ordered, seat), {})
            assert isinstance(decision, Play)
            ordered.apply(decision.code)
        assert ordered.points_of(seat) - before == most_points(state, seat) - before
        tried += 1
    assert tried > 3


def most_points(state: State, seat: int) -> int:
    if state.actor() != seat:
        return state.scores()[seat]
    best = 0
    for code in state.legal_actions():
        after = state.clone()
        after.apply(code)
        best = max(best, most_points(after, seat))
    return best


def test_a_planned_wall_is_void_once_it_stands_or_the_game_ends() -> None:
    plan = PlannedTurn(next_turn, turn_begins)
    state, _ = some(phases.PLACE_WALL, lambda state, _: state.turn > 5)
    other = (state.actor() + 1) % 3
    seen = seen_by(GAME, state, other)
    code = state.legal_actions()[0]
    values = {"steps": GAME.format_action(code), "points": "0"}
    assert plan.problem(seen, values) is None
    assert plan.decide(seen_by(GAME, state, state.actor()), values) == Play(code)
    state.apply(code)
    assert plan.problem(seen_by(GAME, state, other), values) is not None
    last, _ = some(phases.CHOOSE_CITY, lambda *_: True)
    assert str(plan.problem(seen_by(GAME, last, 0), values)) == "you have no more turn in this game"
