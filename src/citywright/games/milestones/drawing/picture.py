"""The pictures of Milestones: the panel of the map, of the score, and the order of all panels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.draw.elements import gain_words, signed
from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, SIDE, Offer, Panel, Part
from citywright.engine.view import Choice, View
from citywright.games.milestones.drawing import map_pieces, printed_map, score_track
from citywright.games.milestones.drawing.context import Context
from citywright.games.milestones.drawing.coordinates import WIDTH, Chart, chart_of
from citywright.games.milestones.drawing.map_pieces import MapOffer, OnField
from citywright.games.milestones.drawing.player_boards import other_panel, tray_panel
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.why_not import field_reason, plot_reason, reason_words
from citywright.games.milestones.view import MilestonesView, goods_of

MAP_PHASES = frozenset(("build", "set milestone", "end road", "deliver", "count field"))
# The radius of a field's tap target: alone, with houses around it, with a road that may start there too.
ALONE, CROWDED, WITH_ROAD = 36.5, 22.0, 20.5
FIELD_VERBS = frozenset(("road", "milestone", "end", "market", "deliver", "count"))
SUPPLIES = {"road": "sections", "house": "houses", "market": "markets", "sack": "sacks"}


def panels(view: View, lang: str, names: Sequence[str] = (), kept: Kept | None = None) -> list[Panel]:
    """The map, the own ring with the tray, the score, and the other rings."""
    assert isinstance(view, MilestonesView)
    context = Context(view, lang, names, kept or Kept())
    drawn = [_map_panel(context), tray_panel(context), _score_panel(context)]
    for step in range(1, len(view.boards)):
        drawn.append(other_panel(context, (context.viewer + step) % len(view.boards)))
    return drawn


# --- the map --------------------------------------------------------------------------------


def _map_panel(context: Context) -> Panel:
    """The map; while the viewer has nothing to do there it is drawn again only when something is built."""
    view, kept = context.view, context.kept
    chart = kept.again("chart", (view.fields, view.plots), lambda: chart_of(view))
    if context.choices and view.phase in MAP_PHASES:
        return _drawn_map(context, chart, True)
    own = view.seat != "*" and view.actor is not None
    inputs = (view.fields, view.lines, view.plots, view.building, own, context.lang)
    return kept.again("map", inputs, lambda: _drawn_map(context, chart, False))


def _drawn_map(context: Context, chart: Chart, acts_here: bool) -> Panel:
    view, lang = context.view, context.lang
    building = view.building
    started = {name for name in (building.start, building.milestone, building.market) if name}
    on_fields = tuple([OnField(field.piece, field.sack, field.name in started) for field in view.fields])
    own = view.seat != "*" and view.actor is not None
    parts = [printed_map.ground(chart)]
    parts += _plots(context, chart) if acts_here and view.phase == "build" else _idle_plots(view, chart, lang)
    if own:
        parts.append(map_pieces.plot_places(chart, tuple([plot.name for plot in view.plots])))
    parts += map_pieces.roads(chart, tuple(view.lines))
    parts += _fields(context, chart, on_fields) if acts_here else _idle_fields(chart, on_fields, lang)
    if own:
        parts.append(map_pieces.field_places(chart))
    reasons = _reasons(context) if acts_here else ()
    return Panel("main", MAIN, context.t("Map"), WIDTH, chart.height, tuple(parts), reasons)


def _reasons(context: Context) -> tuple[Offer, ...]:
    """Why nothing can be done at all the other plots and fields, those with the same reason together."""
    view, goods = context.view, goods_of(context.own_board)
    said: dict[str, list[int]] = {}
    number = 0
    for plot in view.plots:
        if view.phase == "build" and f"house {plot.name}" not in context.choices:
            said.setdefault(plot_reason(view, plot, goods), []).append(number)
        number += 1
    offered = {action.partition(" ")[2] for action in context.choices}
    for field in view.fields:
        if field.name not in offered:
            said.setdefault(field_reason(view, field, goods), []).append(number)
        number += 1
    return tuple(
        [Offer(tuple(numbers), reason_words(why, context.lang)) for why, numbers in said.items() if why]
    )


@lru_cache(1024)
def _idle_fields(chart: Chart, on_fields: tuple[OnField, ...], lang: str) -> list[Part]:
    """All fields while the viewer has nothing to do on the map."""
    return [
        map_pieces.field(chart, name, on_field, (), lang)
        for name, on_field in zip(chart.spots, on_fields, strict=True)
    ]


def _idle_plots(view: MilestonesView, chart: Chart, lang: str) -> list[Part]:
    """All plots while no house can be built; the bonus tiles of those that may be claimed glow."""
    plots = tuple([(plot.name, plot.bonus, plot.house) for plot in view.plots])
    return _drawn_plots(chart, plots, tuple(view.building.offered), lang)


@lru_cache(1024)
def _drawn_plots(
    chart: Chart, plots: tuple[tuple[str, str | None, bool], ...], glowing: tuple[str, ...], lang: str
) -> list[Part]:
    return [
        map_pieces.plot(chart, name, kind, built, None, name in glowing, lang) for name, kind, built in plots
    ]


def _plots(context: Context, chart: Chart) -> list[Part]:
    """All plots for the viewer in the building office."""
    parts = []
    for plot in context.view.plots:
        choice = context.choices.get(f"house {plot.name}")
        offer = None
        if choice is not None:
            offer = MapOffer(choice.action, context.title(choice), signed(choice.points))
        parts.append(map_pieces.plot(chart, plot.name, plot.bonus, plot.house, offer, False, context.lang))
    return parts


def _fields(context: Context, chart: Chart, on_fields: tuple[OnField, ...]) -> list[Part]:
    """All fields for the viewer who acts on the map."""
    offers = _field_offers(context, chart)
    parts = []
    for field, on_field in zip(context.view.fields, on_fields, strict=True):
        here = tuple(offers.get(field.name, ()))
        parts.append(map_pieces.field(chart, field.name, on_field, here, context.lang))
    return parts


def _field_offers(context: Context, chart: Chart) -> dict[str, list[MapOffer]]:
    """What may be done on which field: roads before markets, which are painted over them."""
    choices = [one for one in context.choices.values() if one.action.partition(" ")[0] in FIELD_VERBS]
    fields = {choice.action.partition(" ")[2] for choice in choices}
    crowded = any(action.startswith("house") for action in context.choices)
    offers: dict[str, list[MapOffer]] = {}
    for choice in choices:
        field = choice.action.partition(" ")[2]
        if crowded:
            radius = CROWDED
        else:
            radius = ALONE if fields.isdisjoint(chart.near[field]) else map_pieces.CELL
        offers.setdefault(field, []).append(_field_offer(context, chart, choice, radius))
    return offers


def _field_offer(context: Context, chart: Chart, choice: Choice, radius: float) -> MapOffer:
    """One action on a field; where a market and a road share it, the road is tapped on its strokes only."""
    verb, _, field = choice.action.partition(" ")
    gain, origin = "", ""
    ways: tuple[str, ...] = ()
    if verb in ("milestone", "market", "count"):
        gain = signed(choice.points)
    if verb in ("milestone", "end"):
        origin = context.view.building.milestone or context.view.building.start or ""
    if verb == "market" and f"road {field}" in context.choices:
        radius = WITH_ROAD
    elif verb == "road":
        sites = context.position.milestone_fields(field)
        ways = tuple([way for way in chart.near[field] if way in sites])
        radius = map_pieces.NO_TAP if f"market {field}" in context.choices else radius
    elif verb == "deliver":
        gain = gain_words(context.position.best_delivery(field), choice.coins)
    return MapOffer(choice.action, context.title(choice), gain, ways, origin, radius)


# --- the score ------------------------------------------------------------------------------


def _score_panel(context: Context) -> Panel:
    view = context.view
    strengths = [board.strengths for board in view.boards]
    inputs = (view.scores, strengths, view.supplies, view.end_mark, context.names, context.lang)
    return context.kept.again("score", inputs, lambda: _drawn_score(context))


def _drawn_score(context: Context) -> Panel:
    view, lang = context.view, context.lang
    seats = len(view.boards)
    parts = [score_track.track(view.end_mark, lang), score_track.table_head(seats, lang)]
    for kind in KIND_NAMES:
        strengths = tuple([board.strengths[kind] for board in view.boards])
        parts.append(score_track.majority(kind, strengths, lang))
    for piece, supply in SUPPLIES.items():
        parts.append(score_track.supply(piece, view.supplies[supply], lang))
    for seat in range(seats):
        points = view.scores[seat]
        below = view.scores[:seat].count(points)
        parts.append(score_track.marker(seat, context.name_of(seat), points, below, view.end_mark, lang))
    return Panel("score", SIDE, context.t("Points"), score_track.WIDTH, score_track.HEIGHT, tuple(parts))
