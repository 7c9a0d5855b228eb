"""Rolling: SM-10 to SM-12."""

from citywright.engine.state import CHANCE
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.view import view
from tests.games.saint_malo.table import Table


def test_sm_10_the_first_roll_is_with_all_five_dice():
    table = Table()
    assert table.state.actor() == CHANCE
    outcomes = table.state.chance_outcomes()
    assert len(outcomes) == table.state.chance_total() == 6**5
    assert {weight for _, weight in outcomes} == {1}
    assert GAME.format_action(outcomes[0][0]) == "roll log log log log log"
    assert GAME.format_action(outcomes[1][0]) == "roll log log log log crate"
    assert GAME.format_action(outcomes[-1][0]) == "roll swords swords swords swords swords"


def test_sm_10_after_a_roll_stop_or_roll_any_dice_again():
    table = Table()
    table.play("roll log crate wall cross head")
    assert len(table.options()) == 32
    assert table.options()[0] == "keep none"
    assert table.options()[-1] == "stop"
    table.play("stop")
    assert "pass" in table.options()


def test_sm_10_three_rolls_at_most():
    table = Table()
    table.play(
        "roll log log log log log", "keep none", "roll log log log log log", "keep 1", "roll log log log log"
    )
    assert "pass" in table.options()
    assert "stop" not in table.options()


def test_sm_10_only_the_dice_in_the_hand_change():
    table = Table()
    table.play("roll log crate wall cross head", "keep 2 4", "roll swords wall crate")
    assert view(table.state, 0).dice == ["swords", "crate", "wall", "cross", "crate"]
    assert table.state.actor() == 0


def test_sm_11_a_die_once_kept_may_be_rolled_again():
    table = Table()
    table.play("roll log log log log log", "keep 1 2", "roll head head head", "keep 3 4 5", "roll wall cross")
    assert view(table.state, 0).dice == ["wall", "cross", "head", "head", "head"]


def test_sm_12_swords_are_kept_or_rolled_again_like_any_face():
    table = Table()
    table.play("roll swords swords log log log", "keep 1", "roll head head head head")
    assert view(table.state, 0).dice == ["swords", "head", "head", "head", "head"]
    table.play("keep 2 3 4 5", "roll log")
    assert view(table.state, 0).dice[0] == "log"
    assert table.state.crossed_boxes == 0
