"""The quick answers of the knowledge of Die Mauerbauer are those of a slow count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.game_parts import knowledge_of
from citywright.games.mauerbauer.knowledge.closing_walls import closing_lines
from citywright.games.mauerbauer.knowledge.evaluation import MauerbauerKnowledge
from citywright.games.mauerbauer.rules.codes import (
    A_TOWER,
    CITY_TOWER,
    PLACE_OTHER_HOUSE,
    PLACE_OTHER_TOWER,
    PLACE_TOWER,
    PLACE_WALL,
)
from citywright.games.mauerbauer.rules.land import FREE
from citywright.games.mauerbauer.rules.state import MauerbauerState

GAME = find_game("mauerbauer")


def decisions(seed: int) -> Iterator[MauerbauerState]:
    """The positions of a game of the builder."""
    rng = Rng(seed)
    state = GAME.new_state(3, 0, GAME.default_layout)
    assert isinstance(state, MauerbauerState)
    builder = GAME.policy("builder")
    while state.actor() >= CHANCE:
        if state.actor() >= 0:
            yield state
        chance = state.actor() == CHANCE
        state.apply(state.sample_chance(rng) if chance else builder.choose(state, rng))


def walls_to_come(seed: int) -> Iterator[MauerbauerState]:
    return (state for state in decisions(seed) if state.phase == PLACE_WALL)


def test_a_wall_closes_a_city_where_walls_connect_its_ends() -> None:
    met = 0
    for state in walls_to_come(3):
        land = state.land
        slowly = []
        for line in range(land.terrain.line_count):
            after = land.clone()
            if land.lines[line] == FREE:
                after.build_wall(line)
                if after.close(line):
                    slowly.append(line)
        assert closing_lines(land) == slowly
        met += len(slowly)
    assert met > 50


@pytest.mark.parametrize("seed", [1, 2])
def test_the_lead_is_the_hand_less_what_others_may_hold(seed: int) -> None:
    knowledge = knowledge_of(GAME)
    assert isinstance(knowledge, MauerbauerKnowledge)
    judge = knowledge.judge
    for state in walls_to_come(seed):
        seat = state.seat
        judge.look_at(state)
        judge.side_with(state, seat, 0.8)
        rivals = [float(state.cards.hand_size(other)) for other in range(3) if other != seat]
        theirs = judge.drawn_worth(state, seat) * sum(rivals) / len(rivals)
        assert judge.lead(state.land) == pytest.approx(judge.hand_worth(state, seat) - 0.8 * theirs)


def test_a_piece_is_worth_what_it_adds_outside() -> None:
    knowledge = knowledge_of(GAME)
    assert isinstance(knowledge, MauerbauerKnowledge)
    met = 0
    for state in decisions(4):
        seat, before = state.seat, state.land
        if not PLACE_TOWER <= state.phase <= PLACE_OTHER_HOUSE:
            continue
        for code in state.legal_actions():
            after = state.clone()
            after.apply(code)
            if after.land.city_count > before.city_count:
                continue  # it closed a city: nothing is outside that was
            knowledge.weigh(state, [code])
            added = knowledge.judge.lead(after.land) - knowledge.judge.lead(before)
            if state.phase <= PLACE_OTHER_TOWER:
                kind = CITY_TOWER + (code - A_TOWER) % 3
                assert knowledge._tower_worth(state, code) == pytest.approx(
                    added + 0.6 * float(state.cards.held(seat, kind))
                )
            else:
                assert knowledge._house_worth(state, code) == pytest.approx(added)
            met += 1
    assert met > 100
