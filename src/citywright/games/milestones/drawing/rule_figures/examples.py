"""The pictures of the rules: the worked examples of Milestones, drawn with the same pens as the game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from citywright.draw.elements import at, card, may, may_ring, part, text
from citywright.draw.figures import figure
from citywright.draw.panel import Panel
from citywright.games.milestones.drawing import map_pieces, printed_map, ring, score_track
from citywright.games.milestones.drawing.coordinates import Chart
from citywright.games.milestones.drawing.pieces import good

NUMBERS: tuple[tuple[str, int], ...] = (
    *(("a1", 2), ("a2", 1), ("a3", 3), ("a4", 2)),
    *(("b1", 4), ("b2", 2), ("b3", 1)),
    *(("c1", 3), ("c2", 4), ("c3", 2), ("c4", 1)),
)
PLOTS: tuple[str, ...] = (
    *("a1 a2 b1", "a2 a3 b2", "a3 a4 b3", "a2 b1 b2", "a3 b2 b3"),
    *("b1 b2 c2", "b2 b3 c3", "b1 c1 c2", "b2 c2 c3", "b3 c3 c4"),
)


class Scene(NamedTuple):
    """A corner of the map: road pieces, what stands where, houses, and what places bring."""

    lines: tuple[tuple[str, str], ...]
    pieces: dict[str, str]
    houses: tuple[str, ...]
    gains: dict[str, str]


SCENES = {
    "MS-X2": Scene(
        (("a1", "b1"), ("b1", "b2"), ("b2", "c2"), ("c1", "c2")),
        {"b1": "milestone", "b2": "market", "c2": "milestone"},
        (),
        {"a1 a2 b1": "+3", "b1 b2 c2": "+0"},
    ),
    "MS-X3": Scene(
        (("a1", "b1"), ("b1", "b2"), ("b2", "b3"), ("b3", "c4")),
        {"b1": "milestone", "b2": "sack", "b3": "milestone"},
        (),
        {"a3": "+3", "c2": "+4"},
    ),
    "MS-X6": Scene(
        (("a2", "b1"), ("b1", "b2")),
        {"b1": "milestone"},
        ("b1 b2 c2",),
        {"b2": "+2"},
    ),
}
# Path fields, where the figure stands, and what a move to a field brings.
PATHS = {
    "MS-X1": (
        "stone1 coin3 - stone5 wood5 coin5 grain6 -",
        "castle",
        {4: ("+2", "stone"), 6: ("+1", "coin")},
    ),
    "MS-X5": ("stone1 wood2 wood3* wood5 - - - -", "path 1", {4: ("+1 +3", "wood")}),
}


def figures(lang: str) -> dict[str, Panel]:
    """The rule ids that have a picture, each with it."""
    drawn = {rule: _map(rule, lang) for rule in SCENES}
    drawn |= {rule: _path(rule, lang) for rule in PATHS}
    drawn["MS-X4"] = _majority(lang)
    return dict(sorted(drawn.items()))


# --- the map --------------------------------------------------------------------------------


@lru_cache(1)
def _chart() -> Chart:
    return Chart(NUMBERS, PLOTS, frozenset())


@lru_cache(32)
def _map(rule: str, lang: str) -> Panel:
    scene, chart = SCENES[rule], _chart()
    plots = [map_pieces.plot(chart, plot, None, plot in scene.houses, False, lang) for plot in PLOTS]
    touched = {end for line in scene.lines for end in line}
    fields = []
    for name, _ in NUMBERS:
        piece = scene.pieces.get(name)
        kind = "market" if piece == "sack" else piece
        shown = map_pieces.OnField(kind, piece == "sack", name in touched, False)
        fields.append(map_pieces.field(chart, name, shown, lang))
    parts = [*map_pieces.roads(chart, scene.lines, lang), *plots, *fields]
    body = printed_map.country(chart) + "".join([one.svg for one in parts])
    for place, gain in scene.gains.items():
        x, y = chart.middles[place] if place in chart.middles else chart.spots[place]
        body += may_ring(x, y, 20) + text(x, y + 8, gain, 24, "t-gain")
    left = min([x for x, _ in chart.spots.values()]) - 38
    width = round(640 - 2 * left)
    return figure(rule, lang, width, chart.height, [part("scene", at(-left, 0, body))])


# --- boards ---------------------------------------------------------------------------------


@lru_cache(16)
def _path(rule: str, lang: str) -> Panel:
    words, position, gains = PATHS[rule]
    panel = "ring"
    at_castle = position == "castle"
    height = 236 if at_castle else 158
    body = f'<rect class="f-lane" width="{ring.WIDTH}" height="{height}" rx="12"/>'
    for number, word in enumerate(words.split(" "), 1):
        kind, digit, bonus = word[:-1].rstrip("12345678"), word.rstrip("*")[-1:], word.endswith("*")
        shown = ring.OnPath(kind, int(digit), bonus, False) if kind else ring.OnPath("", 0, False, False)
        body += ring.path_field(panel, number, shown, (), (), lang).svg
    for number, (gain, kind) in gains.items():
        x = ring.LEFT + ring.CELL * (number - 0.5)
        half = 32 + 7 * len(gain)
        body += may(x - half, 112, 2 * half, 40, 12) + text(x - 16, 140, gain, 24, "t-gain")
        body += at(x + half - 36, 117, good(kind), 0.52)
    standing = ring.figure_on_ring(panel, 0, position, False, lang).svg
    if at_castle:
        body += at(0, 42, ring.building_field(panel, "castle", None, (), lang).svg + standing)
    else:
        body += standing
    return figure(rule, lang, ring.WIDTH, height, [part("scene", body)])


@lru_cache(4)
def _majority(lang: str) -> Panel:
    """MS-X4: the quarrymen of three players."""
    table = score_track.seats_beside(3) + score_track.majority("stone", (2, 2, 1), lang).svg
    body = card(2, 2, 176, 140, 12, "f-card") + at(0, 6 - score_track.TABLE_TOP, table)
    return figure("MS-X4", lang, 180, 146, [part("scene", body)])
