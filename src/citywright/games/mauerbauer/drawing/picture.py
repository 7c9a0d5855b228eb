"""The pictures of Die Mauerbauer: what a view shows, as panels of keyed parts with small inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, SIDE, TRAY, Offer, Panel, Part
from citywright.draw.standing import final_standing
from citywright.engine.view import View, seat_letter, seat_number
from citywright.games.mauerbauer.drawing import map_pieces, supply, tray
from citywright.games.mauerbauer.drawing.cards import depends_on_city, hand_card
from citywright.games.mauerbauer.drawing.coordinates import Chart, chart_of
from citywright.games.mauerbauer.drawing.printed_map import ground
from citywright.games.mauerbauer.rules import card_points
from citywright.games.mauerbauer.rules.drawing_cards import is_last
from citywright.games.mauerbauer.rules.material import HOUSE_COLOURS, TOWER_COLOURS
from citywright.games.mauerbauer.text.names import words_of
from citywright.games.mauerbauer.text.prompts import city_size_and_walls, wall_title
from citywright.games.mauerbauer.text.why_not import ELSEWHERE
from citywright.games.mauerbauer.view import (
    ClosedCity,
    Counts,
    FieldView,
    LineView,
    MauerbauerView,
    PointView,
)
from citywright.text.phrases import player_name


def panels(view: View, lang: str, names: Sequence[str] = (), kept: Kept | None = None) -> list[Panel]:
    """The map all share, the viewer's tray, the players, and the supply."""
    assert isinstance(view, MauerbauerView)
    kept = kept or Kept()
    seats = (view.scores, view.hand_sizes, view.active, view.actor is None, tuple(names))
    side = (*seats, view.outside, len(view.cities), lang)
    supplies = (view.supply, view.pile, view.discards, lang)
    return [
        _map_panel(kept, view, lang),
        _tray_panel(view, lang, names),
        kept.again("side", side, lambda: _side_panel(view, lang, names)),
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
    grounds = (view.cities, view.scored, view.regions, lang)
    parts = [*kept.again("grounds", grounds, lambda: _grounds(*grounds, chart))]
    fields = (view.fields, view.regions, lang)
    parts += kept.again("fields", fields, lambda: _field_parts(*fields, chart))
    walls = (view.lines, view.wall, lang)
    parts += kept.again("walls", walls, lambda: _walls(*walls, chart))
    parts += kept.again("cities", (view.cities, lang), lambda: _city_parts(view.cities, lang, chart))
    parts += kept.again("towers", (view.points, lang), lambda: _towers(view.points, lang, chart))
    parts += kept.again("signs", (view.cities,), lambda: _signs(view.cities, chart))
    if view.seat != "*" and view.actor is not None:
        parts.append(map_pieces.lines_to_build_on(chart))
    return parts


def _grounds(
    cities: list[ClosedCity], scored: int, regions: list[str], lang: str, chart: Chart
) -> list[Part]:
    return [
        ground(chart, tuple(regions), lang),
        *[
            map_pieces.city_ground(chart, city.number, tuple(city.fields), city.number == scored, lang)
            for city in cities
        ],
    ]


def _field_parts(fields: list[FieldView], regions: list[str], lang: str, chart: Chart) -> list[Part]:
    return [
        map_pieces.field(chart, number, tuple(field.houses.items()), regions[field.region], lang)
        for number, field in enumerate(fields)
        if field.houses
    ]


def _walls(lines: list[LineView], new: int | None, lang: str, chart: Chart) -> list[Part]:
    walls = [number for number, line in enumerate(lines) if line.what in ("wall", "city wall")]
    glow = [map_pieces.new_wall(chart, new)] if new in walls else []
    return glow + [map_pieces.wall(chart, line, lang) for line in walls]


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


def _signs(cities: list[ClosedCity], chart: Chart) -> list[Part]:
    parts = []
    for city in cities:
        things = sum(city.houses.values()) + sum(city.palaces.values())
        parts.append(map_pieces.city_sign(chart, city.number, tuple(city.fields), things))
    return parts


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
    t = words_of(lang)
    parts = [map_pieces.rest_of_map(chart, t(ELSEWHERE[view.phase]))]
    if view.phase in ("join city", "choose city"):
        return parts + _city_offers(view, chart, lang)
    return parts + _piece_offers(view, chart, lang)


def _city_offers(view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """The cities that may be joined or chosen."""
    offered = [choice.action.split(" ") for choice in view.choices if not choice.action.endswith(" none")]
    parts = []
    for verb, number in offered:
        fields = tuple(view.cities[int(number) - 1].fields)
        others = [view.cities[int(other) - 1].fields for _, other in offered if other != number]
        apart = map_pieces.stands_apart(chart, fields, others)
        size_and_walls = city_size_and_walls(view, int(number))
        parts.append(map_pieces.offered_city(chart, verb, int(number), fields, apart, *size_and_walls, lang))
    return parts


def _piece_offers(view: MauerbauerView, chart: Chart, lang: str) -> list[Part]:
    """The towers or houses of this turn: in place where there is one choice, else in a bubble."""
    colours: dict[tuple[str, str], list[str]] = {}
    for choice in view.choices:
        if choice.action.startswith(("tower ", "house ")):
            verb, name, colour = choice.action.split(" ")
            colours.setdefault((verb, name), []).append(colour)
    parts = []
    for order, ((verb, name), offered) in enumerate(colours.items()):
        point = chart.point_named[name]
        spot = chart.spots[point]
        if verb == "house":
            spot = chart.centres[chart.field_across(view.wall or 0, point)]
        if len(offered) == 1:
            parts.append(map_pieces.only_piece(verb, name, spot, offered[0], lang))
        else:
            parts.append(map_pieces.bubble(chart, verb, name, spot, tuple(offered), order, lang))
    return parts


# --- the tray --------------------------------------------------------------------------------


def _tray_panel(view: MauerbauerView, lang: str, names: Sequence[str]) -> Panel:
    t = words_of(lang)
    parts = [tray.base(view.seat == "*" and view.actor is not None, lang)]
    if view.actor is None:
        rows = [(row, view.hand_sizes[row.seat]) for row in final_standing(view, names)]
        parts.append(tray.results(tuple(rows), lang))
    else:
        parts += _dice(view, lang)
        seat = view.actor if view.actor != "*" else view.active
        number = None if seat is None else seat_number(seat)
        name = "" if seat is None else player_name(seat, names)
        parts.append(tray.status(number, name))
        ends = view.last_turn is not None
        parts.append(tray.turn_number(view.turn if number is not None else 0, ends, lang))
        parts += _hand(view, lang) + _buttons(view, lang)
    return Panel("tray", TRAY, t("Dice and hand"), tray.WIDTH, tray.HEIGHT, tuple(parts))


def _is_building(view: MauerbauerView) -> bool:
    """Is a piece to be placed? Then no card can be played."""
    return view.phase.startswith("place ")


def _dice(view: MauerbauerView, lang: str) -> list[Part]:
    """Dice still to be used; one that is left alone moves to the second place and does not tumble."""
    fresh = len(view.dice) == 2
    first, second = view.dice if fresh else (None, view.dice[0] if view.dice else None)
    tower_die = view.tower_die if view.phase == "place tower" else None
    return [
        tray.die(1, first, fresh, lang),
        tray.die(2, second, fresh, lang),
        tray.die(3, tower_die, True, lang),
    ]


def _hand(view: MauerbauerView, lang: str) -> list[Part]:
    actions: dict[str, list[str]] = {}
    for choice in () if _is_building(view) else view.choices:
        verb, _, kind = choice.action.partition(" ")
        if verb in ("play", "discard", "exchange"):
            actions.setdefault(kind, []).append(choice.action)
    parts = []
    for card, spot in zip(view.hand, tray.slots(len(view.hand)), strict=True):
        points = None if depends_on_city(card.kind) and not view.scored else card.points
        own = tuple(sorted(actions.get(card.kind, ()), reverse=True))  # play before discard
        parts.append(hand_card(card.kind, card.copies, points, own, spot, lang))
    return parts


def _buttons(view: MauerbauerView, lang: str) -> list[Part]:
    parts: list[Part] = []
    if _is_building(view):
        return parts
    for choice in view.choices:
        if choice.action in tray.LABELS:
            parts.append(tray.main(choice.action, view.phase.startswith("play last"), lang))
    if view.choices and view.phase == "play card":
        parts.append(tray.discard_switch(lang))
    return parts


# --- beside the map ------------------------------------------------------------------------------------


def _amounts(counts: Counts, colours: list[str]) -> tuple[int, ...]:
    return tuple([counts.get(colour, 0) for colour in colours])


def _side_panel(view: MauerbauerView, lang: str, names: Sequence[str]) -> Panel:
    t = words_of(lang)
    seats, is_over = len(view.scores), view.actor is None
    all_level = min(view.scores) == max(view.scores)  # then nobody is marked as last
    parts = [supply.base(seats, lang)]
    for seat, points in enumerate(view.scores):
        name, cards = player_name(seat, names), view.hand_sizes[seat]
        has_turn = view.active == seat_letter(seat) and not is_over
        last = is_last(view.scores, seat) and not all_level and not is_over
        parts.append(supply.player(seat, name, points, cards, has_turn, last, lang))
    parts.append(supply.track(tuple(view.scores), lang))
    parts += [supply.outside(kind, points, seats, lang) for kind, points in _outside_points(view)]
    return Panel("side", SIDE, t("Players"), supply.WIDTH, supply.height(seats), tuple(parts))


def _supply_panel(view: MauerbauerView, lang: str) -> Panel:
    left = view.supply
    parts = [supply.supply_base(lang), supply.cards(view.pile, tuple(view.discards.items()), lang)]
    parts += supply.stock("walls", (left.walls,), lang)
    parts += supply.stock("towers", _amounts(left.towers, TOWER_COLOURS), lang)
    parts += supply.stock("houses", _amounts(left.houses, HOUSE_COLOURS), lang)
    parts += supply.stock("palaces", _amounts(left.palaces, HOUSE_COLOURS), lang)
    t = words_of(lang)
    return Panel("supply", SIDE, t("Supply"), supply.WIDTH, supply.SUPPLY, tuple(parts))


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
