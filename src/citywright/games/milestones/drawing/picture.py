"""The pictures of Milestones: the panel of the map, of the score, and the order of all panels."""

from __future__ import annotations

from collections.abc import Sequence

from citywright.draw.elements import signed
from citywright.draw.kept import Kept
from citywright.draw.panel import MAIN, SIDE, Offer, Panel, Part
from citywright.engine.view import Choice, View
from citywright.games.milestones.drawing import map_pieces, map_targets, printed_map, score_track
from citywright.games.milestones.drawing.context import Context
from citywright.games.milestones.drawing.coordinates import WIDTH, Chart, chart_of
from citywright.games.milestones.drawing.map_pieces import OnField
from citywright.games.milestones.drawing.map_targets import KINDS, MapOffer
from citywright.games.milestones.drawing.player_boards import other_panel
from citywright.games.milestones.drawing.tray_panel import tray_panel
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.text.why_not import SUPPLIES, Reason, field_reason, plot_reason, reason_words
from citywright.games.milestones.view import MilestonesView, goods_of

MAP_PHASES = frozenset(("build", "set milestone", "end road", "deliver", "count field"))
FIELD_VERBS = frozenset(("road", "milestone", "end", "market", "deliver", "count"))
LAYERS = {"hous": 0, "road": 1, "mark": 2}  # by the first letters of an action: what is painted first


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
    own = view.seat != "*" and view.actor is not None
    inputs = (view.fields, view.lines, view.plots, view.building, own, context.lang)
    parts = kept.again("map", inputs, lambda: _standing_parts(context, chart, own))
    offers: tuple[Offer, ...] = ()
    if context.choices and view.phase in MAP_PHASES:
        parts = (*parts, *_targets(context, chart))
        offers = _reasons(context)
    return Panel("main", MAIN, context.t("Map"), WIDTH, chart.height, parts, offers)


def _standing_parts(context: Context, chart: Chart, own: bool) -> tuple[Part, ...]:
    """The land and all that stands on it; for a seat also the places that tell why nothing can be done."""
    view, lang = context.view, context.lang
    building = view.building
    started = {name for name in (building.start, building.milestone, building.market) if name}
    parts = [printed_map.ground(chart, lang), *map_pieces.roads(chart, tuple(view.lines), lang)]
    parts += [
        map_pieces.plot(chart, plot.name, plot.bonus, plot.house, plot.name in building.offered, lang)
        for plot in view.plots
        if plot.bush or plot.house
    ]
    for field in view.fields:
        shown = OnField(field.piece, field.sack, field.road is not None, field.name in started)
        parts.append(map_pieces.field(chart, field.name, shown, lang))
    if own:
        parts.append(map_pieces.plot_places(chart, tuple([plot.name for plot in view.plots])))
        parts.append(map_pieces.field_places(chart))
    return tuple(parts)


def _reasons(context: Context) -> tuple[Offer, ...]:
    """Why nothing can be done at all the other plots and fields, those with the same reason together."""
    view, goods = context.view, goods_of(context.own_board)
    said: dict[Reason, list[int]] = {}
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


def _targets(context: Context, chart: Chart) -> list[Part]:
    """Where the viewer may act: houses lowest, then roads, and markets on top."""
    verbs = {action.partition(" ")[0] for action in context.choices}
    alone = len(verbs & KINDS) == 1
    parts = []
    for choice in sorted(context.choices.values(), key=lambda one: LAYERS.get(one.action[:4], 0)):
        verb, _, name = choice.action.partition(" ")
        if verb == "house":
            bonus = next((plot.bonus for plot in context.view.plots if plot.name == name), None)
            gain = signed(choice.points)
            offer = MapOffer(choice.action, context.title(choice), gain, alone, bonus=bonus or "")
            parts.append(map_targets.on_plot(chart, name, offer))
        elif verb in FIELD_VERBS:
            parts.append(map_targets.on_field(chart, name, _field_offer(context, chart, choice, alone)))
    return parts


def _field_offer(context: Context, chart: Chart, choice: Choice, alone: bool) -> MapOffer:
    """One action on a field."""
    verb, _, field = choice.action.partition(" ")
    offer = MapOffer(choice.action, context.title(choice), alone=alone)
    if verb == "road":
        sites = context.position.milestone_fields(field)
        ways = tuple([way for way in chart.near[field] if way in sites])
        is_market = field in context.markets
        return offer._replace(ways=ways, shared=f"market {field}" in context.choices, at_market=is_market)
    if verb == "deliver":
        return offer._replace(gain=signed(context.position.best_delivery(field)))
    if verb == "market":
        return offer._replace(gain=signed(choice.points))
    origin = ""
    if verb != "count":
        origin = context.view.building.milestone or context.view.building.start or ""
    apart = not any(f"{verb} {near}" in context.choices for near in chart.near[field])
    gain = "" if verb == "end" else signed(choice.points)
    return offer._replace(gain=gain, origin=origin, apart=apart)


# --- the score ------------------------------------------------------------------------------


def _score_panel(context: Context) -> Panel:
    view = context.view
    strengths = [board.strengths for board in view.boards]
    inputs = (
        *(view.scores, strengths, view.supplies, view.stack, len(view.display), view.end_mark),
        *(context.names, context.lang),
    )
    return context.kept.again("score", inputs, lambda: _drawn_score(context))


def _drawn_score(context: Context) -> Panel:
    view, lang = context.view, context.lang
    seats = len(view.boards)
    parts = [score_track.base(seats, view.end_mark, lang)]
    for kind in KIND_NAMES:
        strengths = tuple([board.strengths[kind] for board in view.boards])
        parts.append(score_track.majority(kind, strengths, lang))
    for piece, supply in SUPPLIES.items():
        parts.append(score_track.supply(piece, view.supplies[supply], seats, lang))
    parts.append(score_track.supply("tile", view.stack + len(view.display), seats, lang))
    for seat in range(seats):
        points = view.scores[seat]
        below = sum([abs(other - points) < score_track.CLOSE for other in view.scores[:seat]])
        parts.append(score_track.marker(seat, context.name_of(seat), points, below, view.end_mark, lang))
    height = score_track.height(seats)
    return Panel("score", SIDE, context.t("Points"), score_track.WIDTH, height, tuple(parts))
