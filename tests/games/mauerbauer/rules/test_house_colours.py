"""Which colours can come to the two fields beside a wall: MB-15 to MB-17, told again from their words and
compared for all dice with the rules, under both versions of them."""

from itertools import permutations, product

import pytest

from citywright.games.mauerbauer import GAME
from citywright.games.mauerbauer.rules import building, codes, counts
from citywright.games.mauerbauer.rules.material import ANY_COLOUR
from citywright.games.mauerbauer.rules.phases import PLACE_OTHER_HOUSE
from citywright.games.mauerbauer.rules.state import MauerbauerState
from tests.games.mauerbauer.table import Table

Dice = tuple[int, int]
Supply = tuple[int, ...]
Pair = tuple[int | None, int | None]  # the colours on the first and the second field

ALL_DICE = list(product(range(6), repeat=2))
ALIKE_OR_NOT = list(product((0, 3, ANY_COLOUR), repeat=2))  # colours differ in nothing but their names
SUPPLIES = [supply for supply in product((0, 1, 2), repeat=5) if any(supply)]
CASES = [*product(ALIKE_OR_NOT, SUPPLIES), *product(ALL_DICE, SUPPLIES[::17])]


def colours_for(die: int, supply: Supply) -> set[int]:
    """MB-15: the rolled colour, any for "?"; MB-16: any that is left if the rolled one is used up."""
    if die != ANY_COLOUR and supply[die]:
        return {die}
    return {colour for colour, number in enumerate(supply) if number}


def without(supply: Supply, colour: int) -> Supply:
    return (*supply[:colour], supply[colour] - 1, *supply[colour + 1 :])


def pairs_by_the_words(dice: Dice, supply: Supply) -> set[Pair]:
    """Each die goes to either field, and either house may be built first."""
    pairs: set[Pair] = set()
    for die_of_field in permutations(dice):
        for order in ((0, 1), (1, 0)):
            for first in colours_for(die_of_field[order[0]], supply):
                left = without(supply, first)
                seconds: set[int | None] = {*colours_for(die_of_field[order[1]], left)}
                for second in seconds or {None}:  # MB-17: none is left
                    pairs.add((first, second) if order == (0, 1) else (second, first))
    return pairs


def with_dice(state: MauerbauerState, dice: Dice, supply: Supply) -> MauerbauerState:
    state = state.clone()
    state.die_1, state.die_2 = dice
    state.land.houses = sum(number * counts.one(colour) for colour, number in enumerate(supply))
    return state


def pairs_of(state: MauerbauerState) -> list[Pair]:
    """Every way to build the houses of a wall with two sides."""
    pairs: list[Pair] = []
    for code in state.legal_actions():
        first = codes.house_colour(code)
        after = state.clone()
        after.apply(code)
        if after.phase == PLACE_OTHER_HOUSE:
            pairs += [(first, codes.house_colour(second)) for second in after.legal_actions()]
        else:  # the last house there was
            is_first = building.house_field(state, code) == state.wall_side(0)
            pairs.append((first, None) if is_first else (None, first))
    return pairs


def awaiting_houses(line: str, rules_version: int) -> MauerbauerState:
    table = Table(rules_version=rules_version)
    ends = line.split()
    table.play(f"wall {line}", "dice red red white", *[f"tower {end} white" for end in ends])
    assert table.phase == "place house"
    return table.state


def is_last_of_double(dice: Dice, supply: Supply) -> bool:
    return dice[0] == dice[1] != ANY_COLOUR and supply[dice[0]] == 1 and sum(supply) > 1


def test_mb_15_mb_16_mb_17_exactly_the_pairs_of_the_words_and_each_in_one_way():
    awaiting = awaiting_houses("c4 d4", GAME.rules_version)
    for dice, supply in CASES:
        pairs = pairs_of(with_dice(awaiting, dice, supply))
        assert len(pairs) == len(set(pairs)), (dice, supply)
        assert set(pairs) == pairs_by_the_words(dice, supply), (dice, supply)


def test_mb_16_the_first_rules_only_lacked_the_other_side_for_the_last_house():
    awaiting = awaiting_houses("c4 d4", 1)
    forced = 0
    for dice, supply in CASES:
        expected = pairs_by_the_words(dice, supply)
        if is_last_of_double(dice, supply):
            forced += 1
            expected = {pair for pair in expected if pair[0] == dice[0]}
        assert set(pairs_of(with_dice(awaiting, dice, supply))) == expected, (dice, supply)
    assert forced > 100


@pytest.mark.parametrize("rules_version", GAME.rules_versions())
def test_mb_15_mb_16_a_rim_wall_takes_what_either_die_allows(rules_version):
    awaiting = awaiting_houses("a4 a5", rules_version)
    for dice, supply in CASES:
        state = with_dice(awaiting, dice, supply)
        expected = colours_for(dice[0], supply) | colours_for(dice[1], supply)
        assert [codes.house_colour(code) for code in state.legal_actions()] == sorted(expected)


LAST_RED = ("b1 b2", "b4 b5", "d1 d2", "d4 d5", "f1 f2")


def one_red_house_left(rules_version: int) -> Table:
    """Eleven red houses stand, and both dice show red for a wall with two sides."""
    table = Table(rules_version=rules_version)
    table.walls(*LAST_RED, houses="red red", towers="grey black")
    table.walls("g6 g7", houses="red", towers="grey black")  # on the rim
    table.play("wall f4 f5", "dice red red white", "tower f4 white", "tower f5 white")
    assert table.state.land.houses & 255 == 1
    return table


def test_mb_16_the_last_house_may_go_to_the_other_side():
    table = one_red_house_left(2)
    colours = ["red", "green", "yellow", "blue", "pink"]
    assert table.options() == [f"house e5 {colour}" for colour in colours]
    table.play("house e5 blue")
    assert table.options() == ["house g5 red"]
    table.play("house g5 red")
    assert table.houses_at("f4 f5 e5") == {"blue": 1}
    assert table.houses_at("f4 f5 g5") == {"red": 1}


def test_mb_16_the_last_house_on_the_first_side_leaves_any_other_colour():
    for rules_version in GAME.rules_versions():
        table = one_red_house_left(rules_version)
        table.play("house e5 red")
        assert table.options() == [f"house g5 {colour}" for colour in ("green", "yellow", "blue", "pink")]


def test_mb_16_under_the_first_rules_the_last_house_had_to_go_to_the_first_side():
    assert one_red_house_left(1).options() == ["house e5 red"]
