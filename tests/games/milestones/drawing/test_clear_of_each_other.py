"""Marks on the map of Milestones stand apart, bare land answers, and boards look alike small and large."""

from __future__ import annotations

import re
from itertools import pairwise

from citywright.draw.elements import width_of
from citywright.draw.symbols import definitions, symbols_in
from citywright.engine.state import CHANCE
from citywright.games.milestones.drawing import map_targets, panels, small_ring, workers
from citywright.games.milestones.drawing.coordinates import Chart, Spot, chart_of
from citywright.games.milestones.drawing.map_pieces import RADIUS
from citywright.games.milestones.drawing.map_targets import GABLE, LOW_HOUSE, STALL, MapOffer
from citywright.games.milestones.drawing.printed_map import LETTER
from citywright.games.milestones.view import view
from tests.games.milestones.table import Table

EDGE = 2.5  # of paper around a mark


def outline(d: str) -> list[Spot]:
    """The corners of a house as it is drawn: M, V, L, L, V."""
    numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", d)]
    x, foot, eaves, middle, top, right, right_eaves, right_foot = numbers
    return [(x, foot), (x, eaves), (middle, top), (right, right_eaves), (right, right_foot)]


def mark(chart: Chart, plot: str) -> list[Spot]:
    """The corners of the mark of a house on a plot."""
    x, y = chart.middles[plot]
    return [(x + dx, y + dy) for dx, dy in outline(GABLE if chart.points_up(plot) else LOW_HOUSE)]


def gap(one: list[Spot], other: list[Spot]) -> float:
    """How far two shapes without hollows are apart along the best of their sides; negative: they overlap."""
    best = -1e9
    for shape in (one, other):
        for (ax, ay), (bx, by) in pairwise([*shape, shape[0]]):
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            across = ((by - ay) / length, (ax - bx) / length)
            for sign in (1, -1):
                near = [sign * (x * across[0] + y * across[1]) for x, y in one]
                far = [sign * (x * across[0] + y * across[1]) for x, y in other]
                best = max(best, min(far) - max(near))
    return best


def a_chart() -> Chart:
    return chart_of(view(Table().begin().state, CHANCE))


def test_houses_on_neighbouring_plots_stand_apart_ms_42() -> None:
    chart = a_chart()
    plots = list(chart.plots)
    pairs = [
        (one, other)
        for k, one in enumerate(plots)
        for other in plots[k + 1 :]
        if len({*chart.plots[one]} & {*chart.plots[other]}) == 2
    ]
    assert len(pairs) > 60
    assert all(gap(mark(chart, one), mark(chart, other)) > EDGE + 1 for one, other in pairs)


def test_the_bonus_tile_of_a_house_hides_no_number_ms_51() -> None:
    chart = a_chart()
    for plot in chart.plots:
        svg = map_targets.on_plot(chart, plot, MapOffer("house", "title", "+2", bonus="stone")).svg
        dx, dy, scale = map(float, re.findall(r"translate\((\S+) (\S+)\) scale\((0\.\d+)\)", svg)[-1])
        x, y = chart.middles[plot][0] + dx + 29 * scale, chart.middles[plot][1] + dy + 29 * scale
        for corner in chart.plots[plot]:
            cx, cy = chart.spots[corner]
            assert ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5 > 29 * scale + RADIUS - 1.5


def test_a_market_hides_no_points_of_the_houses_beside_it_ms_43() -> None:
    """A stall is no broader than its number, so that what stands half a step away is still read."""
    wide = width_of("+5", "t-gain") * LETTER
    walls = float(re.findall(r"H([\d.]+)V", STALL)[0])
    assert wide / 2 < walls + EDGE < a_chart().step / 2 - wide / 2 + EDGE + 1.5


def test_bare_land_says_what_it_is_ms_42() -> None:
    """A tap where nothing stands is answered, in every phase; nothing is sent for it later."""
    for lang, words in (("en", "Countryside: a house can stand"), ("de", "Land: Zwischen drei Zahlen")):
        main = panels(view(Table().begin().state, 0), lang)[0]
        ground = main.parts[0]
        assert ground.id == "main-ground"
        answer = re.search(
            r'<g role="img" aria-label="([^"]*)"><rect class="hit" (.*?)/></g></g>$', ground.svg
        )
        assert answer
        assert answer[1].startswith(words)
        assert answer[2] == f'x="0" y="0" width="{main.width}" height="{main.height}"'
        assert "<title>" not in ground.svg  # no tooltip wherever a mouse rests


def test_the_table_of_majorities_says_what_it_counts_ms_82() -> None:
    for lang, caption in (
        ("en", "Workers, and points for the majority"),
        ("de", "Arbeiter und Punkte für die Mehrheit"),
    ):
        parts = {part.id: part.svg for part in panels(view(Table(4).begin().state, 0), lang)[2].parts}
        assert f">{caption}</text>" in parts["score-track"]
        assert parts["score-grain"].count("<use") == 2  # a grain farmer with his grain
        assert workers.bust("grain") in parts["score-grain"]


def test_workers_of_other_seats_have_faces_too() -> None:
    for kind in workers.COATS:
        large, small = workers.bust(kind), small_ring.worker(kind, 68.75, 100)
        for svg in (large, small):
            assert workers.head(kind) in definitions(symbols_in(svg))


def test_a_path_field_is_named_by_its_worker_ms_20() -> None:
    table = Table().begin().path("- wood7 coin8* x - - - -", 1)
    table.board(1).ring_field = 2
    parts = {part.id: part.svg for panel in panels(view(table.state, 0), "en") for part in panel.parts}
    assert 'aria-label="Lumberjack 7: brings wood (MS-20)"' in parts["ring-B-path-2"]
    assert "Coiner 8 with a bonus tile: brings coins and a point (MS-20, MS-21)" in parts["ring-B-path-3"]
    assert "Path 4: covered" in parts["ring-B-path-4"]
    assert "Figure: Lumberjack 7" in parts["ring-B-figure"]
    table.board(1).ring_field = 1
    parts = {part.id: part.svg for panel in panels(view(table.state, 0), "en") for part in panel.parts}
    assert "Figure: Path 1" in parts["ring-B-figure"]


def test_covers_of_other_seats_are_shutters_too_ms_71() -> None:
    """Boards run down and bars across, as on the own board: no line is drawn aslant."""
    drawn = definitions(symbols_in(small_ring.cover(68.75, 100)))
    lines = "".join(re.findall(r' d="([^"]*)"', drawn))
    assert set(re.findall(r"[A-Za-z]", lines)) == {"M", "V", "H", "v", "z"}
