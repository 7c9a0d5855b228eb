"""What a visit to a building would offer: the rules are asked on a position made from what a view shows.

Nothing is decided here; titles, reasons and drawings use it to tell a visit that brings nothing from others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.engine.recent import Recent
from citywright.games.milestones.notation import format_action, parse_field, parse_plot
from citywright.games.milestones.rules import masks, material, phases, turns
from citywright.games.milestones.rules.board import Board, new_board
from citywright.games.milestones.rules.grid import field_at
from citywright.games.milestones.rules.land import Land, blank_land
from citywright.games.milestones.rules.material import KIND_NAMES, RING_NAMES
from citywright.games.milestones.rules.player_board import PlayerBoard
from citywright.games.milestones.rules.state import MilestonesState
from citywright.games.milestones.view import ActionBoard, Field, MilestonesView, Plot, player_board_of

OFFICE, MILL = "building office", "mill"
# The cards of the tray: the building they are used in, and the verb of their action there.
USES_OF_CARDS = {
    "road": (OFFICE, "road"),
    "house": (OFFICE, "house"),
    "market": (OFFICE, "market"),
    "sack": (MILL, "deliver"),
}


class _ShownMap(NamedTuple):
    """The map as the rules have it, with what it was made from."""

    fields: list[Field]
    plots: list[Plot]
    land: Land


# Maps and boards of views are the same objects until something changes, so their ids are quick keys. Each is
# kept beside what was made of it: as long as it is remembered, no other object can have its id.
_MAPS: Recent[_ShownMap] = Recent(64)
_ASKED: Recent[tuple[_ShownMap, ActionBoard, frozenset[str]]] = Recent(1024)


def asked_at(view: MilestonesView, own: ActionBoard, place: str) -> frozenset[str]:
    """The verbs a player could choose from after going to a building now; none if the visit ends at once."""
    shown = _shown_map(view)
    key = (id(shown), id(own), place)
    return _ASKED.get(key, lambda: (shown, own, _asked(shown.land, player_board_of(own), place)))[2]


def usable_cards(view: MilestonesView, own: ActionBoard) -> frozenset[str]:
    """What a player could build or deliver now in the right building: goods, pieces and a place are there."""
    asked = {place: asked_at(view, own, place) for place in (OFFICE, MILL)}
    return frozenset([card for card, (place, verb) in USES_OF_CARDS.items() if verb in asked[place]])


def _asked(land: Land, own: PlayerBoard, place: str) -> frozenset[str]:
    state = MilestonesState()
    state.board, state.land = land.board, land
    state.player_boards, state.seat_count, state.seat = [own], 1, 0
    state.phase, state.moves_left = phases.MOVE, turns.MOVES
    state.go(RING_NAMES.index(place) or material.LAP)
    if state.phase == phases.MOVE:  # nothing was asked, and the next move is due
        return frozenset()
    verbs = [format_action(code).partition(" ")[0] for code in state.legal_actions()]
    return frozenset(verbs) - {"done"}


# --- the map of a view as the rules have it ----------------------------------------------------


def _shown_map(view: MilestonesView) -> _ShownMap:
    """The whole map with its supplies. It is shared: nobody may build on it."""
    key = (id(view.fields), id(view.plots), *view.supplies.values())
    return _MAPS.get(key, lambda: _ShownMap(view.fields, view.plots, _new_land(view)))


def _new_land(view: MilestonesView) -> Land:
    land = blank_land(_board_of(view))
    land.sections_left, land.markets_left = view.supplies["sections"], view.supplies["markets"]
    land.houses_left, land.sacks_left = view.supplies["houses"], view.supplies["sacks"]
    for field in view.fields:
        for mask in _masks_of(field):
            land.put(mask, field_at(field.row, field.column))
    for plot in view.plots:
        if not (plot.bordered or plot.house or plot.bonus):
            continue
        number = parse_plot(plot.name)
        if plot.bordered:
            land.put(masks.BORDERED, number)
        if plot.house:
            land.put(masks.HOUSES, number)
        if plot.bonus is not None:
            land.put_tile(land.board.bush_of[number], KIND_NAMES.index(plot.bonus))
    land.find_middles()
    land.find_starts()
    return land


def _masks_of(field: Field) -> list[int]:
    """The masks of the map a field is in."""
    if field.road is None:
        return [masks.UNTOUCHED]
    inside = [masks.ENDS] if field.road == "end" else []
    if field.piece is not None:
        inside.append(masks.MILESTONES if field.piece == "milestone" else masks.MARKETS)
    return [*inside, masks.SACKS] if field.sack else inside


def _board_of(view: MilestonesView) -> Board:
    numbers = tuple([(field.name, field.number) for field in view.fields])
    return _board(numbers, tuple([plot.name for plot in view.plots if plot.bush]))


@lru_cache(32)
def _board(numbers: tuple[tuple[str, int], ...], bushes: tuple[str, ...]) -> Board:
    """The printed map. Tiles are left out: whoever has the coins for one could buy a good as well."""
    fields = {parse_field(name): number for name, number in numbers}
    return new_board(fields, 0, [parse_plot(name) for name in bushes], [], [], [0, 0, 0, 0], [])
