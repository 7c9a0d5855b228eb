"""The pirates of Saint Malo: crossed boxes, attacks, lost cannons."""

from __future__ import annotations

from mypy_extensions import i64

from citywright.engine.state import CHANCE
from citywright.games.saint_malo.rules.position import Position


def row_length(position: Position) -> i64:
    """SM-51: how many boxes a row has with this number of seats."""
    return position.board.row_lengths[position.seat_count]


def attacks_of(boxes: i64, length: i64) -> i64:
    """SM-52: how many attacks so many crossed boxes have brought: one for each full row of this length."""
    return boxes // length


def boxes_after(position: Position, swords: i64) -> i64:
    """SM-50: the boxes crossed after so many swords; after the last attack swords do nothing (SM-54)."""
    return min(position.crossed_boxes + swords, row_length(position) * i64(len(position.board.strengths)))


def withstands(defence: i64, strength: i64) -> bool:
    """SM-53: does a city of this defence keep its cannon?"""
    return defence >= strength


def cross_boxes(position: Position, swords: i64) -> None:
    """SM-50 to SM-52: cross boxes; every full row is an attack."""
    before: i64 = position.crossed_boxes
    after: i64 = boxes_after(position, swords)
    if after == before:
        return
    position.crossed_boxes = after
    if position.trace is not None:
        position.tell("swords", position.seat, "SM-50", 0, 0, (after - before, after))
    length: i64 = row_length(position)
    for row in range(attacks_of(before, length), attacks_of(after, length)):
        attack(position, row)


def attack(position: Position, row: i64) -> None:
    """SM-53: whoever is too weak loses a cannon."""
    strength: i64 = position.board.strengths[row]
    if position.trace is not None:
        position.tell("attack", CHANCE, "SM-52", 0, 0, (row, strength))
    for seat, city in enumerate(position.cities):
        defence: i64 = city.defence()
        safe: bool = withstands(defence, strength)
        if not safe:
            city.lost_cannons += 1
        if position.trace is not None:
            name = "repelled" if safe else "lost cannon"
            position.tell(name, seat, "SM-53", 0, 0, (row, strength, defence))
