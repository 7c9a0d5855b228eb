"""What a seat or a spectator sees of Die Mauerbauer, as typed data: the map, the supply, its own hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

import msgspec

from citywright.engine.recent import Recent
from citywright.engine.state import OVER, State
from citywright.engine.view import Choice, View, actor_letter, seat_letter
from citywright.games.mauerbauer.notation import format_action, point_name
from citywright.games.mauerbauer.rules import card_points, cities, codes, contents, counts, material, phases
from citywright.games.mauerbauer.rules.board import NOWHERE, Board
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.land import Land
from citywright.games.mauerbauer.rules.state import MauerbauerState

Shown = TypeVar("Shown")
Counts = dict[str, int]  # by colour or kind, without zeros
LAST_CARDS = 2  # that may be played for a city at the end (MB-42)


class PointView(msgspec.Struct, frozen=True):
    """A tower point."""

    name: str
    x: float
    y: float
    water: bool
    tower: str | None
    in_city: bool  # the tower is part of a closed city


class LineView(msgspec.Struct, frozen=True):
    """A wall line, by the indices of its ends and of its fields (one on the rim)."""

    points: tuple[int, int]
    fields: list[int]
    what: str  # free, wall, city wall, inside (a closed city)


class FieldView(msgspec.Struct, frozen=True):
    """A field, by the indices of its corners. The houses of a closed city are told by the city."""

    points: tuple[int, int, int]
    region: int
    houses: Counts
    city: int  # 0: open


class ClosedCity(msgspec.Struct, frozen=True):
    """A closed city and what it holds."""

    number: int
    fields: list[int]
    houses: Counts
    palaces: Counts
    towers: Counts
    neighbours: list[int]  # numbers of closed cities beyond a common wall


class Supply(msgspec.Struct, frozen=True):
    """Pieces not on the map."""

    walls: int
    towers: Counts
    houses: Counts
    palaces: Counts


class Outside(msgspec.Struct, frozen=True):
    """What stands outside all closed cities (MB-86): what half of the cards count."""

    walls: int
    towers: Counts
    towers_at_water: int
    houses: Counts
    regions: list[int]  # houses in each


class HandCard(msgspec.Struct, frozen=True):
    """A kind in the viewer's hand."""

    kind: str
    source: str  # the family it belongs to, as on the score sheet
    copies: int
    points: int  # it would score now
    by_city: list[int]  # while a city is chosen for the last cards: what it would score for each of them


class MauerbauerView(View, frozen=True, kw_only=True):
    """The whole table as the viewer sees it."""

    active: str | None  # whose turn it is
    regions: list[str]
    points: list[PointView]
    lines: list[LineView]
    fields: list[FieldView]
    cities: list[ClosedCity]
    supply: Supply
    outside: Outside
    closing: Counts  # by action: the fields of the city the viewer would close with that wall
    prospects: Counts  # by action, while a city is chosen: what the viewer's best cards would score for it
    wall: int | None  # the line of this turn's wall
    dice: list[str]  # house dice still to be used
    tower_die: str | None
    scored: int  # the city that is scored now, 0: none
    hand: list[HandCard]
    owed: int  # cards the viewer is going to draw
    hand_sizes: list[int]
    pile: int
    discards: Counts
    last_turn: str | None  # why the game ends with this turn


def view(state: State, seat: int) -> MauerbauerView:
    """What `seat` (CHANCE: a spectator) sees."""
    observed = state.observe(seat)
    assert isinstance(observed, MauerbauerState)
    shown, cards, hand = _map(observed.land), observed.cards, _hand(observed, seat)
    standing = observed.standing() if observed.actor() == OVER else None
    wall_built = observed.phase not in (phases.DRAW_START, phases.DEAL, phases.PLACE_WALL)
    return MauerbauerView(
        game="mauerbauer",
        seat=seat_letter(seat),
        actor=actor_letter(observed),
        phase=phases.NAMES[observed.phase],
        turn=observed.turn,
        scores=observed.scores(),
        choices=_choices(observed, seat),
        ranks=standing.ranks if standing else None,
        reason=standing.reason if standing else None,
        active=None if observed.phase == phases.DRAW_START else seat_letter(observed.turn_seat),
        regions=list(observed.board.region_names),
        points=shown.points,
        lines=shown.lines,
        fields=shown.fields,
        cities=shown.cities,
        supply=shown.supply,
        outside=shown.outside,
        closing=_closing(observed, seat),
        prospects=_prospects(observed, seat, hand),
        wall=observed.wall_line if wall_built else None,
        dice=[material.DIE_FACES[die] for die in (observed.die_1, observed.die_2) if die != material.NO_DIE],
        tower_die=_tower_die(observed),
        scored=observed.scored_city,
        hand=hand,
        owed=observed.cards_owed_to(seat) if seat >= 0 else 0,
        hand_sizes=[cards.hand_size(each) for each in range(observed.seat_count)],
        pile=cards.pile,
        discards=_discards(cards),
        last_turn=material.END_REASONS[observed.end_reason] or None,
    )


def _tower_die(observed: MauerbauerState) -> str | None:
    return None if observed.tower_die == material.NO_TOWER_DIE else material.TOWER_COLOURS[observed.tower_die]


# --- what the viewer may do ------------------------------------------------------------------


def _choices(observed: MauerbauerState, seat: int) -> list[Choice]:
    """The viewer's legal actions; a card played brings its points at once."""
    if seat < 0 or observed.actor() != seat:
        return []
    return [_choice(code, _points_of_action(observed, code)) for code in observed.legal_actions()]


@lru_cache(8192)
def _choice(code: int, points: int) -> Choice:
    return Choice(format_action(code), points)


def _points_of_action(observed: MauerbauerState, code: int) -> int:
    if codes.PLAY <= code < codes.DISCARD:
        return card_points.points(observed.land, code - codes.PLAY, observed.scored_city)
    return 0


def _closing(observed: MauerbauerState, seat: int) -> Counts:
    """Every free line whose wall would close a city, with the fields of that city (MB-20)."""
    if seat < 0 or observed.actor() != seat or observed.phase != phases.PLACE_WALL:
        return {}
    sizes = cities.sizes_if_walled(observed.land)
    return {format_action(observed.board.wall_code(line)): size for line, size in sizes}


def _prospects(observed: MauerbauerState, seat: int, hand: list[HandCard]) -> Counts:
    """What the viewer's best cards would score for each city that may be chosen, and for none (MB-42)."""
    if seat < 0 or observed.actor() != seat or observed.phase != phases.CHOOSE_CITY:
        return {}
    return {
        format_action(code): _best_cards(observed, seat, hand, code - codes.CITY)
        for code in observed.legal_actions()
    }


def _best_cards(observed: MauerbauerState, seat: int, hand: list[HandCard], city: int) -> int:
    """The points of the best cards that may be played for a city, 0: for none."""
    worth = []
    for kind, card in zip(_kinds(observed.cards.hand(seat)), hand, strict=True):
        worth += [card_points.points(observed.land, kind, city)] * card.copies
    return sum(sorted(worth)[-LAST_CARDS:])


# --- the map -----------------------------------------------------------------------------------


class ShownMap(NamedTuple):
    """What stands on the map and what is left beside it."""

    points: list[PointView]
    lines: list[LineView]
    fields: list[FieldView]
    cities: list[ClosedCity]
    supply: Supply
    outside: Outside


_MAPS: Recent[ShownMap] = Recent(1024)


def _map(land: Land) -> ShownMap:
    """The map as all see it; as long as nothing is built it is the same object."""
    return _MAPS.get((land.board, tuple(land.snapshot())), lambda: _new_map(land))


def _new_map(land: Land) -> ShownMap:
    return ShownMap(
        points=_points(land),
        lines=_lines(land),
        fields=_fields(land),
        cities=[_city(land, number) for number in range(1, land.city_count + 1)],
        supply=Supply(land.walls, _towers(land.towers), _houses(land.houses), _houses(land.palaces)),
        outside=_outside(land),
    )


def _counts(packed: int, names: list[str]) -> Counts:
    if not packed:
        return {}
    numbers = [counts.count_of(packed, index) for index in range(len(names))]
    return {name: number for name, number in zip(names, numbers, strict=True) if number}


def _houses(packed: int) -> Counts:
    return _counts(packed, material.HOUSE_COLOURS)


def _towers(packed: int) -> Counts:
    return _counts(packed, material.TOWER_COLOURS)


# Points, lines and fields look alike at many tables: each is made once for whatever can stand there.


class Looks(dict[int, Shown]):
    """How one place of a board is shown, by what stands there."""

    def __init__(self, show: Callable[[int], Shown]) -> None:
        super().__init__()
        self._show = show

    def __missing__(self, content: int) -> Shown:
        shown = self[content] = self._show(content)
        return shown


def _points(land: Land) -> list[PointView]:
    return [looks[content] for looks, content in zip(_point_looks(land.board), land.points, strict=True)]


def _lines(land: Land) -> list[LineView]:
    return [looks[kind] for looks, kind in zip(_line_looks(land.board), land.line_kinds(), strict=True)]


def _fields(land: Land) -> list[FieldView]:
    return [looks[content] for looks, content in zip(_field_looks(land.board), land.fields, strict=True)]


@lru_cache(8)
def _point_looks(board: Board) -> list[Looks[PointView]]:
    return [Looks(partial(_point, board, point)) for point in range(len(board.point_name))]


def _point(board: Board, point: int, content: int) -> PointView:
    tower = material.TOWER_COLOURS[content % contents.CITY_TOWER - 1] if content else None
    name, place = point_name(board.point_name[point]), board.coordinates[point]
    return PointView(name, *place, bool(board.water[point]), tower, content > contents.CITY_TOWER)


LINE_NAMES = {
    contents.FREE: "free",
    contents.WALL: "wall",
    contents.CITY_WALL: "city wall",
    contents.INSIDE_CITY: "inside",
}


@lru_cache(8)
def _line_looks(board: Board) -> list[Looks[LineView]]:
    return [Looks(partial(_line, board, line)) for line in range(len(board.end_1))]


def _line(board: Board, line: int, kind: int) -> LineView:
    fields = [field for field in (board.side_1[line], board.side_2[line]) if field != NOWHERE]
    return LineView((board.end_1[line], board.end_2[line]), fields, LINE_NAMES[kind])


@lru_cache(8)
def _field_looks(board: Board) -> list[Looks[FieldView]]:
    return [Looks(partial(_field, board, field)) for field in range(len(board.field_region))]


def _field(board: Board, field: int, content: int) -> FieldView:
    corners = board.field_points
    points = (corners[3 * field], corners[3 * field + 1], corners[3 * field + 2])
    city = max(0, content - contents.IN_CITY)
    return FieldView(points, board.field_region[field], {} if city else _houses(content), city)


def _city(land: Land, number: int) -> ClosedCity:
    neighbours = cities.neighbours(land, number)
    return ClosedCity(
        number=number,
        fields=[field for field, content in enumerate(land.fields) if content == contents.IN_CITY + number],
        houses=_houses(land.city_houses(number)),
        palaces=_houses(land.city_palaces(number)),
        towers=_towers(land.city_towers(number)),
        neighbours=[other for other in range(1, land.city_count + 1) if neighbours >> other & 1],
    )


def _outside(land: Land) -> Outside:
    return Outside(
        walls=land.open_walls,
        towers=_towers(land.open_towers),
        towers_at_water=land.open_water,
        houses=_houses(land.open_houses),
        regions=[counts.count_of(land.open_regions, region) for region in range(material.REGIONS)],
    )


# --- cards -------------------------------------------------------------------------------------


def _hand(observed: MauerbauerState, seat: int) -> list[HandCard]:
    """The viewer's own cards with the points each would score now."""
    if seat < 0:
        return []
    held, land, city = observed.cards.held, observed.land, observed.scored_city
    numbers = range(1, land.city_count + 1) if observed.phase == phases.CHOOSE_CITY else ()
    return [
        _hand_card(
            kind,
            held(seat, kind),
            card_points.points(land, kind, city),
            tuple([card_points.points(land, kind, number) for number in numbers]),
        )
        for kind in _kinds(observed.cards.hand(seat))
    ]


@lru_cache(4096)
def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(mask.bit_length()) if mask >> kind & 1]


@lru_cache(4096)
def _hand_card(kind: int, copies: int, points: int, by_city: tuple[int, ...]) -> HandCard:
    return HandCard(material.KIND_NAMES[kind], material.KIND_SOURCES[kind], copies, points, list(by_city))


def _discards(cards: Cards) -> Counts:
    return {name: n for name, n in zip(material.KIND_NAMES, cards.discarded_copies(), strict=True) if n}
