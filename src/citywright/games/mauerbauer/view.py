"""What a seat or a spectator sees of Die Mauerbauer, as typed data: the map, the supply, its own hand."""

from __future__ import annotations

import msgspec

from citywright.engine.state import OVER, State
from citywright.engine.view import Choice, View, actor_letter, seat_letter
from citywright.games.mauerbauer.notation import DIE_FACES, format_action, point_name
from citywright.games.mauerbauer.rules.cards import Cards
from citywright.games.mauerbauer.rules.codes import (
    A_DISCARD,
    A_PLAY,
    DEAL,
    END_REASONS,
    HOUSE_COLOURS,
    KIND_NAMES,
    KIND_SOURCES,
    KINDS,
    LOT_PHASE,
    NO_DIE,
    PHASE_NAMES,
    PLACE_WALL,
    TOWER_COLOURS,
    tally,
)
from citywright.games.mauerbauer.rules.land import (
    BOUND,
    FREE,
    HOUSES_OF,
    IN_CITY,
    PALACES_OF,
    ROW,
    TOWERS_OF,
    WALL,
    Land,
)
from citywright.games.mauerbauer.rules.state import MauerbauerState

Counts = dict[str, int]  # by colour or kind, without zeros


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
    wall: int | None  # the line of this turn's wall
    dice: list[str]  # house dice still to be used
    tower_die: str | None
    scored: int  # the city the cards look at now, 0: none
    hand: list[HandCard]
    hand_sizes: list[int]
    pile: int
    discards: Counts
    last_turn: str | None  # why the game ends with this turn


def view(state: State, seat: int) -> MauerbauerView:
    """What `seat` (CHANCE: a spectator) sees."""
    seen = state.observe(seat)
    assert isinstance(seen, MauerbauerState)
    land, cards = seen.land, seen.cards
    standing = seen.standing() if seen.actor() == OVER else None
    built = seen.phase not in (LOT_PHASE, DEAL, PLACE_WALL)
    return MauerbauerView(
        game="mauerbauer",
        seat=seat_letter(seat),
        actor=actor_letter(seen),
        phase=PHASE_NAMES[seen.phase],
        turn=seen.turn,
        scores=seen.scores(),
        choices=_choices(seen, seat),
        ranks=standing.ranks if standing else None,
        reason=standing.reason if standing else None,
        active=None if seen.phase == LOT_PHASE else seat_letter(seen.active),
        regions=list(land.terrain.region_names),
        points=_points(land),
        lines=_lines(land),
        fields=_fields(land),
        cities=[_city(land, number) for number in range(1, land.city_count + 1)],
        supply=Supply(land.walls, _towers(land.towers), _houses(land.houses), _houses(land.palaces)),
        outside=_outside(land),
        closing=_closing(seen, seat),
        wall=seen.line if built else None,
        dice=[DIE_FACES[die] for die in (seen.die_1, seen.die_2) if die != NO_DIE],
        tower_die=TOWER_COLOURS[seen.tower_die] if seen.tower_die < len(TOWER_COLOURS) else None,
        scored=seen.city,
        hand=_hand(seen, seat),
        hand_sizes=[cards.hand_size(each) for each in range(seen.number)],
        pile=cards.pile,
        discards=_discards(cards),
        last_turn=END_REASONS[seen.ending] or None,
    )


def _choices(seen: MauerbauerState, seat: int) -> list[Choice]:
    """The viewer's legal actions; a card played brings its points at once."""
    if seat < 0 or seen.actor() != seat:
        return []
    return [Choice(format_action(code), _points_of(seen, code)) for code in seen.legal_actions()]


def _points_of(seen: MauerbauerState, code: int) -> int:
    return seen.land.worth(code - A_PLAY, seen.city) if A_PLAY <= code < A_DISCARD else 0


def _closing(seen: MauerbauerState, seat: int) -> Counts:
    """MB-20: every free line whose wall would close a city, with the fields of that city."""
    if seat < 0 or seen.actor() != seat or seen.phase != PLACE_WALL:
        return {}
    land, terrain, closing = seen.land, seen.land.terrain, {}
    reached = land.fields[:]
    for line, what in enumerate(land.lines):
        if what != FREE or not all(
            land.has_walls(end, 1) for end in (terrain.line_a[line], terrain.line_b[line])
        ):
            continue  # a ring of walls passes through both ends
        land.lines[line] = WALL
        sides = [field for field in (terrain.line_f[line], terrain.line_g[line]) if field >= 0]
        size = next((size for field in sides if (size := land.enclosed(field, reached))), 0)
        land.lines[line] = what
        if size:
            closing[format_action(terrain.line_code(line))] = size
    return closing


def _counts(packed: int, names: list[str]) -> Counts:
    return {name: tally(packed, index) for index, name in enumerate(names) if tally(packed, index)}


def _houses(packed: int) -> Counts:
    return _counts(packed, HOUSE_COLOURS)


def _towers(packed: int) -> Counts:
    return _counts(packed, TOWER_COLOURS)


def _points(land: Land) -> list[PointView]:
    terrain = land.terrain
    return [
        PointView(
            point_name(terrain.point_name[point]),
            *terrain.places[point],
            bool(terrain.water[point]),
            TOWER_COLOURS[(what & 3) - 1] if what else None,
            what > BOUND,
        )
        for point, what in enumerate(land.points)
    ]


def _lines(land: Land) -> list[LineView]:
    terrain = land.terrain
    lines = []
    for line, what in enumerate(land.lines):
        sides = [field for field in (terrain.line_f[line], terrain.line_g[line]) if field >= 0]
        name = "free" if what == FREE else "inside" if what != WALL else "wall"
        if what == WALL and any(land.fields[field] >= IN_CITY for field in sides):
            name = "city wall"  # MB-86: not outside
        lines.append(LineView((terrain.line_a[line], terrain.line_b[line]), sides, name))
    return lines


def _fields(land: Land) -> list[FieldView]:
    corners, regions = land.terrain.field_points, land.terrain.field_region
    return [
        FieldView(
            (corners[3 * field], corners[3 * field + 1], corners[3 * field + 2]),
            regions[field],
            {} if what >= IN_CITY else _houses(what),
            what - IN_CITY if what >= IN_CITY else 0,
        )
        for field, what in enumerate(land.fields)
    ]


def _city(land: Land, number: int) -> ClosedCity:
    row, beside = ROW * number, land.neighbours(number)
    return ClosedCity(
        number=number,
        fields=[field for field, what in enumerate(land.fields) if what == IN_CITY + number],
        houses=_houses(land.cities[row + HOUSES_OF]),
        palaces=_houses(land.cities[row + PALACES_OF]),
        towers=_towers(land.cities[row + TOWERS_OF]),
        neighbours=[other for other in range(1, land.city_count + 1) if beside >> other & 1],
    )


def _hand(seen: MauerbauerState, seat: int) -> list[HandCard]:
    """The viewer's own cards with the points each would score now."""
    if seat < 0:
        return []
    copies = [(kind, seen.cards.held(seat, kind)) for kind in range(KINDS)]
    return [
        HandCard(KIND_NAMES[kind], KIND_SOURCES[kind], number, seen.land.worth(kind, seen.city))
        for kind, number in copies
        if number
    ]


def _discards(cards: Cards) -> Counts:
    copies = {name: cards.rows[cards.discard_row() + kind] for kind, name in enumerate(KIND_NAMES)}
    return {name: number for name, number in copies.items() if number}


def _outside(land: Land) -> Outside:
    return Outside(
        walls=land.open_walls,
        towers=_towers(land.open_towers),
        towers_at_water=land.open_water,
        houses=_houses(land.open_houses),
        regions=[tally(land.open_regions, region) for region in range(len(land.terrain.region_names))],
    )
