"""What is legal in Saint Malo: as a list, as a mask of bits above a code, and drawn at random."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import append_bits, bit, nth_bit, popcount, write_bits
from citywright.engine.rng import Rng
from citywright.engine.vecs import vec
from citywright.games.saint_malo.rules import codes, material, phases
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.dice import count_of, symbol_counts
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import largest_group
from citywright.games.saint_malo.rules.using import usable_dice
from citywright.games.saint_malo.rules.walls import wall_spaces

KEEP_ACTIONS: Final[list[int]] = list(range(codes.KEEP, codes.STOP + 1))  # SM-10, SM-11, SM-12: any dice


def legal_actions(position: Position) -> list[int]:
    """Every action of the seat to act, by rising code."""
    if position.phase == phases.KEEP_DICE:
        return KEEP_ACTIONS[:]
    actions: list[int] = []
    append_bits(actions, legal_mask(position), code_base(position))
    return actions


def write_legal(position: Position, table: vec[i64], at: i64) -> i64:
    """The same into a table, without making the list; returns how many there are."""
    if position.phase != phases.KEEP_DICE:
        return write_bits(table, at, legal_mask(position), code_base(position)) - at
    for keep in range(i64(codes.STOP + 1)):
        table[at + keep] = codes.KEEP + keep
    return codes.STOP + 1


def random_action(position: Position, rng: Rng) -> i64:
    """One of them, without making the list."""
    if position.phase == phases.KEEP_DICE:
        return codes.KEEP + rng.below(codes.STOP + 1)
    mask: i64 = legal_mask(position)
    return code_base(position) + nth_bit(mask, rng.below(popcount(mask)))


def code_base(position: Position) -> i64:
    """The code that the lowest bit of `legal_mask` stands for."""
    return codes.USE if position.phase == phases.USE_DICE else codes.PLACE


def legal_mask(position: Position) -> i64:
    """The legal actions as bits above `code_base`; not for keeping dice, where all are legal."""
    phase: i64 = position.phase
    if phase == phases.USE_DICE:
        return use_mask(position)
    if phase == phases.PLACE_HOUSE:
        return position.allowed | codes.DONE_BIT
    if phase == phases.CHOOSE_BONUS:
        level: i64 = position.board.bonus_amounts[position.piece]  # SM-34
        return material.PERSONS_UP_TO[level] << codes.BONUS_SHIFT | codes.DONE_BIT
    return position.allowed


def use_mask(position: Position) -> i64:
    """SM-20 to SM-24: a symbol and how many dice, or a pass; only numbers that can be paid and fit."""
    city: City = position.cities[position.seat]
    counts: i64 = symbol_counts(position.dice)
    usable: i64 = usable_dice(count_of(counts, material.SWORDS))
    turnable: i64 = city.coins // material.TURN_COST  # SM-21
    mask: i64 = codes.PASS_BIT
    if city.coins >= material.DELIVERY_COST:  # SM-30
        left: i64 = (city.coins - material.DELIVERY_COST) // material.TURN_COST
        logs: i64 = min(usable, count_of(counts, material.LOG) + left)
        mask |= bit(logs) - 1
    crates: i64 = min(usable, count_of(counts, material.CRATE) + turnable)
    if crates > 1:
        crates = largest_group(city.empty, crates)  # SM-31
    mask |= bit(crates) - 1 << 5 * material.CRATE
    walls: i64 = min(usable, count_of(counts, material.WALL) + turnable)
    walls = min(walls, popcount(wall_spaces(city)))  # SM-32
    mask |= bit(walls) - 1 << 5 * material.WALL
    crosses: i64 = min(usable, count_of(counts, material.CROSS) + turnable)
    mask |= bit(crosses) - 1 << 5 * material.CROSS
    heads: i64 = min(usable, count_of(counts, material.HEAD) + turnable)
    return mask | material.PERSONS_UP_TO[heads] << codes.PERSON - codes.USE  # SM-36
