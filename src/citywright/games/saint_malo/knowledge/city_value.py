"""The value of a city of Saint Malo: features are measured, each has a learned weight in points.

The value has three parts that add up, so that a plan can combine them: coins, pirates, and the rest
(points, logs and pieces), called `pieces` here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.vecs import vec
from citywright.games.saint_malo.knowledge import features
from citywright.games.saint_malo.knowledge.neighbour_counts import KindCounts, NeighbourCounts
from citywright.games.saint_malo.rules import material, pirates
from citywright.games.saint_malo.rules.city import City
from citywright.games.saint_malo.rules.position import Position
from citywright.games.saint_malo.rules.spaces import INNER, OUTER, SIDES

SPACES_TO_FILL: Final = 41.0  # in a whole game
SPACE_COUNT: Final = 45


class CityEvaluator:
    """Values cities by weights that change evenly from those of the game's beginning to those of its end."""

    def __init__(self, early: list[float], late: list[float]) -> None:
        self.early = early
        self.late = late
        # By the number of spaces left free: what that is worth besides, because of the other players.
        self.free_space_values: vec[float] = vec[float]([0.0] * (SPACE_COUNT + 1))
        self.weights: vec[float] = vec[float]([0.0] * features.COUNT)
        self.measured: vec[float] = vec[float]([0.0] * features.COUNT)
        self.pace: float = 1.0  # how early in the game it is, from 1 to 0
        self.fewest_elsewhere: i64 = 0  # free spaces of the fullest other city
        # What was measured last: a plan asks for hundreds of cities that differ by a piece or two.
        self.crates = NeighbourCounts()
        self.churches = NeighbourCounts()
        self.kinds = KindCounts()
        self.last_pieces: vec[i64] = vec[i64]([-1] * material.PIECE_KINDS)
        self.last_outer: i64 = -1  # free spaces of the outer ring

    def prepare(self, position: Position, seat: i64) -> None:
        """Take the weights for the stage of the game, as `seat` sees it."""
        fewest: i64 = SPACE_COUNT
        for other in range(position.seat_count):
            if other != seat:
                fewest = min(fewest, popcount(position.cities[other].empty))
        self.take_weights(fewest, popcount(position.cities[seat].empty))
        for kind in range(i64(material.PIECE_KINDS)):
            self.last_pieces[kind] = -1

    def take_weights(self, fewest_elsewhere: i64, free: i64) -> None:
        """Take the weights for so many free spaces in the fullest other city and here."""
        self.fewest_elsewhere = fewest_elsewhere
        self.pace = float(min(fewest_elsewhere, free)) / SPACES_TO_FILL
        for feature in range(features.COUNT):
            late: float = self.late[feature]
            self.weights[feature] = late + self.pace * (self.early[feature] - late)

    # --- values -----------------------------------------------------------------------

    def value(self, position: Position, city: City, boxes: i64) -> float:
        """The points this city can expect to end with, once so many pirate boxes are crossed."""
        return (
            self.coins_value(city.coins)
            + self.pirates_value(position, city.defence(), boxes, city.lost_cannons)
            + self.pieces_value(position, city)
        )

    def coins_value(self, coins: i64) -> float:
        self._measure_coins(coins)
        return self.sum_of(features.FIRST_OF_COINS, features.FIRST_OF_PIRATES)

    def pirates_value(self, position: Position, defence: i64, boxes: i64, lost_cannons: i64) -> float:
        self._measure_pirates(position, defence, boxes, lost_cannons)
        return self.sum_of(features.FIRST_OF_PIRATES, features.FIRST_OF_PIECES)

    def pieces_value(self, position: Position, city: City) -> float:
        self._measure_pieces(position, city)
        return (
            float(city.points)
            + self.weights[features.ONE]
            + self.sum_of(features.FIRST_OF_PIECES, features.COUNT)
            + self.free_space_values[popcount(city.empty)]
        )

    def measure(self, position: Position, city: City, boxes: i64) -> list[float]:
        """All features of a city, for training."""
        self._measure_coins(city.coins)
        self._measure_pirates(position, city.defence(), boxes, city.lost_cannons)
        self._measure_pieces(position, city)
        self.measured[features.ONE] = 1.0
        return list(self.measured)

    def sum_of(self, start: i64, end: i64) -> float:
        """The value of the features from `start` to before `end`, as measured last."""
        total: float = 0.0
        for feature in range(start, end):
            total += self.weights[feature] * self.measured[feature]
        return total

    # --- measuring --------------------------------------------------------------------

    def _measure_coins(self, coins: i64) -> None:
        measured = self.measured
        measured[features.COINS_TO_4] = float(min(coins, 4))
        measured[features.COINS_TO_10] = float(min(max(coins - 4, 0), 6))
        measured[features.COINS_BEYOND] = float(max(coins - 10, 0))

    def _measure_pirates(self, position: Position, defence: i64, boxes: i64, lost_cannons: i64) -> None:
        measured = self.measured
        strengths = position.board.strengths
        length: i64 = pirates.row_length(position)
        next_row: i64 = pirates.attacks_of(boxes, length)
        later: i64 = 0
        missing: i64 = 0
        measured[features.NEXT_ATTACK_WOULD_HURT] = 0.0
        measured[features.NEXT_ATTACK_HURTS_AND_IS_NEAR] = 0.0
        measured[features.SECOND_ATTACK_WOULD_HURT] = 0.0
        for row in range(next_row, i64(len(strengths))):
            if pirates.withstands(defence, strengths[row]):
                continue
            missing += strengths[row] - defence
            if row == next_row:
                measured[features.NEXT_ATTACK_WOULD_HURT] = 1.0
                near: float = float(boxes - row * length) / float(length)
                measured[features.NEXT_ATTACK_HURTS_AND_IS_NEAR] = near
            elif row == next_row + 1:
                measured[features.SECOND_ATTACK_WOULD_HURT] = 1.0
            else:
                later += 1
        measured[features.LOST_CANNONS] = float(lost_cannons)
        measured[features.DEFENCE] = float(defence)
        measured[features.LATER_ATTACKS_WOULD_HURT] = float(later)
        measured[features.MISSING_DEFENCE] = float(missing) / 10.0
        measured[features.BOXES_LEFT] = float(length * i64(len(strengths)) - boxes) / float(length)

    def _measure_pieces(self, position: Position, city: City) -> None:
        measured = self.measured
        logs: i64 = city.logs
        measured[features.LOGS_TO_3] = float(min(logs, 3))
        measured[features.LOGS_TO_6] = float(min(max(logs - 3, 0), 3))
        measured[features.LOGS_BEYOND] = float(max(logs - 6, 0))
        empty: i64 = city.empty
        pieces = city.pieces
        if self._has_changed(pieces, material.CHURCHES + 1, material.PIECE_KINDS):
            self._measure_churches(position, city)
        if self.last_outer != empty & OUTER or self.last_pieces[material.WALLS] != pieces[material.WALLS]:
            self.last_outer = empty & OUTER
            self.last_pieces[material.WALLS] = pieces[material.WALLS]
            self._measure_walls(position, city)
        self.crates.count(pieces[material.CRATES])
        measured[features.CRATES_ROUND_A_FREE_SPACE] = float(self.crates.highest(empty))
        among_crates: i64 = min(popcount(self.crates.four_or_more() & empty), 4)
        measured[features.FREE_SPACES_AMONG_CRATES] = float(among_crates)
        self.churches.count(pieces[material.CHURCHES])
        measured[features.CHURCHES_ROUND_A_FREE_SPACE] = float(self.churches.highest(empty))
        if self._has_changed(pieces, 0, material.PERSON_KINDS):
            self._measure_kinds(city)
        measured[features.KINDS_ROUND_A_FREE_SPACE] = float(self.kinds.highest(empty))
        free: i64 = popcount(empty)
        measured[features.FREE_SPACES] = float(free)
        measured[features.FREE_INNER_SPACES] = float(popcount(empty & INNER))
        self.measure_others(self.fewest_elsewhere, free)

    def measure_others(self, fewest_elsewhere: i64, free: i64) -> None:
        """Measure the race to fill a city: so many spaces are free in the fullest other city and here."""
        measured = self.measured
        measured[features.FREE_SPACES_OF_THE_FULLEST_OTHER_CITY] = float(fewest_elsewhere)
        measured[features.AHEAD_OF_OTHERS_IN_FILLING] = float(max(fewest_elsewhere - free, 0))

    def _has_changed(self, pieces: vec[i64], start: i64, end: i64) -> bool:
        """Has one of these kinds changed since it was measured last?"""
        changed: bool = False
        for kind in range(start, end):
            if pieces[kind] != self.last_pieces[kind]:
                self.last_pieces[kind] = pieces[kind]
                changed = True
        return changed

    def _measure_churches(self, position: Position, city: City) -> None:
        first: i64 = 0  # how far the first series reaches
        second: i64 = 0
        above: i64 = 0  # churches that wait for a lower number
        total: i64 = 0
        unbroken: i64 = 9
        for number in range(i64(1), i64(material.HIGHEST_CHURCH + 1)):
            churches: i64 = popcount(city.pieces[material.CHURCHES + number])
            total += churches
            unbroken = min(unbroken, churches)
            if unbroken > 0:
                first = number
            elif churches > 0:
                above += 1
            if unbroken > 1:
                second = number
        measured = self.measured
        measured[features.CHURCH_POINTS] = float(city.church_points(position.board.series))
        measured[features.FIRST_CHURCH_SERIES] = float(first)
        measured[features.SECOND_CHURCH_SERIES] = float(second)
        measured[features.CHURCHES_ABOVE_THE_SERIES] = float(above)
        measured[features.SPARE_CHURCHES] = float(total - first - second - above)

    def _measure_walls(self, position: Position, city: City) -> None:
        measured = self.measured
        measured[features.WALLS_OF_OPEN_COIN_SIDES] = 0.0
        measured[features.WALLS_OF_AN_OPEN_PERSON_SIDE] = 0.0
        measured[features.WALLS_OF_AN_OPEN_POINT_SIDE] = 0.0
        complete: i64 = 0
        open_sides: i64 = 0
        for side in range(i64(material.SIDE_COUNT)):
            if city.is_complete(side):
                complete += 1
            elif city.can_complete(side):
                open_sides += 1
                walls: i64 = popcount(city.pieces[material.WALLS] & SIDES[side])
                share: float = float(walls * walls) / 25.0
                if position.board.bonuses[side] == material.GIVES_COINS:
                    measured[features.WALLS_OF_OPEN_COIN_SIDES] += share
                elif position.board.bonuses[side] == material.GIVES_PERSON:
                    measured[features.WALLS_OF_AN_OPEN_PERSON_SIDE] += share
                else:
                    measured[features.WALLS_OF_AN_OPEN_POINT_SIDE] += share
        measured[features.COMPLETE_SIDES] = float(complete)
        measured[features.OPEN_SIDES] = float(open_sides)

    def _measure_kinds(self, city: City) -> None:
        """How many kinds of person stand round every space, and how many there are at all."""
        counts = self.kinds
        counts.clear()
        kinds: i64 = 0
        for kind in range(i64(material.PERSON_KINDS)):
            if city.pieces[kind]:
                kinds += 1
                counts.add(city.pieces[kind])
        self.measured[features.KINDS_OF_PERSON] = float(kinds)
