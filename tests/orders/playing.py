"""Random games with orders: positions in which a seat has to decide, and orders with random fields."""

from __future__ import annotations

import random
from collections.abc import Iterator

from citywright.catalogue import find_game
from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State
from citywright.order_kinds import order_kinds_of
from citywright.orders.contract import Kind, Seen, Values, WrongField, check
from citywright.orders.planned_turn import BETWEEN, PlannedTurn, is_at_end


def decisions(game_id: str, seed: int, seats: int = 3) -> Iterator[State]:
    """The whole states of a random game in which somebody has to decide; each may be played on by a copy."""
    game, rng = find_game(game_id), Rng(seed)
    state = game.new_state(seats, 0, game.default_layout)
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            yield state
            state.apply(state.random_action(rng))


def seen_by(game: Game, state: State, seat: int, progress: int = 0) -> Seen:
    return Seen(game, state.observe(seat), seat, progress)


def random_values(kind: Kind, seen: Seen, rng: random.Random) -> dict[str, str] | None:
    """An order of a kind with random fields; None if none can be given now."""
    if not kind.is_offered(seen):
        return None
    if isinstance(kind, PlannedTurn):
        plan = random_plan(kind, seen, rng)
        return None if plan is None else check(kind, seen, {"steps": plan})
    values: dict[str, str] = {}
    while missing := [field for field in kind.fields(seen, values, "en") if field.name not in values]:
        values[missing[0].name] = rng.choice(missing[0].options).value  # later fields depend on earlier ones
    return check(kind, seen, values)


def random_plan(kind: PlannedTurn, seen: Seen, rng: random.Random) -> str | None:
    start = kind.position(seen)
    if start is None:
        return None
    state = start.state.clone()
    words: list[str] = []
    turn = state.turns()
    while not is_at_end(state, seen.seat, turn) and len(words) < 6:
        code = rng.choice(state.legal_actions())
        words.append(seen.game.format_action(code))
        state.apply(code)
    return BETWEEN.join(words)


def all_kinds(game_id: str) -> list[Kind]:
    return list(order_kinds_of(find_game(game_id)).values())


__all__ = ["Values", "WrongField", "all_kinds", "decisions", "random_plan", "random_values", "seen_by"]
