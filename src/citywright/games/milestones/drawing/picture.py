"""The pictures of Milestones: what a view shows, picked apart into the inputs of keyed parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from citywright.draw.elements import gain_words, signed
from citywright.draw.panel import MAIN, SIDE, Panel, Part
from citywright.engine.view import SEAT_LETTERS, View
from citywright.games.milestones.drawing import map_pieces as land
from citywright.games.milestones.drawing import printed_map as ground
from citywright.games.milestones.drawing import score_track as score
from citywright.games.milestones.drawing.coordinates import WIDTH, Chart, chart_of
from citywright.games.milestones.drawing.player_boards import Offers, other_panel, tray_panel
from citywright.games.milestones.drawing.rule_figures import figures
from citywright.games.milestones.text.names import KINDS, player_name, words_of
from citywright.games.milestones.text.prompts import best_delivery, titled
from citywright.games.milestones.text.why_not import field_why, plot_why
from citywright.games.milestones.view import MilestonesView

__all__ = ["figures", "panels"]

MAP_PHASES = frozenset(("build", "set milestone", "end road", "deliver", "count field"))
# How far around a field a click counts: alone, with houses around it, with a road that may start there.
ALONE, CROWDED, BOTH = 36.5, 22.0, 20.5
FIELD_VERBS = frozenset(("road", "milestone", "end", "market", "deliver", "count"))


def panels(view: View, lang: str, names: Sequence[str] = ()) -> list[Panel]:
    """The map, the own ring with the tray, the score, and the other rings; a spectator's ring is seat A's."""
    assert isinstance(view, MilestonesView)
    viewer = SEAT_LETTERS.index(view.seat) if view.seat != "*" else 0
    offers = {choice.action: choice for choice in view.choices}
    drawn = [_map_panel(view, offers, lang), tray_panel(view, viewer, offers, lang, names)]
    drawn.append(_score_panel(view, lang, names))
    for step in range(1, len(view.boards)):
        drawn.append(other_panel(view, (viewer + step) % len(view.boards), lang, names))
    return drawn


# --- the map --------------------------------------------------------------------------------


def _map_panel(view: MilestonesView, offers: Offers, lang: str) -> Panel:
    chart = chart_of(view)
    asked = bool(offers) and view.phase in MAP_PHASES
    building = view.building
    lit = {name for name in (building.start, building.milestone, building.market) if name}
    shown = tuple([land.Shown(field.piece, field.sack, field.name in lit) for field in view.fields])
    plots = tuple([(plot.name, plot.bonus, plot.house) for plot in view.plots])
    parts = [ground.ground(chart)]
    if asked and view.phase == "build":
        parts += _asked_plots(view, chart, offers, lang)
    else:
        parts += _quiet_plots(chart, plots, tuple(building.offered), lang)
    parts += land.roads(chart, tuple(view.lines))
    if asked:
        parts += _asked_fields(view, chart, shown, offers, lang)
    else:
        parts += _quiet_fields(chart, shown, lang)
    t = words_of(lang)
    return Panel("main", MAIN, t("Map"), WIDTH, chart.height, tuple(parts))


@lru_cache(1024)
def _quiet_fields(chart: Chart, shown: tuple[land.Shown, ...], lang: str) -> list[Part]:
    """All fields while the viewer has nothing to do on the map."""
    return [land.field(chart, name, one, (), "", lang) for name, one in zip(chart.spots, shown, strict=True)]


@lru_cache(1024)
def _quiet_plots(
    chart: Chart, plots: tuple[tuple[str, str | None, bool], ...], lit: tuple[str, ...], lang: str
) -> list[Part]:
    """All plots while no house can be built; `lit` are those whose bonus tile is on offer."""
    glow = land.Offer("", "")
    return [
        land.plot(chart, name, kind, built, glow if name in lit else None, "", lang)
        for name, kind, built in plots
    ]


def _asked_plots(view: MilestonesView, chart: Chart, offers: Offers, lang: str) -> list[Part]:
    """All plots for the viewer in the building office."""
    goods = view.boards[SEAT_LETTERS.index(view.seat)].goods
    parts = []
    for plot in view.plots:
        choice = offers.get(f"house {plot.name}")
        offer, reason = None, ""
        if choice is None:
            reason = plot_why(view, plot, goods)
        else:
            offer = land.Offer(choice.action, titled(choice, view, lang), signed(choice.points))
        parts.append(land.plot(chart, plot.name, plot.bonus, plot.house, offer, reason, lang))
    return parts


def _asked_fields(
    view: MilestonesView, chart: Chart, shown: tuple[land.Shown, ...], offers: Offers, lang: str
) -> list[Part]:
    """All fields for the viewer who acts on the map."""
    goods = view.boards[SEAT_LETTERS.index(view.seat)].goods
    found = _field_offers(view, chart, offers, lang)
    parts = []
    for field, one in zip(view.fields, shown, strict=True):
        own = found.get(field.name, ())
        reason = "" if own else field_why(view, field, goods)
        parts.append(land.field(chart, field.name, one, tuple(own), reason, lang))
    return parts


def _field_offers(
    view: MilestonesView, chart: Chart, offers: Offers, lang: str
) -> dict[str, list[land.Offer]]:
    """What may be done on which field: roads before markets, which are painted over them."""
    found: dict[str, list[land.Offer]] = {}
    chosen = [(action.split(" "), choice) for action, choice in offers.items()]
    fields = {words[1] for words, _ in chosen if words[0] in FIELD_VERBS}
    crowded = any(words[0] == "house" for words, _ in chosen)
    markets = {words[1] for words, _ in chosen if words[0] == "market"}
    roads = {words[1] for words, _ in chosen if words[0] == "road"}
    untouched = {field.name for field in view.fields if field.road is None and field.piece is None}
    origin = view.building.milestone or view.building.start or ""
    for words, choice in chosen:
        if words[0] not in FIELD_VERBS:
            continue
        verb, name = words
        reach = CROWDED if crowded else ALONE
        if not crowded and not fields.isdisjoint(chart.near[name]):
            reach = land.CELL
        ways: tuple[str, ...] = ()
        if verb == "road":
            ways = tuple(
                [
                    way
                    for way in chart.near[name]
                    if way in untouched and not untouched.isdisjoint(chart.near[way])
                ]
            )
            reach = 0 if name in markets else reach
        elif verb == "market" and name in roads:
            reach = BOTH
        gain = signed(choice.points) if verb in ("milestone", "market", "count") else ""
        if verb == "deliver":
            gain = gain_words(best_delivery(name, view), choice.coins)
        from_ = origin if verb in ("milestone", "end") else ""
        offer = land.Offer(choice.action, titled(choice, view, lang), gain, ways, from_, round(reach, 1))
        found.setdefault(name, []).append(offer)
    return found


# --- the score ------------------------------------------------------------------------------


def _score_panel(view: MilestonesView, lang: str, names: Sequence[str]) -> Panel:
    seats = len(view.boards)
    parts = [score.track(view.end_mark, lang), score.table_head(seats, lang)]
    for kind in KINDS:
        parts.append(score.majority(kind, tuple([board.strengths[kind] for board in view.boards]), lang))
    supplies = view.supplies
    for what, left in zip(
        ("road", "house", "market", "sack"), ("sections", "houses", "markets", "sacks"), strict=True
    ):
        parts.append(score.supply(what, supplies[left], lang))
    for seat in range(seats):
        place = view.scores[:seat].count(view.scores[seat])
        parts.append(
            score.marker(seat, player_name(seat, names), view.scores[seat], place, view.end_mark, lang)
        )
    t = words_of(lang)
    return Panel("score", SIDE, t("Points"), score.WIDTH, score.HEIGHT, tuple(parts))
