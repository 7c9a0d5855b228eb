"""Keeping dice in Saint Malo is exact: the tables against plain enumeration."""

from itertools import combinations, product

from citywright.catalogue import find_game
from citywright.engine.rng import Rng
from citywright.games.saint_malo.knowledge.dice_keeping import COUNTS, FIRST_OF_FIVE, MULTISETS, KeepTable
from citywright.games.saint_malo.rules.dice import symbol_counts

GAME = find_game("saint-malo")


def packed(faces):
    return sum(1 << 4 * face for face in faces)


def random_values(seed):
    rng = Rng(seed)
    table = KeepTable()
    for kept in range(FIRST_OF_FIVE, MULTISETS):
        table.final[kept] = rng.unit()
    table.work_out()
    return table, {COUNTS[kept]: table.final[kept] for kept in range(FIRST_OF_FIVE, MULTISETS)}


def once(kept, final):
    """The mean over all rolls of the dice that are not kept."""
    rolls = list(product(range(6), repeat=5 - len(kept)))
    return sum(final[packed((*kept, *roll))] for roll in rolls) / len(rolls)


def best(faces, final):
    """The best that can be kept of five dice with one roll to come; all of them: stop."""
    return max(once(kept, final) for size in range(6) for kept in combinations(faces, size))


def test_there_are_252_results_and_462_keeps():
    assert MULTISETS - FIRST_OF_FIVE == 252
    assert len(set(COUNTS)) == MULTISETS == 462


def test_one_roll_to_come():
    table, final = random_values(1)
    faces = (0, 3, 3, 4, 5)
    dice = sum(face << 3 * die for die, face in enumerate(faces))
    assert symbol_counts(dice) == packed(faces)
    for keep in (0, 0b1, 0b110, 0b10101, 0b11110, 31):
        kept = tuple(face for die, face in enumerate(faces) if keep >> die & 1)
        assert abs(table.keep_value(dice, keep, 1) - once(kept, final)) < 1e-9


def test_two_rolls_to_come():
    table, final = random_values(2)
    faces = (1, 1, 2, 4, 5)
    dice = sum(face << 3 * die for die, face in enumerate(faces))
    for keep in (0b1111, 0b10111):
        kept = tuple(face for die, face in enumerate(faces) if keep >> die & 1)
        rolls = list(product(range(6), repeat=5 - len(kept)))
        expected = sum(best((*kept, *roll), final) for roll in rolls) / len(rolls)
        assert abs(table.keep_value(dice, keep, 2) - expected) < 1e-9


def test_stopping_is_worth_what_the_dice_buy():
    table, final = random_values(3)
    faces = (0, 1, 2, 3, 4)
    dice = sum(face << 3 * die for die, face in enumerate(faces))
    assert table.keep_value(dice, 31, 2) == final[packed(faces)]


def test_a_turn_is_worth_the_best_of_its_first_roll():
    """Where only heads count, a turn is worth the mean of keeping heads for three rolls."""
    table = KeepTable()
    for kept in range(FIRST_OF_FIVE, MULTISETS):
        table.final[kept] = float(COUNTS[kept] >> 16 & 15)
    table.work_out()
    assert abs(table.turn_value() - 5 * (1 - (5 / 6) ** 3)) < 1e-9
