"""The pictures of Die Mauerbauer: what a view shows, as panels of keyed parts with small inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, SIDE, TRAY, Offer, Panel, Part
from citywright.engine.view import View
from citywright.games.mauerbauer.drawing import map_offers, map_pieces, supply, tray
from citywright.games.mauerbauer.drawing.cards import depends_on_city
from citywright.games.mauerbauer.drawing.coordinates import Chart, chart_of
from citywright.games.mauerbauer.drawing.hand import hand_card
from citywright.games.mauerbauer.drawing.printed_map import ground
from citywright.games.mauerbauer.drawing.rack import boxes, grid_of, kinds_at_first, places
from citywright.games.mauerbauer.drawing.turn import awaited_pieces, is_crowded, turn_parts
from citywright.games.mauerbauer.rules import card_points
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import words_of
from citywright.games.mauerbauer.text.prompts import city_size_and_walls, wall_title
from citywright.games.mauerbauer.text.why_not import (
    CARD_NEEDS_CITY,
    COLOUR_BELOW,
    ELSEWHERE,
    NO_CARD_IN,
    NO_CARDS_NOW,
)
from citywright.games.mauerbauer.view import (
    ClosedCity,
    Counts,
    FieldView,
    LineView,
    MauerbauerView,
    PointView,
)


def panels(
    view: View,
    lang: str,
    names: Sequence[str] = (),  # noqa: ARG001 (nothing here names a player)
    kept: Kept | None = None,
) -> list[Panel]:
    """The map all share, the viewer's tray, and the supply."""
    assert isinstance(view, MauerbauerView)
    kept = kept or Kept()
    supplies = (view.supply, view.pile, view.discards, view.outside, len(view.cities), lang)
    return [
        _map_panel(kept, view, lang),
        _tray_panel(view, lang),
        kept.again("supply", supplies, lambda: _supply_panel(view, lang)),
    ]


# --- the map -------------------------------------------------------------------------------


def _map_panel(kept: Kept, view: MauerbauerView, lang: str) -> Panel:
    chart = kept.again("chart", (), lambda: _chart_of(view))  # all views of one picture have one board
    parts = (*_map_parts(kept, view, chart, lang), *_map_offers(view, chart, lang))
    offers = _wall_offers(view, chart, lang)
    t = words_of(lang)
    return Panel("main", MAIN, t("The map"), chart.width, chart.height, parts, offers)


def _chart_of(view: MauerbauerView) -> Chart:
    return chart_of(
        tuple([(point.name, point.x, point.y, point.water) for point in view.points]),
        tuple([line.points for line in view.lines]),
        tuple([(field.points, field.region) for field in view.fields]),
    )


def _map_parts(kept: Kept, view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """Everything on the map but what may be done there, from the ground up."""
    parts = [ground(chart, tuple(view.regions), lang)]
    if view.choices and view.phase != "place wall":  # what stands there answers with its name instead
        parts.append(map_offers.rest_of_map(chart, words_of(lang)(ELSEWHERE[view.phase])))
    grounds = (view.cities, view.scored, lang)
    parts += kept.again("grounds", grounds, lambda: _grounds(*grounds, chart))
    fields = (view.fields, view.regions, lang)
    walls = (view.lines, view.wall, lang)
    parts += kept.again("walls", walls, lambda: _walls(*walls, chart))
    fields = (view.fields, view.regions, lang)
    parts += kept.again("fields", fields, lambda: _field_parts(*fields, chart))
    parts += kept.again("cities", (view.cities, lang), lambda: _city_parts(view.cities, lang, chart))
    parts += kept.again("towers", (view.points, lang), lambda: _towers(view.points, lang, chart))
    if view.seat != "*" and view.actor is not None:
        parts.append(map_offers.lines_to_build_on(chart))
    return parts


def _grounds(cities: list[ClosedCity], scored: int, lang: str, chart: Chart) -> list[Part]:
    return [
        map_pieces.city_ground(chart, city.number, tuple(city.fields), city.number == scored, lang)
        for city in cities
    ]


def _field_parts(fields: list[FieldView], regions: list[str], lang: str, chart: Chart) -> list[Part]:
    return [
        map_pieces.field(chart, number, tuple(field.houses.items()), regions[field.region], lang)
        for number, field in enumerate(fields)
        if field.houses
    ]


def _walls(lines: list[LineView], new: int | None, lang: str, chart: Chart) -> list[Part]:
    walls = {
        number: line.what == "city wall"
        for number, line in enumerate(lines)
        if line.what in ("wall", "city wall")
    }
    glow = [map_pieces.new_wall(chart, new)] if new in walls else []
    return glow + [map_pieces.wall(chart, line, closed, lang) for line, closed in walls.items()]


def _city_parts(cities: list[ClosedCity], lang: str, chart: Chart) -> list[Part]:
    parts = []
    for city in cities:
        houses, palaces = tuple(city.houses.items()), tuple(city.palaces.items())
        towers = tuple(city.towers.items())
        parts.append(map_pieces.city(chart, city.number, tuple(city.fields), houses, palaces, towers, lang))
    return parts


def _towers(points: list[PointView], lang: str, chart: Chart) -> list[Part]:
    return [
        map_pieces.tower_part(chart, number, point.tower, lang)
        for number, point in enumerate(points)
        if point.tower
    ]


def _wall_offers(view: MauerbauerView, chart: Chart, lang: str) -> tuple[Offer, ...]:
    """The lines where the viewer may build a wall, together with those that close a city of the same size."""
    if view.phase != "place wall":
        return ()
    lines: dict[int, list[int]] = {}
    for choice in view.choices:
        lines.setdefault(view.closing.get(choice.action, 0), []).append(chart.line_of_action[choice.action])
    return tuple(
        Offer(tuple(numbers), wall_title("wall {1} {2}", closes, lang), "wall {}", str(closes or ""))
        for closes, numbers in lines.items()
    )


def _map_offers(view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """What the viewer may do on the map with towers, houses and cities."""
    if not view.choices or view.phase == "place wall":
        return []
    if view.phase in ("join city", "choose city"):
        return _city_offers(view, chart, lang)
    return _piece_offers(view, chart, lang)


def _city_offers(view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """The cities that may be joined or chosen; a mark of joining stands on a wall that would go."""
    offered = [choice.action for choice in view.choices if not choice.action.endswith(" none")]
    numbers = [int(action.split(" ")[1]) for action in offered]
    cities = [tuple(view.cities[number - 1].fields) for number in numbers]
    if view.phase == "join city":
        new = set(chart.outline(tuple(view.cities[view.scored - 1].fields)))
        marked = [min(new & set(chart.outline(fields))) for fields in cities]
    else:
        marked = map_offers.marked_lines(chart, cities)
    parts = []
    for k, (action, number, fields) in enumerate(zip(offered, numbers, cities, strict=True)):
        others = [list(other) for other in cities if other != fields]
        apart = map_offers.stands_apart(chart, fields, others)
        told = (*city_size_and_walls(view, number), view.prospects.get(action, 0))
        verb = action.split(" ")[0]
        parts.append(map_offers.offered_city(chart, verb, number, fields, apart, marked[k], *told, lang))
    return parts


def _piece_offers(view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """The towers or houses of this turn: in place where there is one choice, else chosen in the tray."""
    t = words_of(lang)
    parts = []
    for (verb, name), offered in awaited_pieces(view).items():
        point = chart.point_named[name]
        spot = chart.spots[point]
        if verb == "house":
            spot = chart.centres[chart.field_across(view.wall or 0, point)]
        if len(offered) == 1:
            parts.append(map_offers.only_piece(verb, name, spot, offered[0], lang))
        else:
            parts.append(map_offers.awaited(verb, name, spot, t(COLOUR_BELOW[verb])))
    return parts


# --- the tray --------------------------------------------------------------------------------


def _tray_panel(view: MauerbauerView, lang: str) -> Panel:
    t = words_of(lang)
    parts = [tray.base(view.seat == "*", lang), *_hand(view, lang), *turn_parts(view, lang)]
    return Panel("tray", TRAY, t("Dice and hand"), tray.WIDTH, tray.HEIGHT, tuple(parts))


def _hand(view: MauerbauerView, lang: str) -> list[Part]:
    """The viewer's cards with what may be done with each, or why nothing can be done."""
    t = words_of(lang)
    actions: dict[str, list[str]] = {}
    for choice in () if view.phase.startswith("place ") else view.choices:
        verb, _, kind = choice.action.partition(" ")
        if verb in ("play", "discard", "exchange"):
            actions.setdefault(kind, []).append(choice.action)
    is_playing_last = bool(view.choices) and view.phase.startswith("play last")
    reason = t(CARD_NEEDS_CITY if is_playing_last else NO_CARD_IN.get(view.phase, NO_CARDS_NOW))
    grid = grid_of(kinds_at_first(view))
    room = tray.CROWDED_HAND if is_crowded(view) else tray.HAND
    spots = boxes(grid, room)
    parts = [] if view.seat == "*" else [tray.rack(grid, room)]
    for card, place in zip(
        view.hand, places(tuple([card.kind for card in view.hand]), grid.room), strict=True
    ):
        in_city = depends_on_city(card.kind)
        points = None if in_city and not view.scored else card.points
        own = tuple(sorted(actions.get(card.kind, ()), reverse=True))  # play before discard
        by_city = tuple(card.by_city) if in_city else ()
        parts.append(hand_card(card.kind, card.copies, points, by_city, own, spots[place], reason, lang))
    return parts


# --- beside the map ------------------------------------------------------------------------------------


def _amounts(counts: Counts, colours: list[str]) -> tuple[int, ...]:
    return tuple([counts.get(colour, 0) for colour in colours])


def _supply_panel(view: MauerbauerView, lang: str) -> Panel:
    left = view.supply
    parts = [supply.base(lang), supply.cards(view.pile, tuple(view.discards.items()), lang)]
    parts += supply.stock("walls", (left.walls,), lang)
    parts += supply.stock("towers", _amounts(left.towers, TOWER_COLOURS), lang)
    parts += supply.stock("houses", _amounts(left.houses, HOUSE_COLOURS), lang)
    parts += supply.stock("palaces", _amounts(left.palaces, HOUSE_COLOURS), lang)
    parts += [supply.outside(kind, points, lang) for kind, points in _outside_points(view)]
    t = words_of(lang)
    return Panel("supply", SIDE, t("Supply"), supply.WIDTH, supply.HEIGHT, tuple(parts))


def _outside_points(view: MauerbauerView) -> Iterator[tuple[str, int]]:
    """What each card whose points do not depend on a city would score now (MB-80 to MB-90)."""
    outside = view.outside
    for colour in HOUSE_COLOURS:
        yield f"outside-{colour}", outside.houses.get(colour, 0)
    for number, houses in enumerate(outside.regions, 1):
        yield f"region{number}", houses
    yield "outside-towers", sum(outside.towers.values())
    for colour in TOWER_COLOURS:
        yield f"outside-{colour}", card_points.TOWER_OF_COLOUR * outside.towers.get(colour, 0)
    yield "outside-water", card_points.TOWER_AT_WATER * outside.towers_at_water
    yield "outside-walls", outside.walls
    yield "closed-cities", len(view.cities)
