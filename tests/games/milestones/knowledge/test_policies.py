"""The simple players: their games end, and the steward's end about where the ledger's figures are."""

import pytest

from citywright.engine.policy import play
from citywright.engine.rng import Rng
from citywright.engine.state import LOT, OVER
from citywright.games.milestones import GAME, new_state
from citywright.games.milestones.knowledge.policies import Steward, worth_of
from tests.games.milestones.table import Table


def winning_points(name: str, seats: int, games: int) -> list[int]:
    highest = []
    for seed in range(games):
        state = new_state(seats, LOT, GAME.default_layout)
        played = play(state, [GAME.policy(name)] * seats, Rng(seed), Rng(seed + 1000), GAME.ply_limit)
        assert not played.aborted
        assert state.actor() == OVER
        highest.append(max(state.scores()))
    return highest


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["random", "walker"])
def test_games_end_within_the_bound(name, seats):
    assert min(winning_points(name, seats, 2)) > 0


def test_four_stewards_win_with_55_to_65_points():
    points = winning_points("steward", 4, 20)
    assert 55 <= sum(points) / len(points) <= 65


def worth(table: Table, words: str) -> int:
    assert words in table.options()
    return worth_of(table.state, GAME.parse_action(words))


def test_the_steward_prefers_more_points():
    table = Table().begin().road("b1 b2 b3").visit("building office", stone=1, wood=1, sand=1)
    assert worth(table, "house b2 b3 c3") > worth(table, "market b3") > worth(table, "done")
    table = Table().begin().visit("mill", grain=2)
    table.play("deliver b1")
    assert worth(table, "count a2") > worth(table, "count a1")


def test_the_steward_sells_only_for_the_second_coin_and_buys_only_what_completes_a_pair():
    table = Table().begin().path("wood2 wood1 sand3 - - - - -").visit("trading house", coin=1, grain=5)
    assert worth(table, "sell grain grain") > 0
    table.visit("trading house", coin=1, grain=4)
    assert worth(table, "sell grain grain") < 0
    table.visit("trading house", grain=5)
    assert worth(table, "sell grain grain") < 0
    table.visit("trading house", coin=2, stone=1)
    assert worth(table, "buy sand") > 0
    assert worth(table, "buy stone") < 0
    assert worth(table, "buy grain") < 0
    table.visit("trading house", coin=2, grain=1)
    assert worth(table, "buy grain") > 0


def test_the_steward_with_two_workers_sells_whatever_pays_a_tile():
    table = Table().begin().path("wood2 wood1 - - - - - -").visit("trading house", coin=1, stone=1, wood=1)
    assert worth(table, "sell stone wood") > 0


def test_the_steward_covers_who_stops_the_income():
    table = Table().begin().path("wood7 stone1 sand2 - - - - -").visit("castle")
    assert Steward().choose(table.state.clone(), Rng(1)) == GAME.parse_action("cover 1")


def test_the_steward_sees_no_worth_where_the_supply_is_out():
    table = Table().begin().road("b1 b2 b3")
    land = table.state.land
    table.goods(stone=1, wood=1, sand=1, grain=2).at("path 8")
    before = worth(table, "go building office")
    assert worth(table, "go mill") > 0
    land.sections_left = land.markets_left = land.houses_left = land.sacks_left = 0
    assert worth(table, "go building office") < before
    assert worth(table, "go mill") < 0
