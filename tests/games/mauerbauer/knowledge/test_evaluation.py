"""The quick answers of the bots' knowledge are those of a slow count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE
from citywright.game_parts import knowledge_of
from citywright.games.mauerbauer.knowledge.closing_walls import closing_lines
from citywright.games.mauerbauer.knowledge.evaluation import CARD_FOR_TOWER, MauerbauerKnowledge
from citywright.games.mauerbauer.rules import cities, codes, contents, material, phases
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
    return (state for state in decisions(seed) if state.phase == phases.PLACE_WALL)


def test_a_wall_closes_a_city_where_walls_connect_its_ends() -> None:
    met = 0
    for state in walls_to_come(3):
        land = state.land
        slowly = []
        for line in range(land.board.line_count):
            after = land.clone()
            if land.lines[line] == contents.FREE:
                after.build_wall(line)
                if cities.close(after, line):
                    slowly.append(line)
        assert closing_lines(land) == slowly
        met += len(slowly)
    assert met > 50


@pytest.mark.parametrize("seed", [1, 2])
def test_the_lead_is_the_hand_less_what_others_may_hold(seed: int) -> None:
    knowledge = knowledge_of(GAME)
    assert isinstance(knowledge, MauerbauerKnowledge)
    values = knowledge.cards
    for state in walls_to_come(seed):
        seat = state.seat
        values.set_stage(state)
        values.set_seat(state, seat, 0.8)
        rivals = [float(state.cards.hand_size(other)) for other in range(3) if other != seat]
        theirs = values.value_of_draw(state, seat) * sum(rivals) / len(rivals)
        assert values.lead(state.land) == pytest.approx(values.hand_value(state, seat) - 0.8 * theirs)


def test_a_piece_is_worth_what_it_adds_outside() -> None:
    knowledge = knowledge_of(GAME)
    assert isinstance(knowledge, MauerbauerKnowledge)
    met = 0
    for state in decisions(4):
        seat, before = state.seat, state.land
        if not phases.PLACE_TOWER <= state.phase <= phases.PLACE_OTHER_HOUSE:
            continue
        for code in state.legal_actions():
            after = state.clone()
            after.apply(code)
            if after.land.city_count > before.city_count:
                continue  # it closed a city: nothing is outside that was
            knowledge.weigh(state, [code])
            added = knowledge.cards.lead(after.land) - knowledge.cards.lead(before)
            if state.phase <= phases.PLACE_OTHER_TOWER:
                kind = material.CITY_TOWER + codes.tower_colour(code)
                assert knowledge._tower_value(state, code) == pytest.approx(
                    added + CARD_FOR_TOWER * float(state.cards.held(seat, kind))
                )
            else:
                assert knowledge._house_value(state, code) == pytest.approx(added)
            met += 1
    assert met > 100
