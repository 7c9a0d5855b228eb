"""What holds for the orders of every game: nothing illegal, nothing from what the owner cannot see."""

from __future__ import annotations

import random

import pytest

from citywright.catalogue import find_game, games
from citywright.engine.rng import Rng
from citywright.orders.contract import Ask, Play, Void, decide, problem
from citywright.text import LANGUAGES
from tests.orders.playing import all_kinds, decisions, random_values, seen_by

GAMES = sorted(games())
EVERY = 4  # decisions: at each of these new orders are given


@pytest.mark.parametrize("game_id", GAMES)
def test_orders_of_all_kinds_on_random_fields_never_do_what_is_not_possible(game_id: str) -> None:
    game, rng = find_game(game_id), random.Random(game_id)
    standing: dict[tuple[int, str], dict[str, str]] = {}
    decided = {kind.id: 0 for kind in all_kinds(game_id)}
    for seed in (1, 2):
        standing.clear()
        for number, state in enumerate(decisions(game_id, seed)):
            for kind in all_kinds(game_id):
                for seat in range(3) if number % EVERY == 0 else ():
                    values = random_values(kind, seen_by(game, state, seat), rng)
                    if values is not None:
                        standing[seat, kind.id] = values
                seat = state.actor()
                values = standing.get((seat, kind.id))
                if values is None:
                    continue
                for progress in (0, 1):
                    seen = seen_by(game, state, seat, progress)
                    before = seen.state.snapshot()
                    decision = kind.decide(seen, values)
                    assert seen.state.snapshot() == before, "an order that decides changes nothing"
                    assert decision is None or isinstance(decision, Play | Ask | Void)
                    if isinstance(decision, Play):
                        assert decision.code in state.legal_actions(), (kind.id, values)
                    decided[kind.id] += isinstance(decision, Play | Ask)
                problem(kind, seen, values)
                if number % EVERY == 0:
                    for lang in LANGUAGES:
                        assert kind.sentence(values, lang).endswith(".")
                        kind.outlook(seen, values, lang)
    assert all(decided.values()), decided


def test_equal_observations_lead_to_equal_decisions() -> None:
    """Of Die Mauerbauer, the game with secrets: other hands, filled in otherwise, change nothing."""
    game, rng = find_game("mauerbauer"), random.Random(7)
    compared = 0
    for number, state in enumerate(decisions("mauerbauer", 5)):
        seat = state.actor()
        observed = state.observe(seat)
        other = observed.imagine(Rng(number))  # another whole state that looks the same from this seat
        assert other.observe(seat).snapshot() == observed.snapshot()
        for kind in all_kinds("mauerbauer"):
            values = random_values(kind, seen_by(game, state, seat), rng)
            if values is None:
                continue
            first, second = (decide(kind, seen_by(game, one, seat), values) for one in (state, other))
            assert str(first) == str(second)
            compared += first is not None
    assert compared > 30
