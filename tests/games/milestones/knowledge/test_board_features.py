"""The features of a player board: named, measured, and called the same in weights.toml."""

from citywright.engine.vecs import vec
from citywright.game_parts import learned_weights
from citywright.games.milestones import GAME
from citywright.games.milestones.knowledge import board_features
from citywright.games.milestones.rules.material import COIN, STONE, WOOD
from tests.games.milestones.table import Table


def measured(table: Table, seat: int) -> vec[float]:
    values = vec[float]([0.0] * board_features.COUNT)
    board_features.measure(table.state, seat, values)
    return values


def test_the_weights_name_the_same_features_in_the_same_order() -> None:
    assert list(learned_weights(GAME)["board"]) == board_features.NAMES
    assert len(board_features.NAMES) == board_features.COUNT


def test_goods_and_workers() -> None:
    table = Table().begin().path("wood1 wood2* - stone1 - - - -").goods(stone=3, sand=1, grain=5, coin=1)
    table.board().ring_field = 6
    values = measured(table, 0)
    assert (values[board_features.FIRST_GOODS + STONE], values[board_features.MORE_GOODS + STONE]) == (1, 2)
    assert (values[board_features.FIRST_GOODS + COIN], values[board_features.MORE_GOODS + COIN]) == (1, 0)
    assert (values[board_features.FIRST_WORKER + WOOD], values[board_features.MORE_WORKERS + WOOD]) == (1, 1)
    assert (values[board_features.PAYABLE_BUILDS], values[board_features.PAYABLE_DELIVERIES]) == (1, 2)
    assert values[board_features.CASTLE_GOODS] == 7 * 6 / 12
    assert (values[board_features.RISING_NUMBERS], values[board_features.BONUS_TILES]) == (0, 1)
    assert values[board_features.PATH_WALKED] == 6 / 8


def test_majorities_alone_and_shared_ms_82() -> None:
    table = Table(3).begin().path("stone1 wood1 - - - - - -", 0).path("stone1 sand1 - - - - - -", 1)
    values = measured(table, 0)
    assert (values[board_features.SOLE_MAJORITIES], values[board_features.SHARED_MAJORITIES]) == (1, 1)
    values = measured(table, 2)
    assert (values[board_features.SOLE_MAJORITIES], values[board_features.SHARED_MAJORITIES]) == (0, 0)
